"""Notation of moves as in the official referee, and explanations of illegal moves.

    PASS              ends the turn; in the draft it is PICK 0; when constructing it fills up the deck
    PICK k            the k-th card of an offer, 0 to 2
    CHOOSE number     a card for the constructed deck; in the draft the offered card with this number
    SUMMON id lane    a creature from the hand; 1.0 has one lane and takes no lane
    ATTACK id target  target: the id of an enemy creature, or -1 for the opponent
    USE id target     an item from the hand

Words are in capitals, as the referee requires; text after the numbers is a comment and ignored.
"""

from __future__ import annotations

import re
from typing import Any

from ludus.core.game import Content
from ludus.games.locm.action_effects import ATTACK, FACE, PASS, SUMMON, USE
from ludus.games.locm.card_list import KINDS
from ludus.games.locm.deck_building import CHOOSE, FILL, MAX_COPIES, PICK
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.instance_id_lookup import find_in_hand, find_on_board, hand_card, hand_ids
from ludus.games.locm.narration import LANES
from ludus.games.locm.state import (
    ATTACKED,
    BATTLE,
    CONSTRUCT,
    CREATURE,
    DECK,
    DRAFT,
    GREEN,
    GUARD,
    LANE,
    OFFERED,
    READY,
    REASONS,
    RED,
)
from ludus.util.errors import IllegalMove, NotationError
from ludus.util.text import closest_match

PHASES = ("draft", "construct", "battle")
WORDS_BY_PHASE = {  # by phase
    DRAFT: ("PICK", "CHOOSE", "PASS"),
    CONSTRUCT: ("CHOOSE", "PASS"),
    BATTLE: ("SUMMON", "ATTACK", "USE", "PASS"),
}
ARGUMENTS = {
    "PASS": "",
    "PICK": "0|1|2",
    "CHOOSE": "number",
    "SUMMON": "id lane",
    "ATTACK": "id target",
    "USE": "id target",
}
OPPONENT = -1  # the opponent as a target


def write_move(content: Content, state: Any, move: int) -> str:
    """Write a move of this position in notation; raise IllegalMove if the number is not a move here."""
    data = content.read(GameData)
    kind, subject, target = move & ~255, move >> 4 & 15, move & 15
    if state.phase == DRAFT:
        if kind == PICK and move & 255 < OFFERED:
            return f"PICK {move & 255}"
    elif state.phase == CONSTRUCT:
        if move == FILL:
            return "PASS"
        if kind == CHOOSE and move & 255 < data.card_count:
            return f"CHOOSE {data.cards[move & 255].number}"
    elif move == PASS:
        return "PASS"
    elif kind == ATTACK and subject < state.players[state.mover].board_count:
        return f"ATTACK {state.players[state.mover].board[subject].id} {_target_id(state, 1 - state.mover, target)}"
    elif kind in (SUMMON, USE) and subject < state.players[state.mover].hand_count:
        number = hand_ids(data, state, state.mover)[subject]
        if kind == USE:
            green = hand_card(data, state, state.mover, subject).kind == GREEN
            return f"USE {number} {_target_id(state, state.mover if green else 1 - state.mover, target)}"
        if target < data.lanes:
            return f"SUMMON {number} {target}" if data.lanes > 1 else f"SUMMON {number}"
    raise IllegalMove(f"{move} is not a move of this position")


def read_move(content: Content, state: Any, text: str) -> int:
    """Read a move of this position from notation. It need not be legal: see `explain_illegal`.

    Raises:
        NotationError: the text is not a move.
        IllegalMove: the move names nothing that exists in this position.
    """
    return _read_move(content, state, text, typed=True)


def _read_move(content: Content, state: Any, text: str, typed: bool) -> int:
    """Read a move. `typed`: errors are for somebody who types moves, and have words and ids of the notation."""
    data = content.read(GameData)
    word, numbers = _parse(text, data.lanes)
    if word not in WORDS_BY_PHASE[state.phase]:
        if not typed:
            raise IllegalMove(f"this is the {PHASES[state.phase]}: the move belongs to another part of the game")
        usage = ", ".join(_usage(word, data.lanes) for word in WORDS_BY_PHASE[state.phase])
        raise IllegalMove(f"{word} has no place in the {PHASES[state.phase]}; here one plays {usage}")
    if state.phase == DRAFT:
        return _read_pick(content, state, data, word, numbers)
    if word == "PASS":
        if state.phase == CONSTRUCT and text.split() != ["PASS"]:  # the referee would then take a single card
            raise NotationError("PASS fills up the deck and stands alone, without a remark")
        return FILL if state.phase == CONSTRUCT else PASS
    if word == "CHOOSE":
        return CHOOSE | _card_numbered(data, range(data.card_count), numbers[0], "the card list")
    if word == "SUMMON":
        slot = _find_card(content, state, data, numbers[0], "SUMMON", typed)
        lane = numbers[1] if data.lanes > 1 else 0
        if not 0 <= lane < data.lanes:
            raise IllegalMove(f"there is no lane {lane}; 0 is {LANES[0]}, 1 is {LANES[1]}")
        return SUMMON | slot << 4 | lane
    if word == "USE":
        slot = _find_card(content, state, data, numbers[0], "USE", typed)
        return USE | slot << 4 | _find_item_target(content, state, data, slot, numbers[1], typed)
    attacker = find_on_board(state, state.mover, numbers[0])
    if attacker is None:
        where = _describe_location(content, state, data, numbers[0], typed)
        raise IllegalMove(f"{where}; one attacks with an own creature on the board")
    if numbers[1] == OPPONENT:
        return ATTACK | attacker << 4 | FACE
    target = find_on_board(state, 1 - state.mover, numbers[1])
    if target is None:
        whom = "-1, the opponent" if typed else "the opponent"
        raise IllegalMove(
            f"{_describe_location(content, state, data, numbers[1], typed)}; one attacks an enemy creature or {whom}"
        )
    return ATTACK | attacker << 4 | target + 1


def explain_illegal(content: Content, state: Any, text: str) -> str:
    """Explain why a move is not legal here, to somebody who types moves.

    Returns:
        A sentence; empty if the move is legal.

    Raises:
        NotationError: the text is not a move.
    """
    return _explain_move(content, state, text, typed=True)


def explain_in_words(content: Content, state: Any, text: str) -> str:
    """Explain why a move is not legal here, without notation; see `explain_illegal`."""
    return _explain_move(content, state, text, typed=False)


def _explain_move(content: Content, state: Any, text: str, typed: bool) -> str:
    data = content.read(GameData)
    if state.reason:
        return f"the game is over ({REASONS[state.reason]})"
    try:
        move = _read_move(content, state, text, typed)
    except IllegalMove as error:
        return str(error)
    kind, subject, target = move & ~255, move >> 4 & 15, move & 15
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    if state.phase == CONSTRUCT and kind == CHOOSE:
        copies = [me.deck[k] for k in range(state.picks)].count(move & 255)
        if copies >= MAX_COPIES:
            return f"the deck has {copies} copies of {content.labels.name(move & 255)} already, the most allowed"
    if state.phase == BATTLE and kind in (SUMMON, USE):
        card, name = hand_card(data, state, state.mover, subject), content.labels.name(me.deck[me.hand[subject]])
        if card.cost > me.mana:
            return f"{name} costs {card.cost}, you have {me.mana} mana"
        if kind == SUMMON and len(_lane(me, target)) >= data.lane_room:
            place = LANES[target] if data.lanes > 1 else "your lane"
            return f"there is no room in {place}: it holds {data.lane_room} creatures"
    if state.phase == BATTLE and kind == ATTACK:
        return _why_no_attack(content, me.board[subject], foe, target, typed)
    return ""


def picked_count(state: Any, seat: int) -> int:
    """Return the number of cards that a player has taken so far, in the draft or construct phase."""
    if state.phase == DRAFT:
        return state.picks + int(seat < state.mover)
    return state.picks if seat == state.mover else DECK * int(seat < state.mover)


def _parse(text: str, lanes: int) -> tuple[str, list[int]]:
    """Return the word and the numbers of one action."""
    if ";" in text or "\n" in text.strip():
        raise NotationError(f"one action at a time, please: {_shorten(text)} has several")
    word, *rest = text.split() or [""]
    if word not in ARGUMENTS:
        raise NotationError(f"{_shorten(text)} is not a move; {_hint(word)}")
    usage = _usage(word, lanes)
    numbers = rest[: len(usage.split()) - 1]
    if len(numbers) < len(usage.split()) - 1:
        raise NotationError(f"{_shorten(text)} is too short; it is written {usage}")
    for number in numbers:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", number):
            raise NotationError(f"{_shorten(number)} in {_shorten(text)} is not a number; it is written {usage}")
    return word, [int(number) for number in numbers]


def _usage(word: str, lanes: int) -> str:
    arguments = "id" if word == "SUMMON" and lanes == 1 else ARGUMENTS[word]
    return f"{word} {arguments}".strip()


def _hint(word: str) -> str:
    if word.upper() in ARGUMENTS:
        return f"words are in capitals: {word.upper()}"
    close = closest_match(word.upper(), ARGUMENTS)
    return f"did you mean {close}?" if close else f"a move begins with {', '.join(ARGUMENTS)}"


def _read_pick(content: Content, state: Any, data: Any, word: str, numbers: list[int]) -> int:
    if word == "CHOOSE":
        offer = [state.offers[state.picks, j] for j in range(OFFERED)]
        return PICK | offer.index(_card_numbered(data, offer, numbers[0], "the offer"))
    k = numbers[0] if word == "PICK" else 0
    if not 0 <= k < OFFERED:
        raise IllegalMove(f"an offer has the cards 0, 1 and 2, not {k}")
    return PICK | k


def _card_numbered(data: Any, indices: Any, number: int, where: str) -> int:
    for index in indices:
        if data.cards[index].number == number:
            return index
    raise IllegalMove(f"there is no card number {number} in {where}")


def _find_card(content: Content, state: Any, data: Any, number: int, word: str, typed: bool) -> int:
    """Return the slot of a card in hand: a creature to SUMMON, an item to USE."""
    slot = find_in_hand(data, state, state.mover, number)
    if slot is None:
        raise IllegalMove(f"{_describe_location(content, state, data, number, typed)}; one plays cards from the hand")
    kind = hand_card(data, state, state.mover, slot).kind
    if (kind == CREATURE) != (word == "SUMMON"):
        what, how = ("a creature", "SUMMON") if kind == CREATURE else (f"a {KINDS[kind]} item", "USE")
        how = how if typed else how.lower()
        raise IllegalMove(f"{_describe_location(content, state, data, number, typed)} and is {what}: {how} it")
    return slot


def _find_item_target(content: Content, state: Any, data: Any, slot: int, number: int, typed: bool) -> int:
    kind = hand_card(data, state, state.mover, slot).kind
    owner = state.mover if kind == GREEN else 1 - state.mover
    whose = "an own creature" if kind == GREEN else "an enemy creature"
    if number == OPPONENT:
        if kind in (GREEN, RED):
            raise IllegalMove(f"a {KINDS[kind]} item is used on {whose}, not on the opponent")
        return FACE
    target = find_on_board(state, owner, number)
    if target is None:
        more = f" or on {'-1, ' if typed else ''}the opponent" if kind not in (GREEN, RED) else ""
        raise IllegalMove(
            f"{_describe_location(content, state, data, number, typed)}; a {KINDS[kind]} item is used on {whose}{more}"
        )
    return target + 1


def _describe_location(content: Content, state: Any, data: Any, number: int, typed: bool) -> str:
    """Return the location of a card or creature id, as far as the player to move can see it."""
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    slot = find_in_hand(data, state, state.mover, number)
    if slot is not None:
        name = content.labels.name(me.deck[me.hand[slot]])
        return f"{number} is {name} in your hand" if typed else f"{name} is in your hand"
    for player, whose in ((me, "your"), (foe, "the opponent's")):
        slot = find_on_board(state, state.mover if player is me else 1 - state.mover, number)
        if slot is not None:
            name = content.labels.name(player.board[slot].card)
            return f"{number} is {name} on {whose} board" if typed else f"{name} is on {whose} board"
    return f"{number if typed else 'this card'} is neither in your hand nor on the board"


def _why_no_attack(content: Content, attacker: Any, foe: Any, target: int, typed: bool) -> str:
    name, lane = content.labels.name(attacker.card), attacker.status & LANE
    if attacker.status & ATTACKED and not attacker.status & READY:
        return f"{name} has attacked this turn"
    if not attacker.status & READY:
        return f"{name} was summoned this turn and has no Charge"
    aim = foe.board[target - 1] if target != FACE else None
    if aim is not None and aim.status & LANE != lane:
        return f"{name} stands in {LANES[lane]}, {content.labels.name(aim.card)} in {LANES[1 - lane]}"
    guards = [creature for creature in _lane(foe, lane) if creature.keywords & GUARD]
    if guards and (aim is None or not aim.keywords & GUARD):
        names = " or ".join(f"{content.labels.name(guard.card)}{f' ({guard.id})' if typed else ''}" for guard in guards)
        place = LANES[lane] if content.read(GameData).lanes > 1 else "the opponent"
        return f"{place} is guarded: attack {names} first"
    return ""


def _lane(player: Any, lane: int) -> list[Any]:
    return [player.board[k] for k in range(player.board_count) if player.board[k].status & LANE == lane]


def _target_id(state: Any, owner: int, target: int) -> int:
    if target == FACE:
        return OPPONENT
    if target > state.players[owner].board_count:
        raise IllegalMove(f"there is no creature in place {target} of that board")
    return state.players[owner].board[target - 1].id


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")

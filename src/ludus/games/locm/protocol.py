"""Text protocol of the official referees 1.0, 1.2 and 1.5: writing of inputs and parsing of replies.

Pure functions in plain Python on game data and state. Numbers in brackets refer to the rules in __init__.py. A reply
that loses the match raises `NotationError` [9.2]; an action that the referee only skips, because it names nothing or
is not legal at that moment, raises nothing [9.3].
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludus.games.locm.action_effects import ATTACK, FACE, PASS, SUMMON, USE
from ludus.games.locm.battle_turns import START_HEALTH
from ludus.games.locm.card_list import write_keywords
from ludus.games.locm.deck_building import CHOOSE, FILL, MAX_COPIES, PICK
from ludus.games.locm.instance_id_lookup import find_in_hand, find_on_board, hand_card, hand_ids
from ludus.games.locm.state import DECK, GREEN, LANE, OFFERED, TOUCHED
from ludus.util.errors import NotationError

IN_HAND, MINE, THEIRS = 0, 1, -1  # location of a card, in its row
NO_ID, NO_LANE = -1, -1
TARGET_FACE = -1
FIRST_RUNE = 25  # sent while picking
BLANKS = "".join(map(chr, range(33)))  # characters that Java's trim() removes
MAX_DIGITS = 100  # with leading zeros; no number of a bot is longer
INTEGER = re.compile(r"[+-]?[0-9]+")  # texts that Java's parseInt() accepts


@dataclass(frozen=True, slots=True)
class ReplyCommand:
    """One command of a reply: `word subject target`, where the target of a SUMMON is a lane."""

    word: str
    subject: int = 0
    target: int = 0
    text: str = ""  # message of the player


def version_of(data: Any) -> str:
    """Return the version whose protocol a game follows."""
    if data.construct:
        return "1.5"
    return "1.0" if data.lanes == 1 else "1.2"


# Inputs


def draft_input(data: Any, state: Any, seat: int) -> str:
    """Return the input for one pick; for the second player, the opponent is one pick ahead [2.6]."""
    mine, theirs = (f"{START_HEALTH} 0 {picked} {FIRST_RUNE} 0" for picked in (state.picks, state.picks + seat))
    cards = [data.cards[state.offers[state.picks, k]] for k in range(OFFERED)]
    return _text([mine, theirs, "0 0", str(OFFERED), *(_card_row(data, card, NO_ID) for card in cards)])


def construct_input(data: Any) -> str:
    """Return the input of the construct phase: all cards, the same for both players [3.1]."""
    line = f"{START_HEALTH} 0 0 0"
    cards = [data.cards[k] for k in range(data.card_count)]
    return _text([line, line, "0 0", str(len(cards)), *(_card_row(data, card, NO_ID) for card in cards)])


def battle_input(data: Any, state: Any, performed: Sequence[str]) -> str:
    """Return the input for the player to move at the beginning of its turn [11.1-11.4].

    `performed` lists the opponent's actions in its last turn: card number, then the move in notation. The opponent's
    draw is the one due when its turn ended; nothing changes it before the first action of this turn.
    """
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    lines = [_player_line(data, me, me.shown_draw), _player_line(data, foe, foe.next_draw)]
    lines.append(f"{foe.hand_count} {len(performed)}")
    lines.extend(performed)
    lines.append(str(me.hand_count + me.board_count + foe.board_count))
    for slot, number in enumerate(hand_ids(data, state, state.mover)):
        lines.append(_card_row(data, hand_card(data, state, state.mover, slot), number))
    lines.extend(_creature_row(data, me.board[k], MINE) for k in range(me.board_count))
    lines.extend(_creature_row(data, foe.board[k], THEIRS) for k in range(foe.board_count))
    return _text(lines)


def _player_line(data: Any, player: Any, draw: int) -> str:
    rune = f" {5 * player.runes}" if data.runes else ""
    return f"{player.health} {player.max_mana} {DECK - player.drawn}{rune} {draw}"


def _card_row(data: Any, card: Any, number: int) -> str:
    effects = card.my_health, card.opp_health, card.draw
    return _row(data, card, number, IN_HAND, card, effects, NO_LANE)


def _creature_row(data: Any, creature: Any, location: int) -> str:
    card = data.cards[creature.card]
    effects = card.my_health, card.opp_health, card.draw
    if not data.construct and creature.status & TOUCHED:
        effects = 0, 0, 0  # the referees 1.0 and 1.2 forget them [11.4]
    return _row(data, card, creature.id, location, creature, effects, creature.status & LANE)


def _row(data: Any, card: Any, number: int, location: int, body: Any, effects: tuple[int, int, int], lane: int) -> str:
    """Return the row of a card or creature; `body` has its current attack, defense and keywords. It ends in a blank."""
    strength = body.attack, body.defense, write_keywords(body.keywords)
    columns = [card.number, number, location, card.kind, card.cost, *strength, *effects]
    if data.construct:
        columns.append(card.area)
    if data.lanes > 1:
        columns.append(lane)
    return "".join(f"{column} " for column in columns)


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# Replies


def read_pick(data: Any, state: Any, line: str) -> int:
    """Return the move of a draft reply: PICK index, CHOOSE number, or PASS for the first card [2.4]."""
    word, *rest = line.rstrip("\r\n").split(" ", 2)
    if word == "PASS":
        return PICK
    if word not in ("PICK", "CHOOSE") or not rest:
        raise NotationError(f"expected PICK 0, 1 or 2, or PASS, not {_shorten(line)}")
    value = _integer(rest[0], line)
    choices = list(range(OFFERED))
    if word == "CHOOSE":
        choices = [data.cards[state.offers[state.picks, k]].number for k in choices]
    if value not in choices:
        raise NotationError(f"{word} {value}: the choice is between {', '.join(map(str, choices))}")
    return PICK | choices.index(value)


def read_choices(data: Any, line: str) -> list[int]:
    """Return the moves of a construct reply: CHOOSE number 30 times, or PASS for the rest of the deck [3.2, 3.3]."""
    index = {data.cards[k].number: k for k in range(data.card_count)}
    moves: list[int] = []
    chosen: list[int] = []
    for command in _commands(line):
        word, *rest = command.split(" ", 2)
        if command == "PASS":
            if len(chosen) < DECK:
                moves.append(FILL)
                chosen += [-1] * (DECK - len(chosen))
            continue
        if word == "PASS":  # PASS with a message takes a single card
            card = next((k for k in index.values() if chosen.count(k) < MAX_COPIES), 0)
        elif word == "CHOOSE" and rest:
            value = _integer(rest[0], command)
            if value not in index:
                raise NotationError(f"{_shorten(command)}: there is no card number {value}")
            card = index[value]
        else:
            raise NotationError(f"expected CHOOSE and a card number, or PASS, not {_shorten(command)}")
        if chosen.count(card) >= MAX_COPIES:
            raise NotationError(f"{_shorten(command)}: a deck has at most {MAX_COPIES} copies of a card")
        chosen.append(card)
        moves.append(CHOOSE | card)
    if len(chosen) != DECK:
        raise NotationError(f"a deck has {DECK} cards, not {len(chosen)}")
    return moves


def parse_reply(line: str, version: str) -> list[ReplyCommand]:
    """Parse all commands of a battle reply before any is applied [9.1, 9.2]."""
    return [_parse_command(command, version) for command in _commands(line)]


def find_move(data: Any, state: Any, command: ReplyCommand) -> int | None:
    """Return the move that a command names for the player to move, or None. The move may still be illegal."""
    seat = state.mover
    if command.word == "PASS":
        return PASS
    if command.word == "ATTACK":
        slot = find_on_board(state, seat, command.subject)
        return _move(ATTACK, slot, _find_target(state, 1 - seat, command.target))
    slot = find_in_hand(data, state, seat, command.subject)
    if command.word == "SUMMON":
        return _move(SUMMON, slot, command.target if 0 <= command.target < data.lanes else None)
    if slot is None:
        return None
    owner = seat if hand_card(data, state, seat, slot).kind == GREEN else 1 - seat
    return _move(USE, slot, _find_target(state, owner, command.target))


def _find_target(state: Any, owner: int, number: int) -> int | None:
    if number == TARGET_FACE:
        return FACE
    slot = find_on_board(state, owner, number)
    return None if slot is None else slot + 1


def _move(kind: int, slot: int | None, target: int | None) -> int | None:
    return None if slot is None or target is None else kind | slot << 4 | target


def _commands(line: str) -> list[str]:
    return [command for part in line.split(";") if (command := part.strip(BLANKS))]


def _parse_command(command: str, version: str) -> ReplyCommand:
    word, _, rest = command.partition(" ")
    word = word.strip(BLANKS)
    if word == "PASS":
        return ReplyCommand("PASS")
    if word not in ("SUMMON", "ATTACK", "USE"):
        raise NotationError(f"expected SUMMON, ATTACK, USE or PASS, not {_shorten(command)}")
    if word == "SUMMON" and version == "1.0":
        subject, _, text = rest.partition(" ")
        return ReplyCommand(word, _integer(subject, command), 0, text.strip(BLANKS))
    arguments = rest.split(" ", 2)
    if len(arguments) < 2:
        raise NotationError(f"{word} takes two numbers: {_shorten(command)}")
    subject, target, *message = arguments
    return ReplyCommand(word, _integer(subject, command), _integer(target, command), "".join(message).strip(BLANKS))


def _integer(text: str, command: str) -> int:
    if len(text) > MAX_DIGITS or not INTEGER.fullmatch(text) or not -(1 << 31) <= int(text) < 1 << 31:
        raise NotationError(f"{_shorten(text)} is not a number in {_shorten(command)}")
    return int(text)


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")

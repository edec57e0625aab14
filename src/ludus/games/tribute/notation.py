"""Move notation: a verb and a card, patron or nothing.

    PLAY gold#104           a card from hand; the number distinguishes equal cards
    ACTIVATE oathman#7      an agent in play
    ATTACK banneret#61      a rival agent
    BUY tithe#98            from the row
    CALL pelin              a patron
    END                     the turn
    PICK peck#102           one card of a choice; STOP: no more
    LEFT, RIGHT             the sides of an effect with "or"
    DRAFT rajhin            before the battle

Case does not matter. Physical cards keep their number for as long as they are in the game; without a number, the first
card of that name with which the move is legal is meant.
"""

from __future__ import annotations

import re
from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.card_text import display_name
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.moves import MAX_MOVES, legal_moves
from ludus.games.tribute.state import NOBODY, PIECES, REASONS
from ludus.util.errors import IllegalMove, NotationError
from ludus.util.text import closest_match

CARD_VERBS = {"PLAY": m.PLAY, "ACTIVATE": m.ACTIVATE, "ATTACK": m.ATTACK, "BUY": m.BUY, "PICK": m.PICK}
PATRON_VERBS = {"CALL": m.CALL, "DRAFT": m.DRAFT}
PLAIN_VERBS = {"END": m.END_TURN, "STOP": m.STOP, "LEFT": m.SIDE, "RIGHT": m.SIDE | 1}
VERBS = [*CARD_VERBS, *PATRON_VERBS, *PLAIN_VERBS]
WORDS = {number: word for known in (CARD_VERBS, PATRON_VERBS) for word, number in known.items()}
PARTICIPLES = {
    m.PLAY: "played",
    m.ACTIVATE: "activated",
    m.ATTACK: "attacked",
    m.BUY: "bought",
    m.PICK: "chosen",
    m.CALL: "called",
    m.DRAFT: "drafted",
}
PLAIN_WORDS = {number: word for word, number in PLAIN_VERBS.items()}


def card_name(content: Content, state: Any, piece: int) -> str:
    """Physical card in notation."""
    return f"{content.labels.cards[state.card_of[piece]]}#{piece}"


def write_move(content: Content, state: Any, move: int) -> str:
    """Move in notation."""
    if move in PLAIN_WORDS:
        return PLAIN_WORDS[move]
    verb, thing = m.split_move(move)
    word = WORDS.get(verb)
    if word in PATRON_VERBS and thing < len(content.labels.patrons):
        return f"{word} {content.labels.patrons[thing]}"
    if word in CARD_VERBS and thing < PIECES and thing != NOBODY and state.card_of[thing] < len(content.labels.cards):
        return f"{word} {card_name(content, state, thing)}"
    raise IllegalMove(f"{move} is not a move of this game")


def read_move(content: Content, state: Any, text: str) -> int:
    """Parse a move; legality is checked by `explain_illegal`.

    Raises:
        NotationError: the text is not a move.
    """
    word, thing = [*text.split(None, 1), "", ""][:2]
    word, thing = word.upper(), thing.strip().lower()
    if word in PLAIN_VERBS:
        if thing:
            raise NotationError(f"{word} stands alone, without {thing!r}")
        return PLAIN_VERBS[word]
    if word in CARD_VERBS:
        return m.card_move(CARD_VERBS[word], _piece(content, state, thing, word))
    if word in PATRON_VERBS:
        patrons = content.labels.patrons
        if thing not in patrons:
            raise NotationError(f"there is no patron {thing!r}{_suggestion(thing, patrons)}")
        return PATRON_VERBS[word] | int(patrons.index(thing))
    raise NotationError(
        f"{text.strip()!r} is not a move: moves begin with {', '.join(VERBS)}{_suggestion(word, VERBS)}"
    )


def explain_illegal(content: Content, state: Any, text: str) -> str:
    """Why a move is not legal here, as a sentence for somebody who types moves; empty if it is legal.

    Raises:
        NotationError: the text is not a move.
    """
    if state.reason:
        return f"the game is over ({REASONS[state.reason]})"
    move, legal = read_move(content, state, text), list_legal_moves(content, state)
    if move in legal:
        return ""
    verb, thing = m.split_move(move)
    name = ""
    if verb in CARD_VERBS.values():
        name = card_name(content, state, thing)
    elif verb in PATRON_VERBS.values():
        name = content.labels.patrons[thing]
    reason = _explain_move(content, state, move, name)
    return reason or f"{question_text(state)}: {', '.join(write_move(content, state, move) for move in legal)}"


def explain_in_words(content: Content, state: Any, text: str) -> str:
    """Why a move is not legal here, without notation; empty if it is legal.

    Raises:
        NotationError: the text is not a move.
    """
    if state.reason:
        return f"the game is over ({REASONS[state.reason]})"
    move = read_move(content, state, text)
    if move in list_legal_moves(content, state):
        return ""
    verb, thing = m.split_move(move)
    name = ""
    if verb in CARD_VERBS.values():
        name = display_name(content.labels.cards[state.card_of[thing]])
    elif verb in PATRON_VERBS.values():
        name = display_name(content.labels.patrons[thing])
    if reason := _explain_move(content, state, move, name):
        return reason
    question = question_text(state).replace("END the turn", "end the turn")
    return f"{name} cannot be {PARTICIPLES[verb]} now: {question}" if name else question


def _explain_move(content: Content, state: Any, move: int, name: str) -> str:
    """Why a card or patron cannot be used as wanted; empty if the decision asks for something else."""
    (verb, thing), data = m.split_move(move), content.read(GameData)
    me = state.players[state.active]
    if state.asked == s.FREE and verb == m.BUY and thing in [state.row[k] for k in range(state.row_size)]:
        cost = data.cards[state.card_of[thing]].cost
        return f"{name} costs {cost}, and you have {me.coins}"
    if state.asked == s.FREE and verb == m.CALL and not me.calls:
        return "you have no call of a patron left in this turn"
    if state.asked == s.FREE and verb == m.CALL and thing in [state.patrons[k] for k in range(state.patron_count)]:
        return _why_no_call(content, me, content.labels.patrons[thing], name)
    if state.asked == s.FREE and verb == m.ACTIVATE and thing in [me.agents[k] for k in range(me.agent_count)]:
        return f"{name} has acted in this turn already"
    rival = state.players[1 - state.active]
    if state.asked == s.FREE and verb == m.ATTACK and thing in [rival.agents[k] for k in range(rival.agent_count)]:
        return "an agent with taunt has to be attacked first" if me.power else "you have no power to attack with"
    return ""


def _why_no_call(content: Content, me: Any, key: str, name: str) -> str:
    price = content.labels.file.patrons[key].price
    coins = 1 if price.coins == "all" else price.coins
    if me.coins < coins:
        return f"{name} asks for {coins} coin{'' if coins == 1 else 's'}, and you have {me.coins}"
    if me.power < price.power:
        return f"{name} asks for {price.power} power, and you have {me.power}"
    return f"{name} favours you already, or has no card and no agent to work on"


def list_legal_moves(content: Content, state: Any) -> list[int]:
    """Legal moves of a plain view of a state."""
    buffer = [0] * MAX_MOVES
    return buffer[: plain(legal_moves)(content.read(GameData), state, buffer)]


QUESTIONS = {
    s.FREE: "play, activate, attack, buy, call a patron, or END the turn",
    s.DRAFT_PATRON: "draft a patron",
    s.CHOOSE_SIDE: "choose one of two effects",
    s.REPLACE: "replace cards of the row",
    s.ACQUIRE: "acquire a card of the row",
    s.DESTROY: "destroy own cards",
    s.RECALL: "put cards from cooldown onto the draw pile",
    s.RECALL_AGENT: "put agents from cooldown onto the draw pile",
    s.TOSS: "toss cards from the top of the draw pile",
    s.KNOCK_OUT: "knock out rival agents",
    s.DONATE: "discard cards to draw as many",
    s.DISCARD: "discard cards from your hand",
    s.BANISH: "knock out a rival agent",
    s.SELL: "give up a card for prestige",
    s.RALLY: "put an agent from cooldown onto the draw pile",
    s.MINT: "give up a card for a new one",
}


def question_text(state: Any, who: str = "you") -> str:
    """The open decision as a sentence."""
    question = QUESTIONS[state.asked]
    if who != "you":
        question = question.replace("your hand", "its hand")
    if state.asked == s.FREE:
        return f"{who} may {question}"
    if state.most <= 1 or state.least:
        must = "are" if who == "you" else "is"
        return f"{who} {must} to {question} ({state.most})" if state.most else "there is nothing to choose"
    return f"{who} may {question} (up to {state.most})"


def _piece(content: Content, state: Any, text: str, word: str) -> int:
    match = re.fullmatch(r"([a-z0-9_]+)(?:#([0-9]{1,4}))?", text)
    if not match:
        raise NotationError(f"{word} needs a card, with its number or without, as in '{word} gold#104', not {text!r}")
    name = match[1]
    if name not in content.labels.cards:
        raise NotationError(f"there is no card {name!r}{_suggestion(name, content.labels.cards)}")
    if not match[2]:
        return _first_legal_piece(content, state, name, word)
    piece = int(match[2])
    if piece >= PIECES or piece == NOBODY or state.card_of[piece] == NOBODY or state.phase == s.DRAFT:
        raise NotationError(f"no card has the number {piece}")
    if (actual := content.labels.cards[state.card_of[piece]]) != name:
        raise NotationError(f"the card number {piece} is {actual}#{piece}")
    return piece


def _first_legal_piece(content: Content, state: Any, name: str, word: str) -> int:
    """First card of a name with which the move is legal."""
    for move in list_legal_moves(content, state) if not state.reason else []:
        verb, piece = m.split_move(move)
        if verb == CARD_VERBS[word] and content.labels.cards[state.card_of[piece]] == name:
            return piece
    raise NotationError(f"there is no {name} to {word} here")


def _suggestion(word: str, known: Any) -> str:
    close = closest_match(word, known)
    return f"; did you mean {close}?" if close else ""

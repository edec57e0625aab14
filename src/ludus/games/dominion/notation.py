"""Move notation: a verb and the name of a card.

    PLAY Smithy       in the action phase, for Throne Room, and for the card that Vassal revealed
    BUY Gold
    GAIN Silver       for Workshop, Feast, Remodel, Mine, Artisan; for Thief a card that it trashed
    DISCARD Estate    TRASH Copper    PUT Duchy (on the deck)
    REVEAL Moat
    KEEP Copper       for Spy and Sentry leave it on the deck, for Library keep it in hand
    ASIDE Village     for Library
    YES               for Chancellor
    STOP              no, no more, or the end of a phase

Case, blanks and apostrophes do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.games.dominion import moves as m
from ludus.games.dominion import state as s
from ludus.games.dominion.card_file import name_key
from ludus.games.dominion.game_data_records import GameData, card_matches
from ludus.games.dominion.state import CARD, REASONS, SLOTS
from ludus.util.errors import IllegalMove, NotationError
from ludus.util.text import closest_match

VERBS = {
    "PLAY": m.PLAY,
    "BUY": m.BUY,
    "DISCARD": m.DISCARD,
    "TRASH": m.TRASH,
    "GAIN": m.GAIN,
    "PUT": m.PUT,
    "REVEAL": m.REVEAL,
    "ASIDE": m.ASIDE,
    "KEEP": m.KEEP,
}
WORDS = {number: word for word, number in VERBS.items()}
PARTICIPLES = {
    m.PLAY: "played",
    m.BUY: "bought",
    m.DISCARD: "discarded",
    m.TRASH: "trashed",
    m.GAIN: "gained",
    m.PUT: "put on the deck",
    m.REVEAL: "shown",
    m.ASIDE: "set aside",
    m.KEEP: "kept",
}


def write_move(content: Content, state: Any, move: int) -> str:
    """Move in notation."""
    if move == m.STOP:
        return "STOP"
    if move == m.YES:
        return "YES"
    verb, slot = move >> m.VERB << m.VERB, move & CARD
    if verb not in WORDS or slot >= SLOTS:
        raise IllegalMove(f"{move} is not a move of this game")
    return f"{WORDS[verb]} {content.labels.name(content.read(GameData), slot)}"


def read_move(content: Content, state: Any, text: str) -> int:
    """Parse a move; legality is checked by `explain_illegal`.

    Raises:
        NotationError: the text is not a move.
    """
    word, name = [*text.split(None, 1), "", ""][:2]
    word, name = word.upper(), name.strip()
    if word in ("STOP", "YES"):
        if name:
            raise NotationError(f"{word} stands alone, without {name!r}")
        return m.STOP if word == "STOP" else m.YES
    if word not in VERBS:
        close = closest_match(word, [*VERBS, "STOP", "YES"])
        hint = f"; did you mean {close}?" if close else ""
        raise NotationError(
            f"{text.strip()!r} is not a move: a move is {', '.join(VERBS)} and a card, STOP or YES{hint}"
        )
    return VERBS[word] | _slot(content, name, word)


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
    if move == m.STOP:
        return f"{question_text(content, state)} and there is no way around it"
    if reason := _explain_move(content, state, move, legal):
        return reason
    return f"{question_text(content, state)}: {', '.join(write_move(content, state, move) for move in legal)}"


def explain_in_words(content: Content, state: Any, text: str) -> str:
    """Why a move is not legal here, without notation; empty if it is legal.

    Raises:
        NotationError: the text is not a move.
    """
    if state.reason:
        return f"the game is over ({REASONS[state.reason]})"
    move, legal = read_move(content, state, text), list_legal_moves(content, state)
    if move in legal:
        return ""
    if reason := _explain_move(content, state, move, legal):
        return reason
    question = question_text(content, state, QUESTIONS_IN_WORDS)
    verb = move >> m.VERB << m.VERB
    if verb not in WORDS:
        return question
    name = content.labels.name(content.read(GameData), move & CARD)
    return f"{name} cannot be {PARTICIPLES[verb]} now: {question}"


def _explain_move(content: Content, state: Any, move: int, legal: list[int]) -> str:
    """Why a card cannot be used as wanted; empty if the decision asks for something else."""
    if move in (m.STOP, m.YES):
        return ""
    data, slot = content.read(GameData), move & CARD
    me, name = state.players[state.chooser], content.labels.name(data, slot)
    verb = move >> m.VERB << m.VERB
    if verb == m.BUY and state.asked == s.BUY_CARD:
        if not state.supply[slot]:
            return f"the pile of {name} is empty"
        return f"{name} costs {data.cards[slot].cost}, and you have {state.coins}"
    if verb == m.PLAY and state.asked in (s.PLAY_ACTION, s.DOUBLE_ACTION):
        if not me.held[slot]:
            return f"there is no {name} in your hand"
        return f"{name} is not an Action"
    if verb == m.GAIN and state.asked == s.GAIN_CARD:
        if not state.supply[slot]:
            return f"the pile of {name} is empty"
        if data.cards[slot].cost > state.limit:
            return f"{name} costs {data.cards[slot].cost}, and it may cost {state.limit}"
        return f"{name} is not of the kind that may be gained"
    wanted = {move >> m.VERB << m.VERB for move in legal} - {m.STOP}
    if verb in wanted and state.asked in (s.DISCARD_HAND, s.TRASH_HAND, s.PUT_HAND) and not me.held[slot]:
        return f"there is no {name} in your hand"
    if verb in wanted and state.asked in (s.DISCARD_HAND, s.TRASH_HAND) and plain(card_matches)(data, state.what, slot):
        order = "cards are chosen in order: Copper, Silver, Gold, Estate, Duchy, Province, Curse, then the kingdom's"
        if slot < state.lowest:
            return f"{order}; {name} comes before {content.labels.name(data, state.lowest)}"
        return f"{order}; from {name} on you have less than {state.least}"
    return ""


def list_legal_moves(content: Content, state: Any) -> list[int]:
    """Legal moves of a plain view of a state."""
    buffer = [0] * m.MAX_MOVES
    return buffer[: plain(m.legal_moves)(content.read(GameData), state, buffer)]


QUESTIONS = {
    s.PLAY_ACTION: "play an Action, or STOP to buy",
    s.BUY_CARD: "buy a card, or STOP to end the turn",
    s.DISCARD_HAND: "discard cards from your hand",
    s.TRASH_HAND: "trash cards from your hand",
    s.GAIN_CARD: "gain a card",
    s.PUT_HAND: "put a card from your hand on your deck",
    s.REVEAL_CARD: "react to the attack, or STOP to let it happen",
    s.DOUBLE_ACTION: "choose the Action to be played several times",
    s.JUDGE_CARD: "discard the card, or keep it on the deck",
    s.TRASH_ASIDE: "choose which revealed card is trashed",
    s.TAKE_LOOT: "gain what was trashed, or STOP",
    s.SET_ASIDE: "keep the card in hand, or set it aside",
    s.MAY_DISCARD_DECK: "say YES to put your deck into your discard pile, or STOP",
    s.MAY_PLAY_CARD: "play the card, or STOP",
    s.RECALL_CARD: "put a card from your discard pile on your deck, or STOP",
    s.SORT_CARD: "trash, discard or keep the card",
    s.ORDER_CARDS: "choose which card goes back first, below the others",
}
QUESTIONS_IN_WORDS = {
    **QUESTIONS,
    s.PLAY_ACTION: "play an Action, or go on to buy",
    s.BUY_CARD: "buy a card, or end the turn",
    s.REVEAL_CARD: "react to the attack, or let it happen",
    s.TAKE_LOOT: "gain what was trashed, or leave it",
    s.MAY_DISCARD_DECK: "put your deck into your discard pile, or leave it",
    s.MAY_PLAY_CARD: "play the card, or leave it",
    s.RECALL_CARD: "put a card from your discard pile on your deck, or leave them",
}


def question_text(content: Content, state: Any, questions: Mapping[int, str] = QUESTIONS) -> str:
    """The open decision as a sentence."""
    if state.depth:
        playing = content.labels.name(content.read(GameData), state.frames[state.depth - 1].card)
        return f"{playing} asks you to {questions[state.asked]}"
    return f"you may {questions[state.asked]}"


def _slot(content: Content, name: str, word: str) -> int:
    data = content.read(GameData)
    names = {name_key(content.labels.name(data, slot)): slot for slot in range(SLOTS)}
    if not name:
        raise NotationError(f"{word} needs a card")
    if name_key(name) not in names:
        close = closest_match(name_key(name), names)
        hint = f"; did you mean {content.labels.name(data, names[close])}?" if close else ""
        raise NotationError(f"there is no {name!r} in this kingdom{hint}")
    return names[name_key(name)]

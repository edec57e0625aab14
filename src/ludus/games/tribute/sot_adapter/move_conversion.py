"""Conversion of moves: the package's list of possible moves, and our moves for one of the package's."""

from __future__ import annotations

from itertools import combinations, count
from typing import Any

from ludus.core.position import Position
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.notation import card_name
from ludus.games.tribute.sot_adapter.vocabulary import SotVocabulary
from ludus.games.tribute.sot_api.enums import MoveEnum, PatronId
from ludus.games.tribute.sot_api.move import (
    BasicMove,
    MakeChoiceMoveUniqueCard,
    MakeChoiceMoveUniqueEffect,
    SimpleCardMove,
    SimplePatronMove,
)
from ludus.games.tribute.sot_states_and_moves import offered_pieces
from ludus.games.tribute.state import NOBODY, PIECES
from ludus.util.errors import IllegalMove

COMMANDS = {
    m.PLAY: MoveEnum.PLAY_CARD,
    m.ACTIVATE: MoveEnum.ACTIVATE_AGENT,
    m.ATTACK: MoveEnum.ATTACK,
    m.BUY: MoveEnum.BUY_CARD,
}
VERBS = {command: verb for verb, command in COMMANDS.items()}
ORDERED_CHOICES = (s.RECALL, s.RECALL_AGENT, s.REPLACE)  # choices in which the order of cards matters
MAX_LISTED_CARDS = 12  # most cards of an offer named in a message
_numbers = count(1)


class NotAMove(Exception):
    """An answer that is not a move."""


class WrongChoice(IllegalMove):
    """Cards that cannot be chosen here; the message names the fault and the legal cards."""


def possible_moves(position: Position, state: Any, words: SotVocabulary) -> list[BasicMove]:
    """Possible moves in the order of the reference engine; `state` is a snapshot of the position."""
    if state.reason:
        return []
    if state.asked == s.FREE:
        return free_moves(position.legal_moves)
    if state.asked == s.CHOOSE_SIDE:
        sides = words.sides(state.effect)
        return [MakeChoiceMoveUniqueEffect(next(_numbers), MoveEnum.MAKE_CHOICE, [side]) for side in sides]
    pieces, sizes = offered_cards(position, state), range(state.least, state.most + 1)
    choices = (list(chosen) for size in sizes for chosen in combinations(pieces, size))
    return [MakeChoiceMoveUniqueCard(next(_numbers), MoveEnum.MAKE_CHOICE, chosen) for chosen in choices]


def free_moves(moves: list[int]) -> list[BasicMove]:
    """Moves of a turn without an open question as moves of the package."""
    return [_free(move) for move in moves]


def offered_cards(position: Position, state: Any) -> list[int]:
    """Physical cards of a choice without picks yet."""
    if state.least > 1:  # then the last cards cannot be chosen first and are not among the moves
        return offered_pieces(position)
    return [thing for verb, thing in map(m.split_move, position.legal_moves) if verb == m.PICK]


def to_own_moves(position: Position, state: Any, words: SotVocabulary, move: Any) -> list[int]:
    """Our moves, in order, for a move of the package.

    They need not be legal, but do not go beyond the open question.

    Raises:
        Garbage: the answer is not a move.
        WrongChoice: the cards of a choice are wrong.
    """
    if not isinstance(move, BasicMove) or not isinstance(move.command, MoveEnum):
        raise NotAMove
    try:
        if isinstance(move, SimpleCardMove):
            return [m.card_move(VERBS[move.command], _piece(move.cardUniqueId))]
        if isinstance(move, SimplePatronMove) and move.command == MoveEnum.CALL_PATRON:
            return [m.CALL | draft_number(move.patronId)]
        if isinstance(move, MakeChoiceMoveUniqueEffect):
            return [m.SIDE | _side(words, state, move.effects)]
        if isinstance(move, MakeChoiceMoveUniqueCard):
            return _picks(position, state, [_piece(piece) for piece in move.cardsUniqueIds])
    except (KeyError, TypeError):
        raise NotAMove from None
    if move.command != MoveEnum.END_TURN:
        raise NotAMove
    return [m.END_TURN]


def draft_number(patron: Any) -> int:
    """Patron number of a PatronId; anything else raises NotAMove."""
    if not isinstance(patron, PatronId):
        raise NotAMove
    return patron.value


def _free(move: int) -> BasicMove:
    verb, thing = m.split_move(move)
    if verb == m.END_TURN:
        return BasicMove(next(_numbers), MoveEnum.END_TURN)
    if verb == m.CALL:
        return SimplePatronMove(next(_numbers), MoveEnum.CALL_PATRON, PatronId(thing))
    return SimpleCardMove(next(_numbers), COMMANDS[verb], thing)


def _piece(number: Any) -> int:
    """Piece number; numbers that no card can have become NOBODY, which is never legal."""
    if not isinstance(number, int):
        raise NotAMove
    return number if 0 <= number < PIECES else NOBODY


def _side(words: SotVocabulary, state: Any, effects: list[str]) -> int:
    sides = words.sides(state.effect) if state.asked == s.CHOOSE_SIDE else []
    return sides.index(effects[0]) if len(effects) == 1 and effects[0] in sides else NOBODY


def _picks(position: Position, state: Any, pieces: list[int]) -> list[int]:
    """Picks of a choice: different offered cards, as many as the question asks for."""
    if state.asked in (s.FREE, s.CHOOSE_SIDE):
        return [m.card_move(m.PICK, pieces[0]) if pieces else m.STOP]  # no cards can be chosen here
    listed = offered_cards(position, state)
    if wrong := _choice_fault(pieces, listed, state.least, state.most):
        raise WrongChoice(f"{wrong}; {_offer_text(position, state, listed)}")
    if state.asked not in ORDERED_CHOICES:  # our picks follow the order of the list
        pieces = sorted(pieces, key=listed.index)
    picks = [m.card_move(m.PICK, piece) for piece in pieces]
    return picks if picks and len(picks) == state.most else [*picks, m.STOP]


def _choice_fault(pieces: list[int], listed: list[int], least: int, most: int) -> str:
    """Why these cards cannot be chosen; empty if they can."""
    if not {*pieces} <= {*listed}:
        return "a card that is not on offer"
    if len({*pieces}) < len(pieces):
        return "the same card twice"
    if not min(least, len(listed)) <= len(pieces) <= most:
        return f"{len(pieces) or 'no'} card{'' if len(pieces) == 1 else 's'}"
    return ""


def _offer_text(position: Position, state: Any, listed: list[int]) -> str:
    most = min(state.most, len(listed))
    if most == 0:
        return "there is nothing to choose, and no card is legal"
    names = ", ".join(card_name(position.content, state, piece) for piece in listed[:MAX_LISTED_CARDS])
    more = f" and {len(listed) - MAX_LISTED_CARDS} more" if len(listed) > MAX_LISTED_CARDS else ""
    return f"legal are {most if state.least == state.most else f'{state.least} to {most}'} of {names}{more}"

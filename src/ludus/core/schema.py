"""Schema of a game: declared types of its observations, moves, questions and facts.

Observations stay the plain data that they are; a schema says which keys and values they have. Pages and bots can then
use them with types: `python -m ludus.studio.typescript` writes TypeScript types for the page of the Studio.

A move is a verb, a piece and a target: `{"verb": "attack", "piece": {...}, "target": {...}}`. Pieces and targets are
references to things in the observation: the zone, the seat that owns it, the id within the zone, and the card. A
question is the pending decision: a code, and how many things are to be chosen.

A schema is optional. A game without one is played in the Studio with the generic board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from ludus.core.game import Content

__all__ = ["GameSchema", "MoveParts", "PieceRef", "Question"]


class PieceRef(TypedDict):
    """A thing in the observation: a card, a creature, an enemy, a lane, a player."""

    zone: str  # where it is: "hand", "board", "supply"
    seat: int | None  # the seat that it belongs to
    id: int | str  # which one of the zone
    card: int | str | None  # its card; None: not a card


class MoveParts(TypedDict):
    """A move as verb, piece and target. The types of a game may have further keys, such as numbers."""

    verb: str
    piece: PieceRef | None  # what is moved, played or chosen
    target: PieceRef | None  # what it is aimed at, or where it goes


class Question(TypedDict):
    """The pending decision. The types of a game may have further keys."""

    code: str
    least: int  # things still to be chosen, at least and at most; 1 and 1 for a free turn
    most: int
    picked: int  # things chosen so far


@dataclass(frozen=True)
class GameSchema:
    """Declared types of a game, and the functions that make moves, questions and facts of these types.

    Every function gets the content; all but `read_facts` get a plain view of the state next.

    Attributes:
        observation: type of observations, a TypedDict; see `ludus.util.plain_data`.
        move: type of moves: a TypedDict with the keys of MoveParts, and narrower values.
        question: type of questions: a TypedDict with the keys of Question, and narrower values.
        facts: type of the facts about the content.
        move_parts: returns the parts of a legal move. They say no more than notation and description of the move do.
        move_text: writes parts as a move in notation, legal or not; raises NotationError if they make no move.
        current_question: returns the pending decision; every seat may know it.
        read_facts: returns facts about the content that observations do not repeat, such as effects of cards.
    """

    observation: Any
    move: Any
    question: Any
    facts: Any
    move_parts: Callable[[Content, Any, int], dict[str, Any]]
    move_text: Callable[[Content, Any, dict[str, Any]], str]
    current_question: Callable[[Content, Any], dict[str, Any]]
    read_facts: Callable[[Content], dict[str, Any]]

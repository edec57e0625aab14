"""Example of a schema: types of observations, moves, questions and facts, and moves as verb, piece and target."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from ludus.core.game import Content
from ludus.core.schema import GameSchema

SELL = 8  # the first move that sells, as in the rules

# The keys of an observation are words for people, so this type is made by a call.
Observation = TypedDict(
    "Observation",
    {
        "seat": int,
        "turn": int,
        "turns left": int,
        "offer": list[int],
        "stalls": list[list[int]],
        "coins": list[int],
    },
)


class Piece(TypedDict):
    """A fruit, by its place on the market or in a stall."""

    zone: Literal["offer", "stalls"]
    seat: int | None
    id: int
    card: int


class Move(TypedDict):
    """A move."""

    verb: Literal["take", "sell"]
    piece: Piece
    target: None


class StallsQuestion(TypedDict):
    """The pending decision: take a fruit, or sell one from a full stall."""

    code: Literal["take", "sell"]
    least: int
    most: int
    picked: int


class Facts(TypedDict):
    """No facts."""


def move_parts(content: Content, state: Any, move: int) -> dict[str, Any]:
    """Return the parts of a legal move."""
    if move < SELL:
        piece = {"zone": "offer", "seat": None, "id": move, "card": state.offer[move]}
        return {"verb": "take", "piece": piece, "target": None}
    place = move - SELL
    piece = {"zone": "stalls", "seat": state.turn, "id": place, "card": state.stalls[state.turn, place]}
    return {"verb": "sell", "piece": piece, "target": None}


def move_text(content: Content, state: Any, parts: dict[str, Any]) -> str:
    """Write the parts of a move in notation."""
    return f"{parts['verb']} {parts['piece']['id']}"


def current_question(content: Content, state: Any) -> dict[str, Any]:
    """Return the pending decision."""
    is_full = all(state.stalls[state.turn, place] for place in range(3))
    return {"code": "sell" if is_full else "take", "least": 1, "most": 1, "picked": 0}


def read_facts(content: Content) -> dict[str, Any]:
    """Return no facts."""
    return {}


SCHEMA = GameSchema(
    observation=Observation,
    move=Move,
    question=StallsQuestion,
    facts=Facts,
    move_parts=move_parts,
    move_text=move_text,
    current_question=current_question,
    read_facts=read_facts,
)

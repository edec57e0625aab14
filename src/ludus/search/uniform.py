"""Template: uniformly random move: every legal move is equally likely. Free name: legal."""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.memory import numbers_in
from ludus.core.random import draw, seeded

INLINE = ("choose",)


def begin(table, state, seed, params, memory, scratch):
    memory.stream = seeded(seed)


def choose(table, state, seat, params, memory, scratch):
    moves = numbers_in(scratch.moves)
    return moves[draw(memory, legal(table, state, moves))]

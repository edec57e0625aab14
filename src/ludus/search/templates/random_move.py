"""Template: uniformly random move: every legal move is equally likely. Free name: legal_moves."""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import random_below, seed_stream

INLINE = ("choose",)


def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)


def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    return moves[random_below(memory, legal_moves(data, state, moves))]

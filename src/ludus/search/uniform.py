"""Uniformly random play: every legal move is equally likely. Free name: legal."""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.random import draw, seeded


def begin(table, state, seed, params, memory, scratch):
    memory.stream = seeded(seed)


def choose(table, state, seat, params, memory, scratch):
    return scratch.moves[draw(memory, legal(table, state, scratch.moves))]

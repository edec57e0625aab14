"""One-ply: the move whose resulting position is best. To end one's turn is a move like the others.

Of equally good moves it takes the first in the order of `legal`. Moves that are alike are equally good, so there
is no need to look for them. Free names: legal, best_of.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.memory import numbers_in
from ludus.core.random import seeded


def begin(table, state, seed, params, memory, scratch):
    memory.stream = seeded(seed)


def choose(table, state, seat, params, memory, scratch):
    moves = numbers_in(scratch.moves)
    n = legal(table, state, moves)
    if n == 1:
        return moves[0]
    return moves[best_of(table, state, seat, moves, n, params, memory, scratch)]

"""Template: one-ply search: the move with the best resulting position. Ending the turn is a move like the others.

A finished game is judged by its payoff, more than every unfinished one. An unfinished game is judged by the weighted
features of the game (`linear_evaluation`); a game without features by its own score, that of the seat minus the mean of
the others (`score_evaluation`). Ties go to the first move in the order of `legal_moves`. Equivalent moves have equal
values, so they need not be removed. Free names: legal_moves, best_of.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import seed_stream


def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)


def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    if n == 1:
        return moves[0]
    return moves[best_of(data, state, seat, moves, n, params, memory, scratch)]

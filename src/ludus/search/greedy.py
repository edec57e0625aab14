"""One-ply: the move whose resulting position is best. To end one's turn is a move like the others.

Of equally good moves it takes the first in the order of `legal`. Moves that are alike are equally good, so there
is no need to look for them. A move may turn up what is hidden; where a game does not promise otherwise
(FORESEEABLE), the moves are tried on a redeal. Free names: legal, apply, hide, worth, fresh_seed, FORESEEABLE.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import math

from ludus.core.memory import numbers_in
from ludus.core.random import seeded


def begin(table, state, seed, params, memory, scratch):
    memory.stream = seeded(seed)


def choose(table, state, seat, params, memory, scratch):
    moves = numbers_in(scratch.moves)
    n = legal(table, state, moves)
    if n == 1:
        return moves[0]
    if not FORESEEABLE:
        scratch.deal = state
        hide(table, scratch.deal, seat, fresh_seed(memory))
    ground = state if FORESEEABLE else scratch.deal
    trial = scratch.trial
    best, most = 0, -math.inf
    for k in range(n):
        scratch.trial = ground
        apply(table, trial, moves[k])
        value = worth(table, trial, seat, params, scratch)
        # Without a branch that nobody could predict.
        best = k if value > most else best
        most = max(value, most)
    return moves[best]

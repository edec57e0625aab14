"""Template: an evaluation as a complete bot. It drafts the cards that it values most, otherwise it plays one-ply.

If moves take something that can be evaluated like a piece, such as a card of a draft, the first of the best is taken.
Free names: legal_moves, prospect, judge, best_of.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import math

from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import seed_stream


def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)


def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    if n == 1:
        return moves[0]
    taken, most = -1, -math.inf
    for k in range(n):
        key = prospect(data, state, moves[k])
        if key != 0:
            value = judge(key, params.evaluation, scratch)
            if value > most:
                taken, most = k, value
    if taken >= 0:
        return moves[taken]
    return moves[best_of(data, state, seat, moves, n, params, memory, scratch)]

"""Template: two-ply search: the own move and the best reply of the next seat, averaged over resampled states.

The next seat may be the same one, still in its turn, or an opponent, who maximises its own value.
Free names: apply, end_reason, current_player, resample_hidden, distinct, worth, fresh_seed.
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
    n = distinct(data, state, moves)
    if n == 1:
        return moves[0]
    for k in range(n):
        scratch.totals[k] = 0.0
    for _ in range(params.redeals):
        scratch.deal = state
        resample_hidden(data, scratch.deal, seat, fresh_seed(memory))
        for k in range(n):
            scratch.first = scratch.deal
            apply(data, scratch.first, moves[k])
            scratch.totals[k] += after_reply(data, scratch.first, seat, params, scratch)
    best = 0
    for k in range(1, n):
        if scratch.totals[k] > scratch.totals[best]:
            best = k
    return moves[best]


def after_reply(data, state, seat, params, scratch):
    """Return the value of the position for the seat after the best reply of the next seat."""
    if end_reason(state) != 0:
        return worth(data, state, seat, params, scratch)
    replier = current_player(state)
    replies = ints_in(scratch.replies)
    most, result = -math.inf, 0.0
    for k in range(distinct(data, state, replies)):
        scratch.second = state
        apply(data, scratch.second, replies[k])
        value = worth(data, scratch.second, replier, params, scratch)
        if value > most:
            most = value
            result = value if replier == seat else worth(data, scratch.second, seat, params, scratch)
    return result

"""Template: the best of several moves, as in `best_of_next_positions`, for evaluations that process several positions
at once.

Free names: apply, resample_hidden, end_reason, settled, add_lane, finish, fresh_seed, FORESEEABLE, LANES, COLUMNS.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import math

from ludus.core.compile.intrinsics import local_floats

INLINE = ("best_of",)


def best_of(data, state, seat, moves, n, params, memory, scratch):
    """Return the index of the best move."""
    if not FORESEEABLE:
        scratch.deal = state
        resample_hidden(data, scratch.deal, seat, fresh_seed(memory))
    base = state if FORESEEABLE else scratch.deal
    trial = scratch.trial
    columns, worths, ends = local_floats(COLUMNS), local_floats(LANES), local_floats(LANES)
    for k in range(COLUMNS):
        columns[k] = 0.0
    best, most, first = 0, -math.inf, 0
    while first < n:
        count, over = min(n - first, LANES), 0
        for k in range(count):
            scratch.trial = base
            apply(data, trial, moves[first + k])
            if end_reason(trial) != 0:
                ends[k] = settled(data, trial, seat)
                over |= 1 << k
            else:
                add_lane(data, trial, seat, k, columns, worths, params.evaluation, scratch)
        finish(columns, worths, params.evaluation)
        for k in range(count):
            value = ends[k] if over >> k & 1 else worths[k]
            best = first + k if value > most else best
            most = max(value, most)
        first += LANES
    return best

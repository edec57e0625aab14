"""Template: the best of several moves, by the resulting positions.

A move may reveal hidden information; unless the game promises otherwise (FORESEEABLE), the moves are tried on a
resampled state. Ties go to the first move. Free names: apply, resample_hidden, worth, fresh_seed, FORESEEABLE.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import math

INLINE = ("best_of",)


def best_of(data, state, seat, moves, n, params, memory, scratch):
    """Return the index of the best move."""
    if not FORESEEABLE:
        scratch.deal = state
        resample_hidden(data, scratch.deal, seat, fresh_seed(memory))
    base = state if FORESEEABLE else scratch.deal
    trial = scratch.trial
    best, most = 0, -math.inf
    for k in range(n):
        scratch.trial = base
        apply(data, trial, moves[k])
        value = worth(data, trial, seat, params, scratch)
        # Branchless, because the branch would be unpredictable.
        best = k if value > most else best
        most = max(value, most)
    return best

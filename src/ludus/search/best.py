"""The best of some moves, by the position each leads to. Free names: apply, hide, worth, fresh_seed, FORESEEABLE.

A move may turn up what is hidden; where a game does not promise otherwise (FORESEEABLE), the moves are tried on a
redeal. Of equally good moves it is the first.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import math

INLINE = ("best_of",)


def best_of(table, state, seat, moves, n, params, memory, scratch):
    """The place of the best of these moves."""
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
    return best

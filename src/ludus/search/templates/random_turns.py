"""Template: random turns search: of many random complete turns, plays the one with the best final position.

All are tried on one resampled state, so that none looks better because of better cards. Very long turns are cut when
the plan is full. Free names: apply, resample_hidden, no_plan, goes_on, next_move, distinct, same_turn, worth,
fresh_seed.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import math

from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import random_below


def begin(data, state, seed, params, memory, scratch):
    no_plan(memory, seed)


def choose(data, state, seat, params, memory, scratch):
    if goes_on(data, state, seat, memory, scratch):
        return next_move(memory)
    scratch.deal = state
    resample_hidden(data, scratch.deal, seat, fresh_seed(memory))
    memory.planned_on = scratch.deal
    memory.done = 0
    moves = ints_in(scratch.moves)
    trial = scratch.trial
    most = -math.inf
    for _ in range(params.iterations):
        scratch.trial = scratch.deal
        n = 0
        while n < PLAN and same_turn(trial, seat):
            scratch.line[n] = moves[random_below(memory, distinct(data, trial, moves))]
            apply(data, trial, scratch.line[n])
            n += 1
        value = worth(data, trial, seat, params, scratch)
        if value > most:
            most = value
            memory.count = n
            for k in range(n):
                memory.plan[k] = scratch.line[k]
    return next_move(memory)

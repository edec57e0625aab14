"""Template: flat Monte Carlo search: random playouts after every move, each on a resampled state; best mean payoff.

Free names: apply, resample_hidden, payoff, distinct, play_on, fresh_seed.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import seed_stream

TO_THE_END, WHOLE_GAME = 0, 0


def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)


def choose(data, state, seat, params, memory, scratch):
    tried = ints_in(scratch.tried)
    n = distinct(data, state, tried)
    if n == 1:
        return tried[0]
    rounds = max(params.iterations // n, 1)
    best, most = 0, -1.0
    for k in range(n):
        total = 0.0
        for _ in range(rounds):
            scratch.trial = state
            resample_hidden(data, scratch.trial, seat, fresh_seed(memory))
            apply(data, scratch.trial, tried[k])
            play_on(data, scratch.trial, seat, TO_THE_END, WHOLE_GAME, memory, scratch)
            total += payoff(scratch.trial, seat)
        if total > most:
            best, most = k, total
    return tried[best]

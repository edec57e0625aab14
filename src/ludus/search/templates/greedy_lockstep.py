"""Template: one-ply search in lockstep (see `LockstepRules`): the same moves as greedy and agent.

For games whose moves can be tried without resampling. Free names: legal_moves, worth, prospect, judge, JUDGES (whether
the pieces that moves take are evaluated by themselves, as the agent does).
"""

# ruff: noqa: F821
# mypy: ignore-errors

import math

from ludus.core.compile.intrinsics import ints_in


def ask(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    if scratch.count == 0:
        n = legal_moves(data, state, moves)
        if n == 1:
            return moves[0]
        if JUDGES:
            taken = best_taken(data, state, moves, n, params, scratch)
            if taken >= 0:
                return moves[taken]
        scratch.count, scratch.next, scratch.best, scratch.most = n, 0, 0, -math.inf
    if scratch.next == scratch.count:
        scratch.count = 0
        return moves[scratch.best]
    return -1 - moves[scratch.next]


def tell(data, state, seat, params, memory, scratch):
    value = worth(data, state, seat, params, scratch)
    if value > scratch.most:
        scratch.best, scratch.most = scratch.next, value
    scratch.next += 1


def best_taken(data, state, moves, n, params, scratch):
    """Return the index of the move that takes the most valuable piece; -1 if no move takes one."""
    taken, most = -1, -math.inf
    for k in range(n):
        key = prospect(data, state, moves[k])
        if key != 0:
            value = judge(key, params.evaluation, scratch)
            if value > most:
                taken, most = k, value
    return taken

"""Template: beam search over the own turn; only the best lines of each length are extended.

A line ends when another seat has to decide or the game is over. The best of the ended lines and of those cut off at the
maximal depth is played: completely if it ended, otherwise only its first move. One resampling is used for all lines.
Free names: apply, resample_hidden, no_plan, goes_on, next_move, distinct, same_turn, worth, fresh_seed.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import math

from ludus.core.compile.intrinsics import ints_in, same_bytes


def begin(data, state, seed, params, memory, scratch):
    no_plan(memory, seed)


def choose(data, state, seat, params, memory, scratch):
    if goes_on(data, state, seat, memory, scratch):
        return next_move(memory)
    scratch.deal = state
    resample_hidden(data, scratch.deal, seat, fresh_seed(memory))
    memory.planned_on = scratch.deal
    memory.done = 0
    # Lines of one length are in one half of `lines`; lines with one more move go into the other half.
    old, new = 0, WIDTH
    scratch.lines[old].state = scratch.deal
    count, length, most = 1, 0, -math.inf
    while count > 0 and length < params.depth:
        kept = 0
        for k in range(count):
            kept, most = follow(data, seat, old + k, length, new, kept, most, params, memory, scratch)
        old, new = new, old
        count = kept
        length += 1
    for k in range(count):  # cut off at the greatest depth
        line = scratch.lines[old + k]
        if line.value > most:
            most = line.value
            memory.count = 1
            memory.plan[0] = line.moves[0]
    return next_move(memory)


def follow(data, seat, at, length, new, kept, most, params, memory, scratch):
    """Extend a line by every move: ended lines compete for the best plan, others for a place in the beam."""
    moves = ints_in(scratch.moves)
    line = scratch.lines[at]
    for k in range(distinct(data, line.state, moves)):
        scratch.trial = line.state
        apply(data, scratch.trial, moves[k])
        value = worth(data, scratch.trial, seat, params, scratch)
        if same_turn(scratch.trial, seat):
            index = room_for(value, new, kept, params.width, scratch)
            if index >= 0:
                kept = max(kept, index + 1)
                write_line(scratch.lines[new + index], line, length, moves[k], value)
                scratch.lines[new + index].state = scratch.trial
        elif value > most:
            most = value
            memory.count = length + 1
            for j in range(length):
                memory.plan[j] = line.moves[j]
            memory.plan[length] = moves[k]
    return kept, most


def room_for(value, first, kept, width, scratch):
    """Return the index for a line: a free one or that of the worst line; -1 if it is not better or a duplicate."""
    for k in range(kept):
        line = scratch.lines[first + k]
        if line.value == value and same_bytes(line.state, scratch.trial):
            return -1
    if kept < width:
        return kept
    worst = 0
    for k in range(1, kept):
        if scratch.lines[first + k].value <= scratch.lines[first + worst].value:
            worst = k
    return worst if scratch.lines[first + worst].value < value else -1


def write_line(line, before, length, move, value):
    line.value = value
    for j in range(length):
        line.moves[j] = before.moves[j]
    line.moves[length] = move

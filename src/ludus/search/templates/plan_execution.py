"""Template: plan for the rest of a turn, executed as long as the game develops as expected.

The memory stores the moves and the resampled state they were planned on. To check whether the next move still applies,
resampled states are compared: two positions have the same resampling if and only if the seat cannot distinguish them.
So the plan ends if a card turns out to be another one, or an opponent decides in between. Free names: apply,
resample_hidden.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import same_bytes
from ludus.core.random import seed_stream

ANY_SEED = 1


def no_plan(memory, seed):
    """Reset the memory for a new game."""
    memory.stream = seed_stream(seed)
    memory.done = 0
    memory.count = 0


def goes_on(data, state, seat, memory, scratch):
    """Return whether the plan has a next move and this is the expected position."""
    if memory.done >= memory.count:
        return False
    scratch.trial = memory.planned_on
    for k in range(memory.done):
        apply(data, scratch.trial, memory.plan[k])
    resample_hidden(data, scratch.trial, seat, ANY_SEED)
    scratch.deal = state
    resample_hidden(data, scratch.deal, seat, ANY_SEED)
    return same_bytes(scratch.deal, scratch.trial)


def next_move(memory):
    """Return the next move of the plan."""
    memory.done += 1
    return memory.plan[memory.done - 1]

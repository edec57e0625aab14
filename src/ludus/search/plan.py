"""The rest of a turn, decided beforehand and carried out while everything comes as expected.

The memory keeps the moves and the redeal they were planned on. Whether the game has come to where the next of them
belongs is asked of redeals: two positions have the same redeal if and only if they look the same to the seat. So a
card that turned out to be another, or a rival who got a word in, ends the plan. Free names: apply, hide.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.random import seeded
from ludus.search.sameness import same

ANY_SEED = 1


def no_plan(memory, seed):
    """A new game."""
    memory.stream = seeded(seed)
    memory.done = 0
    memory.count = 0


def goes_on(table, state, seat, memory, scratch):
    """Whether there is a next move of the plan, and this is the position for it."""
    if memory.done >= memory.count:
        return False
    scratch.trial = memory.planned_on
    for k in range(memory.done):
        apply(table, scratch.trial, memory.plan[k])
    hide(table, scratch.trial, seat, ANY_SEED)
    scratch.deal = state
    hide(table, scratch.deal, seat, ANY_SEED)
    return same(scratch.deal, scratch.trial)


def next_move(memory):
    """The next move of the plan."""
    memory.done += 1
    return memory.plan[memory.done - 1]

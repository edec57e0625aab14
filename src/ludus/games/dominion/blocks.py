"""Zones of cards moved eight at a time.

Hands, piles and rows of played cards rarely hold more than eight cards, so that one step does what a loop over cards
would do in many: the first step is always made, the loop that follows hardly ever. It works because a zone keeps zeros
behind its last card, and has room for eight more than it can hold: what a step moves too much is nothing.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.core.memory import EIGHT, read_eight, write_eight

EACH = 0x0101010101010101  # times a bit: that bit of eight cards


@rule(inline=True)
def place(k):
    """A place that is not counted from the end: the compiler leaves out what it does for negative ones."""
    return np.uint64(k)


@rule(inline=True)
def pour(zone, n, target, at, bits):
    """All n cards of a zone to the end of another, which has `at`; of each only `bits` stay. Which bits there were."""
    found = read_eight(zone, 0)
    write_eight(zone, 0, 0)
    write_eight(target, at, found & bits * EACH)
    k = EIGHT
    while k < n:
        cards = read_eight(zone, k)
        write_eight(zone, k, 0)
        write_eight(target, at + k, cards & bits * EACH)
        found |= cards
        k += EIGHT
    return found


@rule(inline=True)
def pour_from(zone, first, last, target, at, bits):
    """The cards of a zone from a place on, behind `last` are none, to a place of another; which bits there were."""
    found, k = 0, first
    while k < last:
        cards = read_eight(zone, k)
        write_eight(zone, k, 0)
        write_eight(target, at + k - first, cards & bits * EACH)
        found |= cards
        k += EIGHT
    return found


@rule(inline=True)
def close_gap(zone, at, last):
    """The card at a place is gone: those behind it move up, as far as `last`."""
    write_eight(zone, at, read_eight(zone, at + 1))
    k = at + EIGHT
    while k <= last:
        write_eight(zone, k, read_eight(zone, k + 1))
        k += EIGHT

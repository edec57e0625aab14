"""Moving zones of cards in blocks of eight.

Hands, piles and played cards rarely have more than eight cards, so one block replaces a loop over cards: the first
block is always moved, the following loop is almost never entered. This works because zones are zero behind their last
card and have room for eight more cards than they can hold, so the excess of a block is zero.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.core.memory import EIGHT, read_eight, write_eight

EACH = 0x0101010101010101  # multiplied by a bit mask: that mask for eight cards


@rule(inline=True)
def place(k):
    """Index as an unsigned number, so that the compiler omits the handling of negative indices."""
    return np.uint64(k)


@rule(inline=True)
def pour(zone, n, target, at, bits):
    """Append all n cards of a zone to another with `at` cards, keeping only `bits` of each; return the union of all
    bits.
    """
    all_bits = read_eight(zone, 0)
    write_eight(zone, 0, 0)
    write_eight(target, at, all_bits & bits * EACH)
    k = EIGHT
    while k < n:
        cards = read_eight(zone, k)
        write_eight(zone, k, 0)
        write_eight(target, at + k, cards & bits * EACH)
        all_bits |= cards
        k += EIGHT
    return all_bits


@rule(inline=True)
def pour_from(zone, first, last, target, at, bits):
    """Move the cards from `first` to `last` of a zone to an index of another; return the union of all bits."""
    all_bits, k = 0, first
    while k < last:
        cards = read_eight(zone, k)
        write_eight(zone, k, 0)
        write_eight(target, at + k - first, cards & bits * EACH)
        all_bits |= cards
        k += EIGHT
    return all_bits


@rule(inline=True)
def close_gap(zone, at, last):
    """Close the gap of a card that left: the cards up to `last` move up."""
    write_eight(zone, at, read_eight(zone, at + 1))
    k = at + EIGHT
    while k <= last:
        write_eight(zone, k, read_eight(zone, k + 1))
        k += EIGHT

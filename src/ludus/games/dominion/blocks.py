"""Moving zones of cards in blocks of eight.

Hands, piles and played cards rarely have more than eight cards, so one block replaces a loop over cards: the first
block is always moved, the following loop is almost never entered. This works because zones are zero behind their last
card and have room for eight more cards than they can hold, so the excess of a block is zero.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.core.memory import WORD_BYTES, read_word, write_word

EVERY_BYTE = 0x0101010101010101  # multiplied by a bit mask: that mask for eight cards


@rule(inline=True)
def unsigned_index(k):
    """Index as an unsigned number, so that the compiler omits the handling of negative indices."""
    return np.uint64(k)


@rule(inline=True)
def move_all(zone, n, target, at, bits):
    """Append all n cards of a zone to another with `at` cards, keeping only `bits` of each; return the union of all
    bits.
    """
    all_bits = read_word(zone, 0)
    write_word(zone, 0, 0)
    write_word(target, at, all_bits & bits * EVERY_BYTE)
    k = WORD_BYTES
    while k < n:
        cards = read_word(zone, k)
        write_word(zone, k, 0)
        write_word(target, at + k, cards & bits * EVERY_BYTE)
        all_bits |= cards
        k += WORD_BYTES
    return all_bits


@rule(inline=True)
def move_range(zone, first, last, target, at, bits):
    """Move the cards from `first` to `last` of a zone to an index of another; return the union of all bits."""
    all_bits, k = 0, first
    while k < last:
        cards = read_word(zone, k)
        write_word(zone, k, 0)
        write_word(target, at + k - first, cards & bits * EVERY_BYTE)
        all_bits |= cards
        k += WORD_BYTES
    return all_bits


@rule(inline=True)
def close_gap(zone, at, last):
    """Close the gap of a card that left: the cards up to `last` move up."""
    write_word(zone, at, read_word(zone, at + 1))
    k = at + WORD_BYTES
    while k <= last:
        write_word(zone, k, read_word(zone, k + 1))
        k += WORD_BYTES

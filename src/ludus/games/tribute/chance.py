"""Shuffles: uniform with our own random stream, or exactly as in the reference engine.

The reference engine has a linear congruential generator of 48 bits whose state starts as the seed itself. It shuffles
by drawing a key for every card, in order, and sorting by key; equal keys keep their order.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import local_numbers, rule
from ludus.core.random import advance, below, seeded
from ludus.games.tribute.state import PIECES
from ludus.games.tribute.table import REFERENCE

STEP_LOW, HALF, ALL = 0xB, 0xFFFFFF, 0xFFFFFFFFFFFF
FACTOR = 0x5DEECE66D
KEYS = 2147483646


@rule
def first_stream(table, seed):
    if table.compat == REFERENCE:
        return np.uint64(seed & ALL)
    return seeded(seed)


@rule
def hidden_stream(table, seed):
    """Random stream derived from a seed but independent of the game's, for redeals and for drawing patrons."""
    if table.compat == REFERENCE:
        return seeded(seed) & np.uint64(ALL)
    return seeded(seed)


@rule
def shuffle(table, state, cards, n):
    if table.compat == REFERENCE:
        sort_by_keys(state, cards, n)
    else:
        shuffle_evenly(state, cards, n)


@rule(inline=True)
def next_key(state):
    """Advance the reference generator; computed in halves so that no product is wider than 63 bits."""
    s = np.int64(state.stream)
    s = (FACTOR * (s & HALF) + (((FACTOR * (s >> 24)) & HALF) << 24) + STEP_LOW) & ALL
    state.stream = s
    return ((s >> 16) * KEYS) >> 32


@rule
def sort_by_keys(state, cards, n):
    """Shuffle of the reference engine."""
    keys = local_numbers(PIECES)
    for k in range(n):
        keys[k] = next_key(state)
    for k in range(1, n):
        key, card = keys[k], cards[k]
        at = k
        while at > 0 and keys[at - 1] > key:
            keys[at] = keys[at - 1]
            cards[at] = cards[at - 1]
            at -= 1
        keys[at] = key
        cards[at] = card


@rule
def shuffle_evenly(state, cards, n):
    """Fisher-Yates shuffle."""
    stream = state.stream
    for left in range(n, 1, -1):
        stream = advance(stream)
        at = below(stream, left)
        card = cards[at] + 0
        cards[at] = cards[left - 1]
        cards[left - 1] = card
    state.stream = stream

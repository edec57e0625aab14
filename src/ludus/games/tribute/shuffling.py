"""Shuffles: uniform with our own random stream, or exactly as in the reference engine.

The reference engine has a linear congruential generator of 48 bits whose state starts as the seed itself. It shuffles
by drawing a key for every card, in order, and sorting by key; equal keys keep their order.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import local_ints, rule
from ludus.core.random import scale_below, seed_stream, xorshift_step
from ludus.games.tribute.game_data_records import REFERENCE
from ludus.games.tribute.state import NEAR_PIECES, PIECES

LCG_INCREMENT, MASK_24, MASK_48 = 0xB, 0xFFFFFF, 0xFFFFFFFFFFFF
LCG_MULTIPLIER = 0x5DEECE66D
KEY_RANGE = 2147483646


@rule
def initial_stream(data, seed):
    if data.compat == REFERENCE:
        return np.uint64(seed & MASK_48)
    return seed_stream(seed)


@rule
def independent_stream(data, seed):
    """Random stream derived from a seed but independent of the game's, for redeals and for drawing patrons."""
    if data.compat == REFERENCE:
        return seed_stream(seed) & np.uint64(MASK_48)
    return seed_stream(seed)


@rule
def shuffle(data, state, cards, n):
    if data.compat == REFERENCE:
        reference_shuffle(state, cards, n)
    else:
        uniform_shuffle(state, cards, n)


@rule(inline=True)
def next_key(state):
    """Advance the reference generator; computed in halves so that no product is wider than 63 bits."""
    s = np.int64(state.stream)
    s = (LCG_MULTIPLIER * (s & MASK_24) + (((LCG_MULTIPLIER * (s >> 24)) & MASK_24) << 24) + LCG_INCREMENT) & MASK_48
    state.stream = s
    return ((s >> 16) * KEY_RANGE) >> 32


@rule
def reference_shuffle(state, cards, n):
    """Shuffle of the reference engine."""
    if n <= NEAR_PIECES:
        shuffle_few(state, cards, n)
    else:
        shuffle_many(state, cards, n)


@rule
def shuffle_few(state, cards, n):
    shuffle_by_keys(state, cards, n, local_ints(NEAR_PIECES))


@rule
def shuffle_many(state, cards, n):
    shuffle_by_keys(state, cards, n, local_ints(PIECES))


@rule(inline=True)
def shuffle_by_keys(state, cards, n, keys):
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
def uniform_shuffle(state, cards, n):
    """Fisher-Yates shuffle."""
    stream = state.stream
    for left in range(n, 1, -1):
        stream = xorshift_step(stream)
        at = scale_below(stream, left)
        card = cards[at] + 0
        cards[at] = cards[left - 1]
        cards[left - 1] = card
    state.stream = stream

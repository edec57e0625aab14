"""java.util.Random as pure functions of its state, so that seeds of the official referees give the same games.

A state is the generator's 48 bits in a signed 64-bit integer. Each function takes a state and returns the next one,
together with the drawn value if there is one. Java's arithmetic wraps at 32 and 64 bits and Python's does not; here no
value exceeds 64 bits, so the same source is correct compiled and in plain Python.
"""

from ludus.core import rule

MASK_24 = (1 << 24) - 1
MASK_32 = (1 << 32) - 1
MASK_48 = (1 << 48) - 1
MAX_INT = (1 << 31) - 1

# The generator is x -> 0x5DEECE66D * x + 11 modulo 2**48; the factor in halves, so that no product overflows.
FACTOR = 0x5DEECE66D
FACTOR_LOW = FACTOR & MASK_24
FACTOR_HIGH = FACTOR >> 24
INCREMENT = 11
DOUBLE_UNIT = 1.0 / (1 << 53)


@rule
def scramble(seed):
    """Return the state of `new Random(seed)`; a seed is a signed 64-bit integer."""
    return (int(seed) ^ FACTOR) & MASK_48


@rule
def next_state(state):
    """Return the next state."""
    low = state & MASK_24
    high = state >> 24
    upper = (high * FACTOR_LOW + low * FACTOR_HIGH) & MASK_24
    return (low * FACTOR_LOW + INCREMENT + (upper << 24)) & MASK_48


@rule
def next_int(state):
    """`nextInt()`: any of the 2**32 signed integers."""
    state = next_state(state)
    return state, to_signed_int(state >> 16)


@rule
def next_below(state, bound):
    """`nextInt(bound)`: uniform in 0 .. bound-1."""
    state = next_state(state)
    bits = state >> 17
    if bound & (bound - 1) == 0:
        return state, (bound * bits) >> 31
    # Values in the incomplete last block of `bound` are drawn again; Java detects them by a negative sum.
    while bits - bits % bound + bound - 1 > MAX_INT:
        state = next_state(state)
        bits = state >> 17
    return state, bits % bound


@rule
def next_long(state):
    """`nextLong()`: two signed halves, added; a negative lower half borrows one from the upper."""
    state, upper = next_int(state)
    state, lower = next_int(state)
    if lower < 0:
        upper -= 1
    return state, (to_signed_int(upper & MASK_32) << 32) | (lower & MASK_32)


@rule
def next_double(state):
    """`nextDouble()`: uniform in [0, 1), 53 bits."""
    first = next_state(state)
    second = next_state(first)
    return second, (((first >> 22) << 27) + (second >> 21)) * DOUBLE_UNIT


@rule
def shuffle(state, items, n):
    """`Collections.shuffle(list, random)` on the first n numbers of `items`, in place."""
    for i in range(n, 1, -1):
        state, j = next_below(state, i)
        items[i - 1], items[j] = items[j], items[i - 1]
    return state


@rule
def to_signed_int(bits):
    """Return the lower 32 bits as Java's signed int."""
    return bits - ((bits & 0x80000000) << 1)

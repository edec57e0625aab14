"""Random numbers of a player: chances and timing errors, from its own stream."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import random_below

RESOLUTION = 1 << 30


@rule(inline=True)
def chance(person, share):
    """True with probability `share`."""
    return random_below(person, RESOLUTION) < share * RESOLUTION


@rule
def normal_noise(person):
    """Approximately normal number: a sum of twelve uniform ones, the same on every machine."""
    total = 0
    for _ in range(12):
        total += random_below(person, RESOLUTION)
    return total / RESOLUTION - 6.0


@rule(inline=True)
def timing_error(person, spread):
    """Timing error of this standard deviation, in whole ticks."""
    return round_to_int(normal_noise(person) * spread)


@rule(inline=True)
def round_to_int(x):
    return int(x + 0.5) if x >= 0 else -int(0.5 - x)

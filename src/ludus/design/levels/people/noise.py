"""Random numbers of a player: chances and timing errors, from its own stream."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import draw

FINE = 1 << 30


@rule(inline=True)
def chance(person, share):
    """True with probability `share`."""
    return draw(person, FINE) < share * FINE


@rule
def bell(person):
    """Approximately normal number: a sum of twelve uniform ones, the same on every machine."""
    total = 0
    for _ in range(12):
        total += draw(person, FINE)
    return total / FINE - 6.0


@rule(inline=True)
def error(person, spread):
    """Timing error of this standard deviation, in whole ticks."""
    return round_off(bell(person) * spread)


@rule(inline=True)
def round_off(x):
    return int(x + 0.5) if x >= 0 else -int(0.5 - x)

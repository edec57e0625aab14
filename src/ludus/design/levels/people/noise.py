"""Chance in a player's hands: yes or no, and errors around zero, from its own stream."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import draw

FINE = 1 << 30


@rule(inline=True)
def chance(person, share):
    """True in this share of all cases."""
    return draw(person, FINE) < share * FINE


@rule
def bell(person):
    """A number around 0 with spread 1: the sum of twelve uniform ones, which is the same on every machine."""
    total = 0
    for _ in range(12):
        total += draw(person, FINE)
    return total / FINE - 6.0


@rule(inline=True)
def error(person, spread):
    """An error of this spread, in whole ticks."""
    return round_off(bell(person) * spread)


@rule(inline=True)
def round_off(x):
    return int(x + 0.5) if x >= 0 else -int(0.5 - x)

"""The difference of two numbers that were measured apart, from nothing but their intervals."""

from __future__ import annotations

import math

from ludus.stats.intervals import Estimate


def difference(first: Estimate, second: Estimate) -> Estimate:
    """`second` minus `first`, which were measured independently of each other.

    The variance of each side is recovered from its own interval, so that lopsided intervals, as those of shares near 0
    and 1, stay lopsided: Zou and Donner, "Construction of confidence limits about effect measures" (2008). Where both
    were played on the same deals luck is shared, and this interval is rather too wide than too narrow.
    """
    value = second.value - first.value
    down = math.hypot(second.value - second.low, first.high - first.value)
    up = math.hypot(second.high - second.value, first.value - first.low)
    return Estimate(value, value - down, value + up, min(first.count, second.count))

"""Difference of two independent estimates, from their intervals."""

from __future__ import annotations

import math

from ludus.stats.intervals import Estimate


def difference(first: Estimate, second: Estimate) -> Estimate:
    """Estimate `second` minus `first`, which were measured independently.

    The variance of each side is recovered from its own interval, so that asymmetric intervals, such as those of
    proportions near 0 and 1, stay asymmetric: Zou and Donner, "Construction of confidence limits about effect measures"
    (2008). If both were played on the same deals, they share luck, and this interval is too wide, not too narrow.
    """
    value = second.value - first.value
    down = math.hypot(second.value - second.low, first.high - first.value)
    up = math.hypot(second.high - second.value, first.value - first.low)
    return Estimate(value, value - down, value + up, min(first.count, second.count))

"""Skewness of the units behind numbers, and how much longer the intervals of skewed units must be.

sample_skewness(values)                       skewness of a sample, with its variance if values are normal
family_skewness(estimates)                    skewness of the units of numbers that are judged together
skewed_critical_value(4.7, 0.9, 12)           standard errors that replace 4.7 on the side of the rare values

Student's t assumes normal values. If a few skewed values lack the rare ones by luck, their mean is too far on one side
and their spread is too small at once, and the further out the ends of an interval are, the worse it gets. A few units
do not show their skewness, least of all those without the rare values. All numbers of a family show it together: the
error of a family is large only if many of its numbers are skewed, and then their mean skewness is known.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ludus.stats.sums import sum_of_products

if TYPE_CHECKING:
    from ludus.stats.intervals import Estimate

MIN_UNITS = 3  # fewer units have no skewness
SIGNIFICANT = 2.326  # standard errors: normal units show more on a side with a probability of about 1 %


@dataclass(frozen=True)
class UnitSkewness:
    """Skewness of the units behind a number.

    Attributes:
        value: Third standardised moment; that of the number itself is smaller by the root of the number of units.
        variance: Variance of `value` by chance, if the units are normal.
    """

    value: float
    variance: float

    def __neg__(self) -> UnitSkewness:
        return UnitSkewness(-self.value, self.variance)


@dataclass(frozen=True)
class FamilySkewness:
    """Skewness of the units of a family by side; 0 if it is not more than chance in normal units.

    Attributes:
        negative: Size of negative skewness, for the lower ends of intervals.
        positive: Size of positive skewness, for the upper ends.
    """

    negative: float = 0.0
    positive: float = 0.0

    def __bool__(self) -> bool:
        return self.negative > 0 or self.positive > 0

    def __str__(self) -> str:
        sides = [f"-{self.negative:.1f}"] * (self.negative > 0) + [f"+{self.positive:.1f}"] * (self.positive > 0)
        return " and ".join(sides) or "0"


NEARLY_NORMAL = FamilySkewness()


def sample_skewness(values: np.ndarray) -> UnitSkewness | None:
    """Return the skewness of a sample without the bias for normal values; None for fewer than three or equal values."""
    n = len(values)
    if n < MIN_UNITS:
        return None
    apart = values - values.mean()
    variance = sum_of_products(apart, apart) / n
    if not variance > 0 or math.sqrt(variance) < 1e-9 * float(np.abs(values).max()):  # equal up to rounding
        return None
    biased = float((apart**3).mean()) / variance**1.5
    return UnitSkewness(biased * math.sqrt(n * (n - 1)) / (n - 2), 6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3)))


def combined_skewness(parts: Iterable[tuple[float, UnitSkewness | None, int]], count: int) -> UnitSkewness | None:
    """Return the skewness of a number that is a sum of independent parts, as that of a mean of `count` units.

    Args:
        parts: for each part its share of the variance of the sum, negative if the part is subtracted; the skewness of
            its units; and their number.
        count: number of units of the sum.

    Returns:
        The skewness; None if that of a part is not known.
    """
    value = variance = 0.0
    for share, skewness, size in parts:
        if share == 0:
            continue
        if skewness is None:
            return None
        value += math.copysign(abs(share) ** 1.5, share) * skewness.value * math.sqrt(count / size)
        variance += abs(share) ** 3 * skewness.variance * count / size
    return UnitSkewness(value, variance)


def family_skewness(estimates: Iterable[Estimate]) -> FamilySkewness:
    """Return the skewness of the units of numbers that are judged together, where it is more than chance.

    Each side has its own: the root of the mean square of all skewnesses with this sign, less what normal units have by
    chance. Numbers without a known skewness, and those of which too few units differ, do not count.
    """
    return pooled_skewness([each.skewness for each in estimates if each.skewness is not None and not each.is_tied])


def pooled_skewness(known: Sequence[UnitSkewness]) -> FamilySkewness:
    """Return the skewness by side that samples show together, where it is more than chance; see `family_skewness`."""
    return FamilySkewness(_side([-each for each in known]), _side(known)) if known else NEARLY_NORMAL


def skewed_critical_value(critical: float, skewness: float, count: float) -> float:
    """Return the standard errors from a number to the end of its interval, if its units are skewed.

    The tail of Student's statistic is further out by skewness / sqrt(n) * (2 q^2 + 1) / 6 at a quantile q: the first
    term of its Cornish-Fisher expansion (Hall, "The Bootstrap and Edgeworth Expansion", 1992). Here it is the first
    term of a factor, exp(shift / q), since the tail grows faster than the term when units are few.

    Args:
        critical: the quantile of Student's t, above 0.
        skewness: skewness of a unit on this side, from 0 on.
        count: number of units.
    """
    if skewness <= 0:
        return critical
    return critical * math.exp(skewness * (2 * critical**2 + 1) / (6 * critical * math.sqrt(count)))


def _side(known: Sequence[UnitSkewness]) -> float:
    """Root of the mean square of positive skewnesses, less what normal units have by chance; 0 if it may be chance."""
    count = len(known)
    # By chance half of the values are positive, so a square is v / 2 on average, with a variance of 1.25 v^2.
    excess = math.fsum(max(each.value, 0.0) ** 2 - each.variance / 2 for each in known) / count
    error = math.sqrt(1.25 * math.fsum(each.variance**2 for each in known)) / count
    return math.sqrt(excess) if excess > SIGNIFICANT * error else 0.0

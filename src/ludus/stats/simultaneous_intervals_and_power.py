"""Intervals of several comparisons that hold together, and sample sizes for a wanted power.

simultaneous_interval(estimate, 36)      the interval if 36 comparisons are judged together
needed_size(estimate, effect=0.05)       units that decide a difference of 0.05 with a probability of 80 %

Intervals are Bonferroni's: of m intervals, each has the confidence 1 - 0.05 / m. If each keeps it, all of them contain
their numbers together with a probability of 95 % at least, however the numbers depend on each other. Intervals by
Student's t keep it for values that are nearly normal; where those of a family are skewed, they are longer on the side
of the rare values, see `ludus.stats.skewness`. Holm's test decides slightly more, but its decisions belong to no
intervals: a reader would see an interval and a verdict that disagree.
"""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

from ludus.stats.distributions import beta_quantile, student_t_quantile
from ludus.stats.intervals import CONFIDENCE, Estimate
from ludus.stats.skewness import NEARLY_NORMAL, FamilySkewness, skewed_critical_value

POWER = 0.8  # probability to decide a claim that is true
MAX_SIZE = 10_000_000  # a larger needed size is as good as none
SMALL_SHIFT = 0.1  # standard errors by which skewness may move the end of a Wilson interval


def simultaneous_interval(estimate: Estimate, comparisons: int, skewness: FamilySkewness = NEARLY_NORMAL) -> Estimate:
    """Widen a 95 % interval to the confidence 1 - 0.05 / comparisons.

    A Wilson interval becomes Wilson's interval of that confidence; close to 0 and 1, where this is too short, its ends
    are at least those of Jeffreys' interval. Every other interval is widened on each side by the ratio of the quantiles
    of its distribution, and stays inside the bounds of its values. If the skewness of its units is known, it is longer
    by that of the family.

    Args:
        estimate: a number with its 95 % interval.
        comparisons: how many intervals have to hold together; 1 without skewness gives the estimate itself.
        skewness: skewness of the units of all numbers that are judged together.

    Raises:
        ValueError: there is no comparison.
    """
    if comparisons < 1:
        raise ValueError(f"at least one comparison is needed, not {comparisons}")
    if not estimate.low < estimate.high:
        return estimate
    if estimate.is_wilson:
        return estimate if comparisons == 1 else _wider_wilson(estimate, comparisons)
    if estimate.skewness is None:
        skewness = NEARLY_NORMAL
    if comparisons == 1 and not skewness:
        return estimate
    before, critical = _critical_value(estimate.freedom, 1), _critical_value(estimate.freedom, comparisons)
    down = skewed_critical_value(critical, skewness.negative, estimate.count) / before
    up = skewed_critical_value(critical, skewness.positive, estimate.count) / before
    low, high = estimate.bounds
    return replace(
        estimate,
        low=max(low, estimate.value - down * (estimate.value - estimate.low)),
        high=min(high, estimate.value + up * (estimate.high - estimate.value)),
    )


def needed_size(
    estimate: Estimate,
    effect: float,
    comparisons: int = 1,
    power: float = POWER,
    equivalence: bool = False,
    skewness: FamilySkewness = NEARLY_NORMAL,
) -> int | None:
    """Number of units that decides a claim with the given power.

    The spread of a unit comes from an estimate, usually of a small run before the study. The size of an estimate of a
    difference counts the units of both sides, and so does the result.

    Args:
        estimate: a number with its 95 % interval and the number of units behind it.
        effect: the difference to be decided; for equivalence, the margin.
        comparisons: how many claims are judged together.
        power: probability of a decision if the difference is real, or, for equivalence, if there is none.
        equivalence: whether the claim is that a number lies within a margin.
        skewness: skewness of the units of all numbers that are judged together; the longer side counts.

    Returns:
        The number of units; None if the estimate does not tell the spread or the effect is zero.
    """
    if not (math.isfinite(estimate.high - estimate.low) and estimate.high > estimate.low) or not effect:
        return None
    error = (estimate.high - estimate.low) / (2 * _critical_value(estimate.freedom, 1))
    spread = error * math.sqrt(estimate.count)
    tail = 1 - (1 - power) / 2 if equivalence else power
    skewed = 0.0 if estimate.skewness is None else max(skewness.negative, skewness.positive)

    def is_enough(size: int) -> bool:
        freedom = estimate.freedom * size / estimate.count
        if freedom < 1:
            return False
        critical = skewed_critical_value(_critical_value(freedom, comparisons), skewed, size)
        distance = critical + _quantile(freedom, tail)
        return distance * spread / math.sqrt(size) <= abs(effect)

    if not is_enough(MAX_SIZE):
        return None
    low, high = 1, MAX_SIZE
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _critical_value(freedom: float, comparisons: int) -> float:
    return _quantile(freedom, 1 - (1 - CONFIDENCE) / (2 * comparisons))


def _quantile(freedom: float, probability: float) -> float:
    if math.isinf(freedom):
        return NormalDist().inv_cdf(probability)
    return student_t_quantile(freedom, probability)


def _wider_wilson(estimate: Estimate, comparisons: int) -> Estimate:
    """Return Wilson's interval of another confidence, with the trials that the known interval was made of."""
    z = _critical_value(estimate.freedom, comparisons)
    least, most = estimate.bounds
    scale = most - least
    p, low, high = ((number - least) / scale for number in (estimate.value, estimate.low, estimate.high))
    before = _critical_value(estimate.freedom, 1)
    # A bound b of Wilson's interval is z standard errors of b itself away from p: (b - p)^2 = z^2 b (1 - b) / trials.
    bound = high if high - p > p - low else low
    trials = before**2 * bound * (1 - bound) / (bound - p) ** 2
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    low, high = min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half))
    if _is_skewed(p, trials, comparisons):
        jeffreys = _jeffreys(p, trials, comparisons)
        low, high = min(low, jeffreys[0]), max(high, jeffreys[1])
    return replace(estimate, low=least + scale * low, high=least + scale * high)


def _is_skewed(p: float, trials: float, comparisons: int) -> bool:
    """Whether the skewness of a proportion moves the quantiles of its distribution by more than a small shift.

    That of p is (1 - 2 p) / sqrt(trials p (1 - p)), and the shift at a quantile z is this times (z^2 - 1) / 6.
    """
    if not 0 < p < 1:
        return True
    z = _critical_value(math.inf, comparisons)
    return abs(1 - 2 * p) / math.sqrt(trials * p * (1 - p)) * (z * z - 1) / 6 > SMALL_SHIFT


def _jeffreys(p: float, trials: float, comparisons: int) -> tuple[float, float]:
    """Return Jeffreys' interval, whose two errors are nearly equal even if almost all trials have one result.

    Cai, "One-sided confidence intervals in discrete distributions" (2005).
    """
    tail = (1 - CONFIDENCE) / (2 * comparisons)
    a, b = p * trials + 0.5, (1 - p) * trials + 0.5
    low = 0.0 if p <= 0 else beta_quantile(a, b, tail)
    return low, 1.0 if p >= 1 else beta_quantile(a, b, 1 - tail)

"""Intervals of several comparisons that hold together, and sample sizes for a wanted power.

simultaneous_interval(estimate, 36)      the interval if 36 comparisons are judged together
needed_size(estimate, effect=0.05)       units that decide a difference of 0.05 with a probability of 80 %

Intervals are Bonferroni's: of m intervals, each has the confidence 1 - 0.05 / m. If each keeps it, all of them contain
their numbers together with a probability of 95 % at least, however the numbers depend on each other. Intervals by
Student's t keep it for values that are nearly normal. Holm's test decides slightly more, but its decisions belong to no
intervals: a reader would see an interval and a verdict that disagree.
"""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import CONFIDENCE, Estimate

POWER = 0.8  # probability to decide a claim that is true
MAX_SIZE = 10_000_000  # a larger needed size is as good as none


def simultaneous_interval(estimate: Estimate, comparisons: int) -> Estimate:
    """Widen a 95 % interval to the confidence 1 - 0.05 / comparisons.

    A Wilson interval becomes Wilson's interval of that confidence. Every other interval is widened on each side by the
    ratio of the quantiles of its distribution, and stays inside the bounds of its values.

    Args:
        estimate: a number with its 95 % interval.
        comparisons: how many intervals have to hold together; 1 gives the estimate itself.

    Raises:
        ValueError: there is no comparison.
    """
    if comparisons < 1:
        raise ValueError(f"at least one comparison is needed, not {comparisons}")
    if comparisons == 1 or not estimate.low < estimate.high:
        return estimate
    if estimate.is_wilson:
        return _wider_wilson(estimate, _critical_value(estimate.freedom, comparisons))
    factor = _critical_value(estimate.freedom, comparisons) / _critical_value(estimate.freedom, 1)
    low, high = estimate.bounds
    return replace(
        estimate,
        low=max(low, estimate.value - factor * (estimate.value - estimate.low)),
        high=min(high, estimate.value + factor * (estimate.high - estimate.value)),
    )


def needed_size(
    estimate: Estimate, effect: float, comparisons: int = 1, power: float = POWER, equivalence: bool = False
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

    Returns:
        The number of units; None if the estimate does not tell the spread or the effect is zero.
    """
    if not (math.isfinite(estimate.high - estimate.low) and estimate.high > estimate.low) or not effect:
        return None
    error = (estimate.high - estimate.low) / (2 * _critical_value(estimate.freedom, 1))
    spread = error * math.sqrt(estimate.count)
    tail = 1 - (1 - power) / 2 if equivalence else power

    def is_enough(size: int) -> bool:
        freedom = estimate.freedom * size / estimate.count
        if freedom < 1:
            return False
        distance = _critical_value(freedom, comparisons) + _quantile(freedom, tail)
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


def _wider_wilson(estimate: Estimate, z: float) -> Estimate:
    """Return Wilson's interval of another confidence, with the trials that the known interval was made of."""
    least, most = estimate.bounds
    scale = most - least
    p, low, high = ((number - least) / scale for number in (estimate.value, estimate.low, estimate.high))
    before = _critical_value(estimate.freedom, 1)
    # A bound b of Wilson's interval is z standard errors of b itself away from p: (b - p)^2 = z^2 b (1 - b) / trials.
    bound = high if high - p > p - low else low
    trials = before**2 * bound * (1 - bound) / (bound - p) ** 2
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    return replace(
        estimate,
        low=least + scale * min(p, max(0.0, centre - half)),
        high=least + scale * max(p, min(1.0, centre + half)),
    )

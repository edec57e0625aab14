"""Estimates with 95 % confidence intervals: means, proportions, ratios and differences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

CONFIDENCE = 0.95
MIN_VARIANCE = 1e-20  # a smaller variance is a rounding error of equal numbers


@dataclass(frozen=True)
class Estimate:
    """A measured number with its 95 % confidence interval and the sample size."""

    value: float
    low: float
    high: float
    count: int

    def __format__(self, spec: str) -> str:
        spec = spec or ".3f"
        return f"{self.value:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"

    def in_percent(self) -> str:
        """Format a proportion and its interval in percent."""
        return f"{100 * self.value:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"

    def as_dict(self) -> dict[str, float | int]:
        return {"value": self.value, "low": self.low, "high": self.high, "count": self.count}


def proportion(groups: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a proportion, e.g. a win rate, from independent groups of games.

    Games on one seed with swapped seats are one group, because they are not independent. The interval is Wilson's with
    the effective number of Bernoulli trials that corresponds to the variance of the groups, so that it stays inside
    0..1 and does not vanish if all groups are equal.

    Args:
        groups: the mean of each group, in 0..1.
        confidence: coverage of the interval.
    """
    return pooled_proportion([groups], confidence)


def mean(values: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of independent values, with a normal interval."""
    return pooled_mean([values], confidence)


def pooled_proportion(series: Sequence[np.ndarray], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of several proportions with equal weights, each from its own series of groups.

    Element k of every series belongs to the same deal, so these are not independent: the luck of a deal affects all
    series and does not average out. Series may have different lengths.
    """
    p, error, n = _pool(series)
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    trials = p * (1 - p) / error if MIN_VARIANCE < error < math.inf else float(n)
    z = _z(confidence)
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    return Estimate(p, min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half)), n)


def pooled_mean(series: Sequence[np.ndarray], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of several means like `pooled_proportion`, with a normal interval."""
    value, error, n = _pool(series)
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    half = _z(confidence) * math.sqrt(error)
    return Estimate(value, value - half, value + half, n)


def proportion_difference(one: np.ndarray, other: np.ndarray) -> Estimate:
    """Estimate the difference of two proportions (`one` minus `other`) on the same deals."""
    paired = mean(one - other)
    if paired.low < paired.high:
        return Estimate(paired.value, max(-1.0, paired.low), min(1.0, paired.high), paired.count)
    # All differences are equal, e.g. because no game is ever won: use the intervals of the proportions themselves
    # (Newcombe, "Interval estimation for the difference between independent proportions").
    first, second = proportion(one), proportion(other)
    down = math.hypot(first.value - first.low, second.high - second.value)
    up = math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(paired.value, max(-1.0, paired.value - down), min(1.0, paired.value + up), paired.count)


def probability_above_zero(estimate: Estimate) -> float:
    """Return the probability that the true value is above zero, for an estimate with a 95 % normal interval."""
    error = (estimate.high - estimate.low) / (2 * _z(CONFIDENCE))
    if error == 0:
        return 0.5 + math.copysign(0.5, estimate.value) if estimate.value else 0.5
    return NormalDist().cdf(estimate.value / error) if math.isfinite(error) else 0.5


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def _pool(series: Sequence[np.ndarray]) -> tuple[float, float, int]:
    """Return the mean of the series' means, its variance (infinite for one deal) and the number of deals."""
    series = [values for values in series if len(values)]
    if not series:
        return math.nan, math.inf, 0
    n = max(len(values) for values in series)
    means = [float(np.mean(values)) for values in series]
    influence = np.zeros(n)  # of each deal on the result
    for values, middle in zip(series, means, strict=True):
        influence[: len(values)] += (values - middle) / (len(values) * len(series))
    value = sum(means) / len(means)
    return value, float(influence @ influence) * n / (n - 1) if n > 1 else math.inf, n

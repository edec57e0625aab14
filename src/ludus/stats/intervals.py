"""Estimates with intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

CONFIDENCE = 0.95
ROUNDING = 1e-20  # a variance below this is that of numbers which are all alike


@dataclass(frozen=True)
class Estimate:
    """A measured number: the value, an interval that covers the truth 95 times in 100, and the sample's size."""

    value: float
    low: float
    high: float
    count: int

    def __format__(self, spec: str) -> str:
        spec = spec or ".3f"
        return f"{self.value:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"

    def in_percent(self) -> str:
        """A share as people read it."""
        return f"{100 * self.value:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"

    def as_dict(self) -> dict[str, float | int]:
        return {"value": self.value, "low": self.low, "high": self.high, "count": self.count}


def share(groups: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """A share of wins from independent groups of games, a mean in 0..1 for each group.

    Games on one seed with the seats swapped are one group: they are not independent of each other. The
    interval is Wilson's with the effective number of yes-or-no trials that the groups' spread is worth, so
    that it stays inside 0..1 and does not vanish when every group is alike.
    """
    return share_over([groups], confidence)


def mean(values: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """A mean of independent values, with a normal interval."""
    return mean_over([values], confidence)


def share_over(series: Sequence[np.ndarray], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of several shares, each from its own series of groups, every series counting alike.

    Number k of each series is about the same deal, so these are taken together: luck of a deal that falls on all
    series does not average out. Series may have different lengths.
    """
    p, error, n = _pool(series)
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    trials = p * (1 - p) / error if ROUNDING < error < math.inf else float(n)
    z = _z(confidence)
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    return Estimate(p, min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half)), n)


def mean_over(series: Sequence[np.ndarray], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of several means, as `share_over`, with a normal interval."""
    value, error, n = _pool(series)
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    half = _z(confidence) * math.sqrt(error)
    return Estimate(value, value - half, value + half, n)


def share_difference(one: np.ndarray, other: np.ndarray) -> Estimate:
    """How much larger one share is than another on the same deals."""
    found = mean(one - other)
    if found.low < found.high:
        return Estimate(found.value, max(-1.0, found.low), min(1.0, found.high), found.count)
    # All differences are alike, as when nobody ever wins: as sure as the shares themselves are, no surer
    # (Newcombe, "Interval estimation for the difference between independent proportions").
    first, second = share(one), share(other)
    down = math.hypot(first.value - first.low, second.high - second.value)
    up = math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(found.value, max(-1.0, found.value - down), min(1.0, found.value + up), found.count)


def above_zero(estimate: Estimate) -> float:
    """The chance that the true value is above zero, for an estimate with a 95 % normal interval."""
    error = (estimate.high - estimate.low) / (2 * _z(CONFIDENCE))
    if error == 0:
        return 0.5 + math.copysign(0.5, estimate.value) if estimate.value else 0.5
    return NormalDist().cdf(estimate.value / error) if math.isfinite(error) else 0.5


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def _pool(series: Sequence[np.ndarray]) -> tuple[float, float, int]:
    """The mean of the series' means, its variance, and how many deals there are; the variance of one is infinite."""
    series = [each for each in series if len(each)]
    if not series:
        return math.nan, math.inf, 0
    n = max(len(each) for each in series)
    means = [float(np.mean(each)) for each in series]
    moved = np.zeros(n)  # by each deal
    for each, middle in zip(series, means, strict=True):
        moved[: len(each)] += (each - middle) / (len(each) * len(series))
    value = sum(means) / len(means)
    return value, float(moved @ moved) * n / (n - 1) if n > 1 else math.inf, n

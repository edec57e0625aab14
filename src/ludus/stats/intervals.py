"""Estimates with intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

CONFIDENCE = 0.95


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

    def as_dict(self) -> dict[str, float | int]:
        return {"value": self.value, "low": self.low, "high": self.high, "count": self.count}


def share(groups: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """A share of wins from independent groups of games, a mean in 0..1 for each group.

    Games on one seed with the seats swapped are one group: they are not independent of each other. The
    interval is Wilson's with the effective number of yes-or-no trials that the groups' spread is worth, so
    that it stays inside 0..1 and does not vanish when every group is alike.
    """
    n = len(groups)
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    p = float(np.mean(groups))
    trials = float(n)
    if n > 1:
        error = float(np.var(groups, ddof=1)) / n
        if error > 0:
            trials = p * (1 - p) / error
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    return Estimate(p, min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half)), n)


def mean(values: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """A mean of independent values, with a normal interval."""
    n = len(values)
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    m = float(np.mean(values))
    half = math.inf
    if n > 1:
        half = NormalDist().inv_cdf(0.5 + confidence / 2) * float(np.std(values, ddof=1)) / math.sqrt(n)
    return Estimate(m, m - half, m + half, n)

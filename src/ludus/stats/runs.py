"""Means over a few independent runs: if an evolution is repeated four times, the sample size is four runs, not games.

Uses Student's t instead of the normal distribution: with four runs, 3.2 instead of 2.0 standard errors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ludus.stats.intervals import CONFIDENCE, Estimate


def mean_of_runs(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of independent runs; the interval of a single run is infinite."""
    data = np.asarray(values, float)
    if len(data) == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    middle = float(data.mean())
    if len(data) == 1:
        return Estimate(middle, -math.inf, math.inf, 1)
    half = _t(confidence, len(data) - 1) * float(data.std(ddof=1)) / math.sqrt(len(data))
    return Estimate(middle, middle - half, middle + half, len(data))


def difference_of_runs(one: Sequence[float], other: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the difference of the means of two kinds of runs (`one` minus `other`; Welch: unequal variances)."""
    a, b = np.asarray(one, float), np.asarray(other, float)
    if min(len(a), len(b)) == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    middle, count = float(a.mean() - b.mean()), len(a) + len(b)
    if min(len(a), len(b)) == 1:
        return Estimate(middle, -math.inf, math.inf, count)
    first, second = float(a.var(ddof=1)) / len(a), float(b.var(ddof=1)) / len(b)
    error = first + second
    if error == 0:
        return Estimate(middle, middle, middle, count)
    freedom = error**2 / (first**2 / (len(a) - 1) + second**2 / (len(b) - 1))
    half = _t(confidence, freedom) * math.sqrt(error)
    return Estimate(middle, middle - half, middle + half, count)


def _t(confidence: float, freedom: float) -> float:
    from scipy.special import stdtrit  # scipy.stats takes a second to load

    return float(stdtrit(freedom, 0.5 + confidence / 2))

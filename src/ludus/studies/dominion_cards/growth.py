"""Student's t-test and intervals of standard deviations for a few repeated runs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ludus.stats import Estimate

CONFIDENCE = 0.95


def student_t_test(one: Sequence[float], other: Sequence[float]) -> float | None:
    """p-value of a two-tailed t-test with equal variances, as in Table I; None if there are too few runs."""
    from scipy.special import stdtr  # scipy.stats takes a second to load

    a, b = np.asarray(one, float), np.asarray(other, float)
    if min(len(a), len(b)) < 2:
        return None
    freedom = len(a) + len(b) - 2
    pooled = ((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / freedom
    error = math.sqrt(pooled * (1 / len(a) + 1 / len(b)))
    difference = float(abs(b.mean() - a.mean()))
    if error == 0:
        return 0.0 if difference else 1.0
    return float(2 * stdtr(freedom, -difference / error))


def standard_deviation(values: Sequence[float]) -> Estimate:
    """Standard deviation over runs, with its interval for normal values."""
    if len(values) < 2:
        return Estimate(math.nan, 0.0, math.inf, len(values))
    return standard_deviation_interval(float(np.std(values, ddof=1)), len(values))


def standard_deviation_interval(value: float, count: int) -> Estimate:
    """Interval of a standard deviation that was measured in `count` runs."""
    from scipy.special import chdtri

    tail, freedom = (1 - CONFIDENCE) / 2, count - 1
    low, high = (value * math.sqrt(freedom / chdtri(freedom, quantile)) for quantile in (tail, 1 - tail))
    return Estimate(value, low, high, count)

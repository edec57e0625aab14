"""Rank statistics: Spearman's correlation, and Page's trend test of a predicted order.

rank_correlation(one, other)     whether two measures agree on an order
trend = page_trend_test(table)   one row per judge, one column per treatment, in the predicted order, lowest first
trend.z, trend.p                 test statistic in standard errors, and its one-sided p-value
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from ludus.stats.intervals import CONFIDENCE, Estimate

MIN_PAIRS = 4  # smallest number of pairs for an interval


def rank_correlation(
    one: Sequence[float] | np.ndarray, other: Sequence[float] | np.ndarray, confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate Spearman's rank correlation: 1 for the same order, -1 for the opposite one; ties get their mean rank.

    The interval is Fisher's with the standard error of Bonett and Wright ("Sample size requirements for estimating
    Pearson, Kendall and Spearman correlations").

    Args:
        one: values of the first series.
        other: values of the second series, in the same order.
        confidence: coverage of the interval.

    Raises:
        ValueError: the two series have different lengths.
    """
    x, y = (_ranks(np.asarray(values, np.float64)) for values in (one, other))
    if len(x) != len(y):
        raise ValueError(f"{len(x)} values cannot be paired with {len(y)}")
    x, y = x - (len(x) - 1) / 2, y - (len(y) - 1) / 2
    size = math.sqrt(float(x @ x) * float(y @ y))
    if size == 0 or len(x) < MIN_PAIRS:
        return Estimate(math.nan, -1.0, 1.0, len(x))
    rho = max(-1.0, min(1.0, float(x @ y) / size))
    if abs(rho) == 1:
        return Estimate(rho, rho, rho, len(x))
    half = NormalDist().inv_cdf(0.5 + confidence / 2) * math.sqrt((1 + rho**2 / 2) / (len(x) - 3))
    low, high = math.tanh(math.atanh(rho) - half), math.tanh(math.atanh(rho) + half)
    return Estimate(rho, low, high, len(x), bounds=(-1.0, 1.0))


def _ranks(values: np.ndarray) -> np.ndarray:
    """Return ranks from 0 on; ties get their mean rank."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: np.ndarray = (last - (counts + 1) / 2)[group.reshape(-1)]
    return ranks


@dataclass(frozen=True)
class TrendTest:
    """Result of Page's trend test."""

    l: float  # Page's L: the sum of ranks, each times the number of its column  # noqa: E741
    z: float  # NaN if all values of every row are equal
    p: float  # probability of a z as large or larger without an order
    rows: int


def page_trend_test(table: np.ndarray) -> TrendTest:
    """Apply Page's trend test to a table with one row per judge and one column per treatment.

    Values are ranked within each row; ties get their mean rank, and the variance accounts for ties. Page, "Ordered
    hypotheses for multiple treatments" (1963). The normal approximation is good from a dozen rows on.

    Raises:
        ValueError: the table is not two-dimensional or has fewer than two columns.
    """
    data = np.asarray(table, np.float64)
    if data.ndim != 2 or data.shape[1] < 2:
        raise ValueError(f"the table needs a row per judge and two columns or more, not the shape {data.shape}")
    rows, columns = data.shape
    below, equal = (relation(data[:, None, :], data[:, :, None]).sum(axis=2) for relation in (np.less, np.equal))
    ranks = below + (equal + 1) / 2
    predicted = np.arange(1, columns + 1, dtype=np.float64)
    spread = float(((predicted - predicted.mean()) ** 2).sum()) / (columns - 1)
    variance = spread * float(((ranks - (columns + 1) / 2) ** 2).sum())
    page_l, expected = float((ranks @ predicted).sum()), rows * columns * (columns + 1) ** 2 / 4
    if variance == 0:
        return TrendTest(page_l, math.nan, math.nan, rows)
    z = (page_l - expected) / math.sqrt(variance)
    return TrendTest(page_l, z, NormalDist().cdf(-z), rows)

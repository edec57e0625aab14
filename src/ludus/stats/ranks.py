"""Rank correlation: whether two measures agree on an order."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    return Estimate(rho, math.tanh(math.atanh(rho) - half), math.tanh(math.atanh(rho) + half), len(x))


def _ranks(values: np.ndarray) -> np.ndarray:
    """Return ranks from 0 on; ties get their mean rank."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: np.ndarray = (last - (counts + 1) / 2)[group.reshape(-1)]
    return ranks

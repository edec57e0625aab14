"""Ratio estimators: ratios of sums over independent groups, such as the win rate of all decks with a card, by deals.

A group contributes any number of observations, so a ratio is not a mean of groups. Its variance comes from the
influence of each group: with r = sum(x) / sum(d), group k moves the ratio by (x_k - r d_k) / sum(d). Only sums over the
groups are needed, so that millions of groups need not be stored.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from ludus.stats.intervals import CONFIDENCE, MIN_VARIANCE, Estimate


def ratio_proportion(n: float, x: float, d: float, xx: float, xd: float, dd: float) -> Estimate:
    """Estimate a proportion in 0..1 as a ratio of sums over n groups, with a Wilson interval like `proportion`.

    Args:
        n: number of groups.
        x, d: sums of the numerators and denominators.
        xx, xd, dd: sums of their squares and products.
    """
    if d == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    p = x / d
    error = _ratio_variance(n, p, d, xx, xd, dd)
    trials = p * (1 - p) / error if MIN_VARIANCE < error < math.inf and 0 < p < 1 else n
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    return Estimate(p, min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half)), round(n))


def ratio_mean(n: float, x: float, d: float, xx: float, xd: float, dd: float) -> Estimate:
    """Estimate any ratio of sums over n groups, with a normal interval; arguments as for `ratio_proportion`."""
    if d == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    return normal_estimate(x / d, _ratio_variance(n, x / d, d, xx, xd, dd), round(n))


def ratio_difference(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> Estimate:
    """Estimate the difference of two proportions (`one` minus `other`) on the same groups; each is (x, d) by group.

    The interval combines those of the two proportions and their correlation (Newcombe, "Improved confidence intervals
    for the difference between binomial proportions based on paired data"), so that it stays inside -1..1 and does not
    vanish if a small number of groups are all equal.
    """
    rates, influences = [], []
    for x, d in (one, other):
        if d.sum() == 0:
            return Estimate(math.nan, -1.0, 1.0, 0)
        rates.append(ratio_proportion(int(np.count_nonzero(d)), x.sum(), d.sum(), x @ x, x @ d, d @ d))
        influences.append((x - x.sum() / d.sum() * d) / d.sum())
    n = int(np.count_nonzero((one[1] != 0) | (other[1] != 0)))
    spread = math.sqrt(float(influences[0] @ influences[0]) * float(influences[1] @ influences[1]))
    correlation = max(-1.0, min(1.0, float(influences[0] @ influences[1]) / spread)) if spread > MIN_VARIANCE else 0.0
    down = _difference_half_width(rates[0].value - rates[0].low, rates[1].high - rates[1].value, correlation)
    up = _difference_half_width(rates[0].high - rates[0].value, rates[1].value - rates[1].low, correlation)
    if all(np.array_equal(ours, theirs) for ours, theirs in zip(one, other, strict=True)):
        most = ratio_proportion(n, 0.0, n, 0.0, 0.0, n).high  # upper bound of the proportion of groups that differ
        down = up = min(
            most, _difference_half_width(rates[0].value - rates[0].low, rates[0].high - rates[0].value, 0.0)
        )
    value = rates[0].value - rates[1].value
    return Estimate(float(value), float(max(-1.0, value - down)), float(min(1.0, value + up)), n)


def normal_estimate(value: float, variance: float, count: int) -> Estimate:
    """Return an estimate with a normal interval."""
    half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * math.sqrt(variance)
    return Estimate(float(value), float(value - half), float(value + half), count)


def benjamini_hochberg(chances: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Select significant tests (Benjamini and Hochberg, "Controlling the false discovery rate").

    Args:
        chances: p-values; NaN: no test.
        rate: expected fraction of false discoveries among the selected tests.

    Returns:
        For each p-value, whether it is significant.
    """
    tested = sorted((p, k) for k, p in enumerate(chances) if not math.isnan(p))
    count = max((i for i, (p, _) in enumerate(tested, 1) if p <= rate * i / len(tested)), default=0)
    significant = [False] * len(chances)
    for _, k in tested[:count]:
        significant[k] = True
    return significant


def _difference_half_width(a: float, b: float, correlation: float) -> float:
    """Return the half width of a difference's interval from those of its parts and their correlation."""
    return math.sqrt(max(a * a + b * b - 2 * correlation * a * b, 0.0))


def _ratio_variance(n: float, r: float, d: float, xx: float, xd: float, dd: float) -> float:
    """Return the variance of a ratio."""
    if n <= 1:
        return math.inf
    return max(xx - 2 * r * xd + r * r * dd, 0.0) / (d * d) * n / (n - 1)

"""Ratios of sums over independent groups, such as the wins of all decks that held a card, by deals.

A group brings any number of things to count, so a ratio is no mean of groups. Its interval comes from how far each
group pulls the ratio: with r = sum(x) / sum(d), group k moves it by (x_k - r d_k) / sum(d). All that is needed of the
groups are sums, so that millions of them need not be kept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from ludus.stats.intervals import CONFIDENCE, ROUNDING, Estimate


def ratio_share(n: float, x: float, d: float, xx: float, xd: float, dd: float) -> Estimate:
    """A share in 0..1 as a ratio of sums over n groups, with Wilson's interval like `share`."""
    if d == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    p = x / d
    error = _spread(n, p, d, xx, xd, dd)
    trials = p * (1 - p) / error if ROUNDING < error < math.inf and 0 < p < 1 else n
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    return Estimate(p, min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half)), round(n))


def ratio_mean(n: float, x: float, d: float, xx: float, xd: float, dd: float) -> Estimate:
    """Any ratio of sums over n groups, with a normal interval."""
    if d == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    return around(x / d, _spread(n, x / d, d, xx, xd, dd), round(n))


def ratio_difference(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> Estimate:
    """How much larger one ratio is than another on the same groups; each is (x, d) by group."""
    pulls = []
    for x, d in (one, other):
        if d.sum() == 0:
            return Estimate(math.nan, -math.inf, math.inf, 0)
        pulls.append((x - x.sum() / d.sum() * d) / d.sum())
    n = int(np.count_nonzero((one[1] != 0) | (other[1] != 0)))
    moved = pulls[0] - pulls[1]
    error = float(moved @ moved) * n / (n - 1) if n > 1 else math.inf
    return around(one[0].sum() / one[1].sum() - other[0].sum() / other[1].sum(), error, n)


def around(value: float, variance: float, count: int) -> Estimate:
    """An estimate with a normal interval."""
    half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * math.sqrt(variance)
    return Estimate(float(value), float(value - half), float(value + half), count)


def discoveries(chances: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of many tests to believe, so that of those believed at most this share is expected to be wrong.

    `chances` are p-values (Benjamini and Hochberg, "Controlling the false discovery rate"). Not a number: no test.
    """
    tested = sorted((p, k) for k, p in enumerate(chances) if not math.isnan(p))
    kept = max((i for i, (p, _) in enumerate(tested, 1) if p <= rate * i / len(tested)), default=0)
    found = [False] * len(chances)
    for _, k in tested[:kept]:
        found[k] = True
    return found


def _spread(n: float, r: float, d: float, xx: float, xd: float, dd: float) -> float:
    """The variance of a ratio."""
    if n <= 1:
        return math.inf
    return max(xx - 2 * r * xd + r * r * dd, 0.0) / (d * d) * n / (n - 1)

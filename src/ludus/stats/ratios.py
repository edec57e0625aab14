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
    """How much larger one share in 0..1 is than another on the same groups; each is (x, d) by group.

    The interval is put together from those of the two shares, less what they have in common (Newcombe, "Improved
    confidence intervals for the difference between binomial proportions based on paired data"), so that it stays
    inside -1..1 and does not vanish where few groups are all alike.
    """
    shares, pulls = [], []
    for x, d in (one, other):
        if d.sum() == 0:
            return Estimate(math.nan, -1.0, 1.0, 0)
        shares.append(ratio_share(int(np.count_nonzero(d)), x.sum(), d.sum(), x @ x, x @ d, d @ d))
        pulls.append((x - x.sum() / d.sum() * d) / d.sum())
    n = int(np.count_nonzero((one[1] != 0) | (other[1] != 0)))
    spread = math.sqrt(float(pulls[0] @ pulls[0]) * float(pulls[1] @ pulls[1]))
    alike = max(-1.0, min(1.0, float(pulls[0] @ pulls[1]) / spread)) if spread > ROUNDING else 0.0
    down = _joined(shares[0].value - shares[0].low, shares[1].high - shares[1].value, alike)
    up = _joined(shares[0].high - shares[0].value, shares[1].value - shares[1].low, alike)
    if all(np.array_equal(ours, theirs) for ours, theirs in zip(one, other, strict=True)):
        most = ratio_share(n, 0.0, n, 0.0, 0.0, n).high  # no group of n differs: of all groups, at most so many do
        down = up = min(most, _joined(shares[0].value - shares[0].low, shares[0].high - shares[0].value, 0.0))
    value = shares[0].value - shares[1].value
    return Estimate(float(value), float(max(-1.0, value - down)), float(min(1.0, value + up)), n)


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


def _joined(a: float, b: float, alike: float) -> float:
    """Half an interval of a difference, from those of its parts and their correlation."""
    return math.sqrt(max(a * a + b * b - 2 * alike * a * b, 0.0))


def _spread(n: float, r: float, d: float, xx: float, xd: float, dd: float) -> float:
    """The variance of a ratio."""
    if n <= 1:
        return math.inf
    return max(xx - 2 * r * xd + r * r * dd, 0.0) / (d * d) * n / (n - 1)

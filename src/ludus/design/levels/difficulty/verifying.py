"""How well difficulty tells deaths: the thesis's tests, and others (thesis 5.3; reading, G27).

slope(difficulty, deaths).t             deaths by difficulty: the t-score of the line's slope
accuracy(train, verified)               how alike two histograms of mean deaths are
tell_apart(difficulty, died)            AUC: the chance that a level of a death has the higher difficulty
brier(difficulty, died), calibration(difficulty, died)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ludus.stats.ranks import rank_correlation

BINS = 6  # of difficulty (reading, 2.4)
FEWEST = 5  # levels of a bin that counts


@dataclass(frozen=True)
class Slope:
    """A straight line through points, and how sure its slope is."""

    slope: float
    constant: float
    t: float
    freedom: int  # degrees

    @property
    def p_one_tailed(self) -> float:
        """The chance of such a slope, or a larger one, where there is none."""
        from scipy.special import stdtr  # scipy.stats takes a second to load

        return float(stdtr(self.freedom, -self.t)) if math.isfinite(self.t) else math.nan

    @property
    def p_two_tailed(self) -> float:
        from scipy.special import stdtr

        return 2 * float(stdtr(self.freedom, -abs(self.t))) if math.isfinite(self.t) else math.nan


def slope(x: np.ndarray, y: np.ndarray) -> Slope:
    """The line of least squares; its slope over its standard error is the t-score."""
    n = len(x)
    if n < 3:
        return Slope(math.nan, math.nan, math.nan, max(n - 2, 0))
    dx, dy = x - x.mean(), y - y.mean()
    spread = math.fsum((dx * dx).tolist())
    if spread == 0:
        return Slope(math.nan, float(y.mean()), math.nan, n - 2)
    b = math.fsum((dx * dy).tolist()) / spread
    off = dy - b * dx
    error = math.sqrt(math.fsum((off * off).tolist()) / (n - 2) / spread)
    return Slope(b, float(y.mean() - b * x.mean()), b / error if error else math.copysign(math.inf, b), n - 2)


def equal_counts(x: np.ndarray, bins: int = BINS) -> np.ndarray:
    """The inner edges of bins that hold the same number of values each."""
    found: np.ndarray = np.quantile(x, np.arange(1, bins) / bins)
    return found


def equal_widths(x: np.ndarray, bins: int = BINS) -> np.ndarray:
    """The inner edges of bins of the same width."""
    found: np.ndarray = np.linspace(x.min(), x.max(), bins + 1)[1:-1]
    return found


def by_bin(x: np.ndarray, y: np.ndarray, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mean of y in each bin of x, and how many there are; not a number in bins of less than five."""
    place = np.searchsorted(edges, x, side="right")
    count = np.bincount(place, minlength=len(edges) + 1)
    total = np.bincount(place, y, minlength=len(edges) + 1)
    return np.where(count >= FEWEST, total / np.maximum(count, 1), np.nan), count


def accuracy(train: tuple[np.ndarray, np.ndarray], verified: tuple[np.ndarray, np.ndarray], edges: np.ndarray) -> float:
    """1 less the mean relative difference of mean deaths, over bins that both have (G27); each is (x, y)."""
    one, other = by_bin(*train, edges)[0], by_bin(*verified, edges)[0]
    top = np.maximum(one, other)
    known = ~np.isnan(top)
    if not known.any():
        return math.nan
    off = np.where(top[known] > 0, np.abs(one - other)[known] / np.where(top[known] > 0, top[known], 1), 0.0)
    return 1 - math.fsum(off.tolist()) / len(off)


def tell_apart(score: np.ndarray, yes: np.ndarray) -> float:
    """AUC: how often the score of a yes is above that of a no; half for equals."""
    score, yes = np.asarray(score, float), np.asarray(yes, bool)
    ups, downs = score[yes], np.sort(score[~yes])
    if len(ups) == 0 or len(downs) == 0:
        return math.nan
    below = np.searchsorted(downs, ups, side="left") + np.searchsorted(downs, ups, side="right")
    return int(below.sum()) / (2 * len(ups) * len(downs))


def brier(chance: np.ndarray, yes: np.ndarray) -> float:
    """The mean squared difference of what was predicted and what came: 0 is perfect, 0.25 a coin."""
    off = np.asarray(chance, float) - np.asarray(yes, float)
    return math.fsum((off * off).tolist()) / max(len(off), 1)


def calibration(chance: np.ndarray, yes: np.ndarray, bins: int = BINS) -> list[tuple[float, float, int]]:
    """What was predicted on average, what came, and how often, in bins of equal counts."""
    order = np.argsort(chance, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    return [(float(chance[part].mean()), float(np.mean(yes[part])), len(part)) for part in parts]


def rank_agreement(one: np.ndarray, other: np.ndarray) -> float:
    """Spearman's rank correlation."""
    return rank_correlation(one, other).value

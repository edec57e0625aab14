"""Metrics of how well difficulty predicts deaths: the tests of the thesis, and others (thesis 5.3; reading, G27).

fit_line(difficulty, deaths).t              # t-score of the slope of deaths by difficulty
histogram_agreement(training, verified)     # similarity of two histograms of mean deaths
auc(difficulty, died)                       # chance that a level with a death has the higher difficulty
brier_score(difficulty, died), calibration_bins(difficulty, died)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ludus.stats.distributions import student_t_cdf
from ludus.stats.rank_correlation_and_trend import rank_correlation

DIFFICULTY_BINS = 6  # bins of difficulty (reading, 2.4)
MIN_LEVELS_PER_BIN = 5  # levels that a bin needs


@dataclass(frozen=True)
class LineFit:
    """Straight line fitted to points, with the t-score of its slope."""

    slope: float
    constant: float
    t: float
    degrees_of_freedom: int  # degrees of freedom

    @property
    def p_one_tailed(self) -> float:
        """One-tailed p-value of the slope."""
        return student_t_cdf(self.degrees_of_freedom, -self.t) if math.isfinite(self.t) else math.nan

    @property
    def p_two_tailed(self) -> float:
        return 2 * student_t_cdf(self.degrees_of_freedom, -abs(self.t)) if math.isfinite(self.t) else math.nan


def fit_line(x: np.ndarray, y: np.ndarray) -> LineFit:
    """Least-squares line; the slope over its standard error is the t-score."""
    n = len(x)
    if n < 3:
        return LineFit(math.nan, math.nan, math.nan, max(n - 2, 0))
    dx, dy = x - x.mean(), y - y.mean()
    spread = math.fsum((dx * dx).tolist())
    if spread == 0:
        return LineFit(math.nan, float(y.mean()), math.nan, n - 2)
    b = math.fsum((dx * dy).tolist()) / spread
    residuals = dy - b * dx
    error = math.sqrt(math.fsum((residuals * residuals).tolist()) / (n - 2) / spread)
    return LineFit(b, float(y.mean() - b * x.mean()), b / error if error else math.copysign(math.inf, b), n - 2)


def equal_count_edges(x: np.ndarray, bins: int = DIFFICULTY_BINS) -> np.ndarray:
    """Inner edges of bins with equal counts."""
    edges: np.ndarray = np.quantile(x, np.arange(1, bins) / bins)
    return edges


def equal_width_edges(x: np.ndarray, bins: int = DIFFICULTY_BINS) -> np.ndarray:
    """Inner edges of bins with equal widths."""
    edges: np.ndarray = np.linspace(x.min(), x.max(), bins + 1)[1:-1]
    return edges


def mean_by_bin(x: np.ndarray, y: np.ndarray, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean of y in each bin of x, and the counts; NaN in bins of less than five."""
    bin_index = np.searchsorted(edges, x, side="right")
    count = np.bincount(bin_index, minlength=len(edges) + 1)
    total = np.bincount(bin_index, y, minlength=len(edges) + 1)
    return np.where(count >= MIN_LEVELS_PER_BIN, total / np.maximum(count, 1), np.nan), count


def histogram_agreement(
    training: tuple[np.ndarray, np.ndarray], verified: tuple[np.ndarray, np.ndarray], edges: np.ndarray
) -> float:
    """1 minus the mean relative difference of mean deaths, over bins that both have (G27); each side is (x, y)."""
    one, other = mean_by_bin(*training, edges)[0], mean_by_bin(*verified, edges)[0]
    top = np.maximum(one, other)
    known = ~np.isnan(top)
    if not known.any():
        return math.nan
    differences = np.where(top[known] > 0, np.abs(one - other)[known] / np.where(top[known] > 0, top[known], 1), 0.0)
    return 1 - math.fsum(differences.tolist()) / len(differences)


def auc(score: np.ndarray, yes: np.ndarray) -> float:
    """Area under the ROC curve: how often the score of a positive is above that of a negative; ties count half."""
    score, yes = np.asarray(score, float), np.asarray(yes, bool)
    ups, downs = score[yes], np.sort(score[~yes])
    if len(ups) == 0 or len(downs) == 0:
        return math.nan
    below = np.searchsorted(downs, ups, side="left") + np.searchsorted(downs, ups, side="right")
    return int(below.sum()) / (2 * len(ups) * len(downs))


def brier_score(chance: np.ndarray, yes: np.ndarray) -> float:
    """Mean squared difference of prediction and result: 0 is perfect, 0.25 a coin."""
    differences = np.asarray(chance, float) - np.asarray(yes, float)
    return math.fsum((differences * differences).tolist()) / max(len(differences), 1)


def calibration_bins(
    chance: np.ndarray, yes: np.ndarray, bins: int = DIFFICULTY_BINS
) -> list[tuple[float, float, int]]:
    """Mean prediction, mean result and count, in bins of equal counts."""
    order = np.argsort(chance, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    return [(float(chance[part].mean()), float(np.mean(yes[part])), len(part)) for part in parts]


def spearman(one: np.ndarray, other: np.ndarray) -> float:
    """Spearman's rank correlation."""
    return rank_correlation(one, other).value

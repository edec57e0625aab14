"""Intervals of numbers that vary by row and by column: by tree and deck, for example.

clustered_ratio(x, d)                ratio of sums
clustered_mean(cells)                mean of all cells
clustered_difference(one, other)     difference of means: other rows, the same columns
pseudo_values(whole, without)        cells of a number that is not a mean, by the jackknife over columns

Cells of one column are correlated, and so are cells of one row. The variance is the sum of both clusterings minus that
of the cells (Cameron, Gelbach and Miller 2011), and at least that of either clustering. Intervals are by Student's t
with the degrees of freedom of the smaller number of clusters. The sample size is that of the columns.
"""

from __future__ import annotations

import math

import numpy as np

from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import CONFIDENCE, MIN_VARIANCE, Estimate, has_ties
from ludus.stats.skewness import UnitSkewness, combined_skewness, sample_skewness

ROUNDING_DIGITS = 12  # a smaller difference between units is a rounding error
UNKNOWN = Estimate(math.nan, -math.inf, math.inf, 0)


def clustered_ratio(x: np.ndarray, d: np.ndarray) -> Estimate:
    """Estimate the ratio of two sums by row and column.

    Args:
        x: numerators, by row and column.
        d: denominators.

    Returns:
        The ratio; NaN with an infinite interval if all denominators are 0. With a single row, columns alone are the
        units.
    """
    total = float(d.sum())
    if total == 0:
        return UNKNOWN
    value = float(x.sum()) / total
    return _estimate(value, [(x - value * d) / total])


def clustered_mean(cells: np.ndarray) -> Estimate:
    """Estimate a mean over rows and columns; rows with an unknown cell are left out."""
    finite = _finite_rows(cells)
    return clustered_ratio(finite, np.ones(finite.shape))


def clustered_difference(one: np.ndarray, other: np.ndarray) -> Estimate:
    """Estimate the difference of two means whose rows are independent and whose columns are the same.

    Args:
        one: cells by row and column; rows with an unknown cell are left out.
        other: cells of other rows, with the same columns.

    Raises:
        ValueError: the numbers of columns differ.
    """
    first, second = _finite_rows(one), _finite_rows(other)
    if first.shape[1] != second.shape[1]:
        raise ValueError(f"{first.shape[1]} columns cannot be compared with {second.shape[1]}")
    if not len(first) or not len(second):
        return UNKNOWN
    means = float(first.mean()), float(second.mean())
    return _estimate(means[0] - means[1], [(first - means[0]) / first.size, (means[1] - second) / second.size])


def pseudo_values(whole: np.ndarray, without: np.ndarray) -> np.ndarray:
    """Cells whose mean over columns is a number, and whose spread is that of the number over columns.

    Args:
        whole: the number of every row, with all columns.
        without: the number of every row without each column.

    Returns:
        The pseudo-values of the jackknife, moved so that their mean is the number itself. For a mean over columns they
        are the values of the columns.
    """
    columns = without.shape[-1]
    cells = columns * whole[..., None] - (columns - 1) * without
    moved: np.ndarray = cells + (whole - cells.mean(axis=-1))[..., None]
    return moved


def _finite_rows(cells: np.ndarray) -> np.ndarray:
    rows: np.ndarray = cells[np.isfinite(cells).all(axis=1)]
    return rows


def _estimate(value: float, pulls: list[np.ndarray]) -> Estimate:
    """Estimate with the pulls of all cells on it, by group of rows."""
    columns = pulls[0].shape[1]
    columns_together = sum((part.sum(axis=0) for part in pulls), np.zeros(columns))
    by_column = float((columns_together**2).sum()) * columns / (columns - 1)
    by_row = sum(float((part.sum(axis=1) ** 2).sum()) * len(part) / (len(part) - 1) for part in pulls if len(part) > 1)
    cells = sum(float((part**2).sum()) for part in pulls)
    variance = max(by_column + by_row - cells, by_column, by_row)
    freedom = min([columns, *(len(part) for part in pulls if len(part) > 1)]) - 1
    half = student_t_quantile(freedom, 0.5 + CONFIDENCE / 2) * math.sqrt(variance)
    # What does not depend on the column at all varies by row only.
    units = [columns_together] if by_column > MIN_VARIANCE else [part.sum(axis=1) for part in pulls if len(part) > 1]
    is_tied = any(has_ties(np.round(pull, ROUNDING_DIGITS)) for pull in units)
    skewness = _skewness(pulls, columns_together, variance) if variance > MIN_VARIANCE else None
    unit_values = tuple(
        tuple((value + len(pull) * pull).tolist()) for pull in (columns_together, *(part.sum(axis=1) for part in pulls))
    )
    return Estimate(
        value, value - half, value + half, columns, freedom, is_tied=is_tied, skewness=skewness, unit_values=unit_values
    )


def _skewness(pulls: list[np.ndarray], columns_together: np.ndarray, variance: float) -> UnitSkewness | None:
    """Skewness by column and by row, each with its part of the variance."""
    parts = []
    for units in [columns_together, *(part.sum(axis=1) for part in pulls if len(part) > 1)]:
        size = len(units)
        share = min(1.0, float((units**2).sum()) * size / (size - 1) / variance)
        parts.append((share if share * variance > MIN_VARIANCE else 0.0, sample_skewness(units), size))
    return combined_skewness(parts, len(columns_together))

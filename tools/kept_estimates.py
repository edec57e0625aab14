"""Estimates of kept tables, and values that stand for lost ones: they have the mean and the interval that is kept."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ludus.stats import Estimate
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import CONFIDENCE
from ludus.studies.claims import Claim

Row = dict[str, str]


def kept_rows(path: Path) -> list[Row]:
    """Return the rows of a kept table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def kept_estimate(row: Row, column: str, count: int) -> Estimate:
    """Return a number of a row with its 95 % interval.

    Args:
        row: the row.
        column: name of the number; its bounds are in the columns `..._low` and `..._high`.
        count: number of units behind it.
    """
    value, low, high = (float(row[f"{column}{end}"]) for end in ("", "_low", "_high"))
    return Estimate(value, low, high, count)


def stand_in_values(mean: float, spread: float, count: int) -> list[float]:
    """Return values that have the mean and the standard deviation: two values, and the mean itself if odd."""
    half = count // 2
    pattern = np.array([-1.0] * half + [0.0] * (count % 2) + [1.0] * half)
    return [float(value) for value in mean + spread * pattern / pattern.std(ddof=1)]


def values_of_interval(estimate: Estimate) -> list[float]:
    """Return values whose mean has this 95 % interval by Student's t."""
    half = (estimate.high - estimate.low) / 2
    error = half / student_t_quantile(estimate.count - 1, 0.5 + CONFIDENCE / 2)
    return stand_in_values(estimate.value, error * math.sqrt(estimate.count), estimate.count)


def without_skewness(claims: Sequence[Claim]) -> list[Claim]:
    """Return claims whose units have no known skewness: values that stand for lost ones do not show it."""
    unknown = []
    for claim in claims:
        measured = replace(claim.measured, skewness=None) if isinstance(claim.measured, Estimate) else claim.measured
        parts = tuple((replace(estimate, skewness=None), claimed) for estimate, claimed in claim.parts)
        family = replace(claim.family, skewness={}) if claim.family else None
        unknown.append(replace(claim, measured=measured, parts=parts, family=family))
    return unknown

"""Numbers of kept tables: estimates, numbers before rounding, and a check that claims have the kept numbers again.

Where the units of a claim are lost, values stand for them that have the mean and the interval that is kept.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import numpy as np

from ludus.stats import Estimate
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import CONFIDENCE
from ludus.studies.claims import Claim

Row = dict[str, str]
ROUNDING = 5e-7  # of numbers in kept tables, which have six decimals
FLOAT_ERROR = 1e-9  # of sums that were made in another order


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


def unrounded(kept: str | float, denominator: int) -> float:
    """Return a kept number without its rounding: it is a whole number of equal parts of one.

    Args:
        kept: the number in the table.
        denominator: how many parts one has, such as the points that a share is a share of.

    Raises:
        ValueError: No such number rounds to the kept one, or the parts are too small for one answer.
    """
    if 1 / denominator <= 2 * ROUNDING:
        raise ValueError(f"numbers with six decimals do not tell one of {denominator} parts")
    number = round(float(kept) * denominator) / denominator
    if abs(number - float(kept)) > ROUNDING + FLOAT_ERROR:
        raise ValueError(f"{kept} is no whole number of {denominator} parts")
    return number


def check_kept_numbers(claims: Sequence[Claim], rows: Sequence[Row]) -> None:
    """Check that claims which were made from kept results have the estimates and 95 % intervals that were kept.

    The present judge may let another number of a claim about several decide; then one of them must be the kept one.

    Args:
        claims: The claims, in order.
        rows: The kept table of claims.

    Raises:
        ValueError: Claims, an estimate or an interval differ from the kept ones.
    """
    statements, kept_statements = [claim.statement for claim in claims], [row["claim"] for row in rows]
    if statements != kept_statements:
        other = next(pair for pair in zip_longest(statements, kept_statements) if pair[0] != pair[1])
        raise ValueError(f"the claims are not the kept ones: {other[0]!r} in place of {other[1]!r}")
    for claim, row in zip(claims, rows, strict=True):
        kept = tuple(row[f"measured{end}"] for end in ("", "_low", "_high"))
        numbers = [number for number, _ in claim.parts]
        if isinstance(claim.measured, Estimate):
            numbers.append(claim.measured)
        if not any(_is_kept(number, kept) for number in numbers) and (numbers or any(kept)):
            measured = claim.deciding.measured if claim.deciding else None
            raise ValueError(f"{claim.statement!r} is {measured}, but the kept table has {', '.join(kept)}")


def _is_kept(number: Estimate, kept: Sequence[str]) -> bool:
    """Whether a number with its interval is the kept one, which has no bounds where these are infinite."""
    return all(
        abs(value - float(text)) <= ROUNDING + FLOAT_ERROR if text else not math.isfinite(value)
        for value, text in zip((number.value, number.low, number.high), kept, strict=True)
    )


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

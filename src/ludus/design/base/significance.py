"""Estimates of designers: standard errors, differences, and the judgement of many numbers of one report together."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist
from typing import Generic, TypeVar

import numpy as np

from ludus.stats import Estimate, simultaneous_interval
from ludus.stats.intervals import DIFFERENCE_BOUNDS
from ludus.stats.judgement import FAMILY_ERROR, ClaimedRange, RangeSide, side_of

UNKNOWN_ESTIMATE = Estimate(math.nan, -math.inf, math.inf, 0)

Key = TypeVar("Key", bound=Hashable)


def standard_error(estimate: Estimate) -> float:
    """Return the standard error of an estimate, from its 95 % interval."""
    return (estimate.high - estimate.low) / (2 * NormalDist().inv_cdf(0.975))


def known_or_none(estimate: Estimate) -> Estimate | None:
    """Return None for an unknown estimate."""
    return None if math.isnan(estimate.value) else estimate


def as_share(estimate: Estimate) -> Estimate:
    """Return an estimate of a share with its value and interval inside 0..1; an unknown one stays unknown."""
    return inside_bounds(estimate, 0.0, 1.0)


def inside_bounds(estimate: Estimate, least: float, most: float) -> Estimate:
    """Return an estimate with its value and interval inside bounds; an unknown one stays unknown."""
    if math.isnan(estimate.value):
        return UNKNOWN_ESTIMATE
    value, low, high = (min(most, max(least, number)) for number in (estimate.value, estimate.low, estimate.high))
    return replace(estimate, value=value, low=low, high=high, bounds=(least, most))


def independent_difference(one: Estimate, other: Estimate) -> Estimate:
    """Return `other` minus `one`, of two shares, as if they were independent; the interval is too wide if not."""
    value = other.value - one.value
    down = float(np.hypot(other.value - other.low, one.high - one.value))
    up = float(np.hypot(other.high - other.value, one.value - one.low))
    low, high = max(-1.0, value - down), min(1.0, value + up)
    return Estimate(value, low, high, min(one.count, other.count), bounds=DIFFERENCE_BOUNDS)


@dataclass(frozen=True)
class JudgedNumbers(Generic[Key]):
    """Numbers of a report that are judged together: sentences, tables and colours all ask this one object.

    The interval of each is corrected for the number of all that are judged, so that with a probability of 95 % at
    least, no verdict of the report is wrong.

    Attributes:
        estimates: The numbers with their 95 % intervals.
        claimed: The range that they are compared with: a band, or `exactly(0.0)` for an effect.
        not_judged: Keys of numbers that the games cannot judge, such as cards that no player took.
        family_size: Number of all numbers that the report judges together; 0: these alone.
    """

    estimates: Mapping[Key, Estimate]
    claimed: ClaimedRange
    not_judged: Collection[Key] = ()
    family_size: int = 0

    @cached_property
    def judged(self) -> list[Key]:
        """Keys of the numbers that are judged; unknown numbers are not."""
        return [
            key
            for key, estimate in self.estimates.items()
            if key not in self.not_judged and is_known(estimate) and estimate.low < estimate.high
        ]

    @cached_property
    def comparisons(self) -> int:
        """Number of numbers that are judged together."""
        return self.family_size or max(1, len(self.judged))

    def among(self, comparisons: int) -> JudgedNumbers[Key]:
        """Return the same numbers, judged together with others: `comparisons` numbers in all."""
        return replace(self, family_size=comparisons)

    def corrected(self, key: Key) -> Estimate:
        """Return a number with the interval that decides."""
        return simultaneous_interval(self.estimates[key], self.comparisons)

    def side(self, key: Key) -> RangeSide | None:
        """Return where a number is: above the range, below, inside or undecided; None if it is not judged."""
        return side_of(self.estimates[key], self.claimed, self.comparisons) if key in self._judged else None

    def on_side(self, *sides: RangeSide) -> list[Key]:
        """Return the keys of the numbers that are on one of these sides, in order."""
        return [key for key in self.judged if self.side(key) in sides]

    @cached_property
    def _judged(self) -> set[Key]:
        return set(self.judged)


def is_known(estimate: Estimate) -> bool:
    """Whether an estimate has a value and a finite interval."""
    return math.isfinite(estimate.value) and math.isfinite(estimate.high - estimate.low)


def judgement_note(comparisons: int) -> str:
    """Return the explanation of verdicts, for the notes of a report."""
    if comparisons == 1:
        return "A verdict is given only if the whole 95 % interval is on one side."
    return (
        f"Intervals are 95 %. Verdicts use intervals that are corrected for {comparisons} comparisons (each "
        f"{100 * (1 - FAMILY_ERROR / comparisons):.2f} %): with a probability of 95 %, none of them is wrong. What is "
        "undecided may be on either side: more games (-n) decide it."
    )

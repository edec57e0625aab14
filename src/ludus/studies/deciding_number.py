"""The number that decides a claim: its own, or of several parts the one whose interval is the verdict.

A claim about several numbers holds if all of them hold, and fails if one of them fails. A report shows one of them,
with its 95 % interval and with the corrected one. The verdict of the claim is the judgement of this corrected interval
and nothing else, so the interval and the verdict agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludus.report.report_model import VerdictState
from ludus.stats import Estimate, simultaneous_interval
from ludus.stats.judgement import ClaimedRange, judge
from ludus.stats.skewness import NEARLY_NORMAL, FamilySkewness


@dataclass(frozen=True)
class DecidingNumber:
    """The number that decides a claim: its verdict is that of the corrected interval, so both always agree.

    Attributes:
        measured: The number with its 95 % interval.
        claimed: The range in which the claim puts it.
        is_sampled: Whether chance can make its verdict wrong.
        comparisons: Number of intervals that have to hold together: the claims of the family; for a failure of one of
            several parts, times the number of parts.
        name: Which part of the claim it is, if it has several.
        skewness: Skewness of the units of the family.
    """

    measured: Estimate
    claimed: ClaimedRange
    is_sampled: bool = True
    comparisons: int = 1
    name: str = ""
    skewness: FamilySkewness = NEARLY_NORMAL

    @property
    def corrected(self) -> Estimate:
        """The number with the interval that decides."""
        return simultaneous_interval(self.measured, self.comparisons, self.skewness)

    @property
    def is_longer_for_skewness(self) -> bool:
        """Whether the interval that decides is longer because units are skewed."""
        return self.corrected != simultaneous_interval(self.measured, self.comparisons)

    @property
    def verdict(self) -> VerdictState:
        """Verdict of the corrected interval; equal values of a few units do not tell how much units differ.

        A part of a claim that is known exactly has no units: a difference of a thing from itself.
        """
        if self.is_sampled and self.measured.count > 0 and self.measured.low == self.measured.high:
            return "undecided"
        return judge(self.measured, self.claimed, self.comparisons, self.skewness)

    @property
    def certainty(self) -> float:
        """How far the corrected interval is inside the range, in widths of the interval; negative if it sticks out."""
        return _in_widths(_room(self.corrected, self.claimed), self.corrected)

    @property
    def distance(self) -> float:
        """How far the corrected interval is outside the range, in its widths; negative if it overlaps the range."""
        other_side = replace(self.claimed, outside=not self.claimed.outside)
        return _in_widths(_room(self.corrected, other_side), self.corrected)


def deciding_number(numbers: Sequence[DecidingNumber]) -> DecidingNumber:
    """Return the number that decides whether all are in their ranges: a failure, else the least certain.

    One failure among several is enough, so failures are corrected for the number of parts. All must hold, so these
    need no correction.
    """
    surer = [replace(number, comparisons=number.comparisons * len(numbers)) for number in numbers]
    failed = [number for number in surer if number.verdict == "fails"]
    if failed:
        return max(failed, key=lambda number: number.distance)
    # A part that fails only without the correction does not hold, but its failure is not sure.
    return _least_certain(
        [sure if number.verdict == "fails" else number for number, sure in zip(numbers, surer, strict=True)]
    )


def unanimous_number(numbers: Sequence[DecidingNumber]) -> DecidingNumber | None:
    """Return the number that decides if all must agree; None if some hold and others fail."""
    states = {number.verdict for number in numbers}
    if states == {"fails"}:
        return min(numbers, key=lambda number: number.distance)
    return None if states == {"holds", "fails"} else _least_certain(numbers)


def _least_certain(numbers: Sequence[DecidingNumber]) -> DecidingNumber:
    """The least certain of several numbers; an undecided one, if there is any."""
    undecided = [number for number in numbers if number.verdict == "undecided"]
    return min(undecided or numbers, key=lambda number: number.certainty)


def _room(interval: Estimate, claimed: ClaimedRange) -> float:
    """How far an interval is inside a range; negative if it is not."""
    low = -math.inf if claimed.low is None else claimed.low
    high = math.inf if claimed.high is None else claimed.high
    room = (
        max(low - interval.high, interval.low - high)
        if claimed.outside
        else min(interval.low - low, high - interval.high)
    )
    return -math.inf if math.isnan(room) else room


def _in_widths(room: float, interval: Estimate) -> float:
    width = interval.high - interval.low
    return room / width if width > 0 and math.isfinite(width) else room

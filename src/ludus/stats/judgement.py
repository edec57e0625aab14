"""The judge of ranges: whether a number is inside a range, outside, or undecided.

    judge(win_rate, above(0.5))                    "holds" if the whole 95 % interval is above 0.5
    judge(win_rate, above(0.5), comparisons=36)    the same if 36 such statements are made together
    side_of(effect, exactly(0.0), 30)              "above" or "below" zero, or "undecided"

Claims of studies (`ludus.studies.claims`) and reports of designers use this one judge, so that a sentence, a table and
a colour cannot disagree. Statements that are made together use simultaneous intervals: with a probability of 95 % at
least, none of them is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludus.stats.intervals import Estimate
from ludus.stats.simultaneous_intervals_and_power import simultaneous_interval

FAMILY_ERROR = 0.05  # largest probability of a wrong verdict in a family
RangeVerdict = Literal["holds", "fails", "undecided"]
RangeSide = Literal["above", "below", "inside", "undecided"]


@dataclass(frozen=True)
class ClaimedRange:
    """Range in which a claim puts a number; None is no bound. Bounds belong to the range if it is `closed`.

    If it is `outside`, the claim is that the number is not between the bounds.
    """

    low: float | None = None
    high: float | None = None
    closed: bool = False
    outside: bool = False

    @property
    def margin(self) -> float | None:
        """Half the width of a range with two bounds: the precision that the claim needs."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def above(mark: float) -> ClaimedRange:
    """The range of numbers above a mark."""
    return ClaimedRange(low=mark)


def below(mark: float) -> ClaimedRange:
    """The range of numbers below a mark."""
    return ClaimedRange(high=mark)


def at_least(mark: float) -> ClaimedRange:
    """The range of numbers from a mark on."""
    return ClaimedRange(low=mark, closed=True)


def at_most(mark: float) -> ClaimedRange:
    """The range of numbers up to a mark."""
    return ClaimedRange(high=mark, closed=True)


def within(mark: float, margin: float) -> ClaimedRange:
    """The range of numbers that equal a mark to within a margin: equivalence, which needs precision."""
    return ClaimedRange(mark - margin, mark + margin, closed=True)


def apart_from(mark: float, margin: float) -> ClaimedRange:
    """The range of numbers that differ from a mark by more than a margin."""
    return ClaimedRange(mark - margin, mark + margin, outside=True)


def exactly(mark: float) -> ClaimedRange:
    """The range of one number: an interval is above it, below it, or undecided."""
    return ClaimedRange(mark, mark, closed=True)


def judge(estimate: Estimate, claimed: ClaimedRange, comparisons: int = 1) -> RangeVerdict:
    """Verdict on the claim that a number is in a range, by its interval.

    Args:
        estimate: The measured number with its 95 % interval.
        claimed: The range.
        comparisons: Number of claims that are judged together; the interval is corrected for it.

    Returns:
        `holds` if the whole interval is in the range, `fails` if the whole interval is outside, else `undecided`.
    """
    interval = simultaneous_interval(estimate, comparisons)
    low, high = claimed.low, claimed.high
    if claimed.closed:
        inside = (low is None or interval.low >= low) and (high is None or interval.high <= high)
    else:
        inside = (low is None or interval.low > low) and (high is None or interval.high < high)
    beyond = (low is not None and interval.high < low) or (high is not None and interval.low > high)
    if claimed.outside:
        inside, beyond = beyond, inside
    return "holds" if inside else "fails" if beyond else "undecided"


def side_of(estimate: Estimate, claimed: ClaimedRange, comparisons: int = 1) -> RangeSide:
    """Where a number is: above a range, below it, inside, or undecided, by its interval.

    Args:
        estimate: The measured number with its 95 % interval.
        claimed: The range; `outside` ranges have no sides.
        comparisons: Number of numbers that are judged together; the interval is corrected for it.
    """
    if claimed.high is not None and judge(estimate, above(claimed.high), comparisons) == "holds":
        return "above"
    if claimed.low is not None and judge(estimate, below(claimed.low), comparisons) == "holds":
        return "below"
    return "inside" if judge(estimate, claimed, comparisons) == "holds" else "undecided"

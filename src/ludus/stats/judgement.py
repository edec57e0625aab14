"""The judge of ranges: whether a number is inside a range, outside, or undecided.

    judge(win_rate, above(0.5))                    "holds" if the whole 95 % interval is above 0.5
    judge(win_rate, above(0.5), comparisons=36)    the same if 36 such statements are made together
    side_of(effect, exactly(0.0), 30)              "above" or "below" zero, or "undecided"
    JudgedNumbers(effects, exactly(0.0))           all numbers of a report that get a verdict, judged together

Claims of studies (`ludus.studies.claims`) and reports use this one judge, so that a sentence, a table and a colour
cannot disagree. Statements that are made together use simultaneous intervals, which are longer for skewed units: with
a probability of 95 % at least, none of them is wrong. How near this is kept for skewed values: docs/verdicts.md.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, Literal, TypeVar

from ludus.stats.intervals import Estimate
from ludus.stats.simultaneous_intervals_and_power import simultaneous_interval
from ludus.stats.skewness import NEARLY_NORMAL, FamilySkewness, family_skewness

FAMILY_ERROR = 0.05  # largest probability of a wrong verdict in a family
MORE_GAMES = (  # never "until decided": that makes every difference significant at some time
    "A new run with another seed and more games (-n) can decide it, if their number is fixed before: half the interval "
    "takes four times the games."
)
RangeVerdict = Literal["holds", "fails", "undecided"]
RangeSide = Literal["above", "below", "inside", "undecided"]
Key = TypeVar("Key", bound=Hashable)


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


def judge(
    estimate: Estimate, claimed: ClaimedRange, comparisons: int = 1, skewness: FamilySkewness = NEARLY_NORMAL
) -> RangeVerdict:
    """Verdict on the claim that a number is in a range, by its interval.

    Args:
        estimate: The measured number with its 95 % interval.
        claimed: The range.
        comparisons: Number of claims that are judged together; the interval is corrected for it.
        skewness: Skewness of the units of all these claims; the interval is corrected for it, too.

    Returns:
        `holds` if the whole interval is in the range, `fails` if the whole interval is outside, else `undecided`; also
        `undecided` if too few units differ for an interval to be trusted.
    """
    if estimate.is_tied:
        return "undecided"
    interval = simultaneous_interval(estimate, comparisons, skewness)
    low, high = claimed.low, claimed.high
    if claimed.closed:
        inside = (low is None or interval.low >= low) and (high is None or interval.high <= high)
    else:
        inside = (low is None or interval.low > low) and (high is None or interval.high < high)
    beyond = (low is not None and interval.high < low) or (high is not None and interval.low > high)
    if claimed.outside:
        inside, beyond = beyond, inside
    return "holds" if inside else "fails" if beyond else "undecided"


def side_of(
    estimate: Estimate, claimed: ClaimedRange, comparisons: int = 1, skewness: FamilySkewness = NEARLY_NORMAL
) -> RangeSide:
    """Where a number is: above a range, below it, inside, or undecided, by its interval.

    Args:
        estimate: The measured number with its 95 % interval.
        claimed: The range; `outside` ranges have no sides.
        comparisons: Number of numbers that are judged together; the interval is corrected for it.
        skewness: Skewness of the units of all these numbers; the interval is corrected for it, too.
    """
    if claimed.high is not None and judge(estimate, above(claimed.high), comparisons, skewness) == "holds":
        return "above"
    if claimed.low is not None and judge(estimate, below(claimed.low), comparisons, skewness) == "holds":
        return "below"
    return "inside" if judge(estimate, claimed, comparisons, skewness) == "holds" else "undecided"


@dataclass(frozen=True)
class JudgedNumbers(Generic[Key]):
    """Numbers of a report that are judged together: sentences, tables and colours all ask this one object.

    The interval of each is corrected for the number of all that are judged and for the skewness of their units, so that
    with a probability of 95 % at least, no verdict of the report is wrong.

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

    @cached_property
    def skewness(self) -> FamilySkewness:
        """Skewness of the units of these numbers, where it is more than chance."""
        return family_skewness(self.estimates[key] for key in self.judged)

    def among(self, comparisons: int) -> JudgedNumbers[Key]:
        """Return the same numbers, judged together with others: `comparisons` numbers in all."""
        return replace(self, family_size=comparisons)

    def corrected(self, key: Key) -> Estimate:
        """Return a number with the interval that decides."""
        return simultaneous_interval(self.estimates[key], self.comparisons, self.skewness)

    def side(self, key: Key) -> RangeSide | None:
        """Return where a number is: above the range, below, inside or undecided; None if it is not judged."""
        if key not in self._judged:
            return None
        return side_of(self.estimates[key], self.claimed, self.comparisons, self.skewness)

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
        f"{100 * (1 - FAMILY_ERROR / comparisons):.2f} %): with a probability of 95 %, none of them is wrong, if "
        f"values are many or nearly normal. What is undecided may be on either side. {MORE_GAMES}"
    )

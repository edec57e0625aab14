"""Claims as data, and the one judge of their verdicts.

A claim says in which range a number is. It holds if the whole 95 % interval is inside the range, fails if the whole
interval is outside, and is undecided otherwise:

    Claim("Linear beats Tree", "section 5.3", "54.9 against 45.8", difference, "points")    # above zero
    judge(win_rate, above(0.5))                                                             # a verdict alone

Most claims of studies are about a margin that must be above zero; `above_mark`, `below_mark` and `margin_inside` turn
an estimate into such a margin.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ludus.report.report_model import Verdict, VerdictState
from ludus.stats import Estimate

ALL_STATES: tuple[VerdictState, ...] = ("holds", "fails", "undecided")


@dataclass(frozen=True)
class ClaimedRange:
    """Range in which a claim puts a number; None is no bound. Bounds belong to the range if it is `closed`."""

    low: float | None = None
    high: float | None = None
    closed: bool = False


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


def judge(estimate: Estimate, claimed: ClaimedRange) -> VerdictState:
    """Verdict on the claim that a number is in a range, by its interval.

    Args:
        estimate: The measured number.
        claimed: The range.

    Returns:
        `holds` if the whole interval is in the range, `fails` if the whole interval is outside, else `undecided`.
    """
    low, high = claimed.low, claimed.high
    if claimed.closed:
        inside = (low is None or estimate.low >= low) and (high is None or estimate.high <= high)
    else:
        inside = (low is None or estimate.low > low) and (high is None or estimate.high < high)
    if inside:
        return "holds"
    outside = (low is not None and estimate.high < low) or (high is not None and estimate.low > high)
    return "fails" if outside else "undecided"


def judge_difference(one: Estimate, other: Estimate) -> VerdictState:
    """Verdict on the claim that one number is larger than another, by their intervals.

    Args:
        one: The number that is claimed to be larger.
        other: The other number.
    """
    return "holds" if one.low > other.high else "fails" if one.high < other.low else "undecided"


def judge_all(states: Iterable[VerdictState]) -> VerdictState:
    """Verdict on a claim about several things: it holds if it holds for all, and fails if it fails for any."""
    occurring = set(states)
    return "fails" if "fails" in occurring else "undecided" if "undecided" in occurring else "holds"


def judge_unanimous(states: Iterable[VerdictState]) -> VerdictState:
    """Verdict on a claim about several things: it holds or fails only if it does so for all of them."""
    occurring = set(states)
    return occurring.pop() if len(occurring) == 1 else "undecided"


def judge_unrefuted(states: Iterable[VerdictState]) -> VerdictState:
    """Verdict on the claim that nothing speaks against something: it holds unless it fails for any thing."""
    return "fails" if "fails" in states else "holds"


def only_refuted(state: VerdictState) -> VerdictState:
    """Verdict on a claim that measurements can refute but not prove: undecided in place of `holds`."""
    return "fails" if state == "fails" else "undecided"


def judge_differs(estimate: Estimate, mark: float = 0.0) -> VerdictState:
    """Verdict on the claim that a number is not equal to a mark; it is never refuted.

    Args:
        estimate: The measured number.
        mark: The mark.
    """
    return "holds" if estimate.low > mark or estimate.high < mark else "undecided"


def judge_count(count: int, total: int) -> VerdictState:
    """Verdict on the claim that something is true without exception.

    Args:
        count: Number of cases in which it is true.
        total: Number of cases.
    """
    return "holds" if count == total else "fails"


def judge_printed(ours: Estimate, theirs: float) -> VerdictState:
    """Verdict on a number that another study prints.

    It holds if it is inside our interval. The other study has an error of its own, so the number is undecided while it
    is inside the interval of the difference of two studies, and fails beyond.

    Args:
        ours: Our estimate.
        theirs: The printed number.
    """
    if not math.isfinite(ours.value):
        return "undecided"
    down, up = 2**0.5 * (ours.value - ours.low), 2**0.5 * (ours.high - ours.value)
    if ours.low <= theirs <= ours.high and math.isfinite(ours.high - ours.low):
        return "holds"
    return "undecided" if ours.value - down <= theirs <= ours.value + up else "fails"


@dataclass(frozen=True)
class Claim:
    """A claim of a publication or of a study, with the published and the measured number.

    A claim that is not about the range of one number has `measured` as text and its verdict as `state`. A claim that
    cannot be judged has no measured number; `unit` then gives the reason. `text` replaces the number and its unit in
    reports; the verdict is still that of the number.
    """

    statement: str
    source: str  # chapter, section, table or figure
    published: str
    measured: Estimate | str | None
    unit: str = ""
    claimed: ClaimedRange = field(default=above(0.0))
    state: VerdictState | None = None  # None: judged by `claimed`
    text: str = ""  # the measured number in words

    @property
    def verdict(self) -> VerdictState:
        """Whether the claim holds, fails or is undecided."""
        if self.state is not None:
            return self.state
        return judge(self.measured, self.claimed) if isinstance(self.measured, Estimate) else "undecided"

    def measured_text(self, number_format: ClaimFormat | None = None) -> str:
        """Return the measured number as text: `text`, or the number with its unit."""
        if self.text:
            return self.text
        if isinstance(self.measured, Estimate):
            return f"{_format_number(self.measured, number_format or ClaimFormat())} {self.unit}"
        return self.unit if self.measured is None else self.measured


@dataclass(frozen=True)
class ClaimFormat:
    """How the reason of a verdict shows the measured number."""

    digits: int = 2
    scale: int = 1  # 100 for shares in percent
    no_interval: str = ""  # in place of an infinite interval


def verdict_part(claim: Claim, number_format: ClaimFormat | None = None) -> Verdict:
    """Part of a report: the claim, its verdict, and the published and measured numbers as the reason."""
    here = claim.measured_text(number_format)
    return Verdict(claim.statement, claim.verdict, f"{claim.source}: {claim.published}. Here: {here}.")


def count_verdicts(claims: Iterable[Claim]) -> Counter[VerdictState]:
    """How many claims hold, fail and are undecided."""
    return Counter(claim.verdict for claim in claims)


def claims_sentence(claims: Sequence[Claim]) -> str:
    """`Of 12 claims 7 hold, 3 fail and 2 are undecided`."""
    counts = count_verdicts(claims)
    return (
        f"Of {len(claims)} claims {counts['holds']} hold, {counts['fails']} fail and "
        f"{counts['undecided']} are undecided"
    )


def exact(number: float) -> Estimate:
    """A number that is known exactly, as an estimate."""
    return Estimate(number, number, number, 1)


def count_so_far(count: int, missing: int) -> Estimate:
    """A count while some things are missing; its interval is what the count of all of them can be."""
    return Estimate(count, count, count + missing, 1)


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """The estimate times a positive factor: 100 for percent."""
    return Estimate(factor * estimate.value, factor * estimate.low, factor * estimate.high, estimate.count)


def negated(estimate: Estimate) -> Estimate:
    """The estimate with the opposite sign."""
    return Estimate(-estimate.value, -estimate.high, -estimate.low, estimate.count)


def above_mark(estimate: Estimate, mark: float) -> Estimate:
    """How far the estimate is above a mark."""
    return Estimate(estimate.value - mark, estimate.low - mark, estimate.high - mark, estimate.count)


def below_mark(estimate: Estimate, mark: float) -> Estimate:
    """How far the estimate is below a mark."""
    return Estimate(mark - estimate.value, mark - estimate.high, mark - estimate.low, estimate.count)


def margin_inside(estimate: Estimate, mark: float) -> Estimate:
    """How far the estimate is inside -mark..mark; positive if it is inside."""
    holds_zero = estimate.low <= 0 <= estimate.high or not math.isfinite(estimate.low)
    near = 0.0 if holds_zero else min(abs(estimate.low), abs(estimate.high))
    far = max(abs(estimate.low), abs(estimate.high))
    return Estimate(mark - abs(estimate.value), mark - far, mark - near, estimate.count)


def least_certain(estimates: Sequence[Estimate]) -> Estimate:
    """Of several estimates that all must be above zero, the least favourable: a failure, or the lowest bound."""
    failed = [estimate for estimate in estimates if estimate.high < 0]
    if failed:
        return min(failed, key=lambda estimate: estimate.high)
    return min(estimates, key=lambda estimate: estimate.low)


def _format_number(estimate: Estimate, number_format: ClaimFormat) -> str:
    value, low, high = (number_format.scale * number for number in (estimate.value, estimate.low, estimate.high))
    if number_format.no_interval and not estimate.low > -1e9:
        return f"{value:+.{number_format.digits}f} {number_format.no_interval}"
    return f"{value:+.{number_format.digits}f} [{low:+.{number_format.digits}f}, {high:+.{number_format.digits}f}]"

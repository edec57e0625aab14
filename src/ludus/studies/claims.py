"""Claims as data, and the one judge of their verdicts.

A claim is a statement about a quantity. It says in which range the quantity is, and of what its sample consists:

    claims = [
        Claim("Linear beats Tree", "section 5.3", "54.9 against 45.8", difference, "points", sample_unit="run"),
        Claim("the error is about 0.136", "5.1", "0.136", error, claimed=within(0.136, 0.014), sample_unit="player"),
    ]
    claims = judge_family("the thesis", claims, {"run": 8, "player": 53})
    claims[0].verdict                                   # "holds", "fails" or "undecided"

A claim holds if its whole interval is inside the range, fails if the whole interval is outside, and is undecided
otherwise. The intervals of claims that are judged together are simultaneous, so that of all of them one is wrong with
a probability of 5 % at most. A number that was fitted to the claim is calibration, and a claim whose answer follows
from the set-up is not testable; neither gets a verdict.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Literal

from ludus.report.report_model import Verdict, VerdictBasis, VerdictState
from ludus.stats import Estimate, Sprt, SprtVerdict, needed_size
from ludus.stats.judgement import (
    FAMILY_ERROR,
    ClaimedRange,
    above,
    apart_from,
    at_least,
    at_most,
    below,
    judge,
    within,
)
from ludus.stats.skewness import NEARLY_NORMAL, FamilySkewness, family_skewness
from ludus.studies.deciding_number import DecidingNumber, deciding_number, unanimous_number
from ludus.util.errors import ContractError
from ludus.util.text import plural

__all__ = [
    "COUNTED",
    "DECIDED",
    "FAMILY_ERROR",
    "SAMPLE_UNITS",
    "Claim",
    "ClaimFamily",
    "ClaimFormat",
    "ClaimedRange",
    "Combination",
    "DecidingNumber",
    "above",
    "above_mark",
    "apart_from",
    "at_least",
    "at_most",
    "below",
    "below_mark",
    "claims_sentence",
    "clipped",
    "count_verdicts",
    "exact",
    "judge",
    "judge_all",
    "judge_count",
    "judge_family",
    "judge_unanimous",
    "judgement_text",
    "negated",
    "scaled",
    "verdict_part",
    "within",
]

COUNTED = "all"  # sample unit of numbers that are counted completely
SAMPLE_UNITS = {
    "base": "an evolved agent with everything that evolved from it",
    "run": "a run of an evolution or a search with its own seed",
    "deal": "the cards of one seed, played from every seat",
    "deck": "a deck with all its fights",
    "kingdom": "a set of cards with all its games",
    "level": "a level with all players on it",
    "room": "a room of a level",
    "player": "a player with everything it played",
    "tree": "a random skill tree with all its fights",
    "card": "a card with all kingdoms that have it",
    COUNTED: "nothing was drawn: all cases were counted",
}
Combination = Literal["all", "unanimous"]
DECIDED: tuple[VerdictState, ...] = ("holds", "fails")


def judge_all(states: Iterable[VerdictState]) -> VerdictState:
    """Verdict on a claim about several things: it holds if it holds for all, and fails if it fails for any."""
    occurring = set(states)
    return "fails" if "fails" in occurring else "undecided" if "undecided" in occurring else "holds"


def judge_unanimous(states: Iterable[VerdictState]) -> VerdictState:
    """Verdict on a claim about several things: it holds or fails only if it does so for all of them."""
    occurring = set(states)
    return occurring.pop() if len(occurring) == 1 else "undecided"


def judge_count(count: int, total: int) -> VerdictState:
    """Verdict on the claim that something is true without exception, where all cases were counted.

    Args:
        count: Number of cases in which it is true.
        total: Number of cases.
    """
    return "holds" if count == total else "fails"


@dataclass(frozen=True)
class ClaimFamily:
    """Claims that are judged together: a name, their number, and how many units of each kind were planned.

    `planned` is for claims that do not bring their own plan. `skewness` is that of each kind of units, where it is more
    than chance; intervals are longer for it.
    """

    name: str
    comparisons: int
    planned: Mapping[str, int]
    skewness: Mapping[str, FamilySkewness] = field(default_factory=dict)


@dataclass(frozen=True)
class ClaimFormat:
    """How the reason of a verdict shows the measured number."""

    digits: int = 2
    scale: int = 1  # 100 for shares in percent
    no_interval: str = ""  # in place of an infinite interval


@dataclass(frozen=True)
class Claim:
    """A claim of a publication or of a study, with the published and the measured number.

    `unit` is that of the number, such as points; it gives the reason if there is no number. `text` replaces the number
    and its unit in reports; the verdict is still that of the number.

    Attributes:
        sample_unit: What was drawn independently, one of SAMPLE_UNITS. The interval is over these units.
        parts: Numbers and their ranges, if the claim is about several. The one that decides is shown with its own
            interval; `measured` is None, or words that are shown before it.
        part_names: What the parts are, for reports.
        combination: How parts are combined: `judge_all` or `judge_unanimous`.
        state: The verdict, if all cases were counted and no interval is needed.
        effect: The difference that the publication prints, in the unit of the number; for the needed size.
        calibration: What was fitted to this number; it then has no verdict.
        not_testable: Why the set-up decides the answer; the claim then has no verdict.
        planned: Number of units that the configuration fixes for this claim; None: that of all claims of this unit, as
            given to `judge_family`.
        sequential: The test that was declared before, if `measured` is its result.
        number_format: How its numbers are shown, if not as those of the other claims.
        family: The claims it is judged with; `judge_family` sets it.

    Raises:
        ContractError: the sample unit is missing or unknown, a claim about a sample brings its own verdict, a counted
            number has an interval or a sampled one has no units, or a claim about several numbers brings another one.
    """

    statement: str
    source: str  # chapter, section, table or figure
    published: str
    measured: Estimate | SprtVerdict | str | None
    unit: str = ""
    claimed: ClaimedRange = field(default=above(0.0))
    text: str = ""  # the measured number in words
    _: KW_ONLY
    sample_unit: str
    parts: tuple[tuple[Estimate, ClaimedRange], ...] = ()
    part_names: tuple[str, ...] = ()
    combination: Combination = "all"
    state: VerdictState | None = None
    effect: float | None = None
    calibration: str = ""
    not_testable: str = ""
    planned: int | None = None
    sequential: Sprt | None = None
    number_format: ClaimFormat | None = None
    family: ClaimFamily | None = None

    def __post_init__(self) -> None:
        if self.sample_unit not in SAMPLE_UNITS:
            raise ContractError(
                f"the claim {self.statement!r} has the sample unit {self.sample_unit!r}; name what was drawn "
                f"independently: {', '.join(SAMPLE_UNITS)}"
            )
        if self.state is not None and self.sample_unit != COUNTED:
            raise ContractError(
                f"the claim {self.statement!r} is about a sample, so its interval decides, not its state {self.state!r}"
            )
        if isinstance(self.measured, SprtVerdict) and self.sequential is None:
            raise ContractError(f"the claim {self.statement!r} has the result of a sequential test, but not the test")
        if self.sample_unit == COUNTED and any(number.low < number.high for number in self._estimates):
            raise ContractError(
                f"the claim {self.statement!r} has an interval, so something was drawn; name its sample unit instead "
                f"of {COUNTED!r}"
            )
        if self.sample_unit != COUNTED and self._estimates and all(map(_is_exact, self._estimates)):
            raise ContractError(
                f"the claim {self.statement!r} has a number that is known exactly, so it is not one of a sample of "
                f"{self.sample_unit}s"
            )
        if self.parts and isinstance(self.measured, Estimate):
            raise ContractError(f"the claim {self.statement!r} has parts, so one of these decides, not another number")
        if self.part_names and len(self.part_names) != len(self.parts):
            raise ContractError(
                f"the claim {self.statement!r} has {plural(len(self.parts), 'part')}, but names of "
                f"{len(self.part_names)}"
            )

    @property
    def verdict(self) -> VerdictState:
        """Whether the claim holds, fails, is undecided, is calibration or is not testable."""
        if self.calibration:
            return "calibration"
        if self.not_testable:
            return "not testable"
        if self.state is not None:
            return self.state
        if isinstance(self.measured, SprtVerdict):
            return {"accept": "holds", "reject": "fails", "running": "undecided"}[self.measured.decision]  # type: ignore[return-value]
        return self.deciding.verdict if self.deciding else "undecided"

    @cached_property
    def deciding(self) -> DecidingNumber | None:
        """The number whose interval is the verdict: of several parts the one that decides.

        None if there is no number, or if parts that must agree do not.
        """
        if self.parts:
            return self._deciding_part()
        if isinstance(self.measured, Estimate):
            return DecidingNumber(
                self.measured, self.claimed, self.is_sampled, self._judged_together, skewness=self._skewness
            )
        return None

    @property
    def comparisons(self) -> int:
        """Number of claims that it is judged with, itself included."""
        return self.family.comparisons if self.family else 1

    @property
    def is_sampled(self) -> bool:
        """Whether it gets a verdict that chance can make wrong."""
        judged = self.parts or isinstance(self.measured, Estimate | SprtVerdict)
        return bool(judged) and self.sample_unit != COUNTED and not self.calibration and not self.not_testable

    @property
    def size(self) -> int | None:
        """Number of units behind the number that decides."""
        if self.sample_unit == COUNTED:
            return None
        if isinstance(self.measured, SprtVerdict):
            return self.measured.count
        return self.deciding.measured.count if self.deciding else None

    @property
    def needed(self) -> int | None:
        """Number of units that decide the claim with 80 % power, by the measured spread; None if not known."""
        if self.deciding is None or not self.is_sampled:
            return None
        measured, margin = self.deciding.measured, self.deciding.claimed.margin
        if margin is not None and not self.deciding.claimed.outside:
            return needed_size(measured, margin, self.comparisons, equivalence=True, skewness=self._skewness)
        if self.effect is None:
            return None
        return needed_size(measured, self.effect, self.comparisons, skewness=self._skewness)

    def measured_text(self, number_format: ClaimFormat | None = None) -> str:
        """Return the measured number as text: `text`, or the number with its unit."""
        if self.text:
            return self.text
        if isinstance(self.measured, str):
            return self.measured
        if self.deciding:
            shown = self.number_format or number_format or ClaimFormat()
            number = f"{_format_number(self.deciding.measured, shown)} {self.unit}".rstrip()
            return f"{number} ({self.deciding.name})" if self.deciding.name else number
        if isinstance(self.measured, SprtVerdict):
            return f"log-likelihood ratio {self.measured.llr:.2f}"
        return self.unit

    @property
    def _estimates(self) -> list[Estimate]:
        own = [self.measured] if isinstance(self.measured, Estimate) else []
        return [*own, *(number for number, _ in self.parts)]

    @property
    def _judged_together(self) -> int:
        return self.comparisons if self.is_sampled else 1

    @property
    def _skewness(self) -> FamilySkewness:
        """Skewness of the units of the family, for a claim that chance can decide wrongly."""
        if self.family is None or not self.is_sampled:
            return NEARLY_NORMAL
        return self.family.skewness.get(self.sample_unit, NEARLY_NORMAL)

    def _deciding_part(self) -> DecidingNumber | None:
        names = self.part_names or ("",) * len(self.parts)
        numbers = [
            DecidingNumber(estimate, claimed, self.is_sampled, self._judged_together, name, self._skewness)
            for (estimate, claimed), name in zip(self.parts, names, strict=True)
        ]
        return unanimous_number(numbers) if self.combination == "unanimous" else deciding_number(numbers)


def judge_family(name: str, claims: Sequence[Claim], planned: Mapping[str, int]) -> list[Claim]:
    """Judge claims together: their intervals are corrected for the number of all that chance can decide wrongly.

    They are longer, too, on the side of the rare values, if the units of these claims are skewed.

    Sizes are fixed before: a claim may not use more units than were planned, and a sequential test must have been
    declared with an error that the family allows.

    Args:
        name: Name of the family in reports.
        claims: The claims.
        planned: Number of units that the configuration fixes, by sample unit, for claims that do not bring their own.

    Returns:
        The claims with their family.

    Raises:
        ContractError: a sample has more units than planned, its unit has no plan, or the error of a sequential test
            is too large for the family.
    """
    comparisons = max(1, sum(claim.is_sampled for claim in claims))
    family = ClaimFamily(name, comparisons, planned, _skewness_by_unit(claims))
    for claim in claims:
        if claim.is_sampled:
            _check_plan(claim, family)
    return [replace(claim, family=family) for claim in claims]


def verdict_part(claim: Claim, number_format: ClaimFormat | None = None) -> Verdict:
    """Part of a report: the claim, its verdict, and the published and measured numbers as the reason."""
    before = f"{claim.source}: {claim.published}. Here: " if claim.published else ""
    reason = f"{before}{claim.measured_text(number_format)}."
    shown = claim.number_format or number_format or ClaimFormat()
    return Verdict(claim.statement, claim.verdict, f"{reason}{_basis_text(claim, shown)}", _basis(claim))


def count_verdicts(claims: Iterable[Claim]) -> Counter[VerdictState]:
    """How many claims have each state."""
    return Counter(claim.verdict for claim in claims)


def claims_sentence(claims: Sequence[Claim]) -> str:
    """`Of 12 claims 7 hold, 1 fails, 2 are undecided and 2 are not testable`; calibration is not counted as a claim."""
    counts = count_verdicts(claims)
    total = counts.total() - counts["calibration"]
    parts = [f"{counts[state]} {state if counts[state] == 1 else state[:-1]}" for state in DECIDED]
    parts.append(_with_verb(counts["undecided"], "undecided"))
    if counts["not testable"]:
        parts.append(_with_verb(counts["not testable"], "not testable"))
    fitted = counts["calibration"]
    rest = f"; {fitted} {'number is' if fitted == 1 else 'numbers are'} calibration" if fitted else ""
    return f"Of {plural(total, 'claim')} {', '.join(parts[:-1])} and {parts[-1]}{rest}"


def judgement_text(claims: Sequence[Claim]) -> str:
    """Explanation of how these claims are judged, for their section of a report."""
    units = list(dict.fromkeys(claim.sample_unit for claim in claims if claim.is_sampled))
    text = "A claim holds or fails if its whole interval is on one side, and is undecided otherwise."
    if not units:
        return text
    comparisons = max(claim.comparisons for claim in claims)
    text += f" Intervals in the text are 95 % intervals; the sample consists of {' or '.join(f'{u}s' for u in units)}."
    if comparisons > 1:
        text += (
            f" Verdicts use intervals that are corrected for {comparisons} comparisons: each has a confidence of "
            f"{100 * (1 - FAMILY_ERROR / comparisons):.2f} %."
        )
    text += "".join(_skewness_text(unit, claims) for unit in units)
    return f"{text} Sizes are those of the configuration; a needed size is one with a power of 80 %."


def exact(number: float) -> Estimate:
    """A number that is known exactly, as an estimate; it has no units, so it is never the number of a sample."""
    return Estimate(number, number, number, 0)


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """The estimate times a positive factor: 100 for percent."""
    return _mapped(estimate, factor, 0.0)


def negated(estimate: Estimate) -> Estimate:
    """The estimate with the opposite sign."""
    return _mapped(estimate, -1.0, 0.0)


def above_mark(estimate: Estimate, mark: float) -> Estimate:
    """How far the estimate is above a mark."""
    return _mapped(estimate, 1.0, -mark)


def below_mark(estimate: Estimate, mark: float) -> Estimate:
    """How far the estimate is below a mark."""
    return _mapped(estimate, -1.0, mark)


def clipped(estimate: Estimate, low: float = -math.inf, high: float = math.inf) -> Estimate:
    """The estimate with an interval inside the bounds of possible values."""
    bounds = max(low, estimate.bounds[0]), min(high, estimate.bounds[1])
    return replace(estimate, low=max(estimate.low, low), high=min(estimate.high, high), bounds=bounds)


def _is_exact(estimate: Estimate) -> bool:
    return estimate.count == 0 and estimate.low == estimate.high


def _mapped(estimate: Estimate, factor: float, shift: float) -> Estimate:
    """The estimate times a factor plus a shift."""

    def interval(low: float, high: float) -> tuple[float, float]:
        one, other = factor * low + shift, factor * high + shift
        return (one, other) if factor > 0 else (other, one)

    low, high = interval(estimate.low, estimate.high)
    bounds = interval(*estimate.bounds)
    skewness = -estimate.skewness if estimate.skewness and factor < 0 else estimate.skewness
    value = factor * estimate.value + shift
    unit_values = tuple(tuple(factor * number + shift for number in numbers) for numbers in estimate.unit_values)
    return replace(estimate, value=value, low=low, high=high, bounds=bounds, skewness=skewness, unit_values=unit_values)


def _skewness_by_unit(claims: Iterable[Claim]) -> dict[str, FamilySkewness]:
    by_unit: dict[str, list[Estimate]] = {}
    for claim in claims:
        if claim.is_sampled:
            by_unit.setdefault(claim.sample_unit, []).extend(claim._estimates)
    return {unit: skewness for unit, numbers in by_unit.items() if (skewness := family_skewness(numbers))}


def _skewness_text(unit: str, claims: Sequence[Claim]) -> str:
    """What intervals assume of a unit, in a sentence that begins with a blank; empty without any by Student's t.

    Intervals of skewed units are longer whether they are by Student's t or, with many units, normal.
    """
    ours = [claim for claim in claims if claim.is_sampled and claim.sample_unit == unit]
    skewness = ours[0]._skewness
    if skewness:
        return (
            f" The {unit}s are skewed ({skewness}): on the side of the rare values, intervals are longer for it, which "
            "keeps the errors near 5 %."
        )
    estimates = [number for claim in ours for number in claim._estimates]
    numbers = [number for number in estimates if math.isfinite(number.freedom) and not number.is_wilson]
    if not numbers:
        return ""
    if not any(number.skewness for number in numbers):
        return f" Intervals assume that {unit}s are nearly normal; their skewness is not known."
    return f" Intervals assume that {unit}s are nearly normal; these claims show no skewness beyond chance."


def _planned(claim: Claim, family: ClaimFamily) -> int | None:
    return family.planned.get(claim.sample_unit) if claim.planned is None else claim.planned


def _check_plan(claim: Claim, family: ClaimFamily) -> None:
    planned = _planned(claim, family)
    size = max((estimate.count for estimate, _ in claim.parts), default=claim.size or 0)
    if claim.sequential is not None:
        error = max(claim.sequential.alpha, claim.sequential.beta)  # of a wrong "holds" and of a wrong "fails"
        if error > FAMILY_ERROR / family.comparisons:
            raise ContractError(
                f"the claim {claim.statement!r} is tested sequentially with an error of {error:g}; "
                f"{family.comparisons} claims judged together allow {FAMILY_ERROR / family.comparisons:.2g}"
            )
        return
    if planned is None:
        raise ContractError(
            f"the claim {claim.statement!r} has a sample of {claim.sample_unit}s, but no number of them was planned"
        )
    if size > planned:
        raise ContractError(
            f"the claim {claim.statement!r} uses {plural(size, claim.sample_unit)}, but {planned} were planned: a "
            "sample does not grow until it decides"
        )


def _basis(claim: Claim) -> VerdictBasis:
    number = claim.deciding
    planned = _planned(claim, claim.family) if claim.family and claim.is_sampled else None
    return VerdictBasis(
        number.measured if number else None,
        number.corrected if number and claim.is_sampled else None,
        claim.sample_unit,
        claim.size,
        planned,
        claim.needed,
        claim.family.name if claim.family else "",
        claim.comparisons,
    )


def _basis_text(claim: Claim, number_format: ClaimFormat) -> str:
    """What the verdict rests on, in one or two sentences that begin with a blank."""
    if claim.calibration:
        return f" Calibration: {claim.calibration}."
    if claim.not_testable:
        return f" Not testable: {claim.not_testable}."
    if not claim.is_sampled:
        return ""
    sentences = ""
    number = claim.deciding
    if number and math.isfinite(number.corrected.high - number.corrected.low):
        parts = number.comparisons // claim.comparisons
        reasons = [plural(claim.comparisons, "comparison")] if number.comparisons > 1 else []
        reasons += [plural(parts, "part")] if parts > 1 else []
        reasons += [f"skewed {claim.sample_unit}s"] if number.is_longer_for_skewness else []
        if reasons:
            sentences = f" Corrected for {' and '.join(reasons)}: {_interval_text(number.corrected, number_format)}."
    size = "" if claim.size is None else f" {plural(claim.size, claim.sample_unit)}"
    needed = f", {claim.needed:,} needed" if claim.needed else ""
    return f"{sentences}{size}{needed}." if size else sentences


def _with_verb(number: int, state: str) -> str:
    return f"{number} {'is' if number == 1 else 'are'} {state}"


def _interval_text(estimate: Estimate, number_format: ClaimFormat) -> str:
    low, high = (number_format.scale * number for number in (estimate.low, estimate.high))
    return f"[{low:+.{number_format.digits}f}, {high:+.{number_format.digits}f}]"


def _format_number(estimate: Estimate, number_format: ClaimFormat) -> str:
    value = f"{number_format.scale * estimate.value:+.{number_format.digits}f}"
    if number_format.no_interval and not estimate.low > -1e9:
        return f"{value} {number_format.no_interval}"
    return f"{value} {_interval_text(estimate, number_format)}"

"""Claim of a publication, with the published and the measured numbers and the resulting verdict."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.report.model import VerdictState
from ludus.stats import Estimate


@dataclass(frozen=True)
class Claim:
    """Claim that a number is above zero. It holds or fails if the whole 95 % interval says so, else it is undecided."""

    statement: str
    source: str  # chapter, section, table or figure
    published: str
    measured: Estimate | None  # None if the claim is not judged; `unit` then gives the reason
    unit: str

    @property
    def verdict(self) -> VerdictState:
        return "undecided" if self.measured is None else judge_above(self.measured)


def judge_above(ours: Estimate, mark: float = 0.0) -> VerdictState:
    """Verdict on the claim that a number is above a mark, by its interval."""
    return "holds" if ours.low > mark else "fails" if ours.high < mark else "undecided"

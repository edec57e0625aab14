"""A statement of a publication, its numbers, and ours: how far it is true, in units above zero."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.lab.report import State
from ludus.stats import Estimate


@dataclass(frozen=True)
class Claim:
    """It holds or fails when the whole 95 % interval says so; else it is undecided."""

    statement: str
    source: str  # chapter, section, table or figure
    theirs: str
    ours: Estimate | None  # None: it is not judged here, and `unit` says why
    unit: str

    @property
    def verdict(self) -> State:
        return "undecided" if self.ours is None else verdict_on(self.ours)


def verdict_on(ours: Estimate, mark: float = 0.0) -> State:
    """What an interval says of the claim that a number is above a mark."""
    return "holds" if ours.low > mark else "fails" if ours.high < mark else "undecided"

"""Claim of the paper, with its numbers, ours and the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.lab.report import State
from ludus.stats import Estimate
from ludus.studies.claim import verdict_on


@dataclass(frozen=True)
class Claim:
    statement: str
    source: str  # section, table or figure
    theirs: str
    ours: str
    state: State


def judged(
    statement: str, source: str, theirs: str, ours: Estimate, mark: float, unit: str, percent: bool = False
) -> Claim:
    """Claim that a number is above a mark."""
    scale, digits = (100, 1) if percent else (1, 3)
    value, low, high = (f"{scale * number:.{digits}f}" for number in (ours.value, ours.low, ours.high))
    return Claim(
        statement, source, theirs, f"{value}{' %' if percent else ''} [{low}, {high}] {unit}", verdict_on(ours, mark)
    )

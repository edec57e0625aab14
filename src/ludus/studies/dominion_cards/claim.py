"""Claim of the paper, with its numbers, ours and the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.lab.report import VerdictState
from ludus.stats import Estimate
from ludus.studies.claim import judge_above


@dataclass(frozen=True)
class CardSetClaim:
    statement: str
    source: str  # section, table or figure
    published: str
    measured: str
    state: VerdictState


def claim_above(
    statement: str, source: str, theirs: str, ours: Estimate, mark: float, unit: str, percent: bool = False
) -> CardSetClaim:
    """Claim that a number is above a mark."""
    scale, digits = (100, 1) if percent else (1, 3)
    value, low, high = (f"{scale * number:.{digits}f}" for number in (ours.value, ours.low, ours.high))
    return CardSetClaim(
        statement, source, theirs, f"{value}{' %' if percent else ''} [{low}, {high}] {unit}", judge_above(ours, mark)
    )

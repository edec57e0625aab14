"""Held-out validation: the old and the new card file, played on fresh deals."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.design.contract import ReportColumn, DesignRequest, ReportTable
from ludus.design.decks.ruler import TreatmentEstimates, estimate_strengths
from ludus.design.decks.space import Item
from ludus.stats import Estimate


@dataclass(frozen=True)
class FileValidation:
    """Both files played by one measuring bot on the same deals."""

    before: TreatmentEstimates
    after: TreatmentEstimates
    max_share: float

    @property
    def bot(self) -> str:
        return self.after.bot

    @property
    def above(self) -> set[Item]:
        """Cards and patrons that surely carry more than the share in the new file."""
        return self.after.surely_above(self.max_share)

    def strengths(self, item: Item) -> tuple[Estimate, Estimate]:
        """Return the strengths of one card or patron in both files."""
        return self.before.strengths()[item], self.after.strengths()[item]


def validate_files(
    old: Content, new: Content, bot: str, games: int, most: float, request: DesignRequest
) -> FileValidation:
    """Play both files on deals of this bot's own, which no choice depended on."""
    seed = derive(request.seed, "judge", bot)
    with request.progress(f"{bot} judges both files", 2 * games) as advance:
        before, after = (
            estimate_strengths(request.game, content, bot, games, seed, request.backend, advance)
            for content in (old, new)
        )
    return FileValidation(before, after, most)


def validation_table(validations: list[FileValidation]) -> ReportTable:
    """Return a table with a row per file and measuring bot."""
    columns = [
        ReportColumn("ruler"),
        ReportColumn("file"),
        ReportColumn("games", "count"),
        ReportColumn("above", "count", "surely above"),
    ]
    columns += [
        ReportColumn("estimates", "count", "estimates above"),
        ReportColumn("first_seat", "share", "first seat"),
    ]
    rows = [
        [
            *(validation.bot, name, ruled.games, len(ruled.surely_above(validation.max_share))),
            sum(strength.value > validation.max_share for strength in ruled.strengths().values()),
            *(ruled.first_seat, ruled.turns),
        ]
        for validation in validations
        for name, ruled in (("old", validation.before), ("new", validation.after))
    ]
    return ReportTable("judges", "Both files on fresh deals", [*columns, ReportColumn("turns", "number")], rows)


def target_verdict(validations: list[FileValidation]) -> str:
    """Return a sentence that says whether the target is reached, and for which bots."""
    first, *held_out = validations
    if first.above:
        return "The target is NOT reached: see what is left, and why."
    doubts = [validation.bot for validation in held_out if validation.above]
    if doubts:
        return f"The target is reached for {first.bot}, but NOT for {' and '.join(doubts)}, which took no part."
    return "The target is reached."


def known_or_none(estimate: Estimate) -> Estimate | None:
    """Return None for an unknown estimate."""
    return None if math.isnan(estimate.value) else estimate

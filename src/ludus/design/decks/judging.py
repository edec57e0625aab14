"""Held-out validation: the old and the new card file, played on fresh deals."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.design.contract import Column, Order, Sheet
from ludus.design.decks.ruler import Ruled, by_ruler
from ludus.design.decks.space import Thing
from ludus.stats import Estimate


@dataclass(frozen=True)
class Judged:
    """Both files played by one measuring bot on the same deals."""

    before: Ruled
    after: Ruled
    most: float

    @property
    def who(self) -> str:
        return self.after.player

    @property
    def above(self) -> set[Thing]:
        """Cards and patrons that surely carry more than the share in the new file."""
        return self.after.above(self.most)

    def strengths(self, thing: Thing) -> tuple[Estimate, Estimate]:
        """Return the strengths of one card or patron in both files."""
        return self.before.strengths()[thing], self.after.strengths()[thing]


def judge(old: Content, new: Content, who: str, games: int, most: float, order: Order) -> Judged:
    """Play both files on deals of this bot's own, which no choice depended on."""
    seed = derive(order.seed, "judge", who)
    with order.progress(f"{who} judges both files", 2 * games) as advance:
        before, after = (
            by_ruler(order.game, content, who, games, seed, order.place, advance) for content in (old, new)
        )
    return Judged(before, after, most)


def judges_sheet(judged: list[Judged]) -> Sheet:
    """Return a table with a row per file and measuring bot."""
    columns = [Column("ruler"), Column("file"), Column("games", "count"), Column("above", "count", "surely above")]
    columns += [Column("estimates", "count", "estimates above"), Column("first_seat", "share", "first seat")]
    rows = [
        [
            *(validation.who, name, ruled.games, len(ruled.above(validation.most))),
            sum(strength.value > validation.most for strength in ruled.strengths().values()),
            *(ruled.first_seat, ruled.turns),
        ]
        for validation in judged
        for name, ruled in (("old", validation.before), ("new", validation.after))
    ]
    return Sheet("judges", "Both files on fresh deals", [*columns, Column("turns", "number")], rows)


def verdict(judged: list[Judged]) -> str:
    """Return a sentence that says whether the target is reached, and for which bots."""
    first, *held_out = judged
    if first.above:
        return "The target is NOT reached: see what is left, and why."
    doubts = [validation.who for validation in held_out if validation.above]
    if doubts:
        return f"The target is reached for {first.who}, but NOT for {' and '.join(doubts)}, which took no part."
    return "The target is reached."


def known(estimate: Estimate) -> Estimate | None:
    """Return None for an unknown estimate."""
    return None if math.isnan(estimate.value) else estimate

"""An old and a new card file before rulers, on fresh deals."""

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
    """Both files before one ruler, on the same deals."""

    before: Ruled
    after: Ruled
    most: float

    @property
    def who(self) -> str:
        return self.after.player

    @property
    def above(self) -> set[Thing]:
        """What surely carries more than the share in the new file."""
        return self.after.above(self.most)

    def strengths(self, thing: Thing) -> tuple[Estimate, Estimate]:
        """Of one thing in both files."""
        return self.before.strengths()[thing], self.after.strengths()[thing]


def judge(old: Content, new: Content, who: str, games: int, most: float, order: Order) -> Judged:
    """Deals of the ruler's own, which no choice depended on."""
    seed = derive(order.seed, "judge", who)
    with order.progress(f"{who} judges both files", 2 * games) as told:
        before, after = (by_ruler(order.game, content, who, games, seed, order.place, told) for content in (old, new))
    return Judged(before, after, most)


def judges_sheet(judged: list[Judged]) -> Sheet:
    """A file a row, for every ruler."""
    columns = [Column("ruler"), Column("file"), Column("games", "count"), Column("above", "count", "surely above")]
    columns += [Column("estimates", "count", "estimates above"), Column("first_seat", "share", "first seat")]
    rows = [
        [
            *(each.who, name, ruled.games, len(ruled.above(each.most))),
            sum(strength.value > each.most for strength in ruled.strengths().values()),
            *(ruled.first_seat, ruled.turns),
        ]
        for each in judged
        for name, ruled in (("old", each.before), ("new", each.after))
    ]
    return Sheet("judges", "Both files on fresh deals", [*columns, Column("turns", "number")], rows)


def verdict(judged: list[Judged]) -> str:
    """Whether the target is reached, for whom, in a sentence."""
    made, *strangers = judged
    if made.above:
        return "The target is NOT reached: see what is left, and why."
    doubts = [each.who for each in strangers if each.above]
    if doubts:
        return f"The target is reached for {made.who}, but NOT for {' and '.join(doubts)}, which took no part."
    return "The target is reached."


def known(estimate: Estimate) -> Estimate | None:
    """None where nothing is known."""
    return None if math.isnan(estimate.value) else estimate

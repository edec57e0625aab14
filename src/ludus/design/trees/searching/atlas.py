"""A map of trees: not one but the best of every kind.

atlas = Atlas(rater, space, kind_of_map("size", nodes=15), seed=7)
for _ in range(50):
    atlas.step(place)
atlas.elites
"""

from __future__ import annotations

from collections.abc import Mapping

from ludus.compute import Place, Threads
from ludus.design.maps import atlas as maps
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.rating.rater import Rater
from ludus.design.trees.rating.ratings import RATINGS, total
from ludus.design.trees.searching.kinds_of_trees import Kind
from ludus.design.trees.searching.search import rate_and_learn
from ludus.games.delve.tree import Tree

BATCH = 64  # trees that are rated at a time
RATE = 0.4  # the chance of each operator


class Atlas(maps.Atlas[Tree]):
    """One map in the making."""

    def __init__(
        self,
        rater: Rater,
        space: TreeSpace,
        kind: Kind,
        seed: int,
        weights: Mapping[str, float] | None = None,
        batch: int = BATCH,
        state: bytes | None = None,
    ) -> None:
        super().__init__(kind.axes, space, seed, batch, RATE, state)
        self.rater, self.space, self.kind = rater, space, kind
        self.weights = [(rater.weights if weights is None else weights).get(name, 0.0) for name in RATINGS]
        if state and space.crossover == "builds":  # it forgot which builds win
            rate_and_learn(rater, space, [elite.genome for elite in self.elites], Threads(1))

    def rate(self, asked: list[Tree], place: Place, told: maps.Told) -> list[maps.Row]:
        rated = rate_and_learn(self.rater, self.space, asked, place)
        told(len(asked))
        return [
            (total(each.ratings, self.weights), *self.kind.measures(tree, each, self.rater))
            for tree, each in zip(asked, rated, strict=True)
        ]

"""MAP-Elites archive of trees: the best of every cell.

atlas = Atlas(rater, space, kind_of_map("size", nodes=15), seed=7)
for _ in range(50):
    atlas.step(place)
atlas.elites
"""

from __future__ import annotations

from collections.abc import Mapping

from ludus.compute import Backend, Threads
from ludus.design.maps import atlas as maps
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.rating.rater import Rater
from ludus.design.trees.rating.ratings import RATINGS, weighted_total
from ludus.design.trees.searching.kinds_of_trees import TreeDescriptors
from ludus.design.trees.searching.search import rate_and_learn
from ludus.games.delve.tree import SkillTree

BATCH_TREES = 64  # trees per batch
OPERATOR_RATE = 0.4  # probability of each operator


class TreeArchive(maps.EliteArchive[SkillTree]):
    """MAP-Elites run over trees."""

    def __init__(
        self,
        rater: Rater,
        space: TreeSpace,
        kind: TreeDescriptors,
        seed: int,
        weights: Mapping[str, float] | None = None,
        batch: int = BATCH_TREES,
        state: bytes | None = None,
    ) -> None:
        super().__init__(kind.axes, space, seed, batch, OPERATOR_RATE, state)
        self.rater, self.space, self.kind = rater, space, kind
        self.weights = [(rater.weights if weights is None else weights).get(name, 0.0) for name in RATINGS]
        if state and space.crossover == "builds":  # winning builds are not part of the state
            rate_and_learn(rater, space, [elite.genome for elite in self.elites], Threads(1))

    def rate(
        self, genomes: list[SkillTree], backend: Backend, on_progress: maps.ProgressListener
    ) -> list[maps.RatedMeasures]:
        rated = rate_and_learn(self.rater, self.space, genomes, backend)
        on_progress(len(genomes))
        return [
            (weighted_total(result.ratings, self.weights), *self.kind.measures(tree, result, self.rater))
            for tree, result in zip(genomes, rated, strict=True)
        ]

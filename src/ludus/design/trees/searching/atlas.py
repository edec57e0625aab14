"""A map of trees: not one but the best of every kind.

    atlas = Atlas(rater, space, kind_of_map("size", nodes=15), seed=7)
    for _ in range(50):
        atlas.step(place)
    atlas.elites

MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites") over skill trees.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludus.compute import Place, Threads
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.rating.rater import Rater
from ludus.design.trees.rating.ratings import RATINGS, total
from ludus.design.trees.searching.kinds_of_trees import Kind
from ludus.design.trees.searching.search import rate_and_learn
from ludus.evolve import Elite, MapElites
from ludus.games.delve.tree import Tree

BATCH = 64  # trees that are rated at a time
RATE = 0.4  # the chance of each operator


class Atlas:
    """One map in the making; `dump` and `state` as in ludus.evolve."""

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
        self.rater, self.space, self.kind = rater, space, kind
        self.weights = [(rater.weights if weights is None else weights).get(name, 0.0) for name in RATINGS]
        self.run: MapElites[Tree] = (
            MapElites.load(state, space)
            if state
            else MapElites(
                space,
                cells=[axis.steps for axis in kind.axes],
                ranges=[(axis.low, axis.high) for axis in kind.axes],
                batch=batch,
                mutation_rate=RATE,
                seed=seed,
            )
        )
        if state and space.crossover == "builds":  # it forgot which builds win
            rate_and_learn(rater, space, [elite.genome for elite in self.run.elites], Threads(1))

    @property
    def elites(self) -> list[Elite[Tree]]:
        """The best tree of every kind that was met, in the order of the kinds."""
        return self.run.elites

    def step(self, place: Place | None = None) -> int:
        """Rate one batch; how many kinds there are now."""
        asked = self.run.ask()
        rated = rate_and_learn(self.rater, self.space, asked, place or Threads(1))
        self.run.tell(
            [
                (total(each.ratings, self.weights), *self.kind.measures(tree, each, self.rater))
                for tree, each in zip(asked, rated, strict=True)
            ]
        )
        return len(self.run.elites)

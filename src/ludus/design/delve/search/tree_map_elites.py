"""MAP-Elites archive of trees: the best tree of every cell.

    archive = TreeArchive(rater, space, find_descriptors("size", nodes=15), seed=7)
    for _ in range(50):
        archive.step(backend)
    archive.elites

Cells are pairs of descriptors, each divided into bins:

size        number of nodes, and mean number of children of inner nodes
picks       how evenly nodes occur in winning builds, and the variation of the power of builds
patterns    share of nodes in specialised branches, and in clusters
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ludus.backends import Backend, Threads
from ludus.design import map_elites_archive as maps
from ludus.design.delve.rating.rater import Rater, TreeRating
from ludus.design.delve.rating.shape_measures import measure_shape
from ludus.design.delve.rating.tree_ratings import RATINGS, weighted_total
from ludus.design.delve.search.skill_tree_evolution_run import rate_and_learn
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.design.map_elites_archive import Axes, Axis
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import UnknownName

BATCH_TREES = 64  # trees per batch
OPERATOR_RATE = 0.4  # probability of each operator


@dataclass(frozen=True)
class TreeDescriptors:
    """Descriptors of an archive: rows, then columns."""

    axes: Axes
    measures: Callable[[SkillTree, TreeRating, Rater], tuple[float, float]]


def find_descriptors(name: str, nodes: int) -> TreeDescriptors:
    """Return the descriptors of an archive for trees of at most `nodes` nodes.

    Raises:
        UnknownName: there is no such pair of descriptors.
    """
    descriptors = {
        "size": TreeDescriptors(
            (Axis("nodes", 0.5, nodes + 0.5, nodes if nodes <= 20 else 20), Axis("children of a node", 1.0, 4.0, 12)),
            _size_descriptors,
        ),
        "picks": TreeDescriptors(
            (Axis("evenness of picks", 0.7, 1.0, 12), Axis("spread of power", 0.0, 0.6, 12)), _pick_descriptors
        ),
        "patterns": TreeDescriptors(
            (Axis("specialised branches", 0.0, 1.0, 10), Axis("clustered nodes", 0.0, 1.0, 10)), _pattern_descriptors
        ),
    }
    if name not in descriptors:
        raise UnknownName("map", name, list(descriptors))
    return descriptors[name]


def pick_entropy(rated: TreeRating) -> float:
    """Return how evenly nodes occur in builds that win a fight: 1 if all equally often, 0 if only one does, or none."""
    won = rated.nodes["won"]
    if len(won) < 2 or not won.any():
        return 0.0
    shares = won[won > 0] / won.sum()
    return float(max(0.0, -(shares * np.log(shares)).sum()) / np.log(len(won)))


def power_variation(tree: SkillTree, rater: Rater) -> float:
    """Return the coefficient of variation of the power of builds of the last encounter."""
    if not len(tree):
        return 0.0
    power_by_node = tree.bonuses.sum(1).tolist()
    builds = rater.find_builds(tree).sets(len(rater.encounters) - 1)
    power = np.array([sum(power_by_node[node] for node in build) for build in builds], np.float64)
    return float(power.std() / power.mean()) if power.any() else 0.0


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


def _size_descriptors(tree: SkillTree, rated: TreeRating, rater: Rater) -> tuple[float, float]:
    shape = measure_shape(tree)
    return float(shape.size), shape.branching


def _pick_descriptors(tree: SkillTree, rated: TreeRating, rater: Rater) -> tuple[float, float]:
    return pick_entropy(rated), power_variation(tree, rater)


def _pattern_descriptors(tree: SkillTree, rated: TreeRating, rater: Rater) -> tuple[float, float]:
    shape = measure_shape(tree)
    return shape.specialised, shape.clustered

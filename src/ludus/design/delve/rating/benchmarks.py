"""Benchmarks of tree rating, for `ludus bench`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ludus.arena.benchmark import ThroughputTask
from ludus.design.delve.rating.rater import Rater, TreeGoals
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.data import default_encounters, reference_decks
from ludus.games.delve.skill_tree import SkillNode, SkillTree

USUAL_NODES, LARGE_TREE_NODES = 15, 100
MIN_TREES_PER_SECOND = 100.0  # trees per second


def rating_benchmarks() -> Sequence[ThroughputTask]:
    """Return the benchmarks: typical trees, the one with the most builds, and a tree that has to be sampled."""
    small, large = (
        Rater(reference_decks(), default_encounters(), TreeGoals(nodes=nodes))
        for nodes in (USUAL_NODES, LARGE_TREE_NODES)
    )
    typical = [TreeSpace(nodes=USUAL_NODES).random(np.random.default_rng(seed), USUAL_NODES) for seed in range(8)]
    return (
        ThroughputTask(
            f"rating trees of {USUAL_NODES} nodes", "trees/s", partial(_rate, small, typical), MIN_TREES_PER_SECOND
        ),
        ThroughputTask(
            f"rating {USUAL_NODES} nodes in a row",
            "trees/s",
            partial(_rate, small, [_flat_tree(USUAL_NODES)]),
            MIN_TREES_PER_SECOND,
        ),
        ThroughputTask(
            f"rating {LARGE_TREE_NODES} nodes in a row",
            "trees/s",
            partial(_rate, large, [_flat_tree(LARGE_TREE_NODES)]),
        ),
    )


def _rate(rater: Rater, trees: Sequence[SkillTree]) -> int:
    for tree in trees:
        rater.rate(tree)
    return len(trees)


def _flat_tree(nodes: int) -> SkillTree:
    """A tree in which every node is available from the beginning."""
    return SkillTree("row", tuple(SkillNode(f"{TARGETS[i % 8]} {i // 8 + 1}", i % 8, 1 + i % 4) for i in range(nodes)))

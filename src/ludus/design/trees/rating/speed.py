"""Benchmarks of tree rating, for `ludus bench`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ludus.arena.bench import Task
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.rating.rater import Goals, Rater
from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.scenario import encounters, reference_decks
from ludus.games.delve.tree import Node, Tree

NODES, MANY = 15, 100
BAR = 100.0  # trees per second


def tasks() -> Sequence[Task]:
    """Return the benchmarks: typical trees, the one with the most builds, and a tree that has to be sampled."""
    small, large = (Rater(reference_decks(), encounters(), Goals(nodes=nodes)) for nodes in (NODES, MANY))
    typical = [TreeSpace(nodes=NODES).random(np.random.default_rng(seed), NODES) for seed in range(8)]
    return (
        Task(f"rating trees of {NODES} nodes", "trees/s", partial(_rate, small, typical), BAR),
        Task(f"rating {NODES} nodes in a row", "trees/s", partial(_rate, small, [_row(NODES)]), BAR),
        Task(f"rating {MANY} nodes in a row", "trees/s", partial(_rate, large, [_row(MANY)])),
    )


def _rate(rater: Rater, trees: Sequence[Tree]) -> int:
    for tree in trees:
        rater.rate(tree)
    return len(trees)


def _row(nodes: int) -> Tree:
    """A tree in which every node is available from the beginning."""
    return Tree("row", tuple(Node(f"{TARGETS[i % 8]} {i // 8 + 1}", i % 8, 1 + i % 4) for i in range(nodes)))

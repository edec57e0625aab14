"""The last stretch to a win ratio: a small evolution that is judged by real play.

The approximating simulation that trees are made by is not the game, and it counts only players who are still alive. So
a tree whose rating says 0.7 is won more or less often than that by a player. Here the trees of a front evolve on: what
counts is the total of the ratings, less a price for every bit that a player's win ratio in real play is off the target,
and for every node whose sibling has the same target: the easiest way to a lower ratio would be nodes that are all weak
and all alike, between which there is nothing to choose.

Play takes longer than the simulation, so a child is played only if its ratings alone would let it live.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludus.compute import Place, Threads
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.changing.sprouts import MOST
from ludus.design.trees.playing.trials import Trial
from ludus.design.trees.rating.rater import Rated, Rater, rate_all
from ludus.evolve.state import generator
from ludus.games.delve.tree import Tree

GENERATIONS = 40
SURVIVORS = 8
NEAR = 0.01  # of the win ratio: near enough
DEAR = 5.0  # what a win ratio that is off by 1 more costs, in ratings
ALIKE = 0.01  # what a node costs whose sibling has the same target


@dataclass(frozen=True)
class Tuned:
    tree: Tree
    rated: Rated
    win: float  # in real play, on the orders of cards that it was tuned with
    score: float
    played: int  # trees that were played, in all


def tune(
    trees: Sequence[Tree],
    rater: Rater,
    trial: Trial,
    target: float,
    total: Callable[[np.ndarray], float],
    space: TreeSpace,
    seed: int,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
    generations: int = GENERATIONS,
) -> Tuned:
    """The best tree that these lead to; `total` makes one number of ratings."""
    rng, place = generator(seed, "tuning"), place or Threads(1)
    known: set[Tree] = set()
    alive: list[Tuned] = []
    played = 0
    asked = [space.genome(tree) for tree in trees]
    for _ in range(generations + 1):
        new = [tree for tree in dict.fromkeys(asked) if tree not in known]
        known.update(new)
        for tree, rated in zip(new, rate_all(rater, new, place), strict=True):
            most = total(rated.ratings) - ALIKE * siblings_alike(tree)
            if len(alive) == SURVIVORS and most <= alive[-1].score:
                continue
            win = float(trial.play(tree, place)["won"].mean())
            played += 1
            score = most - DEAR * max(0.0, abs(win - target) - NEAR)
            alive = sorted([Tuned(tree, rated, win, score, 0), *alive], key=lambda each: -each.score)[:SURVIVORS]
        if progress:
            progress(1)
        asked = [
            child for each in alive for child in (*space.mutants(each.tree, rng), *_steps(space, each, target, rng))
        ]
    return replace(alive[0], played=played)


def siblings_alike(tree: Tree) -> int:
    """How many nodes have a sibling with the same target that comes before them."""
    return len(tree) - len({(node.parents, node.target) for node in tree.nodes})


def _steps(space: TreeSpace, each: Tuned, target: float, rng: np.random.Generator) -> list[Tree]:
    """One node a point stronger, or weaker: whatever leads towards the target."""
    by = 1 if each.win < target else -1
    nodes = each.tree.nodes
    free = [k for k, node in enumerate(nodes) if space.limits.least <= node.value + by <= MOST]
    if not free:
        return []
    k = free[int(rng.integers(len(free)))]
    changed = Tree(each.tree.name, (*nodes[:k], replace(nodes[k], value=nodes[k].value + by), *nodes[k + 1 :]))
    return [space.genome(changed)]

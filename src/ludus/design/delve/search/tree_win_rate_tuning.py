"""Tuning to a win rate: a small evolution that is evaluated by playtests.

The approximating simulation is not the game, and it counts only surviving players. So a tree with a simulated win rate
of 0.7 is won more or less often by a bot. Here the trees of a front evolve further: the score is the total of the
ratings, minus a penalty for the distance of the bot's win rate from the target, and for every node whose sibling has
the same target: otherwise the easiest way to a lower win rate would be weak and equal nodes without a real choice.

Play takes longer than the simulation, so a child is played only if its ratings alone would let it survive.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludus.backends import Backend, Threads
from ludus.design.delve.playtest.trials import BotTrial
from ludus.design.delve.rating.rater import TreeRater, TreeRating, rate_all
from ludus.design.delve.variation.mutable_tree import MAX_NODE_VALUE
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.delve.skill_tree import SkillTree

GENERATIONS = 40
SURVIVORS = 8
WIN_RATE_TOLERANCE = 0.01  # tolerance of the win rate
WIN_RATE_PENALTY = 5.0  # penalty per unit of win rate beyond the tolerance, in ratings
SIBLING_PENALTY = 0.01  # penalty of a node whose sibling has the same target


@dataclass(frozen=True)
class TunedTree:
    tree: SkillTree
    rated: TreeRating
    win: float  # in play, with the card orders of the tuning
    score: float
    played: int  # total number of trees played


def tune_by_play(
    trees: Sequence[SkillTree],
    rater: TreeRater,
    trial: BotTrial,
    target: float,
    total: Callable[[np.ndarray], float],
    space: TreeSpace,
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
    generations: int = GENERATIONS,
) -> TunedTree:
    """Evolve trees towards a target win rate and return the best.

    Args:
        trees: initial trees.
        rater: rates trees by simulation.
        trial: plays trees.
        target: target win rate.
        total: makes one number of ratings.
        space: genome space.
        seed: seed of the variation.
        backend: backend; one thread by default.
        progress: called after every generation.
        generations: number of generations.
    """
    rng, backend = numpy_generator(seed, "tuning"), backend or Threads(1)
    known: set[SkillTree] = set()
    alive: list[TunedTree] = []
    played = 0
    candidates = [space.to_genome(tree) for tree in trees]
    for _ in range(generations + 1):
        new = [tree for tree in dict.fromkeys(candidates) if tree not in known]
        known.update(new)
        for tree, rated in zip(new, rate_all(rater, new, backend), strict=True):
            most = total(rated.ratings) - SIBLING_PENALTY * same_target_siblings(tree)
            if len(alive) == SURVIVORS and most <= alive[-1].score:
                continue
            win = float(trial.play(tree, backend)["won"].mean())
            played += 1
            score = most - WIN_RATE_PENALTY * max(0.0, abs(win - target) - WIN_RATE_TOLERANCE)
            alive = sorted([TunedTree(tree, rated, win, score, 0), *alive], key=lambda survivor: -survivor.score)[
                :SURVIVORS
            ]
        if progress:
            progress(1)
        candidates = [
            child
            for survivor in alive
            for child in (*space.mutants(survivor.tree, rng), *_step_towards_target(space, survivor, target, rng))
        ]
    return replace(alive[0], played=played)


def same_target_siblings(tree: SkillTree) -> int:
    """Return how many nodes have an earlier sibling with the same target."""
    return len(tree) - len({(node.parents, node.target) for node in tree.nodes})


def _step_towards_target(
    space: TreeSpace, result: TunedTree, target: float, rng: np.random.Generator
) -> list[SkillTree]:
    """One node a point stronger or weaker, towards the target."""
    by = 1 if result.win < target else -1
    nodes = result.tree.nodes
    free = [k for k, node in enumerate(nodes) if space.limits.min_value <= node.value + by <= MAX_NODE_VALUE]
    if not free:
        return []
    k = free[int(rng.integers(len(free)))]
    changed = SkillTree(result.tree.name, (*nodes[:k], replace(nodes[k], value=nodes[k].value + by), *nodes[k + 1 :]))
    return [space.to_genome(changed)]

"""Run of a search method, generation by generation, and its resulting trees.

    search = TreeSearch(rater, TreeSpace(nodes=15), "nsga2", seed=7)
    for _ in range(100):
        search.step(backend)
    saved = search.dump()                                  # resume with TreeSearch(..., state=saved)
    outcome = search.finish(backend)                       # the tree, after post-processing, and its ratings

Ratings depend on the tree alone, so a run gives the same bytes on any number of threads, stopped and resumed or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.backends import Backend, Threads
from ludus.design.delve.builds.enumeration import points_before
from ludus.design.delve.rating.rater import TreeRater, TreeRating, rate_all
from ludus.design.delve.search.tree_evolution import TreeEvolution
from ludus.design.delve.variation.mutable_tree import post_process
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.skill_tree import SkillTree


@dataclass(frozen=True)
class TreeGeneration:
    """Summary of one generation."""

    number: int  # from 1
    asked: int  # trees that were rated
    best: float  # the highest score among the survivors
    mean: float  # of their scores
    ratings: dict[str, float]  # of the best one
    nodes: int  # of the best one


@dataclass(frozen=True)
class SearchOutcome:
    """Result of a run: the best tree, and the Pareto front."""

    tree: SkillTree
    rated: TreeRating
    front: list[tuple[SkillTree, TreeRating]]  # non-dominated trees, the highest total first


class TreeSearch:
    """One run of a search method."""

    def __init__(
        self,
        rater: TreeRater,
        space: TreeSpace,
        method: str,
        seed: int,
        state: bytes | None = None,
        start: Sequence[SkillTree] | None = None,
        **options: Any,
    ) -> None:
        """Start a run, or resume one from `state`. `options` are those of TreeEvolution; a resumed run has its own."""
        options = {"ratings": rater.names} | options
        self.rater, self.space = rater, space
        self.run: TreeEvolution
        if state is None:
            self.run = TreeEvolution(space, method=method, seed=seed, start=start, **options)
        else:
            self.run = TreeEvolution.load(state, space)
            if space.crossover == "builds":  # winning builds are not part of the state
                rate_and_learn(rater, space, [member.tree for member in self.run.members], Threads(1))

    def step(self, backend: Backend | None = None, progress: Callable[[int], None] | None = None) -> TreeGeneration:
        """Rate one generation, and select."""
        candidates = self.run.ask()
        rated = rate_and_learn(self.rater, self.space, candidates, backend or Threads(1))
        self.run.tell(np.array([result.ratings for result in rated]))
        if progress:
            progress(1)
        members = self.run.members
        totals = self.run.totals(np.array([member.ratings for member in members]))
        top = members[int(np.argmax(totals))]
        return TreeGeneration(
            self.run.generation,
            len(candidates),
            float(totals.max()),
            float(totals.mean()),
            dict(zip(self.rater.names, map(float, top.ratings), strict=True)),
            len(top.tree),
        )

    def dump(self) -> bytes:
        """Return the whole state; see ludus.evolve."""
        return self.run.dump()

    def finish(self, backend: Backend | None = None) -> SearchOutcome:
        """Return the best survivor and the front, both after post-processing and rated again."""
        front = self.run.front.genomes
        members = self.run.members
        totals = self.run.totals(np.array([member.ratings for member in members]))
        best = members[int(np.argmax(totals))].tree
        trees = [post_process(tree, points_before(self.rater.encounters)[-1]) for tree in [best, *front]]
        rated = rate_all(self.rater, trees, backend or Threads(1))
        new_totals = self.run.totals(np.array([result.ratings for result in rated]))
        order = 1 + np.argsort(-new_totals[1:], kind="stable")
        return SearchOutcome(trees[0], rated[0], [(trees[k], rated[k]) for k in order])


def rate_and_learn(rater: TreeRater, space: TreeSpace, trees: list[SkillTree], backend: Backend) -> list[TreeRating]:
    """Rate trees, and pass their winning builds to the crossover."""
    rated = rate_all(rater, trees, backend)
    for tree, result in zip(trees, rated, strict=True):
        space.learn_winning_builds(tree, result.winning)
    return rated

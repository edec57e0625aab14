"""A run of a method, generation by generation, and the trees that it comes to.

    search = Search(rater, TreeSpace(nodes=15), "nsga2", seed=7)
    for _ in range(100):
        search.step(place)
    saved = search.dump()                                  # or Search(..., state=saved), perhaps tomorrow
    made = search.finish(place)                            # the tree, after post-processing, and its ratings

What is rated depends on the tree alone, so a run on any number of threads, stopped or not, comes to the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.compute import Place, Threads
from ludus.design.trees.changing.pruning import post_process
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.rating.rater import Rated, Rater, rate_all
from ludus.design.trees.rating.ratings import RATINGS
from ludus.design.trees.searching.methods import TreeEvolution
from ludus.games.delve.tree import Tree


@dataclass(frozen=True)
class Generation:
    """What one generation came to."""

    number: int  # from 1
    asked: int  # trees that were rated
    best: float  # the highest total among those that live on, as the method counts it
    mean: float  # of their totals
    ratings: dict[str, float]  # of the best one
    nodes: int  # of the best one


@dataclass(frozen=True)
class Made:
    """What a run is for: a tree, and the compromises beside it."""

    tree: Tree
    rated: Rated
    front: list[tuple[Tree, Rated]]  # what no other beats in a goal without losing in another, the highest total first


class Search:
    """One run."""

    def __init__(
        self,
        rater: Rater,
        space: TreeSpace,
        method: str,
        seed: int,
        state: bytes | None = None,
        start: Sequence[Tree] | None = None,
        **options: Any,
    ) -> None:
        """`options` are those of TreeEvolution; a run that goes on (`state`) has its own."""
        self.rater, self.space = rater, space
        self.run: TreeEvolution
        if state is None:
            self.run = TreeEvolution(space, method=method, seed=seed, start=start, **options)
        else:
            self.run = TreeEvolution.load(state, space)
            if space.crossover == "builds":  # it forgot which builds win
                rate_and_learn(rater, space, [member.tree for member in self.run.members], Threads(1))

    def step(self, place: Place | None = None, progress: Callable[[int], None] | None = None) -> Generation:
        """Rate one generation, and select."""
        asked = self.run.ask()
        rated = rate_and_learn(self.rater, self.space, asked, place or Threads(1))
        self.run.tell(np.array([each.ratings for each in rated]))
        if progress:
            progress(1)
        members = self.run.members
        totals = self.run.totals(np.array([member.ratings for member in members]))
        top = members[int(np.argmax(totals))]
        return Generation(
            self.run.generation,
            len(asked),
            float(totals.max()),
            float(totals.mean()),
            dict(zip(RATINGS, map(float, top.ratings), strict=True)),
            len(top.tree),
        )

    def dump(self) -> bytes:
        """The whole state; see ludus.evolve."""
        return self.run.dump()

    def finish(self, place: Place | None = None) -> Made:
        """The best tree of those that live, and the front, both after post-processing and rated again."""
        front = self.run.front.genomes
        members = self.run.members
        totals = self.run.totals(np.array([member.ratings for member in members]))
        best = members[int(np.argmax(totals))].tree
        trees = [post_process(tree, len(self.rater.encounters) - 1) for tree in [best, *front]]
        rated = rate_all(self.rater, trees, place or Threads(1))
        again = self.run.totals(np.array([each.ratings for each in rated]))
        order = 1 + np.argsort(-again[1:], kind="stable")
        return Made(trees[0], rated[0], [(trees[k], rated[k]) for k in order])


def rate_and_learn(rater: Rater, space: TreeSpace, trees: list[Tree], place: Place) -> list[Rated]:
    """Rate trees, and tell the crossover which of their builds win."""
    rated = rate_all(rater, trees, place)
    for tree, each in zip(trees, rated, strict=True):
        space.learn(tree, each.winning)
    return rated

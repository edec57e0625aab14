"""Trees from searches, and baselines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.compute import Place
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.contract import Order
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.explaining.asks import read_trees
from ludus.design.trees.making.asks import MakeAsks
from ludus.design.trees.making.setting import Setting, read_setting, space_for
from ludus.design.trees.playing.skill import random_tree
from ludus.design.trees.rating.rater import Rated, Rater
from ludus.design.trees.rating.ratings import RATINGS, WEIGHTS, Goals, total
from ludus.design.trees.searching.kinds_of_trees import pick_entropy, power_spread
from ludus.design.trees.searching.methods import CROSSED
from ludus.design.trees.searching.search import Search
from ludus.studies.delve_trees.config import GAME, HAND_MADE, Settings, method_of


@dataclass(frozen=True)
class Workshop:
    """Makes and rates trees with the same decks, encounters and targets for all methods."""

    settings: Settings
    place: Place

    @property
    def setting(self) -> Setting:
        order = Order(find_game(GAME), {}, None, self.settings.seed, self.place, None, _silent)
        return read_setting(self.asks(), order)

    def asks(self, kind: str = "nsga2", crossover: str = "recursive") -> MakeAsks:
        """Options of `ludus make delve` for a search."""
        return MakeAsks(
            nodes=self.settings.nodes,
            target_win=self.settings.target,
            method=method_of(kind),
            objectives="four" if kind == "nsga2-four" else "all",
            crossover=crossover,  # type: ignore[arg-type]
        )

    def rater(self, held_out: bool = False) -> Rater:
        """Rater with the reference decks, or with the held-out ones."""
        setting, settings = self.setting, self.settings
        decks = setting.proof if held_out else setting.decks
        goals = Goals(settings.target, nodes=settings.nodes)
        return Rater(decks, setting.foes, goals, seed=derive(settings.seed, "sampling"))

    def search(self, kind: str, crossover: str, number: int, told: Callable[[int], None]) -> dict[str, Any]:
        """Run one search. Runs of the same number have the same seed for all methods.

        Returns:
            The best tree, its ratings, and the history of the search.
        """
        asks, rater = self.asks(kind, crossover), self.rater()
        space = space_for(asks, self.setting)
        search = Search(
            rater,
            space,
            asks.method,
            derive(self.settings.seed, "search", number),
            objectives=asks.objectives,
            crossed=crossover != "none",
        )
        rows, crossed = [], []
        for _ in range(self.settings.generations):
            generation = search.step(self.place)
            rows.append(
                [
                    generation.asked,
                    generation.nodes,
                    generation.best,
                    generation.mean,
                    *(generation.ratings[name] for name in RATINGS),
                ]
            )
            members = search.run.members
            told(1)
            crossed.append(sum(member.origin == CROSSED for member in members) / len(members))
        best = max(search.run.members, key=lambda member: search.run.total(member.ratings))
        result = search.finish(self.place)
        return {
            **_describe(result.tree, result.rated, rater),
            "tree": space.to_data(result.tree),
            "growth": np.array(rows),
            "crossed": np.array(crossed),  # share of living trees made by crossover, by generation
            "best_crossed": best.origin == CROSSED,
            "made": search.run.made,
            "kept": search.run.kept,
            "front": [space.to_data(tree) for tree, _ in result.front],
            "front_ratings": np.array([rated.ratings for _, rated in result.front]),
        }

    def random(self, number: int) -> dict[str, Any]:
        """A random tree, described like the result of a search."""
        rater, tree = self.rater(), random_tree(self.settings.nodes, number, self.settings.seed)
        return {**_describe(tree, rater.rate(tree), rater), "tree": self.space.to_data(tree)}

    def hand_made(self) -> dict[str, Any]:
        """The hand-made tree of the game."""
        rater, tree = self.rater(), read_hand_made()
        return _describe(tree, rater.rate(tree), rater)

    @property
    def space(self) -> TreeSpace:
        """Reads and writes all trees of the study."""
        return TreeSpace(self.settings.nodes)

    def beside_random(self, data: list[list[int]], number: int) -> dict[str, Any]:
        """Rate a tree and random trees of its size with the held-out decks."""
        rater, tree = self.rater(held_out=True), self.space.from_data(data)
        seed = derive(self.settings.seed, "same size", number)
        others = [random_tree(max(1, len(tree)), k, seed) for k in range(self.settings.same_size)]
        return {"made": rater.rate(tree).ratings, "random": np.array([rater.rate(other).ratings for other in others])}


def read_hand_made() -> Any:
    """Read the hand-made tree of the game."""
    return read_trees([HAND_MADE])[HAND_MADE]


def weighted(ratings: np.ndarray) -> float:
    """Weighted total of the ratings, by which all methods are compared."""
    return total(ratings, [WEIGHTS[name] for name in RATINGS])


def _describe(tree: Any, rated: Rated, rater: Rater) -> dict[str, Any]:
    """Measures of a tree, by the approximate simulation with the reference decks."""
    return {
        "nodes": len(tree),
        "ratings": rated.ratings,
        "win": rated.win,
        "entropy": pick_entropy(rated),
        # share of nodes that are in no build that wins everything
        "useless": float((rated.nodes["decks"] == 0).sum()) / max(1, len(tree)),
        "power_spread": power_spread(tree, rater),
    }


def _silent(what: str, count: int, thing: str = "game", /) -> Any:
    raise AssertionError(f"nothing is shown of {what} here")

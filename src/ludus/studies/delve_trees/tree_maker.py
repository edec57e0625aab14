"""Trees from searches, and baselines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.backends import Backend
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.delve.generation.make_inputs import TreeInputs, make_tree_space, read_inputs
from ludus.design.delve.options import DelveMakeOptions, read_trees
from ludus.design.delve.playtest.bot_fights import random_playable_tree
from ludus.design.delve.rating.rater import Rater, TreeRating
from ludus.design.delve.rating.tree_ratings import RATINGS, WEIGHTS, TreeGoals, weighted_total
from ludus.design.delve.search.skill_tree_evolution_run import TreeSearch
from ludus.design.delve.search.tree_evolution import CROSSOVER_ORIGIN
from ludus.design.delve.search.tree_map_elites import pick_entropy, power_variation
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.studies.delve_trees.config import GAME, HAND_MADE, DelveTreesConfig, search_method


@dataclass(frozen=True)
class TreeMaker:
    """Makes and rates trees with the same decks, encounters and targets for all methods."""

    settings: DelveTreesConfig
    backend: Backend

    @property
    def setting(self) -> TreeInputs:
        order = DesignRequest(load_game(GAME), {}, None, self.settings.seed, self.backend, None, _no_progress)
        return read_inputs(self.make_options(), order)

    def make_options(self, kind: str = "nsga2", crossover: str = "recursive") -> DelveMakeOptions:
        """Options of `ludus make delve` for a search."""
        return DelveMakeOptions(
            setup="thesis",
            nodes=self.settings.nodes,
            target_win=self.settings.target,
            method=search_method(kind),
            objectives="four" if kind == "nsga2-four" else "all",
            crossover=crossover,  # type: ignore[arg-type]
        )

    def rater(self, held_out: bool = False) -> Rater:
        """Rater with the reference decks, or with the held-out ones."""
        setting, settings = self.setting, self.settings
        decks = setting.held_out_decks if held_out else setting.decks
        goals = TreeGoals(settings.target, nodes=settings.nodes)
        return Rater(decks, setting.encounters, goals, seed=derive(settings.seed, "sampling"))

    def search(self, kind: str, crossover: str, number: int, on_progress: Callable[[int], None]) -> dict[str, Any]:
        """Run one search. Runs of the same number have the same seed for all methods.

        Returns:
            The best tree, its ratings, and the history of the search.
        """
        asks, rater = self.make_options(kind, crossover), self.rater()
        space = make_tree_space(asks, self.setting)
        search = TreeSearch(
            rater,
            space,
            asks.method,
            derive(self.settings.seed, "search", number),
            objectives=asks.objectives,
            crossed=crossover != "none",
        )
        rows, crossed = [], []
        for _ in range(self.settings.generations):
            generation = search.step(self.backend)
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
            on_progress(1)
            crossed.append(sum(member.origin == CROSSOVER_ORIGIN for member in members) / len(members))
        best = max(search.run.members, key=lambda member: search.run.total(member.ratings))
        result = search.finish(self.backend)
        return {
            **self._describe(result.tree, result.rated, rater),
            "tree": space.to_data(result.tree),
            "growth": np.array(rows),
            "crossed": np.array(crossed),  # share of living trees made by crossover, by generation
            "best_crossed": best.origin == CROSSOVER_ORIGIN,
            "made": search.run.origin_counts,
            "kept": search.run.survivor_counts,
            "front": [space.to_data(tree) for tree, _ in result.front],
            "front_ratings": np.array([rated.ratings for _, rated in result.front]),
        }

    def random_tree_record(self, number: int) -> dict[str, Any]:
        """A random tree, described like the result of a search."""
        return self.tree_record(random_playable_tree(self.settings.nodes, number, self.settings.seed))

    def tree_record(self, tree: Any) -> dict[str, Any]:
        """A tree, described like the result of a search, without the history of one."""
        rater = self.rater()
        return {**self._describe(tree, rater.rate(tree), rater), "tree": self.space.to_data(tree)}

    def hand_made_tree(self) -> dict[str, Any]:
        """The hand-made tree of the game."""
        rater, tree = self.rater(), read_hand_made()
        return self._describe(tree, rater.rate(tree), rater)

    @property
    def space(self) -> TreeSpace:
        """Reads and writes all trees of the study."""
        return TreeSpace(self.settings.nodes)

    def compare_with_random(self, data: list[list[int]], number: int) -> dict[str, Any]:
        """Rate a tree and random trees of its size with the held-out decks.

        Returns:
            Ratings by deck of the tree `made`, and by tree and deck of the `random` ones.
        """
        rater, tree = self.rater(held_out=True), self.space.from_data(data)
        seed = derive(self.settings.seed, "same size", number)
        others = [random_playable_tree(max(1, len(tree)), k, seed) for k in range(self.settings.same_size)]
        return {"made": rater.rate_by_deck(tree), "random": np.array([rater.rate_by_deck(other) for other in others])}

    def _describe(self, tree: Any, rated: TreeRating, rater: Rater) -> dict[str, Any]:
        """Measures of a tree, by the approximate simulation with the reference decks; `by_deck` also with others."""
        return {
            "nodes": len(tree),
            "ratings": rated.ratings,
            "by_deck": {
                "reference": rater.rate_by_deck(tree),
                "held-out": self.rater(held_out=True).rate_by_deck(tree),
            },
            "win": rated.win,
            "entropy": pick_entropy(rated),
            # share of nodes that are in no build that wins everything
            "useless": float((rated.nodes["decks"] == 0).sum()) / max(1, len(tree)),
            "power_spread": power_variation(tree, rater),
        }


def read_hand_made() -> Any:
    """Read the hand-made tree of the game."""
    return read_trees([HAND_MADE])[HAND_MADE]


def comparison_total(ratings: np.ndarray) -> float:
    """Weighted total of the ratings, by which all methods are compared."""
    return weighted_total(ratings, [WEIGHTS[name] for name in RATINGS])


def _no_progress(what: str, count: int, thing: str = "game", /) -> Any:
    raise AssertionError(f"nothing is shown of {what} here")

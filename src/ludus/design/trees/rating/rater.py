"""Rater of skill trees: fights of all builds through the encounters with the reference decks, and the ratings.

    rater = Rater(reference_decks(), encounters(), Goals(win=0.7, turns=(3, 5), nodes=15))
    rated = rater.rate(tree)
    rated.total, rated.win, dict(zip(RATINGS, rated.ratings))
    rate_all(rater, trees, Threads(2))

The numbers depend only on the tree, the decks, the encounters and the rater's settings. Trees with too many builds are
sampled with a seed; then `sampled` is true, and `error` and `errors` are standard errors of the sampling.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np

from ludus.compute import Place
from ludus.compute.place import units
from ludus.core.errors import OptionError, UnknownName
from ludus.design.trees.picking.builds import CAP, GROUPS, SAMPLE, Builds, find_builds
from ludus.design.trees.rating.fighting import Fought, fight_all
from ludus.design.trees.rating.rated import Rated, node_numbers, numbers, winning
from ludus.design.trees.rating.ratings import (
    FORMULAS,
    FOUND,
    RATINGS,
    WEIGHTS,
    Formulas,
    Goals,
    balance,
    node_count,
    sums_door,
    total,
    useful,
)
from ludus.design.trees.rating.simulating import foes_of, pools_of
from ludus.games.delve.kinds import ENCOUNTERS
from ludus.games.delve.pieces import Deck, Encounter
from ludus.games.delve.tree import Tree

__all__ = ["Goals", "Rated", "Rater", "rate_all"]

UNIT = 8  # maximum number of trees per unit of work


@dataclass(frozen=True)
class Rater:
    """Rates trees for decks, encounters and goals.

    Attributes:
        decks: decks of the simulation.
        encounters: encounters of the simulation.
        goals: win rate, turns and size to aim at.
        formulas: "corrected", or "printed" as in the thesis.
        weights: weights of the ratings in the total.
        cap: largest number of new states per level that is enumerated.
        sample: walks through larger trees.
        seed: seed of the sampling.
        points: points to spend before the first encounter.
        carry_over: excess targeted damage hits the next enemy.
        continuity: try only builds that survive the encounters before.

    Raises:
        OptionError: no decks, too many encounters, or only weights of 0.
        UnknownName: a weight of an unknown rating.
    """

    decks: Sequence[Deck]
    encounters: Sequence[Encounter]
    goals: Goals = field(default_factory=Goals)
    formulas: Formulas = "corrected"
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    cap: int = CAP
    sample: int = SAMPLE
    seed: int = 1
    points: int = 0
    carry_over: bool = False
    continuity: bool = True

    def __post_init__(self) -> None:
        if not self.decks or not 1 <= len(self.encounters) <= ENCOUNTERS:
            raise OptionError(
                f"{len(self.decks)} decks and {len(self.encounters)} encounters: trees are rated by one deck or more "
                f"in 1 to {ENCOUNTERS} encounters"
            )
        if self.formulas not in FORMULAS:
            raise OptionError(f"formulas are {' or '.join(map(repr, FORMULAS))}, not {self.formulas!r}")
        for name, weight in self.weights.items():
            if name not in RATINGS:
                raise UnknownName("rating", name, list(RATINGS))
            if not weight >= 0:
                raise OptionError(f"the weight of {name} is {weight}; it is 0 or more")
        if not any(self.weights.values()):
            raise OptionError("all ratings have the weight 0: nothing tells one tree from another")
        object.__setattr__(self, "_pools", pools_of(self.decks))
        object.__setattr__(self, "_foes", foes_of(self.encounters))

    def find_builds(self, tree: Tree, had: Iterable[int] = ()) -> Builds:
        """Return the builds that are rated."""
        return find_builds(tree, len(self.encounters), self.points, had, self.cap, self.sample, self.seed)

    def fight(self, builds: Builds) -> Fought:
        """Return all fights of these builds."""
        pools, foes = self.__dict__["_pools"], self.__dict__["_foes"]
        return fight_all(builds, pools, foes, self.carry_over, self.continuity)

    def rate(self, tree: Tree, had: Iterable[int] = ()) -> Rated:
        """Rate a tree for a player who has the nodes `had` from the beginning."""
        builds = self.find_builds(tree, had)
        fought = self.fight(builds)
        shares = [row[builds.judged].sum() / max(1, builds.judged.sum()) for row in fought.useful]
        own = balance(tree), useful(shares), node_count(tree, self.goals.nodes)
        ratings, win = self._rate_sums(fought.sums, -1, own)
        sampled = builds.sampled_from is not None
        errors, error = self._errors(fought.sums, own) if sampled else (np.zeros(len(RATINGS)), 0.0)
        return Rated(
            ratings,
            total(ratings, self._weights),
            win,
            numbers(builds, fought),
            node_numbers(builds, fought),
            winning(builds, fought),
            sampled,
            error,
            errors,
        )

    @property
    def _weights(self) -> list[float]:
        return [self.weights.get(name, 0.0) for name in RATINGS]

    def _rate_sums(self, sums: np.ndarray, without: int, own: tuple[float, float, float]) -> tuple[np.ndarray, float]:
        """The ratings and the win rate; one group of a sample may be left out."""
        values, health = np.zeros(len(FOUND)), self.__dict__["_foes"].health.sum(axis=1)
        low, high = self.goals.turns
        printed = self.formulas == "printed"
        sums_door()(sums, without, health, self.goals.win, float(low), float(high), printed, values)
        wins, average, median, mode, gracious, win = values.tolist()
        return np.array([wins, average, median, mode, own[0], gracious, own[1], own[2]]), win

    def _errors(self, sums: np.ndarray, own: tuple[float, float, float]) -> tuple[np.ndarray, float]:
        """Standard errors by the jackknife over groups of the sample."""
        rows = [self._rate_sums(sums, group, own) for group in range(GROUPS)]
        values = np.array([[*ratings, win] for ratings, win in rows])
        errors = [_jackknife(column) for column in values.T.tolist()]
        return np.array(errors[:-1]), errors[-1]


def rate_all(
    rater: Rater, trees: Sequence[Tree], place: Place, progress: Callable[[int], None] | None = None
) -> list[Rated]:
    """Rate trees on a backend, in their order; `progress` is called with the number of trees done."""
    results: list[Rated] = []
    with closing(place.run(_Work(rater, list(trees)), _units(len(trees), place.count))) as parts:
        for rated in parts:
            results += rated
            if progress:
                progress(len(rated))
    return results


@dataclass(frozen=True)
class _Work:
    """Work of the backend; pickled once per remote worker."""

    rater: Rater
    trees: list[Tree]

    def __call__(self, part: range) -> list[Rated]:
        return [self.rater.rate(self.trees[k]) for k in part]


def _units(trees: int, workers: int) -> Iterator[range]:
    """Units small enough that all workers have some."""
    return units(trees, max(1, min(UNIT, trees // (2 * workers))))


def _jackknife(values: list[float]) -> float:
    """Standard error of an estimate, from the estimates without each group."""
    mean = math.fsum(values) / len(values)
    return math.sqrt((len(values) - 1) / len(values) * math.fsum((value - mean) ** 2 for value in values))

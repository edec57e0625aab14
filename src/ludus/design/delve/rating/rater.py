"""Rater of skill trees: fights of all builds through the encounters with the reference decks, and the ratings.

    rater = Rater(reference_decks(), default_encounters(), TreeGoals(win=0.7, turns=(3, 5), nodes=15))
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
from typing import Protocol

import numpy as np

from ludus.backends import Backend
from ludus.backends.backend import split_range
from ludus.design.delve.builds.enumeration import (
    LEVEL,
    MAX_NEW_STATES,
    SAMPLE_WALKS,
    WALK_GROUPS,
    EnumeratedBuilds,
    find_builds,
    nodes_of,
)
from ludus.design.delve.rating.approximate_simulation import (
    SimulatedFights,
    check_simulated,
    damage_pools,
    encounter_arrays,
    simulate_builds,
)
from ludus.design.delve.rating.tree_ratings import (
    FORMULAS,
    LEFT,
    RATING_COLUMNS,
    RATINGS,
    TRIED,
    TURNS,
    WEIGHTS,
    WON,
    Formulas,
    TreeGoals,
    balance_rating,
    compiled_rate_sums,
    node_count_rating,
    useful_rating,
    weighted_total,
)
from ludus.games.delve.constants import MAX_ENCOUNTERS, TURN_CAP
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import OptionError, UnknownName

__all__ = [
    "Rater",
    "TreeGoals",
    "TreeRater",
    "TreeRating",
    "rate_all",
]
MAX_WINNING_BUILDS = 64  # winning builds of a tree

# Totals of the builds of an encounter, one row per encounter. All but the first are sums over decks.
EncounterTotals = np.dtype(
    [
        ("builds", np.float64),  # that the encounter can be fought with; an estimate where they are sampled
        ("tried", np.float64),
        ("won", np.float64),
        ("turns", np.float64),  # of all that won
        ("left", np.float64),  # of all that lost, the part of their hit points that the enemies have left
    ]
)

# The same for the builds with a node, one row per node, over all encounters.
NodeTotals = np.dtype([("tried", np.float64), ("won", np.float64), ("decks", np.int64)])
TREES_PER_UNIT = 8  # maximum number of trees per unit of work


@dataclass(frozen=True)
class TreeRating:
    """Result of rating a tree."""

    ratings: np.ndarray  # in the order of RATINGS
    total: float  # their weighted mean
    win: float  # mean over decks and encounters of the share of tried builds that win; 0 where none is tried
    builds: np.ndarray  # Numbers
    nodes: np.ndarray  # NodeNumbers; `decks` win everything with some build that has the node
    winning: list[tuple[int, ...]]  # builds that won everything, the KEPT that did so with the most decks
    sampled: bool
    error: float  # standard error of `win` from sampling
    errors: np.ndarray  # of the ratings; 0 for Balance, NodeCount, and Useful, which covers drawn nodes only

    @property
    def distances(self) -> np.ndarray:
        """Distances of the ratings from 1, as the thesis combines them."""
        distances: np.ndarray = 1.0 - self.ratings
        return distances


def encounter_totals(builds: EnumeratedBuilds, fought: SimulatedFights) -> np.ndarray:
    """Return the totals of the builds of each encounter."""
    sums = fought.sums.sum(axis=(0, 2))
    totals = np.zeros(len(sums), EncounterTotals)
    totals["builds"] = [builds.count(encounter) for encounter in range(len(sums))]
    totals["tried"], totals["won"], totals["left"] = sums[:, TRIED], sums[:, WON], sums[:, LEFT]
    totals["turns"] = [math.fsum(row) for row in sums[:, TURNS:] * np.arange(1, TURN_CAP + 1)]
    return totals


def node_totals(builds: EnumeratedBuilds, fought: SimulatedFights) -> np.ndarray:
    """Return the totals of the builds with each node."""
    totals = np.zeros(len(builds.tree), NodeTotals)
    has = np.unpackbits(builds.sets_of_states.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    rows, nodes = np.nonzero(has[builds.drawn, : len(totals)])
    for name, decks in (("tried", fought.tries), ("won", fought.wins)):  # summed in a fixed order
        totals[name] = np.bincount(nodes, (builds.weights * decks)[rows], len(totals))
    totals["decks"] = fought.useful.sum(axis=0)
    return totals


def winning_builds(builds: EnumeratedBuilds, fought: SimulatedFights) -> list[tuple[int, ...]]:
    """Return the builds that won everything with the most decks; of equals the first."""
    last = builds.facts[builds.drawn, LEVEL] == len(builds.states) - 1
    rows = np.flatnonzero(last & (fought.wins > 0))
    _, once = np.unique(builds.drawn[rows], return_index=True)  # a sample may have drawn one again
    rows = rows[np.sort(once)]
    best = rows[np.argsort(-fought.wins[rows], kind="stable")[:MAX_WINNING_BUILDS]]
    return [nodes_of(builds.sets_of_states[state]) for state in builds.drawn[best]]


class TreeRater(Protocol):
    """Rates trees; `names` are the ratings in their order. Raters of the set-ups differ in their ratings."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def encounters(self) -> Sequence[Encounter]: ...
    @property
    def weights(self) -> Mapping[str, float]: ...
    def rate(self, tree: SkillTree, /) -> TreeRating: ...


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
        rules: hit points, energy, mana and sizes of hand and deck.

    Raises:
        OptionError: no decks, too many encounters, only weights of 0, or a card that the simulation does not know.
        UnknownName: a weight of an unknown rating.
    """

    decks: Sequence[Deck]
    encounters: Sequence[Encounter]
    goals: TreeGoals = field(default_factory=TreeGoals)
    formulas: Formulas = "corrected"
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    cap: int = MAX_NEW_STATES
    sample: int = SAMPLE_WALKS
    seed: int = 1
    points: int = 0
    carry_over: bool = False
    continuity: bool = True
    rules: GameRules = THESIS_RULES

    @property
    def names(self) -> tuple[str, ...]:
        """The ratings, in their order."""
        return RATINGS

    def __post_init__(self) -> None:
        if not self.decks or not 1 <= len(self.encounters) <= MAX_ENCOUNTERS:
            raise OptionError(
                f"{len(self.decks)} decks and {len(self.encounters)} encounters: trees are rated by one deck or more "
                f"in 1 to {MAX_ENCOUNTERS} encounters"
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
        object.__setattr__(self, "_pools", damage_pools(self.decks, self.rules))
        object.__setattr__(self, "_foes", encounter_arrays(self.encounters))

    def find_builds(self, tree: SkillTree, owned: Iterable[int] = ()) -> EnumeratedBuilds:
        """Return the builds that are rated.

        Raises:
            OptionError: the tree has a node that the simulation does not know.
        """
        check_simulated(tree=tree)
        return find_builds(tree, self.encounters, self.points, owned, self.cap, self.sample, self.seed)

    def fight(self, builds: EnumeratedBuilds) -> SimulatedFights:
        """Return all fights of these builds."""
        pools, encounters = self.__dict__["_pools"], self.__dict__["_foes"]
        return simulate_builds(builds, pools, encounters, self.carry_over, self.continuity)

    def rate(self, tree: SkillTree, owned: Iterable[int] = ()) -> TreeRating:
        """Rate a tree for a player who has the nodes `had` from the beginning."""
        builds = self.find_builds(tree, owned)
        fought = self.fight(builds)
        shares = [row[builds.judged_nodes].sum() / max(1, builds.judged_nodes.sum()) for row in fought.useful]
        own = balance_rating(tree), useful_rating(shares), node_count_rating(tree, self.goals.nodes)
        ratings, win = self._rate_sums(fought.sums, -1, own)
        sampled = builds.sampled_from is not None
        errors, error = self._errors(fought.sums, own) if sampled else (np.zeros(len(RATINGS)), 0.0)
        return TreeRating(
            ratings,
            weighted_total(ratings, self._weights),
            win,
            encounter_totals(builds, fought),
            node_totals(builds, fought),
            winning_builds(builds, fought),
            sampled,
            error,
            errors,
        )

    def rate_by_deck(self, tree: SkillTree) -> np.ndarray:
        """Rate a tree with each deck alone.

        Returns:
            Ratings by deck, in the order of RATINGS. A rating of several decks is 1 - sqrt(mean((1 - r)^2)) of theirs.
        """
        builds = self.find_builds(tree)
        fought, judged = self.fight(builds), builds.judged_nodes
        balance, nodes = balance_rating(tree), node_count_rating(tree, self.goals.nodes)
        rows = []
        for deck, useful in enumerate(fought.useful):
            own = balance, useful_rating([useful[judged].sum() / max(1, judged.sum())]), nodes
            rows.append(self._rate_sums(fought.sums[deck : deck + 1], -1, own)[0])
        return np.array(rows)

    @property
    def _weights(self) -> list[float]:
        return [self.weights.get(name, 0.0) for name in RATINGS]

    def _rate_sums(self, sums: np.ndarray, without: int, own: tuple[float, float, float]) -> tuple[np.ndarray, float]:
        """The ratings and the win rate; one group of a sample may be left out."""
        values, health = np.zeros(len(RATING_COLUMNS)), self.__dict__["_foes"].health.sum(axis=1)
        low, high = self.goals.turns
        printed = self.formulas == "printed"
        compiled_rate_sums()(sums, without, health, self.goals.win, float(low), float(high), printed, values)
        wins, average, median, mode, gracious, win = values.tolist()
        return np.array([wins, average, median, mode, own[0], gracious, own[1], own[2]]), win

    def _errors(self, sums: np.ndarray, own: tuple[float, float, float]) -> tuple[np.ndarray, float]:
        """Standard errors by the jackknife over groups of the sample."""
        rows = [self._rate_sums(sums, group, own) for group in range(WALK_GROUPS)]
        values = np.array([[*ratings, win] for ratings, win in rows])
        errors = [_jackknife(column) for column in values.T.tolist()]
        return np.array(errors[:-1]), errors[-1]


def rate_all(
    rater: TreeRater, trees: Sequence[SkillTree], backend: Backend, progress: Callable[[int], None] | None = None
) -> list[TreeRating]:
    """Rate trees on a backend, in their order; `progress` is called with the number of trees done."""
    results: list[TreeRating] = []
    with closing(backend.run(_RatingWork(rater, list(trees)), _units(len(trees), backend.count))) as parts:
        for rated in parts:
            results += rated
            if progress:
                progress(len(rated))
    return results


@dataclass(frozen=True)
class _RatingWork:
    """Work of the backend; pickled once per remote worker."""

    rater: TreeRater
    trees: list[SkillTree]

    def __call__(self, part: range) -> list[TreeRating]:
        return [self.rater.rate(self.trees[k]) for k in part]


def _units(trees: int, workers: int) -> Iterator[range]:
    """Units small enough that all workers have some."""
    return split_range(trees, max(1, min(TREES_PER_UNIT, trees // (2 * workers))))


def _jackknife(values: list[float]) -> float:
    """Standard error of an estimate, from the estimates without each group."""
    mean = math.fsum(values) / len(values)
    return math.sqrt((len(values) - 1) / len(values) * math.fsum((value - mean) ** 2 for value in values))

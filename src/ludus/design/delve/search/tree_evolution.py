"""Search methods for trees: all (mu + lambda) as in the thesis's snippet 3; they differ in selection.

    run = TreeEvolution(TreeSpace(nodes=15), method="nsga2", seed=7)
    for _ in range(100):
        run.tell([rater.rate(tree).ratings for tree in run.ask()])      # a row of ratings each
    run.best.genome, run.front.genomes                                   # the highest weighted total; the Pareto front

In every generation each operator is tried on each survivor, with its own probability, and as many random pairs of
survivors are crossed as there are survivors; the best of children and survivors survive.

| method | survivors | begins with | selection by |
| --- | --- | --- | --- |
| hill-climbing | 1 | the root alone | the highest total, all ratings with equal weight |
| randomised-hill-climbing | ten times 1, independent | small trees | the same |
| evolutionary | 20 | small trees | the same |
| weighted | 20 | small trees | the highest weighted total |
| nsga2 | 20 | small trees | fronts, then crowding distance |
| nsga3 | 20 | small trees | fronts, then reference directions |

The selection functions take one row of scores per tree, each to be maximised, and return the indices of the survivors,
the best first. Of equals the first in the list goes first, so children are before their parents.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ludus.design.delve.rating.choice_ratings import CHOICE_OBJECTIVES, CHOICE_RATINGS
from ludus.design.delve.rating.tree_ratings import (
    AGGREGATIONS,
    RATINGS,
    WEIGHTS,
    Aggregation,
    aggregate_ratings,
)
from ludus.design.delve.variation.operators import OPERATORS
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.evolve import Front
from ludus.evolve.optimiser import AskTell
from ludus.evolve.spaces import checked_float, checked_int
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import OptionError, UnknownName
from ludus.util.extras import require_extra

Formulas = Literal["corrected", "printed"]
Objectives = Literal["all", "four"]
CROSSOVER_ORIGIN, START_ORIGIN = "crossover", "start"  # origins of a tree other than operators

# Four objectives: the three turn ratings nearly coincide, and the shape ratings are about nodes alone.
FOUR_OBJECTIVES = {
    "win rate": ("WinRate",),
    "turns": ("AverageWinTurn", "MedianWinTurn", "MfcWinTurn"),
    "shape": ("Balance", "Useful", "NodeCount"),
    "losses": ("GraciousLoss",),
}
OBJECTIVE_GROUPS = {RATINGS: FOUR_OBJECTIVES, CHOICE_RATINGS: CHOICE_OBJECTIVES}


def select_by_total(totals: np.ndarray, size: int) -> np.ndarray:
    """Return the highest totals."""
    return np.argsort(-totals, kind="stable")[:size]


def select_by_fronts(scores: np.ndarray, size: int, formulas: Formulas) -> np.ndarray:
    """Select front by front; of a front that is too large, those with the largest crowding distance."""
    ranks = front_ranks(scores)
    order: np.ndarray = np.lexsort((np.arange(len(scores)), -crowding_distance(scores, ranks, formulas), ranks))[:size]
    return order


def select_by_directions(scores: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """Select front by front; of a front that is too large, those near to sparsely populated reference directions.

    Directions are spread evenly over the objectives, as many as there are survivors, or a few more. The objectives are
    scaled by the current population, so that there is no state.
    """
    from pymoo.algorithms.moo.nsga3 import ReferenceDirectionSurvival
    from pymoo.core.problem import Problem

    from ludus.evolve.pymoo_space_operators import Population, get_reference_directions

    goals = scores.shape[1]
    divisions = 1
    while _direction_count(goals, divisions) < size:
        divisions += 1
    directions = get_reference_directions("das-dennis", goals, n_partitions=divisions)
    # pymoo sorts and draws by index, so it gets only indices to identify trees.
    population = Population.new(X=np.arange(len(scores))[:, np.newaxis], F=-scores)
    with warnings.catch_warnings():  # pymoo switches all warnings off permanently
        survival = ReferenceDirectionSurvival(directions)
        survivors = survival.do(
            Problem(n_var=1, n_obj=goals), population, n_survive=min(size, len(scores)), random_state=rng
        )
    indices = np.array([int(survivor.X[0]) for survivor in survivors])
    return indices[np.lexsort((indices, front_ranks(scores)[indices]))]


def front_ranks(scores: np.ndarray) -> np.ndarray:
    """Return the front of each: 0 for non-dominated rows, and so on inwards."""
    left, right = scores[:, np.newaxis], scores[np.newaxis]
    beats: np.ndarray = np.all(left >= right, axis=2) & np.any(left > right, axis=2)
    ranks = np.full(len(scores), -1)
    dominators, rank = beats.sum(0), 0
    while (ranks < 0).any():
        front = (dominators == 0) & (ranks < 0)
        ranks[front] = rank
        dominators = dominators - beats[front].sum(0)
        rank += 1
    return ranks


def crowding_distance(scores: np.ndarray, ranks: np.ndarray, formulas: Formulas) -> np.ndarray:
    """Return the crowding distance of each, infinite at the ends of an objective.

    Corrected (Deb 2002): within each front, every objective in units of its range. As printed: over all fronts at once,
    and in the units of the objectives.
    """
    room = np.zeros(len(scores))
    groups = [np.flatnonzero(ranks == rank) for rank in range(ranks.max() + 1)]
    if formulas == "printed":
        groups = [np.arange(len(scores))]
    for group in groups:
        for goal in scores[group].T:
            order = np.argsort(goal, kind="stable")
            gaps = np.zeros(len(group))
            gaps[order[1:-1]] = goal[order[2:]] - goal[order[:-2]]
            low, high = goal[order[0]], goal[order[-1]]
            if formulas == "printed":
                gaps[(goal == low) | (goal == high)] = np.inf
            else:
                gaps /= high - low if high > low else 1.0
                gaps[order[[0, -1]]] = np.inf
            room[group] += gaps
    return room


@dataclass(frozen=True)
class SearchMethod:
    title: str
    survivors: int
    selection: Literal["total", "fronts", "directions"]
    islands: int = 1  # independent populations: the restarts of a climb, in parallel
    small: bool = True  # start from small random trees; else from the root alone
    weighted: bool = True

    @property
    def crosses(self) -> bool:
        return self.survivors > 1


METHODS = {
    "hill-climbing": SearchMethod("hill climbing", 1, "total", small=False, weighted=False),
    "randomised-hill-climbing": SearchMethod("randomised hill climbing", 1, "total", islands=10, weighted=False),
    "evolutionary": SearchMethod("evolutionary", 20, "total", weighted=False),
    "weighted": SearchMethod("weighted evolutionary", 20, "total"),
    "nsga2": SearchMethod("NSGA-II", 20, "fronts"),
    "nsga3": SearchMethod("NSGA-III", 20, "directions"),
}


def find_method(name: str) -> SearchMethod:
    """Return the method of that name.

    Raises:
        UnknownName: there is no such method.
    """
    if name not in METHODS:
        raise UnknownName("method", name, list(METHODS))
    return METHODS[name]


def check_method(name: str) -> SearchMethod:
    """Return the method of that name, if all it needs is installed.

    Raises:
        UnknownName: there is no such method.
        MissingExtra: it needs a library that is not installed.
    """
    method = find_method(name)
    if method.selection == "directions":
        require_extra("studies", method.title, "pymoo")
    return method


@dataclass(frozen=True)
class Survivor:
    """A surviving tree."""

    tree: SkillTree
    ratings: np.ndarray
    origin: str  # operator that made it


class TreeEvolution(AskTell[SkillTree]):
    """Ask/tell search for trees by one of METHODS; ratings with weight 0 are ignored."""

    stored_name = "TreeEvolution"
    settings = (
        *("method", "survivors", "islands", "objectives", "weights", "crossed", "formulas"),
        *("ratings", "aggregation"),
    )

    def __init__(
        self,
        space: TreeSpace,
        *,
        method: str,
        seed: int,
        survivors: int | None = None,
        islands: int | None = None,
        objectives: Objectives = "all",
        weights: Mapping[str, float] | None = None,
        crossed: bool = True,
        formulas: Formulas = "corrected",
        ratings: Sequence[str] = RATINGS,
        aggregation: Aggregation = "mean",
        start: Sequence[SkillTree] | None = None,
    ) -> None:
        self.ratings = self.columns = tuple(ratings)
        if self.ratings not in OBJECTIVE_GROUPS:
            raise OptionError(f"ratings {', '.join(self.ratings)}: they are those of one set-up, in their order")
        if aggregation not in AGGREGATIONS:
            raise UnknownName("aggregation of ratings", aggregation, list(AGGREGATIONS))
        self.aggregation = aggregation
        self.search_method = check_method(method)
        self.method, self.objectives, self.formulas = method, objectives, formulas
        self.survivors = checked_int(
            self.search_method.survivors if survivors is None else survivors, "the number of survivors", 1
        )
        self.islands = checked_int(
            self.search_method.islands if islands is None else islands, "the number of islands", 1
        )
        self.crossed = bool(crossed) and self.survivors > 1
        self.weights = _weights(weights if weights is not None else WEIGHTS, self.ratings)
        if not any(space.chances.values()):
            raise OptionError("all operators have the chance 0: no tree would ever change")
        self._tree_space = space
        self._members: list[list[Survivor]] = [[] for _ in range(self.islands)]
        self._plan: list[tuple[int, str]] = []  # island and origin of each candidate
        self.origin_counts: dict[str, int] = {}  # trees by origin, of all generations
        self.survivor_counts: dict[str, int] = {}  # those that survived their first selection
        super().__init__(space, seed, start, self.survivors * self.islands)

    @property
    def members(self) -> list[Survivor]:
        """All survivors, island by island, the best of each first."""
        return [member for island in self._members for member in island]

    @property
    def front(self) -> Front[SkillTree]:
        """The Pareto front of the survivors, and their ratings."""
        members = self.members
        if not members:
            return Front([], np.empty((0, len(self.ratings))))
        ratings = np.array([member.ratings for member in members])
        best = np.flatnonzero(front_ranks(self._objective_values(ratings)) == 0)
        return Front([members[k].tree for k in best], ratings[best])

    def totals(self, ratings: np.ndarray) -> np.ndarray:
        """Return the scalar score of the method: the weighted total, or all ratings with equal weight."""
        weights = [self.weights[name] for name in self.ratings]
        if not self.search_method.weighted:
            weights = [float(weight > 0) for weight in weights]
        return np.array([aggregate_ratings(row, weights, self.aggregation) for row in ratings])

    def total(self, ratings: np.ndarray) -> float:
        """Return the same for one tree."""
        return float(self.totals(ratings[np.newaxis])[0])

    def _propose(self) -> list[SkillTree]:
        if not self._members[0]:
            settings = [(island, START_ORIGIN) for island in range(self.islands) for _ in range(self.survivors)]
            if not self.search_method.small and not self._start:
                self._start = [self._tree_space.root_only] * self.islands
                settings = [(island, START_ORIGIN) for island in range(self.islands)]
            self._plan = settings
            return self._first(len(settings))
        candidates: list[SkillTree] = []
        self._plan = []
        for k, island in enumerate(self._members):
            known = {member.tree for member in island}
            for origin, child in self._children(island):
                if child is not None and child not in known:
                    known.add(child)
                    candidates.append(child)
                    self._plan.append((k, origin))
        if not candidates:  # no operator changed anything: a generation without children
            candidates, self._plan = [self._members[0][0].tree], [(0, self._members[0][0].origin)]
        return candidates

    def _children(self, island: list[Survivor]) -> list[tuple[str, SkillTree | None]]:
        rng, space, children = self._rng, self._tree_space, []
        for member in island:
            for name, chance in space.chances.items():
                if rng.random() < chance:
                    children.append((name, OPERATORS[name](member.tree, rng, space.limits)))
        if self.crossed and len(island) > 1:
            for _ in range(self.survivors):
                a, b = rng.choice(len(island), 2, replace=False)
                children.append((CROSSOVER_ORIGIN, space.cross(island[a].tree, island[b].tree, rng)))
        return children

    def _learn(self, asked: list[SkillTree], scores: np.ndarray) -> None:
        self._note(asked, self.totals(scores))
        for island, survivors in enumerate(self._members):
            children = [
                Survivor(tree, ratings, origin)
                for tree, ratings, (home, origin) in zip(asked, scores, self._plan, strict=True)
                if home == island
            ]
            known = {member.tree for member in children}
            pool = children + [member for member in survivors if member.tree not in known]
            if children:
                self._members[island] = [
                    pool[k] for k in self._select(np.array([candidate.ratings for candidate in pool]))
                ]
            _count(self.origin_counts, children)
            _count(
                self.survivor_counts,
                [candidate for candidate in children if any(candidate is member for member in self._members[island])],
            )

    def _select(self, ratings: np.ndarray) -> np.ndarray:
        if self.search_method.selection == "total":
            return select_by_total(self.totals(ratings), self.survivors)
        goals = self._objective_values(ratings)
        if goals.shape[1] == 1:
            return select_by_total(goals[:, 0], self.survivors)
        if self.search_method.selection == "fronts":
            return select_by_fronts(goals, self.survivors, self.formulas)
        return select_by_directions(goals, self.survivors, self._rng)

    def _objective_values(self, ratings: np.ndarray) -> np.ndarray:
        """The objectives: ratings with a weight, each for itself or combined to four."""
        used = [name for name in self.ratings if self.weights[name] > 0]
        groups = [(name,) for name in used] if self.objectives == "all" else OBJECTIVE_GROUPS[self.ratings].values()
        columns = [[self.ratings.index(name) for name in group if name in used] for group in groups]
        return np.stack([ratings[:, column].mean(1) for column in columns if column], axis=1)

    def _own(self) -> dict[str, Any]:
        write = self.space.to_data
        return {
            "members": [
                [[write(member.tree), member.ratings.tolist(), member.origin] for member in island]
                for island in self._members
            ],
            "plan": [list(entry) for entry in self._plan],
            "made": self.origin_counts,
            "kept": self.survivor_counts,
        }

    def _restore(self, own: dict[str, Any]) -> None:
        read = self.space.from_data
        self._members = [
            [Survivor(read(tree), np.array(ratings), origin) for tree, ratings, origin in island]
            for island in own["members"]
        ]
        self._plan = [(island, origin) for island, origin in own["plan"]]
        self.origin_counts, self.survivor_counts = own["made"], own["kept"]


def _direction_count(goals: int, divisions: int) -> int:
    """Number of directions of a simplex with so many divisions."""
    count = 1
    for k in range(1, goals):
        count = count * (divisions + k) // k
    return count


def _weights(weights: Mapping[str, float], ratings: Sequence[str]) -> dict[str, float]:
    for name in weights:
        if name not in ratings:
            raise UnknownName("rating", name, list(ratings))
    checked = {name: checked_float(weights.get(name, 0.0), f"the weight of {name}", 0.0) for name in ratings}
    if not any(checked.values()):
        raise OptionError("all ratings have the weight 0: nothing tells one tree from another")
    return checked


def _count(counts: dict[str, int], members: list[Survivor]) -> None:
    for member in members:
        counts[member.origin] = counts.get(member.origin, 0) + 1

"""Who lives on: the best by one number, by fronts and crowding (NSGA-II), or by directions (NSGA-III).

All are given a row of scores a tree, every one to be as high as can be, and answer with the places of those that live
on, the best first. Of equals the first in the list goes first, so children stand before their parents.
"""

from __future__ import annotations

import warnings
from typing import Literal

import numpy as np

Formulas = Literal["corrected", "printed"]


def by_total(totals: np.ndarray, size: int) -> np.ndarray:
    """The highest totals."""
    return np.argsort(-totals, kind="stable")[:size]


def by_fronts(scores: np.ndarray, size: int, formulas: Formulas) -> np.ndarray:
    """Front by front; of a front that is too large, those with most room around them."""
    ranks = front_ranks(scores)
    order: np.ndarray = np.lexsort((np.arange(len(scores)), -crowding(scores, ranks, formulas), ranks))[:size]
    return order


def by_directions(scores: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """Front by front; of a front that is too large, those near to directions that few others are near to.

    Directions are spread evenly over the goals, as many as there are places for, or a few more. The goals are scaled
    anew by who is there, so that nothing has to be remembered.
    """
    from pymoo.algorithms.moo.nsga3 import ReferenceDirectionSurvival
    from pymoo.core.problem import Problem

    from ludus.evolve.pymoo_parts import Population, get_reference_directions

    goals = scores.shape[1]
    divisions = 1
    while _directions(goals, divisions) < size:
        divisions += 1
    directions = get_reference_directions("das-dennis", goals, n_partitions=divisions)
    # pymoo sorts and draws by place, so places are all that it is given to tell trees apart by.
    there = Population.new(X=np.arange(len(scores))[:, np.newaxis], F=-scores)
    with warnings.catch_warnings():  # pymoo switches all warnings off, for good
        survival = ReferenceDirectionSurvival(directions)
        kept = survival.do(Problem(n_var=1, n_obj=goals), there, n_survive=min(size, len(scores)), random_state=rng)
    places = np.array([int(one.X[0]) for one in kept])
    return places[np.lexsort((places, front_ranks(scores)[places]))]


def front_ranks(scores: np.ndarray) -> np.ndarray:
    """The front of each: 0 for those that nobody beats in one goal without losing in another, and so on inwards."""
    one, other = scores[:, np.newaxis], scores[np.newaxis]
    beats: np.ndarray = np.all(one >= other, axis=2) & np.any(one > other, axis=2)
    ranks = np.full(len(scores), -1)
    waiting, rank = beats.sum(0), 0
    while (ranks < 0).any():
        front = (waiting == 0) & (ranks < 0)
        ranks[front] = rank
        waiting = waiting - beats[front].sum(0)
        rank += 1
    return ranks


def crowding(scores: np.ndarray, ranks: np.ndarray, formulas: Formulas) -> np.ndarray:
    """The room around each, infinite at the ends of a goal.

    Corrected (Deb 2002): within each front, every goal in units of its range. As printed: over all fronts at once, and
    in whatever units the goals have.
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


def _directions(goals: int, divisions: int) -> int:
    """How many directions a simplex has that is cut so often."""
    found = 1
    for k in range(1, goals):
        found = found * (divisions + k) // k
    return found

"""Survivor selection: by one number, by fronts and crowding (NSGA-II), or by reference directions (NSGA-III).

All take one row of scores per tree, each to be maximised, and return the indices of the survivors, the best first. Of
equals the first in the list goes first, so children are before their parents.
"""

from __future__ import annotations

import warnings
from typing import Literal

import numpy as np

Formulas = Literal["corrected", "printed"]


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

    from ludus.evolve.pymoo_parts import Population, get_reference_directions

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


def _direction_count(goals: int, divisions: int) -> int:
    """Number of directions of a simplex with so many divisions."""
    count = 1
    for k in range(1, goals):
        count = count * (divisions + k) // k
    return count

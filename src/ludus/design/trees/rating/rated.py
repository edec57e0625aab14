"""Result of rating a tree, and its computation from the fights."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ludus.design.trees.picking.book import LEVEL, nodes_of
from ludus.design.trees.picking.builds import EnumeratedBuilds
from ludus.design.trees.rating.fighting import SimulatedFights
from ludus.design.trees.rating.ratings import LEFT, TRIED, TURNS, WON
from ludus.games.delve.kinds import TURN_CAP

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

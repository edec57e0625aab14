"""What a rater says of a tree, and how it is told from the fights."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ludus.design.trees.picking.book import LEVEL, nodes_of
from ludus.design.trees.picking.builds import Builds
from ludus.design.trees.rating.fighting import Fought
from ludus.design.trees.rating.ratings import LEFT, TRIED, TURNS, WON
from ludus.games.delve.kinds import TURN_CAP

KEPT = 64  # winning builds of a tree

# What the builds of an encounter did, a row an encounter. All but the first are sums over decks.
Numbers = np.dtype(
    [
        ("builds", np.float64),  # that the encounter can be fought with; an estimate where they are sampled
        ("tried", np.float64),
        ("won", np.float64),
        ("turns", np.float64),  # of all that won
        ("left", np.float64),  # of all that lost, the part of their hit points that the enemies have left
    ]
)
# The same for the builds that have a node, a row a node, over all encounters.
NodeNumbers = np.dtype([("tried", np.float64), ("won", np.float64), ("decks", np.int64)])


@dataclass(frozen=True)
class Rated:
    """What a rater says of a tree."""

    ratings: np.ndarray  # in the order of RATINGS
    total: float  # their weighted mean
    win: float  # the mean over decks and encounters of the part of tried builds that win; 0 where none is tried
    builds: np.ndarray  # Numbers
    nodes: np.ndarray  # NodeNumbers; `decks` are those that win everything with some build that has the node
    winning: list[tuple[int, ...]]  # builds that won everything, the KEPT that did so with the most decks
    sampled: bool
    error: float  # the standard error of `win` that comes from sampling
    errors: np.ndarray  # of the ratings; 0 for Balance and NodeCount, and for Useful, which tells of nodes drawn alone

    @property
    def distances(self) -> np.ndarray:
        """The ratings as the thesis brings them together: how far from 1 they are."""
        found: np.ndarray = 1.0 - self.ratings
        return found


def numbers(builds: Builds, fought: Fought) -> np.ndarray:
    """What the builds of each encounter did."""
    sums = fought.sums.sum(axis=(0, 2))
    found = np.zeros(len(sums), Numbers)
    found["builds"] = [builds.count(encounter) for encounter in range(len(sums))]
    found["tried"], found["won"], found["left"] = sums[:, TRIED], sums[:, WON], sums[:, LEFT]
    found["turns"] = [math.fsum(row) for row in sums[:, TURNS:] * np.arange(1, TURN_CAP + 1)]
    return found


def node_numbers(builds: Builds, fought: Fought) -> np.ndarray:
    """What the builds with each node did."""
    found = np.zeros(len(builds.tree), NodeNumbers)
    has = np.unpackbits(builds.sets_of_states.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    rows, nodes = np.nonzero(has[builds.drawn, : len(found)])
    for name, decks in (("tried", fought.tries), ("won", fought.wins)):  # added up one by one, alike everywhere
        found[name] = np.bincount(nodes, (builds.weights * decks)[rows], len(found))
    found["decks"] = fought.useful.sum(axis=0)
    return found


def winning(builds: Builds, fought: Fought) -> list[tuple[int, ...]]:
    """The builds that won everything with the most decks; of equals those that come first."""
    last = builds.facts[builds.drawn, LEVEL] == len(builds.states) - 1
    rows = np.flatnonzero(last & (fought.wins > 0))
    _, once = np.unique(builds.drawn[rows], return_index=True)  # a sample may have drawn one again
    rows = rows[np.sort(once)]
    best = rows[np.argsort(-fought.wins[rows], kind="stable")[:KEPT]]
    return [nodes_of(builds.sets_of_states[state]) for state in builds.drawn[best]]

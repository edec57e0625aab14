"""Kinds of trees, for a map that holds the best of every kind: two measures of a tree, each cut into steps.

size        how many nodes a tree has, and how many children those nodes have that have any
picks       how evenly nodes are found in builds that win, and how far the power of builds differs
patterns    how far branches keep to one kind of card, and how many nodes stand in clusters
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import UnknownName
from ludus.design.maps.kinds import Axes, Axis
from ludus.design.trees.rating.patterns import patterns
from ludus.design.trees.rating.rater import Rated, Rater
from ludus.games.delve.tree import Tree


@dataclass(frozen=True)
class Kind:
    """What a map is drawn by: down, then across."""

    axes: Axes
    measures: Callable[[Tree, Rated, Rater], tuple[float, float]]


def kind_of_map(name: str, nodes: int) -> Kind:
    """The measures of a map for trees of so many nodes at most."""
    kinds = {
        "size": Kind(
            (Axis("nodes", 0.5, nodes + 0.5, nodes if nodes <= 20 else 20), Axis("children of a node", 1.0, 4.0, 12)),
            _size,
        ),
        "picks": Kind((Axis("evenness of picks", 0.7, 1.0, 12), Axis("spread of power", 0.0, 0.6, 12)), _picks),
        "patterns": Kind(
            (Axis("specialised branches", 0.0, 1.0, 10), Axis("clustered nodes", 0.0, 1.0, 10)), _patterns
        ),
    }
    if name not in kinds:
        raise UnknownName("map", name, list(kinds))
    return kinds[name]


def pick_entropy(rated: Rated) -> float:
    """How evenly nodes are found in builds that win a fight: 1 if all alike, 0 if only one is, or none."""
    won = rated.nodes["won"]
    if len(won) < 2 or not won.any():
        return 0.0
    shares = won[won > 0] / won.sum()
    return float(max(0.0, -(shares * np.log(shares)).sum()) / np.log(len(won)))


def power_spread(tree: Tree, rater: Rater) -> float:
    """How far builds of the last encounter differ in power: standard deviation over mean of all that they add."""
    if not len(tree):
        return 0.0
    each = tree.bonuses.sum(1).tolist()
    builds = rater.find_builds(tree).sets(len(rater.encounters) - 1)
    power = np.array([sum(each[node] for node in build) for build in builds], np.float64)
    return float(power.std() / power.mean()) if power.any() else 0.0


def _size(tree: Tree, rated: Rated, rater: Rater) -> tuple[float, float]:
    found = patterns(tree)
    return float(found.size), found.branching


def _picks(tree: Tree, rated: Rated, rater: Rater) -> tuple[float, float]:
    return pick_entropy(rated), power_spread(tree, rater)


def _patterns(tree: Tree, rated: Rated, rater: Rater) -> tuple[float, float]:
    found = patterns(tree)
    return found.specialised, found.clustered

"""The ways through a skill tree: which builds an encounter can be fought with, how likely random picks lead to each,
and which builds every pick can lead to.

    through = ways(tree, encounters=6)
    through.builds[3]       the builds of the fourth encounter, a bit for each node
    through.chances[3]      how likely random picks lead to each; they add up to 1
    through.choices[2]      every choice before it: the build so far, a node, and the builds that it can lead to

Each encounter won brings a point, so there are none in the first. Where nodes have prices, points can be saved.
Trees with more builds than `cap` are sampled: random walks through the tree, and around each walk all nodes that it
could have picked instead. What can be picked is found level by level as `ludus.design.trees.picking.builds` finds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.core.errors import ContentError
from ludus.core.random import derive
from ludus.design.trees.picking.level import SAVED, Build, Level, bonus_of, build_of, nodes_of, open_level
from ludus.games.delve.tree import Tree

__all__ = ["SAVED", "Build", "Choice", "Ways", "bonus_of", "build_of", "nodes_of", "walked", "ways"]

CAP = 20_000  # builds of all encounters together
WALKS = 60  # through a tree that has more
BESIDE = 100_000  # builds around the walks, before one encounter


@dataclass(frozen=True)
class Choice:
    """A node that can be picked after an encounter, or SAVED, and the builds that the next can then be fought with."""

    build: int  # before it: a position in the builds of the encounter just won
    node: int
    leads: tuple[int, ...]  # positions in the builds of the next encounter


@dataclass(frozen=True)
class Ways:
    """By encounter, from the first on."""

    tree: Tree
    builds: tuple[tuple[Build, ...], ...]
    chances: tuple[np.ndarray, ...]
    choices: tuple[tuple[Choice, ...], ...]  # after each encounter but the last
    walks: int = 0  # so many random ones that it is a sample of; 0: all builds are here

    @property
    def whole(self) -> bool:
        """Whether all builds are here."""
        return self.walks == 0

    @cached_property
    def bonuses(self) -> tuple[np.ndarray, ...]:
        """What each build adds to each class of cards: a row a build."""
        return tuple(np.array([bonus_of(self.tree, build) for build in builds]) for builds in self.builds)

    def holding(self, encounter: int) -> np.ndarray:
        """Which builds of an encounter have which nodes: a row a node."""
        found = np.zeros((len(self.tree), len(self.builds[encounter])), bool)
        for at, build in enumerate(self.builds[encounter]):
            found[nodes_of(build), at] = True
        return found


def ways(tree: Tree, encounters: int, cap: int = CAP, walks: int = WALKS, seed: int = 1) -> Ways:
    """All ways through a tree, or a sample of them where there are more builds than `cap`."""
    return _all_ways(tree, encounters, cap) or _some_ways(tree, encounters, walks, seed)


def walked(tree: Tree, encounters: int, walks: int, seed: int) -> Ways:
    """Random walks through a tree and nothing beside them, for who asks about picks at random and no others."""
    around = _some_ways(tree, encounters, walks, seed)
    kept = [np.flatnonzero(chances) for chances in around.chances]
    builds = tuple(tuple(row[k] for k in rows) for row, rows in zip(around.builds, kept, strict=True))
    chances = tuple(row[rows] for row, rows in zip(around.chances, kept, strict=True))
    return Ways(tree, builds, chances, (), walks)


def _all_ways(tree: Tree, encounters: int, cap: int) -> Ways | None:
    builds: list[tuple[Build, ...]] = []
    chances: list[np.ndarray] = []
    choices: list[tuple[Choice, ...]] = []
    starts: tuple[Build, ...] = (0,)
    likely, count = np.ones(1), 0
    for encounter in range(encounters):
        level = open_level(tree, starts, encounter, cap - count)
        if level is None:
            return None
        if encounter:
            choices.append(_choices(level, range(len(starts))))
        starts, likely = level.builds, level.chances(likely)
        builds.append(starts)
        chances.append(likely)
        count += len(starts)
    return Ways(tree, tuple(builds), tuple(chances), tuple(choices))


def _some_ways(tree: Tree, encounters: int, walks: int, seed: int) -> Ways:
    """Random walks, each as likely as any other, and one step aside from each."""
    random = np.random.default_rng(derive(seed, "ways"))
    builds: list[tuple[Build, ...]] = []
    chances: list[np.ndarray] = []
    choices: list[tuple[Choice, ...]] = []
    at, numbers = [0] * walks, {0: 0}  # the builds that walks have, and the places of builds in the encounter before
    for encounter in range(encounters):
        starts = tuple(dict.fromkeys(at))
        level = open_level(tree, starts, encounter, BESIDE)
        if level is None:
            raise ContentError(
                f"tree {tree.name!r}: more than {BESIDE:,} ways to pick nodes before encounter {encounter + 1}, even "
                f"from {walks} builds; give it fewer nodes that cost nothing"
            )
        if encounter:
            choices.append(_choices(level, [numbers[build] for build in starts]))
        places = {build: k for k, build in enumerate(starts)}
        at = [level.walk(places[build], random) for build in at]
        numbers = {build: k for k, build in enumerate(level.builds)}
        builds.append(level.builds)
        chances.append(_shares(at, numbers))
    return Ways(tree, tuple(builds), tuple(chances), tuple(choices), walks)


def _choices(level: Level, places: Iterable[int]) -> tuple[Choice, ...]:
    """What can be picked, by builds of the encounter before; `places` has their numbers there."""
    return tuple(
        Choice(place, node, leads) for k, place in enumerate(places) for node, leads in level.offers(k).items()
    )


def _shares(at: list[Build], numbers: dict[Build, int]) -> np.ndarray:
    """How many of the walks have come to each build."""
    found = np.zeros(len(numbers))
    for build in at:
        found[numbers[build]] += 1 / len(at)
    return found

"""Build probabilities of a skill tree: builds by encounter, their probability under random picks, and the
consequences of every pick.

    through = ways(tree, encounters=6)
    through.builds[3]       the builds of the fourth encounter, one bit per node
    through.chances[3]      the probability of each under random picks; they sum to 1
    through.choices[2]      every choice before it: the build so far, a node, and the builds that it can lead to

Each encounter won gives a point, so there are none in the first. Where nodes have prices, points can be saved. Trees
with more builds than `cap` are sampled: random walks through the tree, and around each walk all nodes that it could
have picked instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.core.errors import ContentError
from ludus.core.random import derive
from ludus.design.trees.picking.level import (
    SAVED,
    BuildBits,
    BuildLevel,
    build_bonus,
    build_bits,
    build_nodes,
    expand_level,
)
from ludus.games.delve.tree import SkillTree

__all__ = [
    "SAVED",
    "BuildBits",
    "BuildChoice",
    "BuildProbabilities",
    "build_bonus",
    "build_bits",
    "build_nodes",
    "sampled_probabilities",
    "build_probabilities",
]

MAX_BUILDS = 20_000  # builds of all encounters together
WALKS = 60  # walks through a tree that has more
MAX_ALTERNATIVES = 100_000  # builds around the walks, before one encounter


@dataclass(frozen=True)
class BuildChoice:
    """A node that can be picked after an encounter, or SAVED, and the builds that it can lead to."""

    build: int  # before it: an index in the builds of the encounter just won
    node: int
    leads: tuple[int, ...]  # indices in the builds of the next encounter


@dataclass(frozen=True)
class BuildProbabilities:
    """Builds, probabilities and choices by encounter."""

    tree: SkillTree
    builds: tuple[tuple[BuildBits, ...], ...]
    probabilities: tuple[np.ndarray, ...]
    choices: tuple[tuple[BuildChoice, ...], ...]  # after each encounter but the last
    walks: int = 0  # number of random walks of a sample; 0: all builds

    @property
    def is_complete(self) -> bool:
        """Whether all builds are included."""
        return self.walks == 0

    @cached_property
    def bonuses(self) -> tuple[np.ndarray, ...]:
        """What each build adds to each class of cards: one row per build."""
        return tuple(np.array([build_bonus(self.tree, build) for build in builds]) for builds in self.builds)

    def node_membership(self, encounter: int) -> np.ndarray:
        """Return which builds of an encounter have which nodes: one row per node."""
        has_node = np.zeros((len(self.tree), len(self.builds[encounter])), bool)
        for at, build in enumerate(self.builds[encounter]):
            has_node[build_nodes(build), at] = True
        return has_node


def build_probabilities(
    tree: SkillTree, encounters: int, cap: int = MAX_BUILDS, walks: int = WALKS, seed: int = 1
) -> BuildProbabilities:
    """Return all builds of a tree with their probabilities, or a sample where there are more builds than `cap`.

    Raises:
        ContentError: even a sample has too many builds.
    """
    return _all_builds(tree, encounters, cap) or _sampled_builds(tree, encounters, walks, seed)


def sampled_probabilities(tree: SkillTree, encounters: int, walks: int, seed: int) -> BuildProbabilities:
    """Return random walks through a tree without their alternatives, for questions about random picks only."""
    sample = _sampled_builds(tree, encounters, walks, seed)
    visited = [np.flatnonzero(chances) for chances in sample.probabilities]
    builds = tuple(tuple(row[k] for k in rows) for row, rows in zip(sample.builds, visited, strict=True))
    chances = tuple(row[rows] for row, rows in zip(sample.probabilities, visited, strict=True))
    return BuildProbabilities(tree, builds, chances, (), walks)


def _all_builds(tree: SkillTree, encounters: int, cap: int) -> BuildProbabilities | None:
    builds: list[tuple[BuildBits, ...]] = []
    chances: list[np.ndarray] = []
    choices: list[tuple[BuildChoice, ...]] = []
    starts: tuple[BuildBits, ...] = (0,)
    likely, count = np.ones(1), 0
    for encounter in range(encounters):
        level = expand_level(tree, starts, encounter, cap - count)
        if level is None:
            return None
        if encounter:
            choices.append(_choices(level, range(len(starts))))
        starts, likely = level.builds, level.chances(likely)
        builds.append(starts)
        chances.append(likely)
        count += len(starts)
    return BuildProbabilities(tree, tuple(builds), tuple(chances), tuple(choices))


def _sampled_builds(tree: SkillTree, encounters: int, walks: int, seed: int) -> BuildProbabilities:
    """Random walks of equal probability, and the alternatives of each pick."""
    random = np.random.default_rng(derive(seed, "ways"))
    builds: list[tuple[BuildBits, ...]] = []
    chances: list[np.ndarray] = []
    choices: list[tuple[BuildChoice, ...]] = []
    current, numbers = [0] * walks, {0: 0}  # builds of the walks; numbers of builds in the encounter before
    for encounter in range(encounters):
        starts = tuple(dict.fromkeys(current))
        level = expand_level(tree, starts, encounter, MAX_ALTERNATIVES)
        if level is None:
            raise ContentError(
                f"tree {tree.name!r}: more than {MAX_ALTERNATIVES:,} ways to pick nodes before encounter {encounter + 1}, even "
                f"from {walks} builds; give it fewer nodes that cost nothing"
            )
        if encounter:
            choices.append(_choices(level, [numbers[build] for build in starts]))
        start_numbers = {build: k for k, build in enumerate(starts)}
        current = [level.random_build(start_numbers[build], random) for build in current]
        numbers = {build: k for k, build in enumerate(level.builds)}
        builds.append(level.builds)
        chances.append(_walk_shares(current, numbers))
    return BuildProbabilities(tree, tuple(builds), tuple(chances), tuple(choices), walks)


def _choices(level: BuildLevel, places: Iterable[int]) -> tuple[BuildChoice, ...]:
    """Choices by builds of the encounter before; `places` are their numbers there."""
    return tuple(
        BuildChoice(place, node, leads)
        for k, place in enumerate(places)
        for node, leads in level.first_picks(k).items()
    )


def _walk_shares(at: list[BuildBits], numbers: dict[BuildBits, int]) -> np.ndarray:
    """Share of the walks at each build."""
    shares = np.zeros(len(numbers))
    for build in at:
        shares[numbers[build]] += 1 / len(at)
    return shares

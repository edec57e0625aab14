"""The ways through a tree: which nodes a player can have at each encounter, and how likely random picks lead there.

    through = ways(tree, encounters=6)
    through.builds[3]       the builds that a player can have in the fourth encounter, as sets of bits
    through.chances[3]      how likely random picks lead to each; they add up to 1
    through.choices[2]      every choice before it: the build so far, a node, and the builds that it can lead to

Each encounter won brings a point, so there are none in the first. Where nodes have prices, points can be saved.
Trees with more builds than `cap` are sampled: random walks through the tree, and around each walk all nodes that it
could have picked instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.core.random import derive
from ludus.games.delve.kinds import CLASSES
from ludus.games.delve.tree import Tree

CAP = 20_000  # builds of all encounters together
WALKS = 60  # through a tree that has more
SAVED = -1  # instead of a node: the points are kept

Build = int  # a bit for each node


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


def nodes_of(build: Build) -> list[int]:
    """The nodes of a build, rising."""
    return [node for node in range(build.bit_length()) if build >> node & 1]


def build_of(nodes: list[int] | tuple[int, ...]) -> Build:
    """The build that has these nodes."""
    return sum(1 << node for node in set(nodes))


def bonus_of(tree: Tree, build: Build) -> np.ndarray:
    """What a build adds to the damage of each class of cards."""
    nodes = nodes_of(build)
    found: np.ndarray = tree.bonuses[nodes].sum(axis=0) if nodes else np.zeros(CLASSES, np.int64)
    return found


class _Picker:
    """What can be picked from a tree, as the rules of the game have it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._parents = [build_of(node.parents) for node in tree.nodes]
        self._prices = [node.price for node in tree.nodes]
        self._cheapest = min(self._prices, default=1)

    def spent(self, build: Build) -> int:
        return sum(self._prices[node] for node in nodes_of(build))

    def affordable(self, build: Build, points: int) -> list[int]:
        if points < self._cheapest:
            return []
        return [
            node
            for node, parents in enumerate(self._parents)
            if not build >> node & 1 and (not parents or parents & build) and self._prices[node] <= points
        ]

    def picks(self, build: Build, points: int) -> list[int]:
        """The next picks; none if the fight begins at once."""
        found = self.affordable(build, points)
        return [*found, SAVED] if found and self.tree.priced else found

    def ends(self, build: Build, points: int) -> dict[Build, float]:
        """The builds that the picks can end in, and how likely random picks do."""
        picks = self.picks(build, points)
        if not picks:
            return {build: 1.0}
        found: dict[Build, float] = {}
        for node in picks:
            after = self.after(build, points, node)
            for end, chance in after.items():
                found[end] = found.get(end, 0.0) + chance / len(picks)
        return found

    def after(self, build: Build, points: int, node: int) -> dict[Build, float]:
        """The same once a pick is made."""
        if node == SAVED:
            return {build: 1.0}
        return self.ends(build | 1 << node, points - self._prices[node])


def _all_ways(tree: Tree, encounters: int, cap: int) -> Ways | None:
    picker = _Picker(tree)
    first = picker.ends(0, 0)
    builds: list[tuple[Build, ...]] = [tuple(first)]
    chances, choices, count = [np.array(list(first.values()))], [], len(first)
    for encounter in range(1, encounters):
        numbers: dict[Build, int] = {}
        reached: list[float] = []
        made: list[Choice] = []
        for at, build in enumerate(builds[-1]):
            points = encounter - picker.spent(build)
            picks = picker.picks(build, points) or [SAVED]
            for node in picks:
                ends = picker.after(build, points, node)
                for end, chance in ends.items():
                    if end not in numbers:
                        numbers[end] = len(numbers)
                        reached.append(0.0)
                    reached[numbers[end]] += chances[-1][at] * chance / len(picks)
                made.append(Choice(at, node, tuple(numbers[end] for end in ends)))
            if count + len(numbers) > cap:
                return None
        builds.append(tuple(numbers))
        chances.append(np.array(reached))
        choices.append(tuple(made))
        count += len(numbers)
    return Ways(tree, tuple(builds), tuple(chances), tuple(choices))


def _some_ways(tree: Tree, encounters: int, walks: int, seed: int) -> Ways:
    """Random walks, each as likely as any other, and one step aside from each."""
    picker, random = _Picker(tree), np.random.default_rng(derive(seed, "ways"))
    at = [_walk(picker, 0, 0, random) for _ in range(walks)]
    numbers = {build: k for k, build in enumerate(dict.fromkeys(at))}
    builds, chances, choices = [tuple(numbers)], [_shares(at, numbers)], []
    for encounter in range(1, encounters):
        before, numbers = numbers, {}
        made: dict[tuple[Build, int], Choice] = {}
        for walk, build in enumerate(at):
            points = encounter - picker.spent(build)
            for node in picker.picks(build, points) or [SAVED]:
                if (build, node) not in made:
                    ends = picker.after(build, points, node)
                    leads = tuple(numbers.setdefault(end, len(numbers)) for end in ends)
                    made[build, node] = Choice(before[build], node, leads)
            at[walk] = _walk(picker, build, points, random)
        builds.append(tuple(numbers))
        chances.append(_shares(at, numbers))
        choices.append(tuple(made.values()))
    return Ways(tree, tuple(builds), tuple(chances), tuple(choices), walks)


def _shares(at: list[Build], numbers: dict[Build, int]) -> np.ndarray:
    """How many of the walks have come to each build."""
    found = np.zeros(len(numbers))
    for build in at:
        found[numbers[build]] += 1 / len(at)
    return found


def _walk(picker: _Picker, build: Build, points: int, random: np.random.Generator) -> Build:
    """Random picks until the next fight."""
    while picks := picker.picks(build, points):
        node = picks[random.integers(len(picks))]
        if node == SAVED:
            return build
        points -= picker.tree.nodes[node].price
        build |= 1 << node
    return build

"""One level of builds: the possible picks before one encounter, and where they end.

    level = open_level(tree, starts=(0,), budget=1, cap=1000)
    level.builds                     builds that the encounter can be fought with
    level.offers(0)                  what the player with the first build can pick

`budget` is all points a player ever received; a build has left what its nodes did not cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np

from ludus.design.trees.picking.book import (
    CHOICES,
    FIGHTS,
    BuildTable,
    write_first_states,
    new_build_table,
    tree_arrays,
)
from ludus.design.trees.picking.builds import compiled_grow
from ludus.games.delve.kinds import CLASSES
from ludus.games.delve.tree import SkillTree

SAVED = -1  # instead of a node: the points are saved

BuildBits = int  # a bit for each node


def build_nodes(build: BuildBits) -> list[int]:
    """Return the nodes of a build, ascending."""
    return [node for node in range(build.bit_length()) if build >> node & 1]


def build_bits(nodes: Sequence[int]) -> BuildBits:
    """Return the build with these nodes."""
    return sum(1 << node for node in set(nodes))


def build_bonus(tree: SkillTree, build: BuildBits) -> np.ndarray:
    """Return what a build adds to the damage of each class of cards."""
    nodes = build_nodes(build)
    bonus: np.ndarray = tree.bonuses[nodes].sum(axis=0) if nodes else np.zeros(CLASSES, np.int64)
    return bonus


def expand_level(tree: SkillTree, starts: Sequence[BuildBits], budget: int, cap: int) -> BuildLevel | None:
    """Return the level that begins with some builds, each of another player; None if it has more builds than `cap`."""
    shape, count = tree_arrays(tree), len(starts)
    book = new_build_table(shape, 2 * count + cap + 3)
    write_first_states(shape, book, _sets(starts, len(shape.had)))
    states, steps = np.array([[0, count], [0, 0]]), np.zeros((2, 2), np.int64)
    if compiled_grow()(shape, book, states, steps, budget, cap + 1) < len(states):
        return None
    level = BuildLevel(book, count, int(states[1, 1]), int(steps[1, 1]))
    return level if len(level.builds) <= cap else None


class BuildLevel:
    """Result of `open_level`. A state is a set of nodes that picks lead through."""

    def __init__(self, book: BuildTable, starts: int, states: int, steps: int) -> None:
        self._states = range(starts, states)
        sets = book.sets[starts:states].astype("<u8")
        self._builds = [int.from_bytes(row.tobytes(), "little") for row in sets]
        self._fights = book.facts[starts:states, FIGHTS].tolist()
        self._choices = book.facts[starts:states, CHOICES].tolist()
        self._steps = (book.steps[:steps] - starts).tolist()  # in order of the number of nodes
        self._offers: list[list[tuple[int, int]]] = [[] for _ in self._states]  # (node, state with it)
        for one, other in self._steps:
            self._offers[one].append(((self._builds[one] ^ self._builds[other]).bit_length() - 1, other))
        self._ends: dict[int, dict[int, None]] = {}

    @cached_property
    def builds(self) -> tuple[BuildBits, ...]:
        """Builds that the encounter can be fought with."""
        return tuple(build for build, fights in zip(self._builds, self._fights, strict=True) if fights)

    def first_picks(self, start: int) -> dict[int, tuple[int, ...]]:
        """Return the first picks of a start (SAVED if it need not pick) with the indices of the builds they lead to."""
        leads = {node: tuple(self._reachable_builds(state)) for node, state in self._offers[start]}
        if self._fights[start]:
            leads[SAVED] = (self._build_indices[start],)
        return leads

    def chances(self, likely: np.ndarray) -> np.ndarray:
        """Return the probability that random picks lead to each build, given the probabilities of the starts."""
        reached = [*likely.tolist(), *[0.0] * (len(self._builds) - len(likely))]
        for one, other in self._steps:
            reached[other] += reached[one] / self._choices[one]
        ends = zip(reached, self._choices, self._fights, strict=True)
        return np.array([chance / choices for chance, choices, fights in ends if fights])

    def random_build(self, start: int, random: np.random.Generator) -> BuildBits:
        """Pick at random from a start until the fight; return the build."""
        state = start
        while offers := self._offers[state]:
            pick = int(random.integers(self._choices[state]))
            if pick == len(offers):
                break
            state = offers[pick][1]
        return self._builds[state]

    @cached_property
    def _build_indices(self) -> list[int]:
        """The index of each state among the builds, for those that are builds."""
        return list(accumulate(self._fights, initial=-1))[1:]

    def _reachable_builds(self, state: int) -> dict[int, None]:
        """The indices of builds that a state can lead to."""
        if state not in self._ends:
            ends = {end: None for _, other in self._offers[state] for end in self._reachable_builds(other)}
            if self._fights[state]:
                ends[self._build_indices[state]] = None
            self._ends[state] = ends
        return self._ends[state]


def _sets(builds: Sequence[BuildBits], words: int) -> np.ndarray:
    whole = b"".join(build.to_bytes(8 * words, "little") for build in builds)
    return np.frombuffer(whole, "<u8").reshape(-1, words).astype(np.uint64)

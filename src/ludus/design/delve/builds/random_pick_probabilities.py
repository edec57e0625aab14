"""Probabilities of builds under random picks, by encounter, and the consequences of every pick.

    builds = build_probabilities(tree, encounters=6)
    builds.by_encounter[3]      the builds of the fourth encounter, one bit per node
    builds.probabilities[3]     the probability of each under random picks; they sum to 1
    builds.choices[2]           every choice before it: the build so far, a node, and the builds that it can lead to

Each encounter won gives a point, so there are none in the first. Where nodes have prices, points can be saved. Trees
with more builds than `cap` are sampled: random walks through the tree, and around each walk all nodes that it could
have picked instead.

One level is what happens before one encounter:

    level = expand_level(tree, starts=(0,), budget=1, cap=1000)
    level.builds                     builds that the encounter can be fought with
    level.first_picks(0)             what the player with the first build can pick

`budget` is all points a player ever received; a build has left what its nodes did not cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from ludus.core.random import derive
from ludus.design.delve.builds.enumeration import (
    CHOICES,
    FIGHTS,
    BuildTable,
    compiled_grow,
    new_build_table,
    points_before,
    tree_arrays,
    write_first_states,
)
from ludus.games.delve.constants import CLASSES
from ludus.games.delve.decks_and_encounters import Encounter
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import ContentError

__all__ = [
    "SAVED",
    "BuildBits",
    "BuildChoice",
    "BuildProbabilities",
    "build_bits",
    "build_bonus",
    "build_gains",
    "build_nodes",
    "build_probabilities",
    "sampled_probabilities",
]
SAVED = -1  # instead of a node: the points are saved
BuildBits = int  # a bit for each node
MAX_BUILDS = 20_000  # builds of all encounters together
WALKS = 60  # walks through a tree that has more
MAX_ALTERNATIVES = 100_000  # builds around the walks, before one encounter


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


def build_gains(tree: SkillTree, build: BuildBits) -> np.ndarray:
    """Return what a build adds beside damage; see `SkillTree.gains`."""
    gained: np.ndarray = tree.gains[build_nodes(build)].sum(axis=0)
    return gained


def expand_level(tree: SkillTree, starts: Sequence[BuildBits], budget: int, cap: int) -> BuildLevel | None:
    """Return the level that begins with some builds, each of another player; None if it has more builds than `cap`."""
    shape, count = tree_arrays(tree), len(starts)
    book = new_build_table(shape, 2 * count + cap + 3)
    write_first_states(shape, book, _sets(starts, len(shape.had)))
    states, steps = np.array([[0, count], [0, 0]]), np.zeros((2, 2), np.int64)
    budgets = np.array([budget, budget], np.int64)
    if compiled_grow()(shape, book, states, steps, budgets, cap + 1) < len(states):
        return None
    level = BuildLevel(book, count, int(states[1, 1]), int(steps[1, 1]))
    return level if len(level.builds) <= cap else None


class BuildLevel:
    """Result of `expand_level`. A state is a set of nodes that picks lead through."""

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
        return np.array([probability / choices for probability, choices, fights in ends if fights])

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
    by_encounter: tuple[tuple[BuildBits, ...], ...]  # builds
    probabilities: tuple[np.ndarray, ...]
    choices: tuple[tuple[BuildChoice, ...], ...]  # after each encounter but the last
    walks: int = 0  # number of random walks of a sample; 0: all builds
    last_points: int | None = None  # that a player has got before the last encounter; None: one for each before it

    @property
    def points(self) -> int:
        """The points that a player has got before the last encounter."""
        return len(self.by_encounter) - 1 if self.last_points is None else self.last_points

    @property
    def is_complete(self) -> bool:
        """Whether all builds are included."""
        return self.walks == 0

    @cached_property
    def bonuses(self) -> tuple[np.ndarray, ...]:
        """What each build adds to each class of cards: one row per build."""
        return tuple(np.array([build_bonus(self.tree, build) for build in builds]) for builds in self.by_encounter)

    @cached_property
    def gains(self) -> tuple[np.ndarray, ...]:
        """What each build adds beside damage: one row per build, columns as in `SkillTree.gains`."""
        return tuple(np.array([build_gains(self.tree, build) for build in builds]) for builds in self.by_encounter)

    def node_membership(self, encounter: int) -> np.ndarray:
        """Return which builds of an encounter have which nodes: one row per node."""
        has_node = np.zeros((len(self.tree), len(self.by_encounter[encounter])), bool)
        for at, build in enumerate(self.by_encounter[encounter]):
            has_node[build_nodes(build), at] = True
        return has_node


def build_probabilities(
    tree: SkillTree,
    encounters: int | Sequence[Encounter],
    cap: int = MAX_BUILDS,
    walks: int = WALKS,
    seed: int = 1,
) -> BuildProbabilities:
    """Return all builds of a tree with their probabilities, or a sample where there are more builds than `cap`.

    Args:
        tree: the tree.
        encounters: the encounters, or their number if each gives one point.
        cap: largest number of builds.
        walks: random walks through a tree that has more.
        seed: seed of the walks.

    Raises:
        ContentError: even a sample has too many builds.
    """
    budgets = points_before(encounters)
    return _all_builds(tree, budgets, cap) or _sampled_builds(tree, budgets, walks, seed)


def sampled_probabilities(
    tree: SkillTree, encounters: int | Sequence[Encounter], walks: int, seed: int
) -> BuildProbabilities:
    """Return random walks through a tree without their alternatives, for questions about random picks only."""
    sample = _sampled_builds(tree, points_before(encounters), walks, seed)
    visited = [np.flatnonzero(probabilities) for probabilities in sample.probabilities]
    builds = tuple(tuple(row[k] for k in rows) for row, rows in zip(sample.by_encounter, visited, strict=True))
    probabilities = tuple(row[rows] for row, rows in zip(sample.probabilities, visited, strict=True))
    return BuildProbabilities(tree, builds, probabilities, (), walks, sample.points)


def _sets(builds: Sequence[BuildBits], words: int) -> np.ndarray:
    whole = b"".join(build.to_bytes(8 * words, "little") for build in builds)
    return np.frombuffer(whole, "<u8").reshape(-1, words).astype(np.uint64)


def _all_builds(tree: SkillTree, budgets: Sequence[int], cap: int) -> BuildProbabilities | None:
    builds: list[tuple[BuildBits, ...]] = []
    probabilities: list[np.ndarray] = []
    choices: list[tuple[BuildChoice, ...]] = []
    starts: tuple[BuildBits, ...] = (0,)
    likely, count = np.ones(1), 0
    for encounter, budget in enumerate(budgets):
        level = expand_level(tree, starts, budget, cap - count)
        if level is None:
            return None
        if encounter:
            choices.append(_choices(level, range(len(starts))))
        starts, likely = level.builds, level.chances(likely)
        builds.append(starts)
        probabilities.append(likely)
        count += len(starts)
    return BuildProbabilities(tree, tuple(builds), tuple(probabilities), tuple(choices), last_points=budgets[-1])


def _sampled_builds(tree: SkillTree, budgets: Sequence[int], walks: int, seed: int) -> BuildProbabilities:
    """Random walks of equal probability, and the alternatives of each pick."""
    random = np.random.default_rng(derive(seed, "ways"))
    builds: list[tuple[BuildBits, ...]] = []
    probabilities: list[np.ndarray] = []
    choices: list[tuple[BuildChoice, ...]] = []
    current, numbers = [0] * walks, {0: 0}  # builds of the walks; numbers of builds in the encounter before
    for encounter, budget in enumerate(budgets):
        starts = tuple(dict.fromkeys(current))
        level = expand_level(tree, starts, budget, MAX_ALTERNATIVES)
        if level is None:
            raise ContentError(
                f"tree {tree.name!r}: more than {MAX_ALTERNATIVES:,} ways to pick nodes before encounter "
                f"{encounter + 1}, even from {walks} builds; give it fewer nodes that cost nothing"
            )
        if encounter:
            choices.append(_choices(level, [numbers[build] for build in starts]))
        start_numbers = {build: k for k, build in enumerate(starts)}
        current = [level.random_build(start_numbers[build], random) for build in current]
        numbers = {build: k for k, build in enumerate(level.builds)}
        builds.append(level.builds)
        probabilities.append(_walk_shares(current, numbers))
    return BuildProbabilities(tree, tuple(builds), tuple(probabilities), tuple(choices), walks, budgets[-1])


def _choices(level: BuildLevel, places: Iterable[int]) -> tuple[BuildChoice, ...]:
    """Choices by builds of the encounter before; `places` are their numbers there."""
    return tuple(
        BuildChoice(number, node, leads)
        for k, number in enumerate(places)
        for node, leads in level.first_picks(k).items()
    )


def _walk_shares(at: list[BuildBits], numbers: dict[BuildBits, int]) -> np.ndarray:
    """Share of the walks at each build."""
    shares = np.zeros(len(numbers))
    for build in at:
        shares[numbers[build]] += 1 / len(at)
    return shares

"""Enumeration of the builds of a tree: which sets of nodes a player can have at each encounter, and their predecessors.

    builds = find_builds(tree, encounters=6)
    builds.sets(3)                     the sets of nodes with which the fourth encounter can be fought

A player gets points after each encounter, one or as many as the encounter gives, and picks nodes by the rules of the
game. Where nodes have prices, points may be saved even if something is affordable.

A level is what happens before an encounter: states are the sets of nodes that picks lead through, steps the picks. A
state may be carried over from the level before, where the same set was fought with. Level 0 is the start, one state.
States and steps are rows of a `BuildTable`, which compiled rules read and write.

Levels are complete while they have at most `cap` new states. From the first larger level on, builds are sampled, see
`sampling`. Each build that counts is a row of `drawn`, with its weight; in complete levels all weights are 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numba
import numpy as np

from ludus.core import plain, rule
from ludus.core.compile_once import compute_once
from ludus.core.rule import compile_exported, is_compiled
from ludus.games.delve.constants import CLASSES
from ludus.games.delve.decks_and_encounters import Encounter
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import ContentError, OptionError

# mypy: ignore-errors


STEPS_PER_STATE = 8  # capacity for steps, as a multiple of states

# Columns of Book.facts
LEVEL, SIZE, COST, FIGHTS, CHOICES, CARRIED, BONUS = 0, 1, 2, 3, 4, 5, 6
FACTS = BONUS + CLASSES


class TreeArrays(NamedTuple):
    """A tree as arrays for the rules below; sets of nodes are words of 64 bits."""

    parents: np.ndarray  # a set for each node
    free: np.ndarray  # 1: no parent is needed
    had: np.ndarray  # initial nodes of the player, a set
    price: np.ndarray
    bonus: np.ndarray  # for each class of cards
    priced: np.ndarray  # one number; 1: points can be saved
    gate: np.ndarray  # nodes that must be owned before
    unlockers: np.ndarray  # a set for each node: nodes that make it available whatever its parents and gate
    extended: np.ndarray  # one number; 1: there are gates or unlockers


class BuildTable(NamedTuple):
    """States and steps of all levels."""

    sets: np.ndarray
    facts: np.ndarray
    steps: np.ndarray  # from a state to a state of the same level
    index: np.ndarray  # hash table from a set of a level to its state, or -1


def tree_arrays(tree: SkillTree, owned: Iterable[int] = ()) -> TreeArrays:
    """Return the arrays of a tree for a player who begins with some nodes.

    Raises:
        ContentError: a node number out of range.
    """
    owned = sorted(set(owned))
    if owned and not 0 <= owned[0] <= owned[-1] < len(tree):
        raise ContentError(f"tree {tree.name!r}: nodes {owned} are had; it has nodes 0 to {len(tree) - 1}")
    words = max(1, -(-len(tree) // 64))
    parents = [node_bits(node.parents, words) for node in tree.nodes]
    return TreeArrays(
        np.array(parents, np.uint64).reshape(-1, words),
        np.array([not node.parents for node in tree.nodes], np.int64),
        np.array(node_bits(owned, words), np.uint64),
        np.array([node.price for node in tree.nodes], np.int64),
        tree.bonuses,
        np.array([tree.priced], np.int64),
        np.array([node.gate for node in tree.nodes], np.int64),
        np.array([node_bits(others, words) for others in tree.unlockers], np.uint64).reshape(-1, words),
        np.array([any(node.gate or node.unlocks for node in tree.nodes)], np.int64),
    )


def points_before(encounters: int | Sequence[Encounter], points: int = 0) -> list[int]:
    """Return the points that a player has got before each encounter.

    Args:
        encounters: the encounters, or their number if each gives one point.
        points: points before the first one.
    """
    rewards = [1] * encounters if isinstance(encounters, int) else [encounter.points for encounter in encounters]
    return [points + sum(rewards[:k]) for k in range(len(rewards))]


def new_build_table(shape: TreeArrays, states: int, steps: int | None = None) -> BuildTable:
    """Return an empty table with capacity for so many states, and steps (default: eight for each state)."""
    slots = 1 << (2 * states - 1).bit_length()
    return BuildTable(
        np.empty((states, len(shape.had)), np.uint64),
        np.empty((states, FACTS), np.int64),
        np.empty((STEPS_PER_STATE * states if steps is None else steps, 2), np.int64),
        np.full(slots, -1, np.int64),
    )


def table_of_levels(shape: TreeArrays, levels: int, cap: int) -> BuildTable:
    """Return an empty table for level 0 with one state and `levels` further levels with at most `cap` new states each.

    Where points can be saved, every state may be carried over, so each level may have `cap` states more than the last.
    """
    states = 1 + sum(1 + level * cap for level in range(1, levels + 1))
    return new_build_table(shape, states, STEPS_PER_STATE * (2 * cap * levels + 2))


def write_first_states(shape: TreeArrays, book: BuildTable, builds: np.ndarray) -> None:
    """Write the first states, all of level 0: builds that a player may have fought with, as sets."""
    rows = slice(len(builds))
    book.sets[rows] = builds
    has, had = _membership(builds, len(shape.price)), _membership(shape.had[np.newaxis], len(shape.price))
    facts = book.facts[rows]
    facts[:, LEVEL], facts[:, SIZE], facts[:, COST] = 0, has.sum(axis=1), (has & ~had) @ shape.price
    facts[:, FIGHTS], facts[:, CHOICES], facts[:, CARRIED] = 1, 1, -1
    facts[:, BONUS:] = has @ shape.bonus


def _membership(sets: np.ndarray, nodes: int) -> np.ndarray:
    """Membership matrix: one row per set, one column per node."""
    bits: np.ndarray = np.unpackbits(sets.astype("<u8").view(np.uint8), axis=1, count=nodes, bitorder="little")
    return bits.astype(bool)


def node_bits(nodes: Iterable[int], words: int) -> list[int]:
    """Return a set of nodes as words."""
    words_of_set = [0] * words
    for node in nodes:
        words_of_set[node >> 6] |= 1 << (node & 63)
    return words_of_set


def nodes_of(bits: np.ndarray) -> tuple[int, ...]:
    """Return the nodes of a set, in ascending order."""
    nodes = []
    for w, word in enumerate(bits.tolist()):
        while word:
            nodes.append(64 * w + (word & -word).bit_length() - 1)
            word &= word - 1
    return tuple(nodes)


def tree_arrays_type():
    """Return the numba type of a Shape."""
    u, i = numba.uint64, numba.int64
    sets, numbers = u[:, ::1], i[::1]
    return numba.types.NamedTuple(
        (sets, numbers, u[::1], numbers, i[:, ::1], numbers, numbers, sets, numbers), TreeArrays
    )


def build_table_type():
    """Return the numba type of a Book."""
    u, i = numba.uint64, numba.int64
    return numba.types.NamedTuple((u[:, ::1], i[:, ::1], i[:, ::1], i[::1]), BuildTable)


@rule(inline=True)
def can_pick(shape, bits, node):
    """Whether a node is not owned and one of its parents is."""
    word, bit = node >> 6, np.uint64(1) << np.uint64(node & 63)
    if bits[word] & bit:
        return False
    if shape.extended[0]:
        return _is_unlocked(shape, bits, node)
    if shape.free[node]:
        return True
    available = False
    for w in range(shape.had.shape[0]):
        if bits[w] & shape.parents[node, w]:
            available = True
    return available


@rule
def _is_unlocked(shape, bits, node):
    """Whether the owned nodes unlock a node, in a tree with gates or nodes that unlock others."""
    after_parent = shape.free[node] != 0
    for w in range(shape.had.shape[0]):
        if bits[w] & shape.unlockers[node, w]:
            return True
        if bits[w] & shape.parents[node, w]:
            after_parent = True
    if not after_parent or shape.gate[node] == 0:
        return after_parent
    owned = 0
    for other in range(shape.price.shape[0]):
        if bits[other >> 6] & (np.uint64(1) << np.uint64(other & 63)):
            owned += 1
    return owned >= shape.gate[node]


@rule
def count_choices(shape, book, s, budget):
    """Count the possible actions in a state, and note whether the encounter may begin.

    It may if nothing is affordable, and in trees with prices at any time.
    """
    left, affordable = budget - book.facts[s, COST], 0
    for node in range(shape.price.shape[0]):
        if can_pick(shape, book.sets[s], node) and shape.price[node] <= left:
            affordable += 1
    book.facts[s, FIGHTS] = 1 if affordable == 0 or shape.priced[0] else 0
    book.facts[s, CHOICES] = affordable + book.facts[s, FIGHTS]


@rule
def compute_facts(shape, book, s, level):
    """Compute the facts that follow from the set of a state alone."""
    facts = book.facts[s]
    for k in range(FACTS):
        facts[k] = 0
    facts[LEVEL], facts[CARRIED] = level, -1
    for node in range(shape.price.shape[0]):
        bit = np.uint64(1) << np.uint64(node & 63)
        if book.sets[s, node >> 6] & bit:
            facts[SIZE] += 1
            if not shape.had[node >> 6] & bit:
                facts[COST] += shape.price[node]
            for group in range(CLASSES):
                facts[BONUS + group] += shape.bonus[node, group]


@rule(inline=True)
def extend_facts(shape, book, s, node, n):
    """Compute the same for state n, where one node was added to the set of state s."""
    for k in range(FACTS):
        book.facts[n, k] = book.facts[s, k]
    book.facts[n, CARRIED] = -1
    book.facts[n, SIZE] += 1
    book.facts[n, COST] += shape.price[node]
    for group in range(CLASSES):
        book.facts[n, BONUS + group] += shape.bonus[node, group]


@rule
def find_slot(book, s, level):
    """Return the slot of the set of state s among those of a level, or the slot where it is to be inserted."""
    x = np.uint64(level + 1)
    for w in range(book.sets.shape[1]):
        x ^= book.sets[s, w]
        x ^= x >> np.uint64(31)
        x ^= x << np.uint64(21)
        x ^= x >> np.uint64(17)
        x ^= x << np.uint64(43)
    last = book.index.shape[0] - 1
    slot = np.int64((x ^ (x >> np.uint64(32))) & np.uint64(last))
    while True:
        other = book.index[slot]
        if other < 0:
            return slot
        same = book.facts[other, LEVEL] == level
        for w in range(book.sets.shape[1]):
            same = same and book.sets[other, w] == book.sets[s, w]
        if same:
            return slot
        slot = (slot + 1) & last


@rule(inline=True)
def insert_state(book, slot, s):
    """Insert a state into the hash table."""
    book.index[slot] = s


# mypy: ignore-errors


MAX_NEW_STATES = 5000
SAMPLE_WALKS = 1000  # walks through a tree that has more builds than the cap
WALK_GROUPS = 10  # groups of walks, for the jackknife error


@dataclass(frozen=True)
class EnumeratedBuilds:
    """Result of `find_builds`; states and steps of each level are contiguous, in order of the number of nodes."""

    tree: SkillTree
    sets_of_states: np.ndarray
    facts: np.ndarray  # a row a state
    steps: np.ndarray
    states: np.ndarray  # first and last state of each level
    steps_of: np.ndarray  # first and last step of each level
    drawn: np.ndarray  # states that count, by level
    groups: np.ndarray  # group of the walk; GROUPS for builds of complete levels
    weights: np.ndarray
    judged_nodes: np.ndarray  # nodes that can be judged; not those of a sample that were never drawn
    sampled_from: int | None  # the first encounter whose builds are sampled

    def sets(self, encounter: int) -> list[tuple[int, ...]]:
        """Return the builds of an encounter that count, as ascending nodes; one that was drawn twice is there twice."""
        rows = self.drawn[self.facts[self.drawn, LEVEL] == encounter + 1]
        return [nodes_of(self.sets_of_states[row]) for row in rows]

    def count(self, encounter: int) -> float:
        """Return how many builds an encounter can be fought with; an estimate where they are sampled."""
        return math.fsum(self.weights[self.facts[self.drawn, LEVEL] == encounter + 1])


def find_builds(
    tree: SkillTree,
    encounters: int | Sequence[Encounter],
    points: int = 0,
    owned: Iterable[int] = (),
    cap: int = MAX_NEW_STATES,
    sample: int = SAMPLE_WALKS,
    seed: int = 1,
) -> EnumeratedBuilds:
    """Find the builds of a player who begins with `points` to spend and the nodes `owned`.

    Args:
        tree: the tree.
        encounters: the encounters, or their number if each gives one point.
        points: initial points.
        owned: initial nodes.
        cap: largest number of new states of a complete level.
        sample: number of walks where there are more.
        seed: seed of the walks.

    Raises:
        OptionError: cap or sample is too small.
        ContentError: the tree has too many ways to pick nodes in a row.
    """
    if cap < 1 or sample < WALK_GROUPS:
        raise OptionError(f"cap={cap}, sample={sample}: at least 1 build and {WALK_GROUPS} walks are needed")
    shape = tree_arrays(tree, owned)
    budgets = np.array([points - 1, *points_before(encounters, points)], np.int64)  # by level
    levels = len(budgets)
    book = table_of_levels(shape, levels - 1, cap)
    states, steps = np.zeros((levels, 2), np.int64), np.zeros((levels, 2), np.int64)
    write_first_states(shape, book, shape.had[np.newaxis])
    states[0, 1] = 1
    whole = compiled_grow()(shape, book, states, steps, budgets, cap)
    if whole < levels:
        from ludus.design.delve.builds.sampling import sample_builds

        return sample_builds(tree, shape, book, states, steps, whole, budgets, sample, seed)
    n, m = states[levels - 1, 1], steps[levels - 1, 1]
    facts = book.facts[:n].copy()
    drawn = np.flatnonzero((facts[:, LEVEL] > 0) & (facts[:, FIGHTS] > 0))
    zeros, ones = np.zeros(len(drawn), np.int64), np.ones(len(drawn))
    return EnumeratedBuilds(
        tree,
        book.sets[:n].copy(),
        facts,
        book.steps[:m].copy(),
        states,
        steps,
        drawn,
        zeros,
        ones,
        np.ones(len(tree), bool),
        None,
    )


@compute_once
def compiled_grow():
    """Return `grow`, callable from Python."""
    if not is_compiled(enumerate_levels):
        return plain(enumerate_levels)
    shape, book, two = tree_arrays_type(), build_table_type(), numba.int64[:, ::1]
    return compile_exported(enumerate_levels, (shape, book, two, two, numba.int64[::1], numba.int64))


@rule(export=True)
def enumerate_levels(shape, book, states, steps, budgets, cap):
    """Fill the table level by level, from the states of level 0; `budgets` are the points that a player has got.

    Returns the number of levels that have at most `cap` new states, or all.
    """
    for level in range(1, states.shape[0]):
        states[level, 0], steps[level, 0] = states[level - 1, 1], steps[level - 1, 1]
        if not _enumerate_level(shape, book, states, steps, level, budgets[level], cap):
            return level
    return states.shape[0]


@rule
def _enumerate_level(shape, book, states, steps, level, budget, cap):
    first = n = states[level, 0]
    step = steps[level, 0]
    for before in range(states[level - 1, 0], states[level - 1, 1]):
        if book.facts[before, FIGHTS]:
            if n >= book.sets.shape[0]:
                return False
            for w in range(shape.had.shape[0]):
                book.sets[n, w] = book.sets[before, w]
            insert_state(book, find_slot(book, n, level), n)
            for k in range(FACTS):
                book.facts[n, k] = book.facts[before, k]
            book.facts[n, LEVEL], book.facts[n, CARRIED] = level, before
            n += 1
    most = min(n + cap, book.sets.shape[0])
    size, largest = book.facts[first, SIZE], book.facts[first, SIZE]
    for s in range(first, n):
        size, largest = min(size, book.facts[s, SIZE]), max(largest, book.facts[s, SIZE])
    while size <= largest:
        for s in range(first, n):
            if book.facts[s, SIZE] != size:
                continue
            count_choices(shape, book, s, budget)
            for node in range(shape.price.shape[0]):
                if not can_pick(shape, book.sets[s], node) or book.facts[s, COST] + shape.price[node] > budget:
                    continue
                if n >= most or step >= book.steps.shape[0]:
                    return False
                for w in range(shape.had.shape[0]):
                    book.sets[n, w] = book.sets[s, w]
                book.sets[n, node >> 6] |= np.uint64(1) << np.uint64(node & 63)
                slot = find_slot(book, n, level)
                if book.index[slot] < 0:
                    insert_state(book, slot, n)
                    extend_facts(shape, book, s, node, n)
                    largest = max(largest, size + 1)
                    n += 1
                book.steps[step, 0], book.steps[step, 1] = s, book.index[slot]
                step += 1
        size += 1
    states[level, 1], steps[level, 1] = n, step
    return True

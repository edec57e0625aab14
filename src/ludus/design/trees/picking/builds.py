"""Enumeration of the builds of a tree: which sets of nodes a player can have at each encounter, and their
predecessors.

    found = find_builds(tree, encounters=6)
    found.sets(3)                      the sets of nodes with which the fourth encounter can be fought

A player gets one point after each encounter and picks nodes by the rules of the game. Where nodes have prices, points
may be saved even if something is affordable.

A level is what happens before an encounter: states are the sets of nodes that picks lead through, steps the picks. A
state may be carried over from the level before, where the same set was fought with. Level 0 is the start, one state.

Levels are complete while they have at most `cap` new states. From the first larger level on, builds are sampled, see
`sampled_builds`. Each build that counts is a row of `drawn`, with its weight; in complete levels all weights are 1.
"""

# mypy: ignore-errors

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numba
import numpy as np

from ludus.core import plain, rule
from ludus.core.errors import OptionError
from ludus.core.rule import compile_exported, is_compiled
from ludus.design.trees.doors import compute_once
from ludus.design.trees.picking.book import (
    CARRIED,
    COST,
    FACTS,
    FIGHTS,
    LEVEL,
    SIZE,
    write_first_states,
    can_pick,
    count_choices,
    new_build_table,
    nodes_of,
    extend_facts,
    insert_state,
    tree_arrays,
    find_slot,
    build_table_type,
    tree_arrays_type,
)
from ludus.games.delve.tree import SkillTree

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
    encounters: int,
    points: int = 0,
    owned: Iterable[int] = (),
    cap: int = MAX_NEW_STATES,
    sample: int = SAMPLE_WALKS,
    seed: int = 1,
) -> EnumeratedBuilds:
    """Find the builds of a player who begins with `points` to spend and the nodes `had`.

    Args:
        tree: the tree.
        encounters: number of encounters.
        points: initial points.
        had: initial nodes.
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
    book = new_build_table(shape, 2 * cap * encounters + 2)
    states, steps = np.zeros((encounters + 1, 2), np.int64), np.zeros((encounters + 1, 2), np.int64)
    write_first_states(shape, book, shape.had[np.newaxis])
    states[0, 1] = 1
    whole = compiled_grow()(shape, book, states, steps, points, cap)
    if whole <= encounters:
        from ludus.design.trees.picking.walks import sample_builds

        return sample_builds(tree, shape, book, states, steps, whole, points, sample, seed)
    n, m = states[encounters, 1], steps[encounters, 1]
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
    return compile_exported(enumerate_levels, (shape, book, two, two, numba.int64, numba.int64))


@rule(export=True)
def enumerate_levels(shape, book, states, steps, points, cap):
    """Fill the table level by level, from the states of level 0.

    Returns the number of levels that have at most `cap` new states, or all.
    """
    for level in range(1, states.shape[0]):
        states[level, 0], steps[level, 0] = states[level - 1, 1], steps[level - 1, 1]
        if not _enumerate_level(shape, book, states, steps, level, points + level - 1, cap):
            return level
    return states.shape[0]


@rule
def _enumerate_level(shape, book, states, steps, level, budget, cap):
    first = n = states[level, 0]
    step = steps[level, 0]
    for before in range(states[level - 1, 0], states[level - 1, 1]):
        if book.facts[before, FIGHTS]:
            for w in range(shape.had.shape[0]):
                book.sets[n, w] = book.sets[before, w]
            insert_state(book, find_slot(book, n, level), n)
            for k in range(FACTS):
                book.facts[n, k] = book.facts[before, k]
            book.facts[n, LEVEL], book.facts[n, CARRIED] = level, before
            n += 1
    most = n + cap
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

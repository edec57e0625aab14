"""Sampling of builds, for trees that have too many: random walks through the tree.

A walk begins with a build of the last complete level and then picks uniformly among all actions of the player. It
visits some builds more often than others, so each is weighted by the inverse of its visiting probability: then the
sample represents all builds equally, as the complete levels do.

Whether a build could have been made by a surviving player, and its visiting probability, depends on all orders of its
nodes. So everything below the builds of a walk is enumerated, too, down to the last complete level. That doubles with
each pick; where there is no room for all walks, there are fewer.
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numba
import numpy as np

from ludus.core import local_ints, plain, rule
from ludus.core.compile_once import compute_once
from ludus.core.random import as_int64, derive, scale_below, seed_stream, xorshift_step
from ludus.core.rule import compile_exported, is_compiled
from ludus.design.delve.builds.enumeration import (
    CARRIED,
    CHOICES,
    COST,
    FIGHTS,
    LEVEL,
    SIZE,
    WALK_GROUPS,
    BuildTable,
    EnumeratedBuilds,
    TreeArrays,
    build_table_type,
    can_pick,
    compute_facts,
    count_choices,
    find_slot,
    insert_state,
    new_build_table,
    nodes_of,
    tree_arrays_type,
)
from ludus.games.delve.constants import MAX_NODES
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import ContentError

MAX_STATES = 1 << 19  # capacity for states below sampled builds
MIN_WALKS = 2 * WALK_GROUPS  # walks


def sample_builds(
    tree: SkillTree,
    shape: TreeArrays,
    book: BuildTable,
    states: np.ndarray,
    steps: np.ndarray,
    whole: int,
    budgets: np.ndarray,
    sample: int,
    seed: int,
) -> EnumeratedBuilds:
    """Continue from a table with `whole` complete levels by walks through the others; `budgets` are points by level.

    Raises:
        ContentError: there are too many ways to pick nodes in a row.
    """
    levels, first, done = len(states), int(states[whole - 1, 1]), int(steps[whole - 1, 1])
    walks = min(sample, max(MIN_WALKS, MAX_STATES >> (levels - whole)))
    room = min(MAX_STATES, walks << (levels - whole + 1))
    stream = as_int64(derive(seed, "builds"))
    while True:
        larger = new_build_table(shape, first + room)
        larger.sets[:first], larger.facts[:first], larger.steps[:done] = (
            book.sets[:first],
            book.facts[:first],
            book.steps[:done],
        )
        visited = np.zeros((walks, levels - whole, len(shape.had)), np.uint64)
        rows, probabilities = np.zeros((walks, levels - whole), np.int64), np.zeros(len(larger.facts))
        n = _sample()(shape, larger, states, steps, whole, budgets, stream, visited, rows, probabilities)
        if n >= 0:
            break
        room, walks = min(MAX_STATES, 2 * room), walks if room < MAX_STATES else walks // 2
        if walks < MIN_WALKS:
            raise ContentError(
                f"tree {tree.name!r}: too many ways to pick nodes in a row to rate it; give fewer points at a time, or "
                "fewer nodes that cost nothing"
            )
    facts = larger.facts[:n].copy()
    complete = np.flatnonzero((facts[:first, LEVEL] > 0) & (facts[:first, FIGHTS] > 0))
    sampled = rows.T.reshape(-1)  # by level
    groups = np.tile(np.arange(walks) * WALK_GROUPS // walks, levels - whole)
    return EnumeratedBuilds(
        tree,
        larger.sets[:n].copy(),
        facts,
        larger.steps[: steps.max()].copy(),
        states,
        steps,
        np.concatenate([complete, sampled]),
        np.concatenate([np.full(len(complete), WALK_GROUPS), groups]),
        np.concatenate([np.ones(len(complete)), 1.0 / probabilities[sampled] / walks]),
        _judged_nodes(tree, shape, visited[:, -1], int(budgets[-1])),
        whole - 1,
    )


def _judged_nodes(tree: SkillTree, shape: TreeArrays, visited: np.ndarray, budget: int) -> np.ndarray:
    """Whether a node can be judged: the walks have it in the end, or no player can ever have it."""
    had, drawn = set(nodes_of(shape.had)), set(nodes_of(np.bitwise_or.reduce(visited, axis=0)))
    costs = [0 if node in had else math.inf for node in range(len(tree))]  # of the cheapest path to it
    ready = [*had, *(node for node in tree.roots if node not in had)]
    for node in ready:  # grows while it is read, until nothing gets cheaper; gates are left out, so it is a lower bound
        above = [costs[parent] for parent in tree.nodes[node].parents] or [0]
        above += [costs[other] for other in tree.unlockers[node]]
        cost = min(costs[node], tree.nodes[node].price + min(above))
        if cost < costs[node] or node in had:
            costs[node] = cost
            ready += [child for child in (*tree.children[node], *tree.nodes[node].unlocks) if child not in had]
    return np.array([node in drawn or costs[node] > budget for node in range(len(tree))], bool)


@compute_once
def _sample():
    if not is_compiled(sample_levels):
        return plain(sample_levels)
    i, f = numba.int64, numba.float64
    two, three = i[:, ::1], numba.uint64[:, :, ::1]
    return compile_exported(
        sample_levels, (tree_arrays_type(), build_table_type(), two, two, i, i[::1], i, three, two, f[::1])
    )


@rule(export=True)
def sample_levels(shape, book, states, steps, whole, budgets, seed, visited, rows, chances):
    """Walk, enumerate everything below, and compute probabilities; return the number of states, or -1 without room."""
    first, n, step = states[whole - 1, 1], states[whole - 1, 1], steps[whole - 1, 1]
    run_walks(shape, book, states[whole - 1], whole, budgets, seed, visited)
    for level in range(states.shape[0] - 1, whole - 1, -1):
        states[level, 0], steps[level, 0] = n, step
        n, step = enumerate_below(
            shape, book, states, level, budgets, visited[:, level - whole], rows[:, level - whole], step
        )
        if n < 0:
            return -1
        states[level, 1], steps[level, 1] = n, step
        reverse_steps(book.steps, steps[level, 0], step)
    for s in range(states[whole - 1, 0], first):
        insert_state(book, find_slot(book, s, whole - 1), s)
    for s in range(states[whole, 0], states[whole, 1]):
        book.facts[s, CARRIED] = book.index[find_slot(book, s, whole - 1)]
    compute_probabilities(book, states, steps, whole, chances)
    return n


@rule
def run_walks(shape, book, starts, whole, budgets, seed, visited):
    """Record the builds that each walk visits, level by level."""
    x, walker, fighting = seed_stream(seed), starts[1], 0  # the first free state is the walker's
    for s in range(starts[0], starts[1]):
        fighting += book.facts[s, FIGHTS]
    for walk in range(visited.shape[0]):
        x = xorshift_step(x)
        skip, s = scale_below(x, fighting), starts[0]
        while skip > 0 or not book.facts[s, FIGHTS]:
            skip -= book.facts[s, FIGHTS]
            s += 1
        for w in range(shape.had.shape[0]):
            book.sets[walker, w] = book.sets[s, w]
        book.facts[walker, COST] = book.facts[s, COST]
        for level in range(visited.shape[1]):
            budget = budgets[whole + level]
            while True:
                count_choices(shape, book, walker, budget)
                x = xorshift_step(x)
                pick = scale_below(x, book.facts[walker, CHOICES])
                if pick == book.facts[walker, CHOICES] - book.facts[walker, FIGHTS]:
                    break
                pick_affordable(shape, book, walker, budget, pick)
            for w in range(shape.had.shape[0]):
                visited[walk, level, w] = book.sets[walker, w]


@rule
def pick_affordable(shape, book, s, budget, pick):
    """Pick one of the affordable nodes, by its number among them."""
    for node in range(shape.price.shape[0]):
        if can_pick(shape, book.sets[s], node) and book.facts[s, COST] + shape.price[node] <= budget:
            if pick == 0:
                book.sets[s, node >> 6] |= np.uint64(1) << np.uint64(node & 63)
                book.facts[s, COST] += shape.price[node]
                return
            pick -= 1


@rule
def enumerate_below(shape, book, states, level, budgets, visited, rows, step):
    """Enumerate the states of a level: visited by walks, carried over to the next, and all that leads to them."""
    first = n = states[level, 0]
    budget, most = budgets[level], book.sets.shape[0] - 2
    for walk in range(visited.shape[0]):
        if n >= most:
            return -1, step
        for w in range(visited.shape[1]):
            book.sets[n, w] = visited[walk, w]
        rows[walk], n = find_or_add(shape, book, n, level, budget)
    if level + 1 < states.shape[0]:
        for s in range(states[level + 1, 0], states[level + 1, 1]):
            if n >= most:
                return -1, step
            if book.facts[s, COST] <= budget:
                for w in range(visited.shape[1]):
                    book.sets[n, w] = book.sets[s, w]
                before, more = find_or_add(shape, book, n, level, budget)
                book.facts[s, CARRIED] = before if book.facts[before, FIGHTS] else -1
                n = more
    largest = 0
    for s in range(first, n):
        largest = max(largest, book.facts[s, SIZE])
    for size in range(largest, 0, -1):
        for s in range(first, n):
            if book.facts[s, SIZE] != size or (not shape.priced[0] and book.facts[s, COST] <= budgets[level - 1]):
                continue  # without saving, what was affordable before was picked before
            for node in range(shape.price.shape[0]):
                if can_be_last_pick(shape, book.sets[s], node):
                    if n >= most or step >= book.steps.shape[0]:
                        return -1, step
                    for w in range(visited.shape[1]):
                        book.sets[n, w] = book.sets[s, w]
                    book.sets[n, node >> 6] ^= np.uint64(1) << np.uint64(node & 63)
                    before, n = find_or_add(shape, book, n, level, budget)
                    book.steps[step, 0], book.steps[step, 1] = before, s
                    step += 1
    return n, step


@rule
def find_or_add(shape, book, s, level, budget):
    """Return the state of a level with the set at index s (perhaps new, at s), and the first free index."""
    slot = find_slot(book, s, level)
    if book.index[slot] >= 0:
        return book.index[slot], s
    insert_state(book, slot, s)
    compute_facts(shape, book, s, level)
    count_choices(shape, book, s, budget)
    return s, s + 1


@rule
def can_be_last_pick(shape, bits, node):
    """Whether a node may have been the last one picked: all others have a parent without it."""
    word, bit = node >> 6, np.uint64(1) << np.uint64(node & 63)
    if not bits[word] & bit or shape.had[word] & bit:
        return False
    if shape.extended[0]:
        return is_reachable_without(shape, bits, node)
    for other in range(shape.price.shape[0]):
        own = np.uint64(1) << np.uint64(other & 63)
        if other == node or not bits[other >> 6] & own or shape.free[other] or shape.had[other >> 6] & own:
            continue
        has_parent = False
        for w in range(shape.had.shape[0]):
            rest = bits[w] & ~bit if w == word else bits[w]
            if rest & shape.parents[other, w]:
                has_parent = True
        if not has_parent:
            return False
    return True


@rule
def is_reachable_without(shape, bits, node):
    """Whether the set without a node can be picked in some order, and the node after it.

    For trees with gates or nodes that unlock others: there a parent of each node is not enough.
    """
    picked, n = local_ints(MAX_NODES), shape.price.shape[0]
    wanted, owned = -1, 0  # without the node itself
    for other in range(n):
        bit = np.uint64(1) << np.uint64(other & 63)
        if bits[other >> 6] & bit:
            wanted += 1
            if shape.had[other >> 6] & bit:
                picked[other] = 1
                owned += 1
    grows = True
    while grows and owned < wanted:
        grows = False
        for other in range(n):
            bit = np.uint64(1) << np.uint64(other & 63)
            wanting = other != node and bits[other >> 6] & bit and not picked[other]
            if wanting and _can_follow(shape, picked, owned, other):
                picked[other] = 1
                owned += 1
                grows = True
    return owned == wanted and _can_follow(shape, picked, owned, node)


@rule
def _can_follow(shape, picked, owned, node):
    """Whether a node can be picked after others, which are marked by 1."""
    after_parent = shape.free[node] != 0
    for other in range(shape.price.shape[0]):
        if picked[other]:
            word, bit = other >> 6, np.uint64(1) << np.uint64(other & 63)
            if shape.unlockers[node, word] & bit:
                return True
            if shape.parents[node, word] & bit:
                after_parent = True
    return after_parent and owned >= shape.gate[node]


@rule
def reverse_steps(steps, first, last):
    """Reverse the order of steps: they were found from large sets down, and are read from small sets up."""
    for k in range((last - first) // 2):
        a, b = first + k, last - 1 - k
        for end in range(2):
            saved = steps[a, end]
            steps[a, end] = steps[b, end]
            steps[b, end] = saved


@rule
def compute_probabilities(book, states, steps, whole, chances):
    """Compute the probability that a walk fights with each build, from the last complete level on."""
    fighting = 0
    for s in range(states[whole - 1, 0], states[whole - 1, 1]):
        fighting += book.facts[s, FIGHTS]
    for s in range(states[whole - 1, 0], states[whole - 1, 1]):
        chances[s] = 1.0 / fighting if book.facts[s, FIGHTS] else 0.0
    for level in range(whole, states.shape[0]):
        for s in range(states[level, 0], states[level, 1]):
            before = book.facts[s, CARRIED]
            chances[s] = chances[before] if before >= 0 else 0.0
        for k in range(steps[level, 0], steps[level, 1]):
            before = book.steps[k, 0]
            chances[book.steps[k, 1]] += chances[before] / book.facts[before, CHOICES]
        for s in range(states[level, 0], states[level, 1]):
            chances[s] = chances[s] / book.facts[s, CHOICES] if book.facts[s, FIGHTS] else 0.0

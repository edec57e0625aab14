"""Measures of the choices in a tree, fast enough for a search: flaws of nodes, forced picks, variety, wins by cell.

    memo = PlayedMemo("greedy-card", decks, default_encounters(), orders=10, seed=7)
    measures = measure_choices(tree_arrays(tree), memo, deck_groups)
    measures.dominated, measures.expected_domination, measures.alike, measures.win_rates

The definitions are those of `inspection.node_flaws` and `inspection.pick_values`, with their constants; for the same
decks, orders of cards and seed the counts are equal. There are also soft measures, which show a search the direction
and carry over to decks that it does not know:

- expected domination of a node: for each other node that is there wherever it is, the probability that no deck of a new
  set finds a use for it, times how clearly it is worse on average; the highest counts. The probability comes from the
  share of decks of each group for which the node is ahead somewhere.
- expected redundancy: the same for two nodes between which no deck finds a difference.
- unused: 1 for a node that is never the best pick, falling to 0 at `UNUSED_SHARE` of the choices that matter.
- obviousness: 1 for an obvious node, falling to 0 below the limits of that flaw.
- nearly alike: `alike` is the share of choices in which all picks are equally good; here a choice in which the best and
  the worst pick differ by one fight counts half, because that may be luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numba
import numpy as np

from ludus.core import plain, rule
from ludus.core.compile_once import compute_once
from ludus.core.rule import compile_exported, is_compiled
from ludus.design.delve.builds.enumeration import (
    CARRIED,
    CHOICES,
    FIGHTS,
    LEVEL,
    BuildTable,
    TreeArrays,
    build_table_type,
    compiled_grow,
    table_of_levels,
    tree_arrays_type,
    write_first_states,
)
from ludus.design.delve.inspection.node_flaws import (
    DOMINATED_LOSS,
    NEVER_USEFUL_SHARE,
    OBVIOUS_BEST_SHARE,
    OBVIOUS_LEAD,
    REDUNDANT_SHARE,
)
from ludus.design.delve.inspection.pick_values import EQUAL_VALUE_GAP
from ludus.design.delve.rating.fight_memo import FightMemo
from ludus.games.delve.decks_and_encounters import Encounter
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import ContentError, OptionError
from ludus.util.text import plural

# mypy: ignore-errors

MAX_NEW_BUILDS = 5000  # before an encounter
UNUSED_SHARE = 0.02  # of the choices that matter: picked more often, a node is clearly useful
DOMINATION_RANGE = (0.006, 0.012)  # mean loss: below it a node is not dominated, above it clearly; the limit is between
OBVIOUS_SHARE_RANGE = (0.8, OBVIOUS_BEST_SHARE)
OBVIOUS_LEAD_RANGE = (0.03, OBVIOUS_LEAD)

# Columns of the statistics of a pair of nodes: the row's value minus the column's, over choices between them.
TOTAL, WEIGHT, MATTERS, MET = range(4)
# Columns of the statistics of a node, over choices that matter.
OFFERED, BEST, LEAD, PICKED, CHOSEN_FROM = range(5)
# Columns of the measures of a node.
DOMINATED, EXPECTED_DOMINATION, NEVER_USEFUL, UNUSED, REDUNDANT, EXPECTED_REDUNDANCY, OBVIOUS, OBVIOUSNESS = range(8)
# Sums over choices.
FORCED, CHOICE_WEIGHT, ALIKE, NEARLY_ALIKE = range(4)
CLEAR_FIGHTS = 2.0  # a choice in which best and worst pick differ by so many fights clearly matters


class ChoiceArrays(NamedTuple):
    """Working space of the analysis."""

    worth: np.ndarray  # by state and deck: encounters won from here on
    chances: np.ndarray  # by state, with random picks
    most: np.ndarray  # by pair and deck: the largest lead
    pairs: np.ndarray  # by pair
    nodes: np.ndarray  # by node
    sums: np.ndarray


@dataclass(frozen=True)
class DeckGroup:
    """Decks of one kind among those of a memo, and how many of this kind a new set has."""

    decks: tuple[int, ...]
    new: int


@dataclass(frozen=True)
class ChoiceMeasures:
    """Measures of one tree. Arrays are by node, those of cells by deck and encounter."""

    builds: int
    dominated: np.ndarray
    expected_domination: np.ndarray
    never_useful: np.ndarray
    unused: np.ndarray
    redundant: np.ndarray  # the first node of every group of redundant nodes
    expected_redundancy: np.ndarray
    obvious: np.ndarray
    obviousness: np.ndarray
    picked: np.ndarray  # share of the choices that matter in which it is the best pick
    forced: float  # share of picks with only one available node
    alike: float  # share of choices in which all nodes are equally good
    nearly_alike: float  # the same, with small differences in part
    win_rates: np.ndarray  # by deck and encounter, with random picks
    win_turns: np.ndarray  # by deck and encounter: turns of fights won, times their share

    @property
    def wins(self) -> float:
        """Win ratio over decks and encounters."""
        return float(self.win_rates.mean())

    @property
    def turns(self) -> float:
        """Turns of a won fight; 0 if none is won."""
        won = float(self.win_rates.sum())
        return float(self.win_turns.sum()) / won if won > 0 else 0.0


def check_measurable(encounters: Sequence[Encounter], tree: SkillTree | None = None) -> None:
    """Check that choices can be measured: one skill point for each encounter, and nodes that raise damage only.

    Raises:
        OptionError: they cannot; the message names the encounter or the node.
    """
    for number, encounter in enumerate(encounters[:-1], 1):  # points for the last one come too late
        if encounter.points != 1:
            raise OptionError(
                f"encounter {number} gives {plural(encounter.points, 'skill point')}: choices are rated and mended "
                "only where every encounter gives one; `make delve --setup thesis` and `inspect delve` take others"
            )
    for node in tree.nodes if tree is not None else ():
        if node.is_extended:
            what = f"gate {node.gate}" if node.gate else node.description
            raise OptionError(
                f"tree {tree.name!r}, node {node.name!r}: {what}; choices are rated and mended only in trees whose "
                "nodes raise damage, without gates and unlocked nodes; `inspect delve` without --mend plays all of them"
            )


def measure_choices(
    shape: TreeArrays, memo: FightMemo, groups: Sequence[DeckGroup], cap: int = MAX_NEW_BUILDS
) -> ChoiceMeasures | None:
    """Measure the choices of a tree in which every node raises damage and costs one point; see `check_measurable`.

    Args:
        shape: arrays of the tree.
        memo: fights of the decks.
        groups: kinds of decks, for the expected flaws.
        cap: largest number of new builds before an encounter.

    Returns:
        The measures, or None if the tree has more builds.

    Raises:
        ContentError: nodes have prices, gates or unlocked nodes.
    """
    if shape.extended[0]:
        raise ContentError("choices are measured in trees without gates and unlocked nodes")
    if len(shape.price) and not (shape.price == 1).all():
        raise ContentError("choices are measured in trees in which every node costs one point")
    book, states, steps = enumerate_builds(shape, len(memo.encounters), cap)
    if book is None:
        return None
    count, nodes, decks = int(states[-1, 1]), len(shape.price), len(memo.decks)
    facts = book.facts[:count]
    won, turns = memo.results(facts)
    arrays = ChoiceArrays(
        won / memo.orders,
        np.zeros(count),
        np.full((nodes, nodes, decks), -np.inf),
        np.zeros((nodes, nodes, 4)),
        np.zeros((nodes, 5)),
        np.zeros(4),
    )
    _compiled_analyse()(shape, book, states, steps, float(memo.orders), arrays)
    kinds, new = np.zeros(decks, np.int64), np.array([group.new for group in groups], np.int64)
    for number, group in enumerate(groups):
        kinds[list(group.decks)] = number
    judged = np.zeros((nodes, 8))
    _compiled_judge()(shape, arrays, kinds, new, judged)
    fights = facts[:, FIGHTS] * (facts[:, LEVEL] > 0) * arrays.chances
    shape_of_cells = decks, len(memo.encounters)
    win_rates, win_turns = np.zeros(shape_of_cells), np.zeros(shape_of_cells)
    for encounter in range(len(memo.encounters)):
        rows = slice(*states[encounter + 1])
        win_rates[:, encounter] = fights[rows] @ won[rows] / memo.orders
        win_turns[:, encounter] = fights[rows] @ turns[rows] / memo.orders
    forced, total, alike, nearly = arrays.sums.tolist()
    picked = arrays.nodes[:, PICKED] / np.maximum(arrays.nodes[:, OFFERED], 1e-300)
    return ChoiceMeasures(
        int((facts[:, FIGHTS] * (facts[:, LEVEL] > 0)).sum()),
        judged[:, DOMINATED] > 0,
        judged[:, EXPECTED_DOMINATION],
        judged[:, NEVER_USEFUL] > 0,
        judged[:, UNUSED],
        judged[:, REDUNDANT] > 0,
        judged[:, EXPECTED_REDUNDANCY],
        judged[:, OBVIOUS] > 0,
        judged[:, OBVIOUSNESS],
        picked,
        forced / (forced + total) if forced + total else 0.0,
        alike / total if total else 0.0,
        nearly / total if total else 0.0,
        win_rates,
        win_turns,
    )


def enumerate_builds(shape: TreeArrays, encounters: int, cap: int) -> tuple[BuildTable | None, np.ndarray, np.ndarray]:
    """Return the builds of a tree, with the first and last state and step of each level; no table if there are more."""
    states, steps = np.zeros((encounters + 1, 2), np.int64), np.zeros((encounters + 1, 2), np.int64)
    room = min(cap, 2 ** min(len(shape.price), 30)) + 1
    book = table_of_levels(shape, encounters, room)
    write_first_states(shape, book, shape.had[np.newaxis])
    states[0, 1] = 1
    budgets = np.arange(-1, encounters)  # by level: one point for each encounter before
    complete = compiled_grow()(shape, book, states, steps, budgets, cap) > encounters
    return (book if complete else None), states, steps


@compute_once
def _compiled_analyse():
    if not is_compiled(analyse_choices):
        return plain(analyse_choices)
    two, orders = numba.int64[:, ::1], numba.float64
    return compile_exported(analyse_choices, (tree_arrays_type(), build_table_type(), two, two, orders, _arrays_type()))


@compute_once
def _compiled_judge():
    if not is_compiled(judge_nodes):
        return plain(judge_nodes)
    one = numba.int64[::1]
    return compile_exported(judge_nodes, (tree_arrays_type(), _arrays_type(), one, one, numba.float64[:, ::1]))


def _arrays_type():
    f = numba.float64
    return numba.types.NamedTuple((f[:, ::1], f[::1], f[:, :, ::1], f[:, :, ::1], f[:, ::1], f[::1]), ChoiceArrays)


@rule(export=True)
def analyse_choices(shape, book, states, steps, orders, arrays):
    """Find the chance of every state, then the value of every pick, from the last encounter backwards."""
    find_chances(book, states, steps, arrays)
    last = states.shape[0] - 1
    for level in range(last, 1, -1):
        to_come = last - level + 1
        k = steps[level, 0]
        for s in range(states[level, 0], states[level, 1]):
            before = book.facts[s, CARRIED]
            if before < 0:
                continue
            first = k
            while k < steps[level, 1] and book.steps[k, 0] == s:
                k += 1
            add_best_ahead(book, arrays, s, before, first, k)
            if k - first == 1:
                arrays.sums[FORCED] += arrays.chances[s]
            elif k - first > 1:
                compare_picks(shape, book, arrays, s, first, k, to_come, orders)


@rule
def find_chances(book, states, steps, arrays):
    """Find the probability of every state with random picks."""
    arrays.chances[0] = 1.0
    for level in range(1, states.shape[0]):
        for s in range(states[level, 0], states[level, 1]):
            if book.facts[s, CARRIED] >= 0:
                arrays.chances[s] = arrays.chances[book.facts[s, CARRIED]]
        for k in range(steps[level, 0], steps[level, 1]):
            arrays.chances[book.steps[k, 1]] += arrays.chances[book.steps[k, 0]] / book.facts[book.steps[k, 0], CHOICES]


@rule
def add_best_ahead(book, arrays, s, before, first, end):
    """Add the encounters that the best pick of a carried state wins later to the state that it was carried from."""
    for deck in range(arrays.worth.shape[1]):
        best = arrays.worth[s, deck] if first == end else -1.0
        for k in range(first, end):
            best = max(best, arrays.worth[book.steps[k, 1], deck])
        arrays.worth[before, deck] += best


@rule(inline=True)
def picked_node(book, step):
    """Return the node of a step."""
    node = 0
    for w in range(book.sets.shape[1]):
        bits = book.sets[book.steps[step, 0], w] ^ book.sets[book.steps[step, 1], w]
        if bits:
            node = 64 * w
            while bits > np.uint64(1):
                bits >>= np.uint64(1)
                node += 1
    return node


@rule
def compare_picks(shape, book, arrays, s, first, end, to_come, orders):
    """Add a choice between several nodes to the statistics."""
    decks, chance = arrays.worth.shape[1], arrays.chances[s]
    arrays.sums[CHOICE_WEIGHT] += chance
    for k in range(first, end):
        node = picked_node(book, k)
        arrays.nodes[node, CHOSEN_FROM] += 1.0
        for other in range(shape.price.shape[0]):
            if book.sets[s, other >> 6] & (np.uint64(1) << np.uint64(other & 63)):
                arrays.pairs[node, other, MET] += 1.0
        for j in range(first, end):
            arrays.pairs[node, picked_node(book, j), MET] += 1.0
    mattering = 0
    for deck in range(decks):
        best, second, worst = -1.0, -1.0, 1e9
        for k in range(first, end):
            value = arrays.worth[book.steps[k, 1], deck] / to_come
            if value > best:
                second, best = best, value
            else:
                second = max(second, value)
            worst = min(worst, value)
        fights = (best - worst) * to_come * orders
        arrays.sums[NEARLY_ALIKE] += chance / decks * max(0.0, 1.0 - fights / CLEAR_FIGHTS)
        if best - worst <= EQUAL_VALUE_GAP:
            arrays.sums[ALIKE] += chance / decks
            continue
        mattering += 1
        among = 0
        for k in range(first, end):
            if best - arrays.worth[book.steps[k, 1], deck] / to_come <= EQUAL_VALUE_GAP:
                among += 1
        for k in range(first, end):
            value, node = arrays.worth[book.steps[k, 1], deck] / to_come, picked_node(book, k)
            arrays.nodes[node, OFFERED] += chance
            arrays.nodes[node, LEAD] += chance * (value - (second if value == best else best))
            if best - value <= EQUAL_VALUE_GAP:
                arrays.nodes[node, BEST] += chance
                arrays.nodes[node, PICKED] += chance / among
    for k in range(first, end):
        node = picked_node(book, k)
        for j in range(first, end):
            if j == k:
                continue
            other, total = picked_node(book, j), 0.0
            for deck in range(decks):
                gap = (arrays.worth[book.steps[k, 1], deck] / to_come) - (
                    arrays.worth[book.steps[j, 1], deck] / to_come
                )
                total += gap
                arrays.most[node, other, deck] = max(arrays.most[node, other, deck], gap)
            arrays.pairs[node, other, TOTAL] += chance * (total / decks)
            arrays.pairs[node, other, WEIGHT] += chance
            arrays.pairs[node, other, MATTERS] += chance * (mattering / decks)


@rule(export=True)
def judge_nodes(shape, arrays, kinds, new, judged):
    """Fill in the measures of every node."""
    count = shape.price.shape[0]
    for node in range(count):
        judge_picks(arrays.nodes[node], judged[node])
        for other in range(count):
            if other != node and arrays.pairs[node, other, WEIGHT] > 0.0:
                judge_pair(shape, arrays, kinds, new, node, other, judged[node])
    find_redundant(arrays, judged)


@rule
def judge_picks(sums, judged):
    """Judge how often a node is the best pick."""
    weight = sums[OFFERED]
    if weight <= 0.0:
        return
    picked, best, lead = sums[PICKED] / weight, sums[BEST] / weight, sums[LEAD] / weight
    if picked < NEVER_USEFUL_SHARE:
        judged[NEVER_USEFUL] = 1.0
    judged[UNUSED] = min(1.0, max(0.0, 1.0 - picked / UNUSED_SHARE))
    if sums[BEST] >= OBVIOUS_BEST_SHARE * weight and sums[LEAD] >= OBVIOUS_LEAD * weight:
        judged[OBVIOUS] = 1.0
    share = ramp(best, OBVIOUS_SHARE_RANGE[0], OBVIOUS_SHARE_RANGE[1])
    judged[OBVIOUSNESS] = share * ramp(lead, OBVIOUS_LEAD_RANGE[0], OBVIOUS_LEAD_RANGE[1])


@rule(inline=True)
def ramp(value, low, high):
    """Return 0 below a range, 1 above it, and linear numbers between."""
    return min(1.0, max(0.0, (value - low) / (high - low)))


@rule
def judge_pair(shape, arrays, kinds, new, node, other, judged):
    """Judge whether another node dominates a node, or is as good."""
    pair, decks = arrays.pairs[node, other], arrays.most.shape[2]
    mean = pair[TOTAL] / pair[WEIGHT]
    ahead, behind = -np.inf, -np.inf
    for deck in range(decks):
        ahead = max(ahead, arrays.most[node, other, deck])
        behind = max(behind, arrays.most[other, node, deck])
    no_use, no_difference = 1.0, 1.0  # probability that no deck of a new set finds a use, or a difference
    for kind in range(new.shape[0]):
        size, uses, differences = 0, 0, 0
        for deck in range(decks):
            if kinds[deck] == kind:
                size += 1
                use = arrays.most[node, other, deck] > EQUAL_VALUE_GAP
                uses += use
                differences += use or arrays.most[other, node, deck] > EQUAL_VALUE_GAP
        if size > 0:
            no_use *= (1.0 - uses / size) ** new[kind]
            no_difference *= (1.0 - differences / size) ** new[kind]
    if pair[MET] == arrays.nodes[node, CHOSEN_FROM]:  # wherever the node is available, the other is available or owned
        if is_proven(shape, other, node):
            judged[DOMINATED] = judged[EXPECTED_DOMINATION] = 1.0
        else:
            if ahead <= EQUAL_VALUE_GAP and mean <= -DOMINATED_LOSS:
                judged[DOMINATED] = 1.0
            expected = no_use * ramp(-mean, DOMINATION_RANGE[0], DOMINATION_RANGE[1])
            judged[EXPECTED_DOMINATION] = max(judged[EXPECTED_DOMINATION], expected)
    if node < other and pair[MATTERS] >= REDUNDANT_SHARE * pair[WEIGHT]:
        judged[EXPECTED_REDUNDANCY] = max(judged[EXPECTED_REDUNDANCY], no_difference)


@rule
def is_proven(shape, better, worse):
    """The same as `node_flaws.is_proven_better`."""
    more = False
    for group in range(shape.bonus.shape[1]):
        if shape.bonus[better, group] < shape.bonus[worse, group]:
            return False
        more = more or shape.bonus[better, group] > shape.bonus[worse, group]
    if not more or (not shape.free[better] and shape.free[worse]):
        return False
    for w in range(shape.parents.shape[1]):
        if not shape.free[better] and shape.parents[worse, w] & ~shape.parents[better, w]:
            return False
    word, bit = worse >> 6, np.uint64(1) << np.uint64(worse & 63)
    other_word, other_bit = better >> 6, np.uint64(1) << np.uint64(better & 63)
    for child in range(shape.price.shape[0]):
        if shape.parents[child, word] & bit and not shape.parents[child, other_word] & other_bit:
            return False
    return True


@rule
def find_redundant(arrays, judged):
    """Mark the first node of every group of nodes that are equally good for every deck."""
    count = judged.shape[0]
    for node in range(count):
        if judged[node, REDUNDANT] < 0.0:
            continue  # in the group of an earlier node
        for other in range(node + 1, count):
            pair = arrays.pairs[node, other]
            if judged[other, REDUNDANT] < 0.0 or not pair[MATTERS] >= REDUNDANT_SHARE * pair[WEIGHT] > 0.0:
                continue
            gap = -np.inf
            for deck in range(arrays.most.shape[2]):
                gap = max(gap, arrays.most[node, other, deck], arrays.most[other, node, deck])
            if gap <= EQUAL_VALUE_GAP:
                judged[node, REDUNDANT], judged[other, REDUNDANT] = 1.0, -1.0

"""Ratings of trees, as numbers of which 1 is the best: the thesis's six ratings and two more.

    rater = Rater(decks, encounters, TreeGoals(win=0.7, turns=(3, 5), nodes=15))
    dict(zip(RATINGS, rater.rate(tree).ratings))

WinRate, the three turn ratings and GraciousLoss are computed for every deck and encounter, Useful for every deck, and
combined as 1 - sqrt(mean((1 - r)^2)): one bad case weighs more than in a mean. Balance and NodeCount are of the tree.

`formulas="printed"` has the win-turn rating and WinRate as printed in the thesis, although the one is the number of
turns itself and the other falls from 1 to 0.43 when the target is exceeded. The thesis combines ratings as a distance
from 1, which is 1 minus ours.
"""

# mypy: ignore-errors

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numba
import numpy as np

from ludus.core import plain, rule
from ludus.core.compile_once import compute_once
from ludus.core.rule import compile_exported, is_compiled
from ludus.games.delve.constants import MAX_NODES, TURN_CAP
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import OptionError

Formulas = Literal["corrected", "printed"]
Aggregation = Literal["mean", "rms", "minimum"]
AGGREGATIONS: tuple[Aggregation, ...] = ("mean", "rms", "minimum")
FORMULAS: tuple[Formulas, ...] = ("corrected", "printed")

RATINGS = (
    "WinRate",
    "AverageWinTurn",
    "MedianWinTurn",
    "MfcWinTurn",
    "Balance",
    "GraciousLoss",
    "Useful",  # every node is part of some build that wins everything
    "NodeCount",  # as many nodes as wanted
)
THESIS_RATINGS = RATINGS[:6]
SHAPE_RATINGS = ("Balance", "NodeCount")  # of the tree alone: the same with all decks
WEIGHTS: dict[str, float] = {
    "WinRate": 3.0,
    "AverageWinTurn": 1.0,
    "MedianWinTurn": 1.0,
    "MfcWinTurn": 1.0,
    "Balance": 1.0,
    "GraciousLoss": 2.0,
    "Useful": 1.0,
    "NodeCount": 1.0,
}

# Sums over the builds with which a deck fights an encounter; then the wins by their turn.
TRIED, WON, LEFT = 0, 1, 2  # LEFT: over lost fights, the share of hit points that the enemies have left
TURNS = 3
SUMS = TURNS + TURN_CAP
# Results from the sums of all decks and encounters.
RATING_COLUMNS = ("WinRate", "AverageWinTurn", "MedianWinTurn", "MfcWinTurn", "GraciousLoss", "win")
WIN_RATE, AVERAGE, MEDIAN, MODE, GRACIOUS, WIN = range(len(RATING_COLUMNS))
NO_BUILD_RATING = -1.0  # the rating where no build survived so far


@dataclass(frozen=True)
class TreeGoals:
    """What a designer wants of a tree."""

    win: float = 0.7  # share of builds that win an encounter, in every encounter and with every deck
    turns: tuple[float, float] = (3, 5)  # of a won fight
    nodes: int = 15

    def __post_init__(self) -> None:
        if not 0 < self.win <= 1:
            raise OptionError(f"a win ratio of {self.win} cannot be asked for; it is above 0 and at most 1")
        low, high = self.turns
        if not 1 <= low <= high <= TURN_CAP:
            raise OptionError(f"encounters of {low} to {high} turns cannot be asked for; they take 1 to {TURN_CAP}")
        if not 1 <= self.nodes <= MAX_NODES:
            raise OptionError(f"a tree of {self.nodes} nodes cannot be asked for; there is room for 1 to {MAX_NODES}")


def weighted_total(ratings: Sequence[float] | np.ndarray, weights: Sequence[float] | np.ndarray) -> float:
    """Return the weighted mean of ratings; both in the order of RATINGS."""
    pairs = list(zip(map(float, weights), map(float, ratings), strict=True))
    return math.fsum(weight * value for weight, value in pairs) / math.fsum(weight for weight, _ in pairs)


def aggregate_ratings(
    ratings: Sequence[float] | np.ndarray, weights: Sequence[float] | np.ndarray, aggregation: Aggregation = "mean"
) -> float:
    """Return one number for all ratings with a weight; 1 is best.

    Args:
        ratings: ratings of a tree.
        weights: their weights, in the same order.
        aggregation: "mean" is the weighted mean, "rms" 1 minus the weighted root mean square of the distances from 1,
            as the thesis combines ratings, "minimum" the lowest rating.
    """
    if aggregation == "mean":
        return weighted_total(ratings, weights)
    pairs = [(float(w), float(r)) for w, r in zip(weights, ratings, strict=True) if w > 0]
    if aggregation == "minimum":
        return min(value for _, value in pairs)
    total = math.fsum(weight * (1.0 - value) ** 2 for weight, value in pairs)
    return 1.0 - math.sqrt(total / math.fsum(weight for weight, _ in pairs))


def balance_rating(tree: SkillTree) -> float:
    """Return how equal in size the subtrees below each node are.

    The mean of 1 - (max - min) / max over all nodes with children, the thesis's root included, with weights
    1 / (1 + depth). An empty tree has 1.
    """
    sizes = _subtree_sizes(tree)
    pairs = [(1.0, tree.roots), *((1.0 / (1 + d), below) for d, below in zip(tree.depths, tree.children, strict=True))]
    rated = [(weight, min(sizes[i] for i in below) / max(sizes[i] for i in below)) for weight, below in pairs if below]
    if not rated:
        return 1.0
    return math.fsum(weight * value for weight, value in rated) / math.fsum(weight for weight, _ in rated)


def node_count_rating(tree: SkillTree, nodes: int) -> float:
    """Return 1 for a tree of the wanted size, 0 for an empty one or one of twice the size."""
    return 1.0 - abs(len(tree) - nodes) / nodes


def useful_rating(shares: Sequence[float]) -> float:
    """Return the rating Useful, from the share of nodes per deck that are part of a build that wins everything."""
    return 1.0 - math.sqrt(math.fsum((1.0 - share) ** 2 for share in shares) / len(shares))


def _subtree_sizes(tree: SkillTree) -> list[int]:
    """Number of descendants of each node, itself included; one that is reached in two ways counts once."""
    below = [1 << i for i in range(len(tree))]
    waiting = [len(children) for children in tree.children]
    done = [i for i, count in enumerate(waiting) if not count]
    for i in done:  # grows during iteration: children before their parents
        for parent in tree.nodes[i].parents:
            below[parent] |= below[i]
            waiting[parent] -= 1
            if not waiting[parent]:
                done.append(parent)
    return [bits.bit_count() for bits in below]


@rule(inline=True)
def win_rating(won, target, left, health, tried, printed):
    """WinRate. `won` is W, the share of builds that win, `target` T.

    Where none wins, `left` is the mean share of the enemies' hit points that is left, of `health` in all (thesis: 1 /
    sum of R, R the negative hit points left).
    """
    if won > target:
        return (1.0 - won) / (target if printed else 1.0 - target)
    if won > 0.0:
        return won / target
    return -1.0 / (left * health * tried) if printed else -left


@rule(inline=True)
def turn_rating(turns, low, high, printed):
    """Rating of a win in so many turns: 1 within the bounds."""
    if printed:
        return -turns if turns > high else turns
    if turns < low:
        return turns / low
    return 1.0 if turns <= high else high + 1.0 - turns


@compute_once
def compiled_rate_sums():
    """Return `rate_sums`, callable from Python."""
    if not is_compiled(rate_sums):
        return plain(rate_sums)
    i, f = numba.int64, numba.float64
    return compile_exported(rate_sums, (f[:, :, :, ::1], i, i[::1], f, f, f, numba.boolean, f[::1]))


@rule(export=True)
def rate_sums(sums, without, health, target, low, high, printed, found):
    """Compute FOUND from the sums over builds, by deck, encounter and group of builds; one group can be left out."""
    decks, encounters, groups, _ = sums.shape
    for k in range(found.shape[0]):
        found[k] = 0.0
    for deck in range(decks):
        for encounter in range(encounters):
            tried, won, left = 0.0, 0.0, 0.0
            for group in range(groups):
                if group != without:
                    tried += sums[deck, encounter, group, TRIED]
                    won += sums[deck, encounter, group, WON]
                    left += sums[deck, encounter, group, LEFT]
            wins, average, median, mode, gracious = (
                NO_BUILD_RATING,
                NO_BUILD_RATING,
                NO_BUILD_RATING,
                NO_BUILD_RATING,
                NO_BUILD_RATING,
            )
            if tried > 0.0:
                wins = win_rating(won / tried, target, left / tried, health[encounter], tried, printed)
                gracious = 1.0 if won >= tried else 1.0 - left / (tried - won)
                found[WIN] += won / tried
            if won > 0.0:
                a, b, c = _turn_statistics(sums[deck, encounter], without, won)
                average = turn_rating(a, low, high, printed)
                median = turn_rating(b, low, high, printed)
                mode = turn_rating(c, low, high, printed)
            found[WIN_RATE] += (1.0 - wins) ** 2
            found[AVERAGE] += (1.0 - average) ** 2
            found[MEDIAN] += (1.0 - median) ** 2
            found[MODE] += (1.0 - mode) ** 2
            found[GRACIOUS] += (1.0 - gracious) ** 2
    for k in range(WIN):
        found[k] = 1.0 - np.sqrt(found[k] / (decks * encounters))
    found[WIN] /= decks * encounters


@rule
def _turn_statistics(sums, without, won):
    """The mean turn of wins, their lower median, and the most frequent, the first of equals."""
    total, reached, median, mode, most = 0.0, 0.0, 0.0, 0.0, 0.0
    for turn in range(1, TURN_CAP + 1):
        count = 0.0
        for group in range(sums.shape[0]):
            if group != without:
                count += sums[group, TURNS + turn - 1]
        total += turn * count
        reached += count
        if median == 0.0 and count > 0.0 and 2.0 * reached >= won:
            median = float(turn)
        if count > most:
            most, mode = count, float(turn)
    return total / won, median, mode

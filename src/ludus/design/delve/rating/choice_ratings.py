"""Ratings of trees for the set-up `choices`: targets, choices that matter, and shape, each from 0 to 1.

    scale = ChoiceScale(TreeGoals(win=0.7, turns=(3, 5), nodes=15))
    rater = ChoiceRater(decks, default_encounters(), groups, scale)            by the approximating simulation
    rater = ChoiceRater(decks, default_encounters(), groups, scale, player="greedy-card", orders=10)     by play
    dict(zip(CHOICE_RATINGS, rater.rate(tree).ratings))

| rating | 1 is |
| --- | --- |
| WinRate | the target win ratio in every encounter that counts; 1 - sqrt(mean(d^2)), d = abs(W - T) / max(T, 1 - T) |
| Turns | wins within the wanted turns in every encounter; a turn less costs 1 / fewest, a turn more 1 |
| NoDominated, NoUnused, NoRedundant, NoObvious | no node has this flaw; 0: all have it |
| NoForced | every pick is a choice |
| Variety | every choice matters to every deck; 0: no choice does |
| Balance | branches of a node are equal in size |
| NodeCount | as many nodes as wanted |

What no node can affect does not count for WinRate: the first encounter, which nobody fights with a node, and every deck
that wins an encounter without nodes in all orders of cards, or loses it in all with the strongest nodes. So every
number between 0 and 1 can be reached. On the scale of the thesis's set-up it cannot: see `thesis_bounds`.

The flaws are soft measures, see `choice_measures`: they tell nearly flawed nodes from sound ones, and expect flaws on
decks that were not tried.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludus.backends import Backend
from ludus.core import plain
from ludus.design.delve.builds.enumeration import FIGHTS, nodes_of, points_before, tree_arrays
from ludus.design.delve.rating.approximate_simulation import damage_pools, encounter_arrays, simulate_fight
from ludus.design.delve.rating.choice_measures import (
    MAX_NEW_BUILDS,
    ChoiceMeasures,
    DeckGroup,
    check_measurable,
    enumerate_builds,
    measure_choices,
)
from ludus.design.delve.rating.fight_memo import FightMemo, PlayedMemo, SimulatedMemo
from ludus.design.delve.rating.rater import MAX_WINNING_BUILDS, EncounterTotals, NodeTotals, TreeRating
from ludus.design.delve.rating.tree_ratings import (
    RATINGS,
    WEIGHTS,
    Aggregation,
    TreeGoals,
    aggregate_ratings,
    balance_rating,
    node_count_rating,
    turn_rating,
    weighted_total,
)
from ludus.games.delve.constants import CLASSES
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import OptionError, UnknownName

CHOICE_RATINGS = (
    "WinRate",
    "Turns",
    "NoDominated",
    "NoUnused",
    "NoRedundant",
    "NoObvious",
    "NoForced",
    "Variety",
    "Balance",
    "NodeCount",
)
CHOICE_WEIGHTS: dict[str, float] = {
    "WinRate": 3.0,
    "Turns": 1.0,
    "NoDominated": 2.0,
    "NoUnused": 2.0,
    "NoRedundant": 1.0,
    "NoObvious": 1.0,
    "NoForced": 4.0,
    "Variety": 6.0,
    "Balance": 1.0,
    "NodeCount": 3.0,
}
CHOICE_MEANINGS = {
    "WinRate": "as many encounters are won as asked for, in every encounter that nodes affect",
    "Turns": "wins take as many turns as asked for, in every encounter",
    "NoDominated": "no node is dominated by another",
    "NoUnused": "every node is the best pick sometimes",
    "NoRedundant": "no two nodes are the same in play",
    "NoObvious": "no node is always the best pick",
    "NoForced": "every pick is a choice",
    "Variety": "choices make a difference: builds play differently",
    "Balance": "branches of a node are alike in size",
    "NodeCount": "there are as many nodes as asked for",
}
CHOICE_OBJECTIVES = {
    "targets": ("WinRate", "Turns"),
    "choices": ("NoDominated", "NoUnused", "NoRedundant", "NoObvious", "NoForced"),
    "variety": ("Variety",),
    "shape": ("Balance", "NodeCount"),
}
STRONGEST_NODE = 10  # the highest value of a generated node


@dataclass(frozen=True)
class ChoiceScale:
    """The scale of the ratings.

    Attributes:
        goals: win ratio, turns and size to aim at.
        weights: weights of the ratings in the total.
        aggregation: how the total is made of the ratings.

    Raises:
        UnknownName: a weight of an unknown rating.
        OptionError: only weights of 0.
    """

    goals: TreeGoals = field(default_factory=TreeGoals)
    weights: Mapping[str, float] = field(default_factory=lambda: dict(CHOICE_WEIGHTS))
    aggregation: Aggregation = "mean"

    def __post_init__(self) -> None:
        for name in self.weights:
            if name not in CHOICE_RATINGS:
                raise UnknownName("rating", name, list(CHOICE_RATINGS))
        if not any(self.weights.values()):
            raise OptionError("all ratings have the weight 0: nothing tells one tree from another")

    def ratings(self, tree: SkillTree, measures: ChoiceMeasures, counted: np.ndarray) -> np.ndarray:
        """Return the ratings in the order of CHOICE_RATINGS.

        Args:
            tree: the tree.
            measures: its measures.
            counted: by deck and encounter, whether nodes can affect the cell.
        """
        soft = (measures.expected_domination, measures.unused, measures.expected_redundancy, measures.obviousness)
        return np.array(
            [
                self.win_rating(measures, counted),
                self.turn_rating(measures),
                *(1.0 - float(values.mean()) if len(values) else 0.0 for values in soft),
                1.0 - measures.forced,
                1.0 - measures.nearly_alike,
                balance_rating(tree),
                max(0.0, node_count_rating(tree, self.goals.nodes)),
            ]
        )

    def total(self, ratings: np.ndarray) -> float:
        """Return one number for all ratings."""
        return aggregate_ratings(ratings, [self.weights.get(name, 0.0) for name in CHOICE_RATINGS], self.aggregation)

    def win_rating(self, measures: ChoiceMeasures, counted: np.ndarray) -> float:
        """Return WinRate; 1 if nothing counts."""
        cells = counted.sum(axis=0)
        used = cells > 0
        if not used.any():
            return 1.0
        wins = (measures.win_rates * counted).sum(axis=0)[used] / cells[used]
        distances = np.abs(wins - self.goals.win) / max(self.goals.win, 1.0 - self.goals.win)
        return 1.0 - float(np.sqrt((distances**2).mean()))

    def turn_rating(self, measures: ChoiceMeasures) -> float:
        """Return Turns: the mean over encounters that are won; 0 if none is."""
        won = measures.win_rates.sum(axis=0)
        used = won > 0
        low, high = self.goals.turns
        turns = measures.win_turns.sum(axis=0)[used] / won[used]
        rated = [max(0.0, plain(turn_rating)(value, float(low), float(high), False)) for value in turns.tolist()]
        return float(np.mean(rated)) if rated else 0.0


class ChoiceRater:
    """Rates trees for decks, encounters and goals, by simulation or by a bot's play.

    With a player there is one memo of fights, for one thread; simulated fights have a memo for each thread.

    Raises:
        OptionError: an encounter gives another number of skill points than one, or the simulation does not know a card.
    """

    names = CHOICE_RATINGS

    def __init__(
        self,
        decks: Sequence[Deck],
        encounters: Sequence[Encounter],
        groups: Sequence[DeckGroup],
        scale: ChoiceScale,
        player: str | None = None,
        orders: int = 10,
        seed: int = 1,
        backend: Backend | None = None,
        cap: int = MAX_NEW_BUILDS,
        find_winning: bool = False,
        rules: GameRules = THESIS_RULES,
    ) -> None:
        check_measurable(encounters)
        self.rules = rules
        self.decks, self.encounters, self.groups = tuple(decks), tuple(encounters), tuple(groups)
        self.scale, self.player, self.orders, self.seed, self.cap = scale, player, orders, seed, cap
        self.find_winning = find_winning  # for the crossover of winning builds
        self._played = None if player is None else PlayedMemo(player, decks, encounters, orders, seed, backend, rules)
        self._simulated = threading.local()
        self.counted = counted_cells(self.memo)

    def __reduce__(self) -> tuple[Any, ...]:
        given = (self.decks, self.encounters, self.groups, self.scale, self.player, self.orders, self.seed)
        return ChoiceRater, (*given, None, self.cap, self.find_winning, self.rules)

    @property
    def weights(self) -> Mapping[str, float]:
        return self.scale.weights

    @property
    def goals(self) -> TreeGoals:
        return self.scale.goals

    @property
    def memo(self) -> FightMemo:
        """The fights so far."""
        if self._played is not None:
            return self._played
        if not hasattr(self._simulated, "memo"):
            self._simulated.memo = SimulatedMemo(self.decks, self.encounters, rules=self.rules)
        memo: FightMemo = self._simulated.memo
        return memo

    def measure(self, tree: SkillTree) -> ChoiceMeasures | None:
        """Return the measures of a tree, or None if it has too many builds.

        Raises:
            OptionError: a node does something else than raise damage.
        """
        check_measurable((), tree)
        return measure_choices(tree_arrays(tree), self.memo, self.groups, self.cap)

    def ratings(self, tree: SkillTree, measures: ChoiceMeasures) -> np.ndarray:
        """Return the ratings of a measured tree."""
        return self.scale.ratings(tree, measures, self.counted)

    def rate(self, tree: SkillTree) -> TreeRating:
        """Rate a tree. One with too many builds to measure gets 0 in everything, so that a search avoids it."""
        measures = self.measure(tree)
        nothing = np.zeros(len(self.encounters), EncounterTotals), np.zeros(len(tree), NodeTotals)
        errors = np.zeros(len(CHOICE_RATINGS))
        if measures is None:
            return TreeRating(np.zeros(len(CHOICE_RATINGS)), 0.0, 0.0, *nothing, [], False, 0.0, errors)
        ratings = self.ratings(tree, measures)
        total = self.scale.total(ratings)
        winning = self.winning_builds(tree) if self.find_winning else []
        return TreeRating(ratings, total, measures.wins, *nothing, winning, False, 0.0, errors)

    def winning_builds(self, tree: SkillTree) -> list[tuple[int, ...]]:
        """Return the builds of the last encounter that win most, at most MAX_WINNING_BUILDS of them."""
        shape = tree_arrays(tree)
        book, states, _ = enumerate_builds(shape, len(self.encounters), self.cap)
        if book is None:
            return []
        rows = np.arange(*states[-1])
        rows = rows[book.facts[rows, FIGHTS] > 0]
        facts = np.ascontiguousarray(book.facts[rows])
        wins = self.memo.results(facts)[0].sum(axis=1)
        best = np.argsort(-wins, kind="stable")[:MAX_WINNING_BUILDS]
        return [nodes_of(book.sets[rows[k]]) for k in best if wins[k] > 0]


def counted_cells(memo: FightMemo) -> np.ndarray:
    """Return which cells count, by deck and encounter: those that nodes can affect.

    A cell does not count if it is won in all orders of cards without a node, or lost in all with the strongest nodes,
    or if there is no pick before it.
    """
    counted = np.zeros((len(memo.decks), len(memo.encounters)), bool)
    for encounter, picks in enumerate(points_before(memo.encounters)):
        if not picks:
            continue
        bonuses = np.array([[0] * CLASSES, [STRONGEST_NODE * picks] * CLASSES])
        won, _ = memo.bonus_results(bonuses, encounter)
        counted[:, encounter] = (won[0] < memo.orders) & (won[1] > 0)
    return counted


def deck_weights(groups: Sequence[DeckGroup], decks: int) -> np.ndarray:
    """Return the weight of every deck, so that the groups count as in a new set of decks; they add up to 1."""
    weights = np.zeros(decks)
    for group in groups:
        weights[list(group.decks)] = group.new / len(group.decks)
    shares: np.ndarray = weights / weights.sum()
    return shares


def thesis_bounds(decks: Sequence[Deck], encounters: Sequence[Encounter], goals: TreeGoals) -> dict[str, float]:
    """Return upper bounds of the ratings of the set-up `thesis`, which no tree can exceed.

    A deck that loses the first encounter in the simulation, where nobody has a node, counts as dead in all others. A
    deck that wins an encounter without nodes wins it with every build, and is rated 0 in WinRate if the target is below
    1. Everything else is assumed to be perfect.

    Returns:
        The bound of every rating, and of the `total` with the thesis's weights.
    """
    pools, foes = damage_pools(decks), encounter_arrays(encounters)
    health = foes.health.sum(axis=1)
    fight = plain(simulate_fight)
    wins, turns, losses, useful = [], [], [], []
    for deck in range(len(decks)):
        area, targeted, parts = int(pools.base[deck, 0]), int(pools.base[deck, 1]), int(pools.parts[deck])
        results = [fight(area, targeted, pools, deck, foes, k, False) for k in range(len(encounters))]
        if results[0] <= 0:
            left = -results[0] / (parts * health[0])
            wins += [-left, *[-1.0] * (len(encounters) - 1)]
            turns += [-1.0] * len(encounters)
            losses += [1.0 - left, *[-1.0] * (len(encounters) - 1)]
        else:
            over = 0.0 if goals.win < 1 else 1.0
            wins += [over, *(over if result > 0 else 1.0 for result in results[1:])]
            turns += [1.0] * len(encounters)
            losses += [1.0] * len(encounters)
        useful.append(float(results[0] > 0))
    combined = [1.0 - float(np.sqrt(np.mean((1.0 - np.array(row)) ** 2))) for row in (wins, turns, losses, useful)]
    bounds = dict.fromkeys(RATINGS, 1.0) | {"WinRate": combined[0], "GraciousLoss": combined[2], "Useful": combined[3]}
    bounds |= dict.fromkeys(("AverageWinTurn", "MedianWinTurn", "MfcWinTurn"), combined[1])
    return bounds | {"total": weighted_total([bounds[name] for name in RATINGS], [WEIGHTS[name] for name in RATINGS])}

"""Comparison of trees by the total of the ratings on many held-out decks, with an interval over decks.

    judge = HeldOutTotal(decks, groups, default_encounters(), scale, orders=4, seed=7)
    judge.total(tree)
    judge.difference(tree, best_random)          how much higher, with a 95 % interval; a group of decks is the unit
    best = judge.best_of([random trees])

The interval is that of the jackknife, with Student's t distribution: the difference is measured again without each of
`GROUPS` groups of decks. Flaws depend on all decks together, so there is no mean over decks to take. The best of random
trees is chosen on the same decks, which favours it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ludus.backends import Backend
from ludus.design.delve.builds.enumeration import tree_arrays
from ludus.design.delve.rating.choice_measures import DeckGroup, measure_choices
from ludus.design.delve.rating.choice_ratings import ChoiceRater, ChoiceScale
from ludus.design.delve.rating.fight_memo import FightMemo
from ludus.games.delve.decks_and_encounters import Deck, Encounter
from ludus.games.delve.skill_tree import SkillTree
from ludus.stats import Estimate
from ludus.stats.distributions import student_t_quantile

GROUPS = 16  # groups of decks of the jackknife
PLAYER = "greedy-card"


class HeldOutTotal:
    """Totals of trees on a set of decks."""

    def __init__(
        self,
        decks: Sequence[Deck],
        groups: Sequence[DeckGroup],
        encounters: Sequence[Encounter],
        scale: ChoiceScale,
        player: str = PLAYER,
        orders: int = 4,
        seed: int = 1,
        backend: Backend | None = None,
    ) -> None:
        self.rater = ChoiceRater(decks, encounters, groups, scale, player, orders, seed, backend)

    def total(self, tree: SkillTree) -> float:
        """Return the total of a tree over all decks."""
        return self.rater.rate(tree).total

    def best_of(self, trees: Sequence[SkillTree]) -> SkillTree:
        """Return the tree with the highest total; of equals the first."""
        return max(trees, key=self.total)

    def difference(self, tree: SkillTree, other: SkillTree) -> Estimate:
        """Return how much higher the total of a tree is than that of another."""
        decks = len(self.rater.decks)
        count = min(GROUPS, decks)
        value = self.total(tree) - self.total(other)
        parts = []
        for left_out in range(count):
            keep = [deck for deck in range(decks) if deck % count != left_out]
            parts.append(self._total_of(tree, keep) - self._total_of(other, keep))
        spread = (count - 1) / count * float(((np.array(parts) - np.mean(parts)) ** 2).sum())
        half = student_t_quantile(count - 1, 0.975) * math.sqrt(spread)
        return Estimate(value, value - half, value + half, decks)

    def _total_of(self, tree: SkillTree, keep: list[int]) -> float:
        """The total over some of the decks."""
        place = {deck: k for k, deck in enumerate(keep)}
        groups = [
            DeckGroup(tuple(place[deck] for deck in group.decks if deck in place), group.new)
            for group in self.rater.groups
        ]
        measures = measure_choices(tree_arrays(tree), _SomeDecks(self.rater.memo, keep), groups, self.rater.cap)
        if measures is None:
            return 0.0
        return self.rater.scale.total(self.rater.scale.ratings(tree, measures, self.rater.counted[keep]))


class _SomeDecks(FightMemo):
    """Some decks of a memo."""

    def __init__(self, memo: FightMemo, keep: list[int]) -> None:
        super().__init__([memo.decks[k] for k in keep], memo.encounters, memo.orders)
        self._memo, self._keep = memo, keep

    def results(self, facts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        won, turns = self._memo.results(facts)
        return np.ascontiguousarray(won[:, self._keep]), np.ascontiguousarray(turns[:, self._keep])

    def _fight(self, decks: np.ndarray, encounters: np.ndarray, bonuses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        raise AssertionError("the memo behind it plays")

"""Results of fights and runs: numbers with intervals that generalise to other decks and trees."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ludus.lab import Desk
from ludus.stats import Estimate
from ludus.stats.ratios import around
from ludus.studies.delve_players.config import Settings, fighters, runners
from ludus.studies.delve_players.work import fought, ran


def ratio(x: np.ndarray, d: np.ndarray) -> Estimate:
    """Ratio of sums by tree and deck, with two-way clustered variance.

    Cells of one deck are correlated, and so are cells of one tree: the variance is the sum of both clusterings minus
    that of the cells (Cameron, Gelbach and Miller 2011), and at least that of either clustering.
    """
    total = float(d.sum())
    if total == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    value = float(x.sum()) / total
    pulls = (x - value * d) / total
    trees, decks = pulls.shape
    by_deck = float((pulls.sum(axis=0) ** 2).sum()) * decks / (decks - 1)
    by_tree = float((pulls.sum(axis=1) ** 2).sum()) * trees / (trees - 1)
    variance = max(by_deck + by_tree - float((pulls**2).sum()), by_deck, by_tree)
    return around(value, variance, pulls.size)


@dataclass(frozen=True)
class Findings:
    """Arrays by tree, bot and deck; see `ludus.design.trees.playing.skill`."""

    settings: Settings
    players: tuple[str, ...]
    runners: tuple[str, ...]
    wins: np.ndarray
    turns: np.ndarray
    both: np.ndarray
    longer: np.ndarray
    encounters: np.ndarray
    runs: np.ndarray

    @classmethod
    def read(cls, settings: Settings, desk: Desk) -> Findings:
        wins, turns, both, longer = (fought(settings, desk, what) for what in ("wins", "turns", "both", "longer"))
        encounters, runs = (ran(settings, desk, what) for what in ("encounters", "runs"))
        return cls(settings, fighters(settings), runners(settings), wins, turns, both, longer, encounters, runs)

    @property
    def fights(self) -> int:
        """Number of fights of all bots, counting each walk separately."""
        trees, players, decks, encounters = self.wins.shape
        return int(trees * players * decks * encounters * self._tries)

    @property
    def _tries(self) -> int:
        return self.settings.walks * self.settings.orders

    def win(self, player: str, encounter: int | None = None) -> Estimate:
        """Win rate of a bot, in all encounters or in one."""
        wins = self._wins(player, encounter)
        return ratio(wins, np.full(wins.shape, self._each(encounter)))

    def ahead(self, one: str, other: str) -> Estimate:
        """Difference of the win rates of two bots on the same fights."""
        wins = self._wins(one) - self._wins(other)
        return ratio(wins, np.full(wins.shape, self._each()))

    def gap(self, low: str, middle: str, high: str) -> Estimate:
        """Distance of the lowest bot from the middle one minus that of the middle from the highest, in wins."""
        wins = 2 * self._wins(middle) - self._wins(low) - self._wins(high)
        return ratio(wins, np.full(wins.shape, self._each()))

    def turns_to_win(self, player: str) -> Estimate:
        """Mean turns of the fights that the bot wins."""
        k = self.players.index(player)
        return ratio(self.turns[:, k], self._wins(player))

    def slower(self, one: str, other: str) -> Estimate:
        """Extra turns of one bot over another in fights that both win."""
        a, b = self.players.index(one), self.players.index(other)
        return ratio(self.longer[:, a, b], self.both[:, a, b])

    def ranked(self) -> list[str]:
        """Bots by win rate, the best first."""
        return sorted(self.players, key=lambda player: (-self.win(player).value, player))

    def ties(self) -> list[tuple[str, str]]:
        """Pairs of bots whose difference is not significant, in order of rank."""
        ranked = self.ranked()
        pairs = [(a, b) for k, a in enumerate(ranked) for b in ranked[k + 1 :]]
        return [(a, b) for a, b in pairs if self.ahead(a, b).low <= 0]

    def cleared(self, runner: str) -> Estimate:
        """Encounters won in a whole run."""
        return self._per_run(self.encounters[:, self.runners.index(runner)])

    def clears_more(self, one: str, other: str) -> Estimate:
        """Difference of encounters won in a run."""
        a, b = self.runners.index(one), self.runners.index(other)
        return self._per_run(self.encounters[:, a] - self.encounters[:, b])

    def completed(self, runner: str) -> Estimate:
        """Share of runs that are won completely."""
        return self._per_run(self.runs[:, self.runners.index(runner)])

    def _per_run(self, found: np.ndarray) -> Estimate:
        return ratio(found, np.full(found.shape, self.settings.runs))

    def _wins(self, player: str, encounter: int | None = None) -> np.ndarray:
        wins = self.wins[:, self.players.index(player)]
        by_tree_and_deck: np.ndarray = wins.sum(axis=2) if encounter is None else wins[:, :, encounter]
        return by_tree_and_deck

    def _each(self, encounter: int | None = None) -> int:
        """Number of fights behind the cell of a tree and a deck."""
        return self._tries * (int(self.wins.shape[3]) if encounter is None else 1)

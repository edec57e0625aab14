"""What the fights and runs tell: numbers with intervals that hold for other decks and other trees."""

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
    """A ratio of sums by tree and deck. Cells of a deck are alike, and so are cells of a tree: the variance is that of
    both clusterings less that of the cells (Cameron, Gelbach and Miller 2011), and no less than that of either."""
    whole = float(d.sum())
    if whole == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    value = float(x.sum()) / whole
    pulls = (x - value * d) / whole
    trees, decks = pulls.shape
    by_deck = float((pulls.sum(axis=0) ** 2).sum()) * decks / (decks - 1)
    by_tree = float((pulls.sum(axis=1) ** 2).sum()) * trees / (trees - 1)
    variance = max(by_deck + by_tree - float((pulls**2).sum()), by_deck, by_tree)
    return around(value, variance, pulls.size)


@dataclass(frozen=True)
class Findings:
    """Arrays by tree, player, deck; see `ludus.design.trees.playing.skill`."""

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
        """Of all players together, counted as if each walk were fought for itself."""
        trees, players, decks, encounters = self.wins.shape
        return int(trees * players * decks * encounters * self._tries)

    @property
    def _tries(self) -> int:
        return self.settings.walks * self.settings.orders

    def win(self, player: str, encounter: int | None = None) -> Estimate:
        """The share of fights that a player wins, in all encounters or in one."""
        wins = self._wins(player, encounter)
        return ratio(wins, np.full(wins.shape, self._each(encounter)))

    def ahead(self, one: str, other: str) -> Estimate:
        """How much more of the same fights one player wins than another."""
        wins = self._wins(one) - self._wins(other)
        return ratio(wins, np.full(wins.shape, self._each()))

    def gap(self, low: str, middle: str, high: str) -> Estimate:
        """How much further the lowest of three is from the middle one than that is from the highest, in wins."""
        wins = 2 * self._wins(middle) - self._wins(low) - self._wins(high)
        return ratio(wins, np.full(wins.shape, self._each()))

    def turns_to_win(self, player: str) -> Estimate:
        """Of the fights that it wins."""
        k = self.players.index(player)
        return ratio(self.turns[:, k], self._wins(player))

    def slower(self, one: str, other: str) -> Estimate:
        """How many more turns one player needs than another for the fights that both win."""
        a, b = self.players.index(one), self.players.index(other)
        return ratio(self.longer[:, a, b], self.both[:, a, b])

    def ranked(self) -> list[str]:
        """The players, who wins most first."""
        return sorted(self.players, key=lambda player: (-self.win(player).value, player))

    def ties(self) -> list[tuple[str, str]]:
        """Pairs that cannot be told apart, in the order of the ranks."""
        ranked = self.ranked()
        pairs = [(a, b) for k, a in enumerate(ranked) for b in ranked[k + 1 :]]
        return [(a, b) for a, b in pairs if self.ahead(a, b).low <= 0]

    def cleared(self, runner: str) -> Estimate:
        """Encounters won in a whole run."""
        return self._per_run(self.encounters[:, self.runners.index(runner)])

    def clears_more(self, one: str, other: str) -> Estimate:
        """How many more encounters one wins in a run than another."""
        a, b = self.runners.index(one), self.runners.index(other)
        return self._per_run(self.encounters[:, a] - self.encounters[:, b])

    def completed(self, runner: str) -> Estimate:
        """The share of runs that are won to the end."""
        return self._per_run(self.runs[:, self.runners.index(runner)])

    def _per_run(self, found: np.ndarray) -> Estimate:
        return ratio(found, np.full(found.shape, self.settings.runs))

    def _wins(self, player: str, encounter: int | None = None) -> np.ndarray:
        wins = self.wins[:, self.players.index(player)]
        found: np.ndarray = wins.sum(axis=2) if encounter is None else wins[:, :, encounter]
        return found

    def _each(self, encounter: int | None = None) -> int:
        """Fights behind a cell of a tree and a deck."""
        return self._tries * (int(self.wins.shape[3]) if encounter is None else 1)

"""Results of fights and runs: numbers with intervals that generalise to other decks and trees."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ludus.lab import RunContext
from ludus.stats import Estimate
from ludus.stats.two_way_clusters import clustered_ratio
from ludus.studies.claims import above, clipped, judge
from ludus.studies.delve_players.config import DelvePlayersConfig, fighters, runner_texts
from ludus.studies.delve_players.experiment import fight_results, run_results


@dataclass(frozen=True)
class DelvePlayersResults:
    """Arrays by tree, bot and deck; see `ludus.design.delve.playtest.bot_fights`."""

    settings: DelvePlayersConfig
    players: tuple[str, ...]
    runners: tuple[str, ...]
    wins: np.ndarray
    turns: np.ndarray
    both_won: np.ndarray
    extra_turns: np.ndarray
    encounters: np.ndarray
    runs: np.ndarray

    @classmethod
    def read(cls, settings: DelvePlayersConfig, context: RunContext) -> DelvePlayersResults:
        wins, turns, both, longer = (
            fight_results(settings, context, what) for what in ("wins", "turns", "both", "longer")
        )
        encounters, runs = (run_results(settings, context, what) for what in ("encounters", "runs"))
        return cls(settings, fighters(settings), runner_texts(settings), wins, turns, both, longer, encounters, runs)

    @property
    def fights(self) -> int:
        """Number of fights of all bots, counting each walk separately."""
        trees, players, decks, encounters = self.wins.shape
        return int(trees * players * decks * encounters * self._fights_per_cell)

    @property
    def _fights_per_cell(self) -> int:
        return self.settings.walks * self.settings.orders

    def win_rate(self, player: str, encounter: int | None = None) -> Estimate:
        """Win rate of a bot, in all encounters or in one."""
        wins = self._wins(player, encounter)
        return clipped(clustered_ratio(wins, np.full(wins.shape, self._fights_per_estimate(encounter))), 0.0, 1.0)

    def win_difference(self, one: str, other: str) -> Estimate:
        """Difference of the win rates of two bots on the same fights."""
        wins = self._wins(one) - self._wins(other)
        return clipped(clustered_ratio(wins, np.full(wins.shape, self._fights_per_estimate())), -1.0, 1.0)

    def skill_gap(self, low: str, middle: str, high: str) -> Estimate:
        """Distance of the lowest bot from the middle one minus that of the middle from the highest, in wins."""
        wins = 2 * self._wins(middle) - self._wins(low) - self._wins(high)
        return clipped(clustered_ratio(wins, np.full(wins.shape, self._fights_per_estimate())), -2.0, 2.0)

    def turns_to_win(self, player: str) -> Estimate:
        """Mean turns of the fights that the bot wins."""
        k = self.players.index(player)
        return clipped(clustered_ratio(self.turns[:, k], self._wins(player)), 0.0)

    def turn_difference(self, one: str, other: str) -> Estimate:
        """Extra turns of one bot over another in fights that both win."""
        a, b = self.players.index(one), self.players.index(other)
        return clustered_ratio(self.extra_turns[:, a, b], self.both_won[:, a, b])

    def ranked_bots(self) -> list[str]:
        """Bots by win rate, the best first."""
        return sorted(self.players, key=lambda player: (-self.win_rate(player).value, player))

    def undecided_pairs(self) -> list[tuple[str, str]]:
        """Pairs of bots of which it is undecided who is better, in order of rank; corrected for the number of pairs."""
        pairs = list(combinations(self.ranked_bots(), 2))
        return [pair for pair in pairs if judge(self.win_difference(*pair), above(0.0), len(pairs)) != "holds"]

    def encounters_won(self, runner: str) -> Estimate:
        """Encounters won in a whole run."""
        return clipped(self._per_run(self.encounters[:, self.runners.index(runner)]), 0.0, float(self.wins.shape[3]))

    def encounter_difference(self, one: str, other: str) -> Estimate:
        """Difference of encounters won in a run."""
        a, b = self.runners.index(one), self.runners.index(other)
        return self._per_run(self.encounters[:, a] - self.encounters[:, b])

    def runs_won(self, runner: str) -> Estimate:
        """Share of runs that are won completely."""
        return clipped(self._per_run(self.runs[:, self.runners.index(runner)]), 0.0, 1.0)

    def _per_run(self, counts: np.ndarray) -> Estimate:
        return clustered_ratio(counts, np.full(counts.shape, self.settings.runs))

    def _wins(self, player: str, encounter: int | None = None) -> np.ndarray:
        wins = self.wins[:, self.players.index(player)]
        by_tree_and_deck: np.ndarray = wins.sum(axis=2) if encounter is None else wins[:, :, encounter]
        return by_tree_and_deck

    def _fights_per_estimate(self, encounter: int | None = None) -> int:
        """Number of fights behind the cell of a tree and a deck."""
        return self._fights_per_cell * (int(self.wins.shape[3]) if encounter is None else 1)

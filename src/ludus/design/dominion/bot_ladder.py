"""Round robin of bots on kingdoms, and how well a kingdom separates strong from weak bots.

    ladder = play_ladder(pool, kingdoms, LADDER_BOTS, games=200, seed=7)
    ladder.spread(), ladder.errors()       by kingdom: mean of |win rate - 1/2| over all pairs, and its standard error
    ladder.pair_win_rate(p, k)             on kingdom k: the win rate of the first bot of pair p
    ladder.mean_win_rate(n, k)             on kingdom k: the mean win rate of bot n

The spread is 0 if all bots are equal and 1/2 if the better one always wins. Noise alone keeps it above 0: by about
0.4 / sqrt(games) for equal bots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ludus.backends import Backend
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, KingdomPool
from ludus.design.dominion.measures import estimate, outcome_measure
from ludus.stats import Estimate
from ludus.util.errors import OptionError

LADDER_BOTS = ("random", "chuck", "drew", "earl", "big-money")


@dataclass(frozen=True)
class KingdomLadder:
    """The games of all pairs on some kingdoms."""

    players: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    rows: list[np.ndarray]  # by pair: sums, one row per kingdom

    def spread(self) -> np.ndarray:
        """Return the spread by kingdom."""
        spread: np.ndarray = np.abs(self._win_rates()[0] - 0.5).mean(axis=0)
        return spread

    def errors(self) -> np.ndarray:
        """Return the standard errors of the spread, by kingdom."""
        errors: np.ndarray = np.sqrt((self._win_rates()[1] ** 2).sum(axis=0)) / len(self.pairs)
        return errors

    def spread_of(self, k: int) -> Estimate:
        """Return the spread of one kingdom."""
        return estimate("spread", float(self.spread()[k]), float(self.errors()[k]), self._games(k) * len(self.pairs))

    def pair_win_rate(self, pair: int, k: int) -> Estimate:
        """Return the win rate of the first bot of a pair on a kingdom."""
        values, errors = self._win_rates()
        return estimate("wins", float(values[pair, k]), float(errors[pair, k]), self._games(k))

    def mean_win_rate(self, player: int, k: int) -> Estimate:
        """Return the mean win rate of a bot against all others on a kingdom."""
        values, errors = self._win_rates()
        own_pairs = [p for p, pair in enumerate(self.pairs) if player in pair]
        rates = [values[p, k] if self.pairs[p][0] == player else 1 - values[p, k] for p in own_pairs]
        error = float(np.sqrt((errors[own_pairs, k] ** 2).sum())) / len(own_pairs)
        return estimate("wins", float(np.mean(rates)), error, self._games(k) * len(own_pairs))

    def _games(self, k: int) -> int:
        return int(self.rows[0]["games"][k])

    def _win_rates(self) -> tuple[np.ndarray, np.ndarray]:
        both = [outcome_measure("wins", rows) for rows in self.rows]
        return np.array([value for value, _ in both]), np.array([error for _, error in both])


def play_ladder(
    pool: KingdomPool,
    kingdoms: Sequence[Sequence[int]] | np.ndarray,
    players: Sequence[str],
    games: int,
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
    options: Mapping[str, Any] = VDOM_RULES,
) -> KingdomLadder:
    """Play so many games per pair on every kingdom.

    Raises:
        OptionError: fewer than two bots, or the same one twice.
    """
    if len(set(players)) != len(players) or len(players) < 2:
        raise OptionError(f"a ladder has two or more different players, not {', '.join(players)}")
    pairs = tuple(combinations(range(len(players)), 2))
    rows = [
        play_kingdoms(pool, kingdoms, [players[a], players[b]], games, seed, backend, progress, options)
        for a, b in pairs
    ]
    return KingdomLadder(tuple(players), pairs, rows)

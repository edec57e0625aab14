"""Round robin of bots on a card file, and how well the game separates strong from weak bots."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from ludus.arena.league import PairwiseResult, all_pairs, play_pairwise
from ludus.compute import Backend
from ludus.core.contract import Content, Game
from ludus.players import load_compiled_bot
from ludus.stats import Estimate, proportion, pooled_proportion


@dataclass(frozen=True)
class TributeLadder:
    """The games of all pairs of bots."""

    players: list[str]
    meetings: PairwiseResult
    seed: int

    def win_rate_against(self, player: int, other: int) -> Estimate | None:
        """Return the win rate of a bot against another."""
        for meeting, pair in enumerate(self.meetings.pairs.tolist()):
            if {player, other} == set(pair):
                return proportion(self.meetings.deals(meeting, player))
        return None

    def mean_win_rate(self, player: int) -> Estimate:
        """Return the mean win rate of a bot."""
        return pooled_proportion([self.meetings.deals(m, player) for m in self._pairings_of(player)])

    @property
    def spread(self) -> Estimate:
        """Mean of |win rate - 1/2| over all pairs: 0 if all bots are equal, 1/2 if the better one always wins."""
        value, variance = 0.0, 0.0
        pairs, deals = len(self.meetings.pairs), self.meetings.points.shape[1]
        for meeting, (player, _) in enumerate(self.meetings.pairs.tolist()):
            won = self.meetings.deals(meeting, player)
            value += abs(float(won.mean()) - 0.5) / pairs
            variance += (float(won.var(ddof=1)) / deals if deals > 1 else math.inf) / pairs**2
        half = NormalDist().inv_cdf(0.975) * math.sqrt(variance)
        return Estimate(value, max(0.0, value - half), min(0.5, value + half), self.meetings.games)

    def _pairings_of(self, player: int) -> list[int]:
        return np.flatnonzero((self.meetings.pairs == player).any(axis=1)).tolist()


def play_ladder(
    game: Game,
    content: Content,
    players: list[str],
    games: int,
    seed: int,
    backend: Backend,
    progress: Callable[[int], None] | None = None,
) -> TributeLadder:
    """Play so many games per pair, all on the same deals."""
    bots = [load_compiled_bot(game, name) for name in players]
    pairs = all_pairs(len(players))
    return TributeLadder(
        players, play_pairwise(game, [content], bots, pairs, games // 2, seed, backend, progress), seed
    )

"""Pairwise results of many bots in a two-player game, all on the same deals: input of evolution and heat maps.

    result = play_pairwise(game, contents, bots, all_pairs(len(bots)), deals=100, seed=7, backend=Threads())
    result.shares()                     the win rate of every bot over all its games

Every deal is played from both seats. With several contents (drafts, kingdoms) deal k is played on content k modulo
their number. The result is small: one number per pair and deal, not per game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_matches
from ludus.backends import Backend
from ludus.bots import CompiledBot
from ludus.core.game import Content, Game
from ludus.util.errors import OptionError

POINTS_PER_DEAL = 4  # points for winning both games of a deal; 2 for one each
MAX_GAMES_IN_MEMORY = 4_000_000  # games whose outcomes are in memory at once


@dataclass(frozen=True)
class PairwiseResult:
    """Pairs of bots, and the points of the first of them in every deal."""

    pairs: np.ndarray  # by pair: the numbers of two bots
    points: np.ndarray  # uint8 by pair and deal, of the first bot: 0 .. POINTS_PER_DEAL
    lengths: np.ndarray  # by pair: decisions in all its games

    @property
    def games(self) -> int:
        """Number of games of all pairs."""
        return 2 * self.points.size

    def deals(self, pairing: int, player: int) -> np.ndarray:
        """A bot's win rate in every deal of a pair: the input of `ludus.stats`.

        Args:
            pairing: Index of the pair.
            player: Number of the bot.
        """
        rates: np.ndarray = self.points[pairing] / POINTS_PER_DEAL
        return rates if self.pairs[pairing, 0] == player else 1 - rates

    def shares(self) -> np.ndarray:
        """Every bot's win rate over all its games; NaN for one that never played."""
        count = int(self.pairs.max()) + 1
        won, played = np.zeros(count), np.zeros(count)
        first = self.points.sum(axis=1, dtype=np.int64)  # integers: the order of adding does not matter
        deals = self.points.shape[1]
        np.add.at(won, self.pairs[:, 0], first)
        np.add.at(won, self.pairs[:, 1], POINTS_PER_DEAL * deals - first)
        np.add.at(played, self.pairs.ravel(), POINTS_PER_DEAL * deals)
        with np.errstate(invalid="ignore"):
            return won / played

    def mean_length(self) -> float:
        """Mean number of decisions in a game."""
        return float(self.lengths.sum() / self.games)


def all_pairs(count: int) -> np.ndarray:
    """All pairs of `count` bots.

    Returns:
        One row of two bot numbers for each pair.
    """
    return np.array(list(combinations(range(count), 2)), np.int64).reshape(-1, 2)


def play_pairwise(
    game: Game,
    contents: Sequence[Content],
    players: Sequence[CompiledBot],
    pairs: np.ndarray,
    deals: int,
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> PairwiseResult:
    """Play all pairs on the same deals.

    Args:
        game: A two-player game.
        contents: Deal k is played on content k modulo their number.
        players: Compiled bots.
        pairs: Rows of two bot numbers.
        deals: Deals per pair; each is played from both seats.
        seed: Seed of the deals.
        backend: Where games run; one thread if None.
        progress: Called with the number of finished games.

    Returns:
        Points and lengths of every deal of every pair.

    Raises:
        OptionError: the game is not for two players.
    """
    if game.seats != (2, 2):
        raise OptionError(f"a league plays games for two; {game.name} seats {game.seats[0]} to {game.seats[1]}")
    pairs = np.asarray(pairs, np.int64)
    points = np.zeros((len(pairs), deals), np.uint8)
    lengths = np.zeros(len(pairs), np.int64)
    for part in _chunks(len(pairs), deals):
        matches = [Match(game, contents, [players[a], players[b]], seed) for a, b in pairs[part]]
        for k, match, outcomes in zip(
            part, matches, run_matches(matches, [2 * deals] * len(matches), backend, progress), strict=True
        ):
            won = match.by_player(outcomes)[:, 0]
            points[k] = np.rint(won.reshape(-1, 2).sum(axis=1) * (POINTS_PER_DEAL / 2))
            lengths[k] = outcomes.lengths.sum()
    return PairwiseResult(pairs, points, lengths)


def _chunks(meetings: int, deals: int) -> Iterator[range]:
    size = max(MAX_GAMES_IN_MEMORY // (2 * deals), 1)
    return (range(k, min(k + size, meetings)) for k in range(0, meetings, size))

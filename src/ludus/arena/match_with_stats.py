"""Matches with statistics: a record per game, filled by rules that the game defines.

    games = MatchWithStats(Match(game, content, players, seed)).play(10_000, Threads())
    games.outcomes, games.stats          # the outcomes of the match, and a statistics record for each game

A game declares its statistics in `Game.stats`, by name, see `ludus.core.game.GameStats`. The first is the default; for
another one, give its name: `MatchWithStats(match, stats_name="turn_stats")`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.compiled_games import CompiledGames, Outcomes
from ludus.arena.match_spec import Match
from ludus.arena.runner import run_chunks
from ludus.backends import Backend
from ludus.util.errors import OptionError


@dataclass(frozen=True)
class GamesWithStats:
    """Games in order: their outcomes, and a statistics record for each."""

    outcomes: Outcomes
    stats: np.ndarray

    @classmethod
    def joined(cls, parts: list[GamesWithStats]) -> GamesWithStats:
        """Several ranges of games as one."""
        # as bytes, which include gaps between fields
        stats = np.concatenate([part.stats.view(np.uint8) for part in parts])
        return cls(Outcomes.joined([part.outcomes for part in parts]), stats.view(parts[0].stats.dtype))


class MatchWithStats:
    """A match between compiled bots that collects statistics of every game.

    Args:
        match: The match to play.
        compiled: False plays as plain Python.
        stats_name: Name of the statistics; the game's default if empty.

    Raises:
        OptionError: the game has no statistics, or a bot is not compiled.
        UnknownName: the game has no statistics with this name.
    """

    def __init__(self, match: Match, compiled: bool = True, stats_name: str = "") -> None:
        self._record = match.game.load_stats(stats_name).record
        if match.compiled_games is None:
            raise OptionError("statistics of games need compiled bots: Python bots and programs cannot take part")
        self.match, self._compiled, self._stats_name = match, compiled, stats_name
        self._games = CompiledGames(match.game, match.compiled_games.bots, compiled, stats_name)

    def __reduce__(self) -> tuple[Any, ...]:
        return MatchWithStats, (self.match, self._compiled, self._stats_name)

    def play(
        self, count: int, backend: Backend | None = None, progress: Callable[[int], None] | None = None
    ) -> GamesWithStats:
        """Play games 0 .. count-1.

        Args:
            count: Number of games.
            backend: Where games run; one thread if None.
            progress: Called with the number of games of every finished chunk.
        """
        return GamesWithStats.joined([part for _, part in run_chunks(self.play_range, count, backend, progress)])

    def play_range(self, part: range) -> GamesWithStats:
        """Play a range of the games."""
        match, stats = self.match, self._record.zeros(len(part))
        records, addresses = match.game_data(part)
        first_players = match.first_player(np.arange(part.start, part.stop))
        outcomes = self._games.play(addresses, match.seeds(part), first_players, stats.ctypes.data)
        del records  # kept until here: the addresses point into them
        return GamesWithStats(outcomes, stats)

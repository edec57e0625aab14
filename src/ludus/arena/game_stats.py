"""Matches with statistics: a record per game, filled by rules that the game defines.

    census = Census(Match(game, content, players, seed))
    counted = census.play(10_000, Threads())
    counted.outcomes, counted.tallies          # the outcomes of the match, and a statistics record for each game

The statistics are defined in the game's `design()`: a record `Tally`, and the rules `note(table, state, move, tally)`
for a move about to be made and `close(table, state, tally)` for the end. They only read the state, so the games stay
the same. A game may define other statistics, in a namespace of `design()` with these three names:
`Census(match, of="leading")`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.match import Match, Outcomes, compiled_play_loop, stats_rules
from ludus.arena.runner import FIRST_CHUNK, ChunkSizer
from ludus.backends import Backend, Threads
from ludus.util.errors import OptionError


@dataclass(frozen=True)
class GamesWithStats:
    """Games in order: their outcomes, and a statistics record for each."""

    outcomes: Outcomes
    stats: np.ndarray

    @classmethod
    def joined(cls, parts: list[GamesWithStats]) -> GamesWithStats:
        # as bytes, which include gaps between fields
        tallies = np.concatenate([part.stats.view(np.uint8) for part in parts])
        return cls(Outcomes.joined([part.outcomes for part in parts]), tallies.view(parts[0].stats.dtype))


class MatchWithStats:
    """A match between compiled bots that collects statistics of every game."""

    def __init__(self, match: Match, compiled: bool = True, stats_name: str = "") -> None:
        """Args:
        match: The match to play.
        compiled: False plays as plain Python.
        of: Name of the statistics; the game's default if empty.
        """
        if match.game.design is None:
            raise OptionError(f"{match.game.name} does not say what to count of its games")
        if not match.together:
            raise OptionError("statistics of games need compiled bots: Python bots and programs cannot take part")
        self.match, self._compiled, self._of = match, compiled, stats_name
        self._tally = stats_rules(match.game, stats_name).Tally
        self._play = compiled_play_loop(match.game, compiled, stats_name)

    def __reduce__(self) -> tuple[Any, ...]:
        return MatchWithStats, (self.match, self._compiled, self._of)

    def play(
        self, count: int, backend: Backend | None = None, progress: Callable[[int], None] | None = None
    ) -> GamesWithStats:
        """Play games 0 .. count-1. `progress` is called with the number of games of every finished chunk."""
        backend = backend or Threads(1)
        pace, parts = ChunkSizer(backend.count, FIRST_CHUNK), []
        for seconds, part in backend.run(self._timed, pace.chunks(count)):
            parts.append(part)
            pace.record(len(part.outcomes), seconds)
            if progress:
                progress(len(part.outcomes))
        return GamesWithStats.joined(parts)

    def _timed(self, part: range) -> tuple[float, GamesWithStats]:
        start = time.perf_counter()
        part_result = self.play_range(part)
        return time.perf_counter() - start, part_result

    def play_range(self, part: range) -> GamesWithStats:
        """Play a range of the games."""
        tallies = self._tally.zeros(len(part))
        return GamesWithStats(self.match.play_compiled(part, self._play, tallies.ctypes.data), tallies)

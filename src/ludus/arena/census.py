"""A census: the games of a match, with a tally of each that the game itself defines.

    census = Census(Match(game, content, players, seed))
    counted = census.play(10_000, Threads())
    counted.outcomes, counted.tallies          # what the match alone would give, and a tally for each game

What is tallied is in the game's `design()`: a record `Tally`, and the rules `note(table, state, move, tally)` for a
move about to be made and `close(table, state, tally)` for the end. They only look, so the games stay the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from ludus.arena import tallied
from ludus.arena.match import Match, Outcomes, _lay_out, _words
from ludus.arena.pace import FIRST, Pace
from ludus.arena.sitting import LONGEST
from ludus.compute import Place, Threads
from ludus.core import plain, reader, specialise
from ludus.core.contract import RULES, Game
from ludus.core.errors import OptionError
from ludus.core.memory import numbers_at
from ludus.core.rule import compile_door, is_compiled
from ludus.players import FAULTS


@dataclass(frozen=True)
class Counted:
    """Games in their order: how they came out, and a tally of each."""

    outcomes: Outcomes
    tallies: np.ndarray

    @classmethod
    def joined(cls, parts: list[Counted]) -> Counted:
        tallies = np.concatenate([part.tallies.view(np.uint8) for part in parts])  # bytes: gaps between fields too
        return cls(Outcomes.joined([part.outcomes for part in parts]), tallies.view(parts[0].tallies.dtype))


class Census:
    """A match between compiled players whose games are tallied."""

    def __init__(self, match: Match, compiled: bool = True) -> None:
        if match.game.design is None:
            raise OptionError(f"{match.game.name} does not say what to count of its games")
        if not match.together:
            raise OptionError("a census needs compiled players: Python bots and programs cannot take part")
        self.match, self._compiled = match, compiled
        self._play = _play_tallied(match.game, compiled)

    def __reduce__(self) -> tuple[Any, ...]:
        return Census, (self.match, self._compiled)

    def play(self, count: int, place: Place | None = None, progress: Callable[[int], None] | None = None) -> Counted:
        """Play games 0 .. count-1. `progress` hears of every unit done, in games."""
        place = place or Threads(1)
        pace, parts = Pace(place.count, FIRST), []
        for seconds, part in place.run(self._timed, _parts(count, pace)):
            parts.append(part)
            pace.hear(len(part.outcomes), seconds)
            if progress:
                progress(len(part.outcomes))
        return Counted.joined(parts)

    def _timed(self, part: range) -> tuple[float, Counted]:
        began = time.perf_counter()
        found = self.play_part(part)
        return time.perf_counter() - began, found

    def play_part(self, part: range) -> Counted:
        """Play some of the games."""
        match, n = self.match, len(part)
        found = Outcomes(
            np.zeros((n, match.seats)),
            np.zeros((n, match.seats), np.int64),
            np.zeros(n, np.int64),
            np.zeros(n, np.int64),
        )
        tallies = match.game.design().Tally.zeros(n)  # type: ignore[misc]
        tables, addresses = match._tables(part)
        sizes = [match.game.state.nbytes]
        for player in match._members:
            sizes += [player.memory.nbytes, player.scratch.nbytes]
        block, places = _lay_out(sizes)
        rows = [
            [player.begin, player.choose, player.params.ctypes.data, *places[1 + 2 * k : 3 + 2 * k]]
            for k, player in enumerate(match._members)
        ]
        self._play(
            addresses,
            places[0],
            np.array(rows, np.int64),
            match.seats,
            match.seeds(part),
            match.first(np.arange(part.start, part.stop)),
            found.shares,
            found.points,
            found.reasons,
            found.lengths,
            tallies.ctypes.data,
        )
        del block, tables  # until here: the addresses point into them
        return Counted(found, tallies)


def _parts(total: int, pace: Pace) -> Iterator[range]:
    at = 0
    while at < total:
        part = range(at, at + pace.next(total - at))
        yield part
        at = part.stop


@cache
def _play_tallied(game: Game, compiled: bool) -> Any:
    kind = game.design()  # type: ignore[misc]
    rules = {name: getattr(game.rules, name) for name in (*RULES, "prepare")}
    bound = specialise(
        tallied,
        table_at=reader(game.table),
        state_at=reader(game.state),
        tally_at=reader(kind.Tally),
        points_of=rules.pop("points"),
        numbers_at=numbers_at,
        STATE_WORDS=_words(game),
        TALLY=kind.Tally.nbytes,
        LONGEST=LONGEST,
        ENDLESS=len(game.reasons) + FAULTS.index("endless game"),
        note=kind.note,
        close=kind.close,
        **rules,
    )
    entry = bound.tallied_by_address
    if not compiled or not is_compiled(entry):
        return plain(entry)
    i8, f8, one, two = numba.int64, numba.float64, numba.int64[::1], numba.int64[:, ::1]
    return compile_door(entry, (one, i8, two, i8, two, one, f8[:, ::1], two, one, one, i8))

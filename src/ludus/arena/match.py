"""A match: n games between players, every seed played once for each way around the table."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from ludus.arena import games
from ludus.compute import Place, Threads, units
from ludus.core import plain, reader, specialise
from ludus.core.contract import RULES, Content, Game
from ludus.core.errors import OptionError
from ludus.core.memory import numbers_at
from ludus.core.position import Position
from ludus.core.random import derive_range
from ludus.core.record import twin
from ludus.core.rule import compile_door, is_compiled
from ludus.players import Player

PILOT = 16  # games that tell how long a game takes
UNIT, UNIT_SECONDS = 1000, 0.2  # most games in one piece of work, and how long it should take


@dataclass(frozen=True)
class Outcomes:
    """What is kept of every game, in the order of the games."""

    shares: np.ndarray  # by game and seat
    points: np.ndarray
    reasons: np.ndarray
    lengths: np.ndarray  # decisions made

    def __len__(self) -> int:
        return len(self.reasons)

    @classmethod
    def joined(cls, parts: list[Outcomes]) -> Outcomes:
        names = ("shares", "points", "reasons", "lengths")
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})

    def digest(self) -> str:
        """Names the results: equal bytes, equal name."""
        data = b"".join(a.tobytes() for a in (self.shares, self.points, self.reasons, self.lengths))
        return hashlib.sha256(data).hexdigest()[:16]


class Match:
    """Players of one game and a seed; any of its games can be played alone and comes out the same."""

    def __init__(self, game: Game, content: Content, players: list[Player], seed: int, compiled: bool = True) -> None:
        seats = game.seat_count(content.table)
        if len(players) != seats:
            raise OptionError(f"{game.name} needs {seats} players here, not {len(players)}")
        self.game, self.content, self.players, self.seed, self.seats = game, content, players, seed, seats
        self._compiled = compiled
        self._play = _play_games(game, compiled)

    def play(self, count: int, place: Place | None = None, progress: Callable[[int], None] | None = None) -> Outcomes:
        """Play games 0 .. count-1 and join their outcomes in order. `progress` hears of every unit done."""
        if count < 1:
            raise OptionError(f"a match needs at least one game, not {count}")
        began = time.perf_counter()
        parts = [self.play_part(range(min(PILOT, count)))]
        size = int(PILOT * UNIT_SECONDS / (time.perf_counter() - began))  # never matters for the results
        rest = units(count, min(max(size, 1), UNIT), first=PILOT)
        if progress:
            progress(len(parts[0]))
        for part in (place or Threads(1)).run(self.play_part, rest):
            parts.append(part)
            if progress:
                progress(len(part))
        return Outcomes.joined(parts)

    def play_part(self, part: range) -> Outcomes:
        """Play some of the games."""
        n = len(part)
        found = Outcomes(
            np.zeros((n, self.seats)), np.zeros((n, self.seats), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        )
        table = twin(self.content.table) if self.game.rules.prepares else self.content.table
        sizes = [self.game.state.nbytes]
        for player in self.players:
            sizes += [player.memory.nbytes, player.scratch.nbytes]
        block, places = _lay_out(sizes)
        rows = [
            [player.begin, player.choose, player.params.ctypes.data, *places[1 + 2 * k : 3 + 2 * k]]
            for k, player in enumerate(self.players)
        ]
        self._play(
            table.ctypes.data,
            places[0],
            np.array(rows, np.int64),
            self.seats,
            self.seeds(part),
            self.first(np.arange(part.start, part.stop)),
            found.shares,
            found.points,
            found.reasons,
            found.lengths,
        )
        del block  # until here: the addresses point into it
        return found

    def by_player(self, outcomes: Outcomes) -> np.ndarray:
        """The shares by game and player, whatever seat each sat in. For all games from number 0 on."""
        rows = np.arange(len(outcomes))[:, None]
        found: np.ndarray = outcomes.shares[rows, (np.arange(self.seats) - self.first(rows)) % self.seats]
        return found

    def by_deal(self, values: np.ndarray) -> np.ndarray:
        """Means over the games of one deal, which are not independent of each other; feed these to `ludus.stats`."""
        whole = len(values) // self.seats * self.seats
        means = values[:whole].reshape(-1, self.seats, *values.shape[1:]).mean(axis=1)
        rest = values[whole:]
        return np.concatenate([means, rest.mean(axis=0, keepdims=True)]) if len(rest) else means

    def first(self, game: Any) -> Any:
        """The player in seat 0 of a game: each seed is played with every player there."""
        return game % self.seats

    def seeds(self, part: range) -> np.ndarray:
        """A row a game: the seed of the deal, shared by all games of it, then one for the dice of every player."""
        rounds = range(part.start // self.seats, (part.stop - 1) // self.seats + 1)
        deals = derive_range(self.seed, rounds.start, len(rounds), "deal")
        deals = deals[np.arange(part.start, part.stop) // self.seats - rounds.start]
        dice = [derive_range(self.seed, part.start, len(part), "player", k) for k in range(self.seats)]
        return np.ascontiguousarray(np.stack([deals, *dice], axis=1).view(np.int64))

    def replay(self, number: int) -> Position:
        """One game again, move by move, as a position with its history."""
        seeds = self.seeds(range(number, number + 1))[0]
        position = Position.start(self.game, self.content, int(seeds[0]) & (1 << 64) - 1, self._compiled)
        table, state = position._table, position._address
        records = [player.records() for player in self.players]
        addresses = [[array.ctypes.data for array in arrays] for arrays in records]
        for k, player in enumerate(self.players):
            player.begin_door(table, state, int(seeds[1 + k]), *addresses[k])
        while not position.ended:
            seat = position.decider
            k = (seat + self.first(number)) % self.seats
            position.play(int(self.players[k].choose_door(table, state, seat, *addresses[k])))
        return position


def _lay_out(sizes: list[int]) -> tuple[np.ndarray, list[int]]:
    """Zeroed memory for records, and their addresses, far enough apart that threads never share a cache line."""
    line = 128
    block = np.zeros(sum(-(-size // line) * line for size in sizes) + 2 * line, np.uint8)
    place, places = -(-block.ctypes.data // line) * line, []
    for size in sizes:
        places.append(place)
        place += -(-size // line) * line
    return block, places


def _words(game: Game) -> int:
    return -(-game.state.nbytes // 8)


@cache
def _play_games(game: Game, compiled: bool) -> Any:
    rules = {name: getattr(game.rules, name) for name in (*RULES, "prepare")}
    bound = specialise(
        games,
        table_at=reader(game.table),
        state_at=reader(game.state),
        points_of=rules.pop("points"),
        numbers_at=numbers_at,
        STATE_WORDS=_words(game),
        **rules,
    )
    entry = bound.games_by_address
    if not compiled or not is_compiled(entry):
        return plain(entry)
    i8, f8, one, two = numba.int64, numba.float64, numba.int64[::1], numba.int64[:, ::1]
    return compile_door(entry, (i8, i8, two, i8, two, one, f8[:, ::1], two, one, one))

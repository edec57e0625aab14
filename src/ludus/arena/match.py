"""A match: n games between players, every seed played once for each way around the table.

Compiled players are called by address, whole games at a time. With a player of another kind among them (a Python
bot, a program, a person) the games are played move by move; for compiled players both ways come out the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np

from ludus.arena import games
from ludus.arena.sitting import LONGEST, Course, Diary, Played, play_game
from ludus.compute import Place
from ludus.core import plain, reader, specialise
from ludus.core.contract import RULES, Content, Game
from ludus.core.errors import OptionError
from ludus.core.memory import numbers_at
from ludus.core.position import Position
from ludus.core.random import derive, derive_range
from ludus.core.record import twin
from ludus.core.replay import Replay
from ludus.core.rule import compile_door, is_compiled, rule
from ludus.players import FAULTS, Player, Sitter
from ludus.players.seat import Tried

Record = Callable[[int], Diary]  # a diary for a game, by its number


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
        if len(parts) == 1:
            return parts[0]
        names = ("shares", "points", "reasons", "lengths")
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})

    def digest(self) -> str:
        """Names the results: equal bytes, equal name."""
        data = b"".join(a.tobytes() for a in (self.shares, self.points, self.reasons, self.lengths))
        return hashlib.sha256(data).hexdigest()[:16]


class Match:
    """Players of one game and a seed; any of its games can be played alone and comes out the same.

    A match between compiled players can be sent to another process: it travels as a description, and what is compiled
    is made ready again where it arrives.
    """

    file: str = ""  # with the position that all games begin with; empty: they begin with a deal, and have replays

    def __init__(
        self,
        game: Game,
        content: Content | Sequence[Content],
        players: Sequence[Sitter],
        seed: int,
        compiled: bool = True,
        competition: bool = False,
        keep: Callable[[Played], None] | None = None,
    ) -> None:
        """With several contents, deal k is played on number k modulo how many they are. `competition` deals as
        official contests do. `keep` hears of every game that cannot be played again."""
        contents = (content,) if isinstance(content, Content) else tuple(content)
        content = contents[0]
        seats = game.seat_count(content.table)
        if len(players) != seats:
            raise OptionError(f"{game.name} needs {seats} players here, not {len(players)}")
        if competition and game.competition is None:
            raise OptionError(f"{game.name} has no official contests whose deals one could follow")
        self.game, self.contents, self.players, self.seed, self.seats = game, contents, list(players), seed, seats
        self.competition, self.keep, self._compiled = competition, keep, compiled
        self.record: Record | None = None
        self._make_ready()

    @property
    def per_deal(self) -> int:
        """Games with the same deal: every player sits everywhere once."""
        return self.seats

    def _make_ready(self) -> None:
        self.content = self.contents[0]
        self.reasons = (*self.game.reasons, *FAULTS)
        self.reproducible = all(player.reproducible for player in self.players)
        self._members = [player for player in self.players if isinstance(player, Player)]
        self.together = len(self._members) == self.seats  # all compiled: whole games at a time
        self._play = play_games(self.game, self._compiled) if self.together else None
        self._deal = lru_cache(64)(self._make_deal) if self.competition else self._make_deal

    def __getstate__(self) -> dict[str, Any]:
        if not self.together:
            guests = [player.name for player in self.players if not isinstance(player, Player)]
            raise OptionError(
                f"{' and '.join(guests)}: Python bots, programs and people play on threads of this process; other "
                "places are for compiled players"
            )
        if self.record is not None:
            raise OptionError("diaries are written on threads of this process; use --place threads")
        made = ("content", "reasons", "reproducible", "_members", "together", "_play", "_deal")
        return {name: value for name, value in self.__dict__.items() if name not in made} | {"keep": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_ready()

    def play(self, count: int, place: Place | None = None, progress: Callable[[int], None] | None = None) -> Outcomes:
        """Play games 0 .. count-1; their outcomes in order. `progress` hears of every unit done."""
        from ludus.arena.batch import play_batch  # a batch is made of matches

        return play_batch([self], [count], place, progress)[0]

    def play_part(self, part: range) -> Outcomes:
        """Play some of the games."""
        if not self.together or self.record or (self.keep is not None and not self.reproducible):
            return self._outcomes([self._play_game(number) for number in part])
        return self.play_together(part, self._play)

    def content_of(self, number: int) -> Content:
        """The content of one game; all games of a deal share it."""
        deal = number // self.per_deal
        return self._deal(deal) if self.competition else self.contents[deal % len(self.contents)]

    def _make_deal(self, deal: int) -> Content:
        assert self.game.competition is not None
        return self.game.competition(self.content, self.seed, deal)

    def play_together(self, part: range, play: Any, tallies: int = 0) -> Outcomes:
        """Play some of the games by `play_games`, whole games at a time; `tallies` is where a census counts them."""
        tables, addresses = self._tables(part)
        first = self.first(np.arange(part.start, part.stop))
        found = play_at(self.game, self._members, play, addresses, self.seeds(part), first, tallies)
        del tables  # until here: the addresses point into them
        return found

    def _tables(self, part: range) -> tuple[list[np.ndarray], np.ndarray]:
        """The tables that the games of a part are played on, and the address of each game's."""
        prepares = self.game.rules.prepares
        if len(self.contents) == 1 and not self.competition:
            table = twin(self.content.table) if prepares else self.content.table
            return [table], np.full(len(part), table.ctypes.data, np.int64)
        deals = np.arange(part.start, part.stop) // self.per_deal
        kinds, rows = np.unique(deals if self.competition else deals % len(self.contents), return_inverse=True)
        contents = [self._deal(int(k)) if self.competition else self.contents[k] for k in kinds]
        tables = [twin(content.table) if prepares else content.table for content in contents]
        return tables, np.array([table.ctypes.data for table in tables], np.int64)[rows]

    def by_player(self, outcomes: Outcomes) -> np.ndarray:
        """The shares by game and player, whatever seat each sat in. For all games from number 0 on."""
        rows = np.arange(len(outcomes))[:, None]
        found: np.ndarray = outcomes.shares[rows, (np.arange(self.seats) - self.first(rows)) % self.seats]
        return found

    def by_deal(self, values: np.ndarray) -> np.ndarray:
        """Means over the games of one deal, which are not independent of each other; feed these to `ludus.stats`."""
        whole = len(values) // self.per_deal * self.per_deal
        means = values[:whole].reshape(-1, self.per_deal, *values.shape[1:]).mean(axis=1)
        rest = values[whole:]
        return np.concatenate([means, rest.mean(axis=0, keepdims=True)]) if len(rest) else means

    def first(self, game: Any) -> Any:
        """The player in seat 0 of a game: each seed is played with every player there."""
        return game % self.per_deal

    def seeds(self, part: range) -> np.ndarray:
        """A row a game: the seed of the deal, shared by all games of it, then one for the dice of every player."""
        return _seeds(self.seed, part, self.seats).copy()

    def roots(self) -> list[int]:
        """What those seeds are derived from by number: a column of `seeds` each. See `derived` in `core.random`."""
        return [derive(self.seed, "deal"), *(derive(self.seed, "player", k) for k in range(self.seats))]

    def replay(self, number: int) -> Position:
        """One game, move by move, as a position with its history: the same again if the match is reproducible."""
        return self._play_game(number).position

    def try_out(self) -> None:
        """Refuse players who could not start in any game, as far as trying tells."""
        for player in self.players:
            if isinstance(player, Tried):
                player.try_out(self.opening(0))

    def opening(self, number: int) -> Position:
        """The first position of a game."""
        return Position.start(self.game, self.content_of(number), self.deal_of(number), self._compiled)

    def deal_of(self, number: int) -> int:
        """The seed of a game's deal."""
        return int(self.seeds(range(number, number + 1))[0, 0]) & (1 << 64) - 1

    def seating(self, number: int) -> list[int]:
        """The player in each seat of a game."""
        return [(seat + self.first(number)) % self.seats for seat in range(self.seats)]

    def _play_game(self, number: int) -> Course:
        _, *dice = (int(seed) for seed in self.seeds(range(number, number + 1))[0])
        seating = self.seating(number)
        position = self.opening(number)
        diary = self.record(number) if self.record else None
        course = play_game(position, [self.players[k] for k in seating], [dice[k] for k in seating], diary)
        if diary is not None:
            diary.close(course)
        if self.keep is not None and not self.reproducible:
            self.keep(self._played(number, course))
        return course

    def _played(self, number: int, course: Course) -> Played:
        seating = self.seating(number)
        fault = {"seat": course.culprit, "reason": course.reason, "what": course.fault} if course.fault else None
        replay = Replay.of(course.position, [self.players[k].name for k in seating], fault)
        return Played(number, replay, [course.logs[seating.index(k)] for k in range(self.seats)], course.fault)

    def _outcomes(self, courses: list[Course]) -> Outcomes:
        return Outcomes(
            np.array([course.shares for course in courses]),
            np.array([course.position.points for course in courses], np.int64),
            np.array([self.reasons.index(course.reason) for course in courses], np.int64),
            np.array([course.position.length for course in courses], np.int64),
        )


def play_at(
    game: Game,
    players: Sequence[Player],
    play: Any,
    tables: np.ndarray,
    seeds: np.ndarray,
    first: np.ndarray,
    tallies: int,
) -> Outcomes:
    """Whole games by `play_games`, one for each address of a table; see `games_by_address` for what the arrays hold."""
    n, seats = len(tables), len(players)
    found = Outcomes(np.zeros((n, seats)), np.zeros((n, seats), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64))
    sizes = [game.state.nbytes]
    for player in players:
        sizes += [player.memory.nbytes, player.scratch.nbytes]
    block, places = _lay_out(sizes)
    rows = [
        [player.begin, player.choose, player.params_at, *places[1 + 2 * k : 3 + 2 * k]]
        for k, player in enumerate(players)
    ]
    play(
        tables,
        places[0],
        np.array(rows, np.int64),
        seats,
        seeds,
        first,
        found.shares,
        found.points,
        found.reasons,
        found.lengths,
        tallies,
    )
    del block  # until here: the addresses point into it
    return found


@lru_cache(64)
def _seeds(seed: int, part: range, seats: int) -> np.ndarray:
    """Kept for a while: the matches of a league have all their seeds in common."""
    rounds = range(part.start // seats, (part.stop - 1) // seats + 1)
    deals = derive_range(seed, rounds.start, len(rounds), "deal")
    deals = deals[np.arange(part.start, part.stop) // seats - rounds.start]
    dice = [derive_range(seed, part.start, len(part), "player", k) for k in range(seats)]
    return np.ascontiguousarray(np.stack([deals, *dice], axis=1).view(np.int64))


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


@rule(inline=True)
def _nothing_at(address):  # type: ignore[no-untyped-def]
    return address


@rule(inline=True)
def _note_nothing(table, state, move, tally):  # type: ignore[no-untyped-def]
    pass


@rule(inline=True)
def _close_nothing(table, state, tally):  # type: ignore[no-untyped-def]
    pass


def tally_of(game: Game, name: str) -> Any:
    """What a census counts: a namespace with Tally, note and close."""
    assert game.design is not None
    return getattr(game.design(), name) if name else game.design()


def census_of(game: Game, counted: str | None) -> dict[str, Any]:
    """What a loop over games does for a census, by name; without one, nothing."""
    if counted is None:
        return {"tally_at": _nothing_at, "note": _note_nothing, "close": _close_nothing, "TALLY": 0}
    kind = tally_of(game, counted)
    return {"tally_at": reader(kind.Tally), "note": kind.note, "close": kind.close, "TALLY": kind.Tally.nbytes}


@cache
def play_games(game: Game, compiled: bool, counted: str | None = None) -> Any:
    """The loop over whole games, bound to a game; if `counted` names a tally (or is empty: the usual one), with it."""
    rules = {name: getattr(game.rules, name) for name in (*RULES, "prepare")}
    bound = specialise(
        games,
        table_at=reader(game.table),
        state_at=reader(game.state),
        points_of=rules.pop("points"),
        numbers_at=numbers_at,
        STATE_WORDS=_words(game),
        LONGEST=LONGEST,
        FIRST_FAULT=len(game.reasons),
        ENDLESS=len(game.reasons) + FAULTS.index("endless game"),
        **census_of(game, counted),
        **rules,
    )
    entry = bound.games_by_address
    if not compiled or not is_compiled(entry):
        return plain(entry)
    i8, f8, one, two = numba.int64, numba.float64, numba.int64[::1], numba.int64[:, ::1]
    return compile_door(entry, (one, i8, two, i8, two, one, f8[:, ::1], two, one, one, i8))

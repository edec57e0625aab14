"""A match: n games between bots, every deal played once for each rotation of the seats.

Compiled bots are called by address, whole games at a time. If another kind of bot takes part (a Python bot, a program,
a person), games are played move by move; for compiled bots both ways give the same results.

Matches with fixed seats: the deal seed of game k is the seed plus k, and every player keeps its seat.

The Scripts of Tribute runner plays like this: `--seed 123` with three runs means the seeds 123, 124 and 125. The first
seat keeps its advantage; a normal match plays each deal from every seat.

Matches that continue from one position: each deal resamples what its current player cannot see.

So this player's knowledge is the same in all games, and chance differs in each deal. As in a normal match, each deal is
played once with every player in every seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np

from ludus.arena.episode import MAX_DECISIONS, Episode, EpisodeListener, EpisodeRecord, play_episode
from ludus.arena.templates import play_loop
from ludus.backends import Backend
from ludus.bots import FAULTS, BotFactory, CompiledBot
from ludus.bots.bot import Probeable
from ludus.core import bind_template, plain, record_reader
from ludus.core.compile.intrinsics import ints_at
from ludus.core.game import RULES, Content, Game
from ludus.core.position import Position
from ludus.core.random import derive, derive_range
from ludus.core.record import copy_record
from ludus.core.replay import Replay
from ludus.core.rule import compile_exported, is_compiled, rule
from ludus.util.errors import OptionError

ListenerFactory = Callable[[int], EpisodeListener]  # makes the listener of a game from its number


@dataclass(frozen=True)
class Outcomes:
    """The results of every game, in the order of the games."""

    shares: np.ndarray  # by game and seat
    points: np.ndarray
    reasons: np.ndarray
    lengths: np.ndarray  # number of decisions

    def __len__(self) -> int:
        return len(self.reasons)

    @classmethod
    def joined(cls, parts: list[Outcomes]) -> Outcomes:
        if len(parts) == 1:
            return parts[0]
        names = ("shares", "points", "reasons", "lengths")
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})

    def digest(self) -> str:
        """A digest of the results: equal bytes, equal digest."""
        data = b"".join(a.tobytes() for a in (self.shares, self.points, self.reasons, self.lengths))
        return hashlib.sha256(data).hexdigest()[:16]


class Match:
    """A game, its content, its bots and a seed. Any single game can be played alone and gives the same result.

    A match between compiled bots can be sent to another process: it is pickled as a description, and compiled code is
    made ready again on arrival.
    """

    file: str = ""  # file of the position that all games begin with; empty: they begin with a deal and have replays

    def __init__(
        self,
        game: Game,
        content: Content | Sequence[Content],
        players: Sequence[BotFactory],
        seed: int,
        compiled: bool = True,
        competition: bool = False,
        keep: Callable[[EpisodeRecord], None] | None = None,
    ) -> None:
        """Args:
            game: The game.
            content: Its content; with several, deal k is played on content k modulo their number.
            players: One bot per seat.
            seed: Seed of all games.
            compiled: False plays as plain Python.
            competition: Deal as official contests do.
            keep: Called with every game that cannot be reproduced.

        Raises:
            OptionError: the number of bots is wrong, or the game has no official contests.
        """
        contents = (content,) if isinstance(content, Content) else tuple(content)
        content = contents[0]
        seats = game.seat_count(content.data)
        if len(players) != seats:
            raise OptionError(f"{game.name} needs {seats} players here, not {len(players)}")
        if competition and game.references.official_deal is None:
            raise OptionError(f"{game.name} has no official contests, so there are no deals of contests")
        self.game, self.contents, self.players, self.seed, self.seats = game, contents, list(players), seed, seats
        self.competition, self.keep, self._compiled = competition, keep, compiled
        self.record: ListenerFactory | None = None
        self._make_ready()

    @property
    def per_deal(self) -> int:
        """Number of games with the same deal: every bot sits once in every seat."""
        return self.seats

    def _make_ready(self) -> None:
        self.content = self.contents[0]
        self.reasons = (*self.game.end_reasons, *FAULTS)
        self.reproducible = all(player.reproducible for player in self.players)
        self._members = [player for player in self.players if isinstance(player, CompiledBot)]
        self.together = len(self._members) == self.seats  # all are compiled: whole games at a time
        self._play = compiled_play_loop(self.game, self._compiled) if self.together else None
        self._deal = lru_cache(64)(self._make_deal) if self.competition else self._make_deal

    def __getstate__(self) -> dict[str, Any]:
        if not self.together:
            others = [player.name for player in self.players if not isinstance(player, CompiledBot)]
            raise OptionError(
                f"{' and '.join(others)}: Python bots, programs and people play on threads of this process; other "
                "backends are for compiled bots"
            )
        if self.record is not None:
            raise OptionError("transcripts are written on threads of this process; use --place threads")
        derived = ("content", "reasons", "reproducible", "_members", "together", "_play", "_deal")
        return {name: value for name, value in self.__dict__.items() if name not in derived} | {"keep": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_ready()

    def play(
        self, count: int, backend: Backend | None = None, progress: Callable[[int], None] | None = None
    ) -> Outcomes:
        """Play games 0 .. count-1.

        Args:
            count: Number of games.
            place: The backend; one thread if None.
            progress: Called with the number of games of every finished chunk.

        Returns:
            The outcomes in the order of the games.
        """
        from ludus.arena.runner import play_batch  # a batch is made of matches

        return play_batch([self], [count], backend, progress)[0]

    def play_range(self, part: range) -> Outcomes:
        """Play a range of the games."""
        if not self.together or self.record or (self.keep is not None and not self.reproducible):
            return self._outcomes([self._play_game(number) for number in part])
        return self.play_compiled(part, self._play)

    def content_of(self, number: int) -> Content:
        """The content of one game; all games of a deal share it."""
        deal = number // self.per_deal
        return self._deal(deal) if self.competition else self.contents[deal % len(self.contents)]

    def _make_deal(self, deal: int) -> Content:
        assert self.game.references.official_deal is not None
        return self.game.references.official_deal(self.content, self.seed, deal)

    def play_compiled(self, part: range, play: Any, tallies: int = 0) -> Outcomes:
        """Play a range of the games with a compiled play loop, whole games at a time.

        Args:
            part: The numbers of the games.
            play: The play loop.
            tallies: Address of the statistics records, if the loop collects any.
        """
        tables, addresses = self._tables(part)
        first = self.first_player(np.arange(part.start, part.stop))
        outcomes = play_compiled_games(self.game, self._members, play, addresses, self.seeds(part), first, tallies)
        del tables  # kept until here: the addresses point into them
        return outcomes

    def _tables(self, part: range) -> tuple[list[np.ndarray], np.ndarray]:
        """The game data records for a range of games, and the address of the record for each game."""
        prepares = self.game.rules.has_seeded_content
        if len(self.contents) == 1 and not self.competition:
            table = copy_record(self.content.data) if prepares else self.content.data
            return [table], np.full(len(part), table.ctypes.data, np.int64)
        deals = np.arange(part.start, part.stop) // self.per_deal
        kinds, rows = np.unique(deals if self.competition else deals % len(self.contents), return_inverse=True)
        contents = [self._deal(int(k)) if self.competition else self.contents[k] for k in kinds]
        tables = [copy_record(content.data) if prepares else content.data for content in contents]
        return tables, np.array([table.ctypes.data for table in tables], np.int64)[rows]

    def by_player(self, outcomes: Outcomes) -> np.ndarray:
        """Payoffs by game and player, independent of seats. For all games from number 0 on."""
        rows = np.arange(len(outcomes))[:, None]
        payoffs: np.ndarray = outcomes.shares[rows, (np.arange(self.seats) - self.first_player(rows)) % self.seats]
        return payoffs

    def by_deal(self, values: np.ndarray) -> np.ndarray:
        """Means over the games of one deal, which are not independent of each other; the input of `ludus.stats`."""
        whole = len(values) // self.per_deal * self.per_deal
        means = values[:whole].reshape(-1, self.per_deal, *values.shape[1:]).mean(axis=1)
        rest = values[whole:]
        return np.concatenate([means, rest.mean(axis=0, keepdims=True)]) if len(rest) else means

    def first_player(self, game: Any) -> Any:
        """The player in seat 0 of a game: each deal is played with every player there."""
        return game % self.per_deal

    def seeds(self, part: range) -> np.ndarray:
        """One row per game: the seed of the deal, shared by all games of it, then one for each bot."""
        return _seeds(self.seed, part, self.seats).copy()

    def seed_roots(self) -> list[int]:
        """The roots of the seeds: one for each column of `seeds`. See `derived` in `core.random`."""
        return [derive(self.seed, "deal"), *(derive(self.seed, "player", k) for k in range(self.seats))]

    def replay(self, number: int) -> Position:
        """Play one game move by move; returns the final position with its history."""
        return self._play_game(number).position

    def probe(self) -> None:
        """Raise OptionError for bots that could not start in any game, if that can be tested."""
        for player in self.players:
            if isinstance(player, Probeable):
                player.probe(self.start_position(0))

    def start_position(self, number: int) -> Position:
        """The first position of a game."""
        return Position.start(self.game, self.content_of(number), self.deal_seed(number), self._compiled)

    def deal_seed(self, number: int) -> int:
        """The seed of a game's deal."""
        return int(self.seeds(range(number, number + 1))[0, 0]) & (1 << 64) - 1

    def seating(self, number: int) -> list[int]:
        """The player in each seat of a game."""
        return [(seat + self.first_player(number)) % self.seats for seat in range(self.seats)]

    def _play_game(self, number: int) -> Episode:
        _, *dice = (int(seed) for seed in self.seeds(range(number, number + 1))[0])
        seating = self.seating(number)
        position = self.start_position(number)
        listener = self.record(number) if self.record else None
        episode = play_episode(position, [self.players[k] for k in seating], [dice[k] for k in seating], listener)
        if listener is not None:
            listener.on_end(episode)
        if self.keep is not None and not self.reproducible:
            self.keep(self._played(number, episode))
        return episode

    def _played(self, number: int, course: Episode) -> EpisodeRecord:
        seating = self.seating(number)
        fault = {"seat": course.culprit, "reason": course.reason, "what": course.fault} if course.fault else None
        replay = Replay.from_position(course.position, [self.players[k].name for k in seating], fault)
        return EpisodeRecord(number, replay, [course.logs[seating.index(k)] for k in range(self.seats)], course.fault)

    def _outcomes(self, courses: list[Episode]) -> Outcomes:
        return Outcomes(
            np.array([course.shares for course in courses]),
            np.array([course.position.scores for course in courses], np.int64),
            np.array([self.reasons.index(course.reason) for course in courses], np.int64),
            np.array([course.position.length for course in courses], np.int64),
        )


def play_compiled_games(
    game: Game,
    players: Sequence[CompiledBot],
    play: Any,
    tables: np.ndarray,
    seeds: np.ndarray,
    first: np.ndarray,
    tallies: int,
) -> Outcomes:
    """Play whole games with a compiled loop, one per game data address; `games_by_address` describes the arrays."""
    n, seats = len(tables), len(players)
    outcomes = Outcomes(
        np.zeros((n, seats)), np.zeros((n, seats), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    )
    sizes = [game.state.nbytes]
    for player in players:
        sizes += [player.memory.nbytes, player.scratch.nbytes]
    block, addresses = _allocate_records(sizes)
    rows = [
        [player.begin_address, player.choose_address, player.params_address, *addresses[1 + 2 * k : 3 + 2 * k]]
        for k, player in enumerate(players)
    ]
    play(
        tables,
        addresses[0],
        np.array(rows, np.int64),
        seats,
        seeds,
        first,
        outcomes.shares,
        outcomes.points,
        outcomes.reasons,
        outcomes.lengths,
        tallies,
    )
    del block  # kept until here: the addresses point into it
    return outcomes


@lru_cache(64)
def _seeds(seed: int, part: range, seats: int) -> np.ndarray:
    """Seeds of a range of games; cached because the matches of a pairwise comparison share them."""
    rounds = range(part.start // seats, (part.stop - 1) // seats + 1)
    deals = derive_range(seed, rounds.start, len(rounds), "deal")
    deals = deals[np.arange(part.start, part.stop) // seats - rounds.start]
    dice = [derive_range(seed, part.start, len(part), "player", k) for k in range(seats)]
    return np.ascontiguousarray(np.stack([deals, *dice], axis=1).view(np.int64))


def _allocate_records(sizes: list[int]) -> tuple[np.ndarray, list[int]]:
    """Zeroed memory for records, and their addresses, far enough apart that threads never share a cache line."""
    line = 128
    block = np.zeros(sum(-(-size // line) * line for size in sizes) + 2 * line, np.uint8)
    address, addresses = -(-block.ctypes.data // line) * line, []
    for size in sizes:
        addresses.append(address)
        address += -(-size // line) * line
    return block, addresses


def _state_words(game: Game) -> int:
    return -(-game.state.nbytes // 8)


@rule(inline=True)
def _no_stats_record(address):  # type: ignore[no-untyped-def]
    return address


@rule(inline=True)
def _no_stats_on_move(table, state, move, tally):  # type: ignore[no-untyped-def]
    pass


@rule(inline=True)
def _no_stats_on_end(table, state, tally):  # type: ignore[no-untyped-def]
    pass


def stats_rules(game: Game, name: str) -> Any:
    """The statistics rules of a game: a namespace with Tally, note and close."""
    assert game.design is not None
    return getattr(game.design(), name) if name else game.design()


def stats_bindings(game: Game, stats_name: str | None) -> dict[str, Any]:
    """What the play loop needs for statistics, by name; without statistics, rules that do nothing."""
    if stats_name is None:
        return {"tally_at": _no_stats_record, "note": _no_stats_on_move, "close": _no_stats_on_end, "TALLY": 0}
    rules = stats_rules(game, stats_name)
    return {
        "tally_at": record_reader(rules.Tally),
        "note": rules.note,
        "close": rules.close,
        "TALLY": rules.Tally.nbytes,
    }


@cache
def compiled_play_loop(game: Game, compiled: bool, stats_name: str | None = None) -> Any:
    """The play loop bound to a game; `counted` names the statistics to collect (empty: the default; None: none)."""
    rules = {name: getattr(game.rules, name) for name in (*RULES, "prepare")}
    bound = bind_template(
        play_loop,
        table_at=record_reader(game.data),
        state_at=record_reader(game.state),
        numbers_at=ints_at,
        STATE_WORDS=_state_words(game),
        LONGEST=MAX_DECISIONS,
        FIRST_FAULT=len(game.end_reasons),
        ENDLESS=len(game.end_reasons) + FAULTS.index("endless game"),
        **stats_bindings(game, stats_name),
        **rules,
    )
    entry = bound.games_by_address
    if not compiled or not is_compiled(entry):
        return plain(entry)
    i8, f8, one, two = numba.int64, numba.float64, numba.int64[::1], numba.int64[:, ::1]
    return compile_exported(entry, (one, i8, two, i8, two, one, f8[:, ::1], two, one, one, i8))


class FixedSeatMatch(Match):
    """A match in which every game has its own deal."""

    @property
    def per_deal(self) -> int:
        return 1

    def seeds(self, part: range) -> np.ndarray:
        seeds = super().seeds(part)
        deals = np.arange(part.start, part.stop, dtype=np.uint64) + np.uint64(self.seed & (1 << 64) - 1)
        seeds[:, 0] = deals.view(np.int64)
        return seeds

    def seed_roots(self) -> list[int]:
        raise OptionError("games in a row use consecutive seeds, which a GPU cannot derive; use threads")


class PositionMatch(Match):
    """A match that begins with a position from a file."""

    def __init__(self, position: Position, players: Sequence[BotFactory], seed: int, file: str) -> None:
        if position.end_reason:
            raise OptionError(f"--from {file}: the game is over there; begin with a position before the end")
        super().__init__(position.game, position.content, players, seed)
        self.position, self.file = position, file

    def play_range(self, part: range) -> Outcomes:
        return self._outcomes([self._play_game(number) for number in part])

    def start_position(self, number: int) -> Position:
        return self.position.resample(self.position.current_player, self.deal_seed(number))

    def seed_roots(self) -> list[int]:
        raise OptionError("games from a position are played on threads of this process; use --place threads")

    def __getstate__(self) -> dict[str, Any]:
        raise OptionError("games from a position are played on threads of this process; use --place threads")

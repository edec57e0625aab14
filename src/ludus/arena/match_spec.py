"""Matches: what is played. The runner plays it, see `ludus.arena.runner`.

    match = Match(game, content, [load_bot(game, "greedy"), load_bot(game, "random")], seed=7)
    outcomes = run_match(match, 1000, Threads())

A match is any number of games between the same bots; every deal is played once for each rotation of the seats. Two
variants: `FixedSeatMatch` keeps every bot in its seat, `PositionMatch` begins all games from one position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ludus.arena.compiled_games import CompiledGames, Outcomes
from ludus.arena.episode import EpisodeListener, EpisodeRecord, StarvedGame
from ludus.bots import FAULTS, BotFactory, CompiledBot
from ludus.bots.bot import Probeable
from ludus.core.game import Content, Game
from ludus.core.game_use import note_game_use
from ludus.core.position import Position
from ludus.core.random import derive, derive_range
from ludus.core.structured_records import copy_record
from ludus.util.errors import OptionError
from ludus.util.text import plural

__all__ = ["FixedSeatMatch", "ListenerFactory", "Match", "Outcomes", "PositionMatch"]

ListenerFactory = Callable[[int], EpisodeListener]  # makes the listener of a game from its number


class Match:
    """A game, its content, its bots and a seed. Any single game can be played alone and gives the same result.

    A match between compiled bots can be sent to another process: it is pickled as a description, and compiled code is
    made ready again on arrival.

    Attributes:
        on_record: Called with the record of every game that cannot be reproduced.
        on_starved: Called with every game that was played once more because a bot had been starved.
        starved: All such games, in the order of their ends.
        listeners: Makes a listener for every game; games with listeners are played move by move.
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
        on_record: Callable[[EpisodeRecord], None] | None = None,
        own_deals: bool = False,
        session: int = 0,
    ) -> None:
        """Describe a match; compiled bots are made ready here.

        Args:
            game: The game.
            content: Its content; with several, deal k is played on content k modulo their number.
            players: One bot per seat.
            seed: Seed of all games.
            compiled: False plays as plain Python.
            competition: Deal as official contests do.
            on_record: Called with the record of every game that cannot be reproduced.
            own_deals: Every game has a deal of its own, for bots that are kept and could remember it.
            session: Another one gives other own deals, because kept bots may remember those of earlier sessions.

        Raises:
            OptionError: the number of bots is wrong, the game has no official contests, or their deals cannot be own.
        """
        note_game_use(game)
        contents = (content,) if isinstance(content, Content) else tuple(content)
        content = contents[0]
        seats = game.seat_count(content.data)
        if len(players) != seats:
            raise OptionError(f"{game.name} needs {plural(seats, 'bot')} here, not {len(players)}")
        if competition and game.references.official_deal is None:
            raise OptionError(f"{game.name} has no official contests, so there are no deals of contests")
        self.game, self.contents, self.players, self.seed, self.seats = game, contents, list(players), seed, seats
        if competition and own_deals:
            raise OptionError("deals of contests share drafts, so games cannot have deals of their own")
        self.competition, self.on_record, self.compiled = competition, on_record, compiled
        self.own_deals, self.session = own_deals, session
        self.listeners: ListenerFactory | None = None
        self.on_starved: Callable[[StarvedGame], None] | None = None
        self.starved: list[StarvedGame] = []
        self._make_ready()

    def _make_ready(self) -> None:
        self.content = self.contents[0]
        self.reasons = (*self.game.end_reasons, *FAULTS)
        self.reproducible = all(player.reproducible for player in self.players)
        bots = [player for player in self.players if isinstance(player, CompiledBot)]
        self.compiled_games = CompiledGames(self.game, bots, self.compiled) if len(bots) == self.seats else None
        self._deal = lru_cache(64)(self._make_deal) if self.competition else self._make_deal

    def __getstate__(self) -> dict[str, Any]:
        if self.compiled_games is None:
            others = [player.name for player in self.players if not isinstance(player, CompiledBot)]
            raise OptionError(
                f"{' and '.join(others)}: Python bots, programs and people play on threads of this process; other "
                "backends are for compiled bots"
            )
        if self.listeners is not None:
            raise OptionError("transcripts are written on threads of this process; use --backend threads")
        derived = ("content", "reasons", "reproducible", "compiled_games", "_deal")
        state = {name: value for name, value in self.__dict__.items() if name not in derived}
        return state | {"on_record": None, "on_starved": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_ready()

    def probe(self) -> None:
        """Test before the first game whether bots can start, if that can be tested.

        Raises:
            OptionError: a bot could not start in any game.
        """
        for player in self.players:
            if isinstance(player, Probeable):
                player.probe(self.start_position(0))

    # How games are played

    @property
    def all_compiled(self) -> bool:
        """Whether all bots are compiled."""
        return self.compiled_games is not None

    @property
    def by_moves(self) -> bool:
        """Whether games are played move by move; otherwise whole games at a time. For compiled bots both give the same
        results.
        """
        records = self.on_record is not None and not self.reproducible
        return not self.all_compiled or self.listeners is not None or records

    # Games by number

    @property
    def per_deal(self) -> int:
        """Number of games in which every bot sits once in every seat: with the same deal, unless deals are own."""
        return self.seats

    def first_player(self, game: Any) -> Any:
        """The player in seat 0 of a game: each deal is played with every player there."""
        return game % self.per_deal

    def seating(self, number: int) -> list[int]:
        """The player in each seat of a game.

        Args:
            number: Number of the game, from 0.

        Returns:
            Indices into `players`, by seat.
        """
        return [(seat + self.first_player(number)) % self.seats for seat in range(self.seats)]

    def seeds(self, part: range) -> np.ndarray:
        """Seeds of a range of games.

        Args:
            part: Numbers of the games.

        Returns:
            One row per game: the seed of the deal, shared by all games of it, then one for each bot.
        """
        seeds = _seeds(self.seed, part, self.seats).copy()
        if self.own_deals:
            seeds[:, 0] = self.own_deal_seeds(part, self.session).view(np.int64)
        return seeds

    def own_deal_seeds(self, part: range, session: int) -> np.ndarray:
        """Seeds of the deals of a range of games if every game has its own.

        Args:
            part: Numbers of the games.
            session: The session in which they are played.
        """
        return derive_range(self.seed, part.start, len(part), *self._deal_root(), session)

    def _deal_root(self) -> tuple[str, ...]:
        """What own deals are derived from, besides the seed, the session and the number of the game."""
        return ("own deal",)

    def seed_roots(self) -> list[int]:
        """The roots of the seeds: one for each column of `seeds`. See `derived_seed` in `core.random`.

        Raises:
            OptionError: this kind of match does not derive its seeds.
        """
        if self.own_deals:
            raise OptionError("games with deals of their own are played on threads; use --backend threads")
        return [derive(self.seed, "deal"), *(derive(self.seed, "player", k) for k in range(self.seats))]

    def deal_seed(self, number: int) -> int:
        """The seed of a game's deal."""
        return int(self.seeds(range(number, number + 1))[0, 0]) & (1 << 64) - 1

    def content_of(self, number: int) -> Content:
        """The content of one game; all games of a deal share it."""
        deal = number // self.per_deal
        return self._deal(deal) if self.competition else self.contents[deal % len(self.contents)]

    def start_position(self, number: int) -> Position:
        """The first position of a game."""
        return Position.start(self.game, self.content_of(number), self.deal_seed(number), self.compiled)

    def game_data(self, part: range) -> tuple[list[np.ndarray], np.ndarray]:
        """The game data records for a range of games, and the address of the record for each game."""
        own_copy = self.game.rules.has_seeded_content
        if len(self.contents) == 1 and not self.competition:
            record = copy_record(self.content.data) if own_copy else self.content.data
            return [record], np.full(len(part), record.ctypes.data, np.int64)
        deals = np.arange(part.start, part.stop) // self.per_deal
        kinds, rows = np.unique(deals if self.competition else deals % len(self.contents), return_inverse=True)
        contents = [self._deal(int(k)) if self.competition else self.contents[k] for k in kinds]
        records = [copy_record(content.data) if own_copy else content.data for content in contents]
        return records, np.array([record.ctypes.data for record in records], np.int64)[rows]

    def _make_deal(self, deal: int) -> Content:
        assert self.game.references.official_deal is not None
        return self.game.references.official_deal(self.content, self.seed, deal)

    # Results by player and by deal

    def by_player(self, outcomes: Outcomes) -> np.ndarray:
        """Payoffs by game and player, independent of seats.

        Args:
            outcomes: Outcomes of all games from number 0 on.

        Returns:
            One row per game, one column per player.
        """
        rows = np.arange(len(outcomes))[:, None]
        payoffs: np.ndarray = outcomes.payoffs[rows, (np.arange(self.seats) - self.first_player(rows)) % self.seats]
        return payoffs

    def by_deal(self, values: np.ndarray) -> np.ndarray:
        """Means over the games of one deal, which are not independent of each other; the input of `ludus.stats`.

        Args:
            values: Values of all games from number 0 on; further axes are kept.

        Returns:
            One row per deal; a last deal that is not complete has the mean of its games.
        """
        whole = len(values) // self.per_deal * self.per_deal
        means = values[:whole].reshape(-1, self.per_deal, *values.shape[1:]).mean(axis=1)
        rest = values[whole:]
        return np.concatenate([means, rest.mean(axis=0, keepdims=True)]) if len(rest) else means


class FixedSeatMatch(Match):
    """A match in which every game has its own deal and every bot keeps its seat.

    The deal seed of game k is the seed plus k. The Scripts of Tribute runner plays like this: `--seed 123` with three
    runs means the seeds 123, 124 and 125. The first seat keeps its advantage.
    """

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
    """A match in which all games begin from one position.

    Each deal resamples what the position's current player cannot see. So this player's knowledge is the same in all
    games, and chance differs in each deal.

    Args:
        position: The position; the game must not be over.
        players: One bot per seat.
        seed: Seed of all games.
        file: File of the position, for messages and tables.
        own_deals: Chance differs in each game, not only in each deal.
        session: See `Match`.

    Raises:
        OptionError: the game is over in the position, or the number of bots is wrong.
    """

    def __init__(
        self,
        position: Position,
        players: Sequence[BotFactory],
        seed: int,
        file: str,
        own_deals: bool = False,
        session: int = 0,
    ) -> None:
        if position.end_reason:
            raise OptionError(f"--from {file}: the game is over there; begin with a position before the end")
        super().__init__(position.game, position.content, players, seed, own_deals=own_deals, session=session)
        self.position, self.file = position, file

    @property
    def by_moves(self) -> bool:
        return True

    def start_position(self, number: int) -> Position:
        return self.position.resample(self.position.current_player, self.deal_seed(number))

    def seed_roots(self) -> list[int]:
        raise OptionError("games from a position are played on threads of this process; use --backend threads")

    def __getstate__(self) -> dict[str, Any]:
        raise OptionError("games from a position are played on threads of this process; use --backend threads")


@lru_cache(64)
def _seeds(seed: int, part: range, seats: int) -> np.ndarray:
    """Seeds of a range of games; cached because the matches of a pairwise comparison share them."""
    rounds = range(part.start // seats, (part.stop - 1) // seats + 1)
    deals = derive_range(seed, rounds.start, len(rounds), "deal")
    deals = deals[np.arange(part.start, part.stop) // seats - rounds.start]
    dice = [derive_range(seed, part.start, len(part), "player", k) for k in range(seats)]
    return np.ascontiguousarray(np.stack([deals, *dice], axis=1).view(np.int64))

"""Whole games between compiled bots, played by one compiled loop: bound to a game once, called for any batch of games.

    games = CompiledGames(game, bots, stats_name="")
    outcomes = games.play(data_addresses, seeds, first_players, stats.ctypes.data)

The loop is in templates/play_loop.py. With statistics it also fills a record per game, by rules of the game, see
`ludus.core.game.GameStats`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from ludus.arena.episode import MAX_DECISIONS
from ludus.arena.templates import play_loop
from ludus.bots import FAULTS, CompiledBot
from ludus.bots.lookup import compiled_bot_exports, is_compiled_bot
from ludus.core import bind_template, plain, record_reader
from ludus.core.compile.intrinsics import ints_at
from ludus.core.compile.progress import Export
from ludus.core.game import RULES, Game
from ludus.core.game_engine import engine_exports
from ludus.core.rule import compile_exported, is_compiled, rule

CACHE_LINE = 128  # bytes
_INTS, _INT_TABLE, _FLOAT_TABLE = numba.int64[::1], numba.int64[:, ::1], numba.float64[:, ::1]
LOOP_SIGNATURE = (
    *(_INTS, numba.int64, _INT_TABLE, numba.int64, _INT_TABLE, _INTS),
    *(_FLOAT_TABLE, _INT_TABLE, _INTS, _INTS, numba.int64),
)


@dataclass(frozen=True)
class Outcomes:
    """The results of every game, in the order of the games."""

    payoffs: np.ndarray  # by game and seat
    scores: np.ndarray  # by game and seat
    end_reasons: np.ndarray  # by game: indices into `Match.reasons`
    lengths: np.ndarray  # number of decisions

    def __len__(self) -> int:
        return len(self.end_reasons)

    @classmethod
    def joined(cls, parts: list[Outcomes]) -> Outcomes:
        """The outcomes of several ranges of games as one."""
        if len(parts) == 1:
            return parts[0]
        names = ("payoffs", "scores", "end_reasons", "lengths")
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})

    def first(self, count: int) -> Outcomes:
        """The outcomes of the first `count` games only."""
        return Outcomes(self.payoffs[:count], self.scores[:count], self.end_reasons[:count], self.lengths[:count])

    def after(self, count: int) -> Outcomes:
        """The outcomes without the first `count` games."""
        return Outcomes(self.payoffs[count:], self.scores[count:], self.end_reasons[count:], self.lengths[count:])

    def digest(self) -> str:
        """A digest of the results: equal bytes, equal digest."""
        data = b"".join(a.tobytes() for a in (self.payoffs, self.scores, self.end_reasons, self.lengths))
        return hashlib.sha256(data).hexdigest()[:16]


class CompiledGames:
    """The compiled loop of a game, for these bots.

    It can be sent to another process: it is pickled as a description and bound again on arrival.

    Args:
        game: The game.
        bots: One bot per seat; bot number 0 is in seat 0 of a game whose first player is 0.
        compiled: False plays as plain Python.
        stats_name: Name of the statistics to collect; empty: the game's default; None: none.
    """

    def __init__(
        self, game: Game, bots: Sequence[CompiledBot], compiled: bool = True, stats_name: str | None = None
    ) -> None:
        self.game, self.bots, self._compiled, self._stats_name = game, list(bots), compiled, stats_name
        self._loop = compiled_play_loop(game, compiled, stats_name)

    def __reduce__(self) -> tuple[Any, ...]:
        return CompiledGames, (self.game, self.bots, self._compiled, self._stats_name)

    def play(self, data: np.ndarray, seeds: np.ndarray, first_players: np.ndarray, stats: int = 0) -> Outcomes:
        """Play one game for each address of a game data record.

        Args:
            data: Addresses of the game data, by game; the records must stay alive.
            seeds: One row per game: the seed of the deal, then one for each bot.
            first_players: The number of the bot in seat 0, by game.
            stats: Address of a zeroed statistics record for each game.
        """
        n, seats = len(data), len(self.bots)
        outcomes = Outcomes(
            np.zeros((n, seats)), np.zeros((n, seats), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        )
        sizes = [self.game.state.nbytes]
        for bot in self.bots:
            sizes += [bot.memory.nbytes, bot.scratch.nbytes]
        block, addresses = _allocate_records(sizes)
        rows = [
            [bot.begin_address, bot.choose_address, bot.params_address, *addresses[1 + 2 * k : 3 + 2 * k]]
            for k, bot in enumerate(self.bots)
        ]
        self._loop(
            data,
            addresses[0],
            np.array(rows, np.int64),
            seats,
            seeds,
            first_players,
            outcomes.payoffs,
            outcomes.scores,
            outcomes.end_reasons,
            outcomes.lengths,
            stats,
        )
        del block  # kept until here: the addresses point into it
        return outcomes


@cache
def compiled_play_loop(game: Game, compiled: bool, stats_name: str | None = None) -> Any:
    """The play loop bound to a game, with or without statistics."""
    entry = _bound_loop(game, stats_name)
    if not compiled or not is_compiled(entry):
        return plain(entry)
    return compile_exported(entry, LOOP_SIGNATURE)


def play_loop_exports(game: Game, stats_name: str | None = None) -> list[Export]:
    """The play loop of a game as an exported rule, for the progress of its compilation."""
    return [(_bound_loop(game, stats_name), LOOP_SIGNATURE)]


@cache
def _bound_loop(game: Game, stats_name: str | None) -> Any:
    """The play loop bound to a game, not compiled yet."""
    rules = {name: getattr(game.rules, name) for name in (*RULES, "prepare")}
    bound = bind_template(
        play_loop,
        data_at=record_reader(game.data),
        state_at=record_reader(game.state),
        numbers_at=ints_at,
        STATE_WORDS=-(-game.state.nbytes // 8),
        LONGEST=MAX_DECISIONS,
        FIRST_FAULT=len(game.end_reasons),
        ENDLESS=len(game.end_reasons) + FAULTS.index("endless game"),
        **stats_bindings(game, stats_name),
        **rules,
    )
    return bound.games_by_address


def match_exports(game: Game, bots: Sequence[str], seats: int, positions: bool = False) -> list[Export]:
    """The exported rules that matches between bots need, for the progress of their compilation.

    Args:
        game: The game.
        bots: Texts of the bots.
        seats: How many of them play in a game.
        positions: Whether positions are needed too, as for replays; Python bots and programs always need them.
    """
    compiled = [bot for bot in bots if is_compiled_bot(bot)]
    loop = play_loop_exports(game) if len(compiled) >= seats else []
    engine = engine_exports(game) if positions or len(compiled) < len(bots) else []
    return [*engine, *compiled_bot_exports(game, bots), *loop]


def stats_match_exports(game: Game, bots: Sequence[str], stats_name: str = "") -> list[Export]:
    """The exported rules that a match with statistics needs; see `ludus.arena.match_with_stats`."""
    return [*match_exports(game, bots, len(bots)), *play_loop_exports(game, stats_name)]


def stats_bindings(game: Game, stats_name: str | None) -> dict[str, Any]:
    """What the play loop needs for statistics, by name; without statistics, rules that do nothing."""
    if stats_name is None:
        nothing = {"on_move": _no_stats_on_move, "on_end": _no_stats_on_end}
        return {"stats_at": _no_stats_record, "STATS_BYTES": 0, **nothing}
    stats = game.load_stats(stats_name)
    return {
        "stats_at": record_reader(stats.record),
        "on_move": stats.on_move,
        "on_end": stats.on_end,
        "STATS_BYTES": stats.record.nbytes,
    }


@rule(inline=True)
def _no_stats_record(address):  # type: ignore[no-untyped-def]
    return address


@rule(inline=True)
def _no_stats_on_move(data, state, move, stats):  # type: ignore[no-untyped-def]
    pass


@rule(inline=True)
def _no_stats_on_end(data, state, stats):  # type: ignore[no-untyped-def]
    pass


def _allocate_records(sizes: list[int]) -> tuple[np.ndarray, list[int]]:
    """Zeroed memory for records, and their addresses, far enough apart that threads never share a cache line."""
    spans = [-(-size // CACHE_LINE) * CACHE_LINE for size in sizes]
    block = np.zeros(sum(spans) + 2 * CACHE_LINE, np.uint8)
    address, addresses = -(-block.ctypes.data // CACHE_LINE) * CACHE_LINE, []
    for span in spans:
        addresses.append(address)
        address += span
    return block, addresses

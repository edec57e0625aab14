"""Exported rules of a game or a bot, callable from Python: compiled, or as plain Python.

`GameEngine` has the rules of a game; positions use it. `exported_choose_rule` calls a compiled bot without a match,
e.g. to compare it with recordings of the original bot.
"""

from __future__ import annotations

import ctypes
import threading
import types
from functools import cache
from typing import Any

import numba

from ludus.core.compile.intrinsics import record_reader
from ludus.core.compile.progress import Export
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.game import RULES, Game
from ludus.core.game_use import note_game_use
from ludus.core.rule import bind_template, compile_exported, is_compiled, plain
from ludus.core.structured_records import Record
from ludus.core.templates import exported_choose, exported_rules

EXPORTED_RULES = {  # name in the template `exported_rules`: number of int64 arguments
    "prepare": 2,
    "start": 3,
    "legal_moves": 3,
    "play": 4,
    "current_player": 1,
    "end_reason": 1,
    "payoff": 2,
    "score": 2,
    "resample_hidden": 4,
}


NO_MOVE = -2  # moves are 0 or more


class GameEngine:
    """The rules of one game as functions of addresses; with `compiled=False` the same source runs as Python."""

    def __init__(self, game: Game, compiled: bool = True) -> None:
        self.game = game
        self.memory = ctypes.c_uint8 * game.state.nbytes
        bound = _bound_rules(game)
        for name, count in EXPORTED_RULES.items():
            entry = getattr(bound, f"{name}_by_address")
            if not compiled or not is_compiled(entry):
                entry = plain(entry)
            else:
                compile_exported(entry, (numba.int64,) * count)
            setattr(self, name, entry)
        self._buffers = threading.local()

    def buffer(self) -> tuple[Any, int]:
        """Return this thread's buffer for legal moves and its address."""
        try:
            return self._buffers.pair  # type: ignore[no-any-return]
        except AttributeError:
            # One place more, with a number that is no move: a rule that counts one move too many reads no garbage.
            room = (ctypes.c_int64 * (self.game.max_moves + 1))(*[NO_MOVE] * (self.game.max_moves + 1))
            moves = (ctypes.c_int64 * self.game.max_moves).from_buffer(room)
            self._buffers.pair = pair = moves, ctypes.addressof(moves)
            return pair

    # Set in __init__; declared here for readers and type checkers.
    prepare: Any
    start: Any
    legal_moves: Any
    play: Any
    current_player: Any
    end_reason: Any
    payoff: Any
    score: Any
    resample_hidden: Any


@cache
def _bound_rules(game: Game) -> types.SimpleNamespace:
    """The exported rules of a game, not compiled yet."""
    return bind_template(
        exported_rules,
        data_at=record_reader(game.data),
        state_at=record_reader(game.state),
        MOST_MOVES=game.max_moves,
        **{name: getattr(game.rules, name) for name in (*RULES, "prepare")},
    )


def engine_exports(game: Game) -> list[Export]:
    """The exported rules of a game with their signatures, for the progress of their compilation."""
    bound = _bound_rules(game)
    return [(getattr(bound, f"{name}_by_address"), (numba.int64,) * count) for name, count in EXPORTED_RULES.items()]


_lock = threading.Lock()


def get_engine(game: Game, compiled: bool = True) -> GameEngine:
    """Return the engine of a game; it is compiled on first use and shared afterwards."""
    note_game_use(game)
    with _lock:
        return _cached_engine(game, compiled)


def has_engine(game: Game, compiled: bool = True) -> bool:
    """Return whether the engine of a game was used before, so that nothing needs to be compiled."""
    return (game, compiled) in _used


_used: set[tuple[Game, bool]] = set()


@cache
def _cached_engine(game: Game, compiled: bool) -> GameEngine:
    engine = GameEngine(game, compiled)
    _used.add((game, compiled))
    return engine


@cache
def exported_choose_rule(bot: BotSpec, data: type[Record], state: type[Record], compiled: bool = True) -> Any:
    """Return the `choose` rule of a bot as a function of addresses.

    Args:
        bot: the bot.
        data: record type of the game data.
        state: record type of the game state.
        compiled: False for the plain Python version.

    Returns:
        A function of six ints (game data, state, seat, params, memory, scratch). All are addresses except the seat.
    """
    records = {"data": data, "state": state, "params": bot.params, "memory": bot.memory, "scratch": bot.scratch}
    readers = {f"{name}_at": record_reader(record) for name, record in records.items()}
    exported = bind_template(exported_choose, choose=bot.rules.choose, **readers).choose_by_address
    if not compiled or not is_compiled(exported):
        return plain(exported)
    return compile_exported(exported, numba.int64(*(numba.int64,) * 6))

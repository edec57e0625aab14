"""Exported rules of a game, callable from Python: compiled, or as plain Python."""

from __future__ import annotations

import ctypes
import threading
from functools import cache
from typing import Any

import numba

from ludus.core import entries
from ludus.core.contract import RULES, Game
from ludus.core.memory import record_reader
from ludus.core.rule import compile_exported, is_compiled, plain
from ludus.core.specialise import bind_template

EXPORTED_RULES = {  # name in the template `exported_rules`: number of int64 arguments
    "prepare": 2,
    "start": 3,
    "legal": 3,
    "play": 4,
    "decider": 1,
    "ended": 1,
    "share": 2,
    "points": 2,
    "hide": 4,
}


class GameEngine:
    """The rules of one game as functions of addresses; with `compiled=False` the same source runs as Python."""

    def __init__(self, game: Game, compiled: bool = True) -> None:
        self.game = game
        self.memory = ctypes.c_uint8 * game.state.nbytes
        rules = {name: getattr(game.rules, name) for name in (*RULES, "prepare")}
        bound = bind_template(
            entries,
            table_at=record_reader(game.data),
            state_at=record_reader(game.state),
            MOST_MOVES=game.max_moves,
            **rules,
        )
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
            moves = (ctypes.c_int64 * self.game.max_moves)()
            self._buffers.pair = pair = moves, ctypes.addressof(moves)
            return pair

    # Set in __init__; declared here for readers and type checkers.
    prepare: Any
    start: Any
    legal: Any
    play: Any
    decider: Any
    ended: Any
    share: Any
    points: Any
    hide: Any


_lock = threading.Lock()


def get_engine(game: Game, compiled: bool = True) -> GameEngine:
    """Return the engine of a game; it is compiled on first use and shared afterwards."""
    with _lock:
        return _cached_engine(game, compiled)


@cache
def _cached_engine(game: Game, compiled: bool) -> GameEngine:
    return GameEngine(game, compiled)

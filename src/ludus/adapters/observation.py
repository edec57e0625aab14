"""Observations as a row of float32 numbers: a fixed length, and nothing that the seat may not know.

    "state"      every number of the state, as far as the seat knows it (the default)
    "features"   the features of the game, if it has any
    a function   of the seat's observation as plain data; it returns any row of numbers

The state contains hidden information, so it is never read directly. It is resampled a few times for the seat, always
with the same seeds. A sample depends only on what the seat sees and on its seed, a law that the conformance kit checks
for every game; so everything computed from these samples depends only on what the seat sees. A number on which they
agree is known and kept. One on which they differ is unknown and becomes UNKNOWN. By chance the samples may agree on
something unknown: the more samples, the rarer. With one sample nothing differs, and the row is an imagined deal.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import numba
import numpy as np

from ludus.adapters.state_layout import UNKNOWN, WORD, StateLayout
from ludus.adapters.templates import observe_state
from ludus.core.compile.intrinsics import record_reader
from ludus.core.game import Content, Game
from ludus.core.position import Position
from ludus.core.rule import bind_template, compile_exported, is_compiled, plain
from ludus.util.errors import OptionError

DEFAULT_RESAMPLES = 4
ObservationFunction = Callable[[dict[str, Any]], Any]


class Observer(Protocol):
    """Makes rows of numbers from positions; one per environment, because it reuses buffers."""

    names: tuple[str, ...]  # names of the numbers; may be empty
    low: np.ndarray
    high: np.ndarray

    def __call__(self, position: Position, seat: int) -> np.ndarray:
        """The observation of a seat, in a new array."""
        ...


def make_observer(
    game: Game, content: Content, observe: str | ObservationFunction = "state", redeals: int = DEFAULT_RESAMPLES
) -> Observer:
    """The observer for the argument `observe` of an environment.

    Args:
        game: The game.
        content: Its content.
        observe: "state", "features", or a function of the seat's observation that returns numbers.
        redeals: For "state": number of samples by which the observer finds what the seat knows.

    Raises:
        OptionError: there is no such observer, or the game has no features.
    """
    if callable(observe):
        return FunctionObserver(game, content, observe)
    if observe == "state":
        return StateObserver(game, content, redeals)
    if observe == "features":
        return FeatureObserver(game, content)
    raise OptionError(f"observe: 'state', 'features' or a function of a view, not {observe!r}")


class StateObserver:
    """Seat, current player, the state, and the content if it differs between games."""

    def __init__(self, game: Game, content: Content, redeals: int = DEFAULT_RESAMPLES) -> None:
        if type(redeals) is not int or redeals < 1:
            raise OptionError(f"redeals: a whole number, at least 1, not {redeals!r}")
        self._game, self._redeals, self._state = game, redeals, StateLayout(game.state)
        self._data_layout = StateLayout(game.data, "table") if _content_varies(game, content) else None
        data_layouts = [self._data_layout] if self._data_layout else []
        seats = game.seat_count(content.data)
        self._head = 2 if seats > 1 else 0
        self._tail = self._head + len(self._state)
        data_names = self._data_layout.names if self._data_layout else ()
        self.names = (*("seat", "decider")[: self._head], *self._state.names, *data_names)
        low: list[Any] = [
            [0, UNKNOWN][: self._head],
            np.minimum(self._state.low, UNKNOWN),
            *(layout.low for layout in data_layouts),
        ]
        high: list[Any] = [[seats - 1] * self._head, self._state.high, *(layout.high for layout in data_layouts)]
        self.low, self.high = np.concatenate(low, dtype=np.float32), np.concatenate(high, dtype=np.float32)
        self._look = _entry_point(game, "look_by_address", 6)
        self._rows = np.zeros((redeals, self._state.words), np.int64)
        self._found = np.zeros((2, len(self._state)), np.int64)  # numbers, and whether they are known
        self._addresses = [array.ctypes.data for array in (self._rows, self._state.places, self._found)]
        self._seen = np.zeros(len(self.names), np.float32)  # holds the numbers of this content
        self._content: Content | None = None

    def __call__(self, position: Position, seat: int) -> np.ndarray:
        rows, places, result_at = self._addresses
        ctypes.memmove(rows, position._address, self._game.state.nbytes)
        self._look(position._data_address, rows, self._redeals, seat, places, result_at)
        if self._data_layout is not None and position.content is not self._content:
            self._content = position.content
            data = self._game.public_content(position.content).data
            known = np.ones(len(self._data_layout))
            self._data_layout.fill(self._seen[self._tail :], self._data_layout.read(data), known)
        row = self._seen.copy()
        if self._head:
            row[0] = seat
            row[1] = UNKNOWN if position.end_reason else position.current_player
        self._state.fill(row[self._head : self._tail], *self._found)
        return row


class FeatureObserver:
    """The seat and the game's features, computed on one sample: nothing that the seat does not know."""

    def __init__(self, game: Game, content: Content) -> None:
        if not game.features.names:
            raise OptionError(f"observe: {game.name} names no features; use 'state' or a function of a view")
        seats = game.seat_count(content.data)
        self._head = 1 if seats > 1 else 0
        self.names = (*("seat",)[: self._head], *game.features.names)
        bounds = np.iinfo(np.int64)
        self.low, self.high = (np.full(len(self.names), bound, np.float32) for bound in (bounds.min, bounds.max))
        if self._head:
            self.low[0], self.high[0] = 0, seats - 1
        self._size, self._write = game.state.nbytes, _entry_point(game, "features_by_address", 4)
        self._words = np.zeros(-(-self._size // WORD), np.int64)
        self._found = np.zeros(len(game.features.names), np.int64)

    def __call__(self, position: Position, seat: int) -> np.ndarray:
        state = self._words.ctypes.data
        ctypes.memmove(state, position._address, self._size)
        self._write(position._data_address, state, seat, self._found.ctypes.data)
        row = np.full(len(self.names), seat, np.float32)
        row[self._head :] = self._found
        return row


class FunctionObserver:
    """A user's function of the seat's observation. Its first result fixes the length."""

    names: tuple[str, ...] = ()

    def __init__(self, game: Game, content: Content, function: ObservationFunction) -> None:
        self._function = function
        self._shape: tuple[int, ...] | None = None
        first = self(Position.start(game, content, 0), 0)
        if first.ndim != 1 or not first.size:
            raise OptionError(f"observe: the function must return one row of numbers, not shape {first.shape}")
        self._shape = first.shape
        self.low, self.high = np.full(self._shape, -np.inf, np.float32), np.full(self._shape, np.inf, np.float32)

    def __call__(self, position: Position, seat: int) -> np.ndarray:
        view = position.game.observation(position.content, position.state, seat)
        try:
            row = np.array(self._function(view), np.float32)
        except (TypeError, ValueError) as error:
            raise OptionError(f"observe: the function fails or returns no row of numbers: {error}") from error
        if self._shape is not None and row.shape != self._shape:
            raise OptionError(f"observe: the function first returned an array of shape {self._shape}, now {row.shape}")
        return row


def _content_varies(game: Game, content: Content) -> bool:
    """Whether part of the content depends on the seed, so that an agent must observe it."""
    if not game.rules.has_seeded_content:
        return False
    one, other = (game.public_content(Position.start(game, content, seed).content) for seed in range(2))
    return one.digest != other.digest


@cache
def _entry_point(game: Game, name: str, numbers: int) -> Any:
    """An entry point of the template for one game; plain Python if the rules are."""
    rules = game.rules
    bound = bind_template(
        observe_state,
        data_at=record_reader(game.data),
        state_at=record_reader(game.state),
        resample_hidden=rules.resample_hidden,
        features=rules.features,
        WORDS=StateLayout(game.state).words,
        NUMBERS=len(StateLayout(game.state)),
        FEATURES=len(game.features.names),
    )
    door = getattr(bound, name)
    return compile_exported(door, (numba.int64,) * numbers) if is_compiled(door) else plain(door)

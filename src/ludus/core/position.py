"""Position: a game in progress for Python code, with legal moves, observations, copies and serialization.

position = ludus.new_game("locm", seed=7)
while not position.is_over:
    position.play(random.choice(position.legal_moves))
print(position.result)
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ludus.core import serialization
from ludus.core.game import Content, Game
from ludus.core.game_engine import GameEngine, get_engine
from ludus.core.random import as_int64, check_stream
from ludus.core.rule import plain
from ludus.core.structured_records import copy_record, snapshot
from ludus.core.templates.exported_rules import ILLEGAL, OVER
from ludus.util.errors import GameOver, IllegalMove, LudusError, NotationError, OptionError


@dataclass(frozen=True)
class GameResult:
    """Result of a finished game: end reason, payoffs and scores by seat."""

    reason: str
    payoffs: tuple[float, ...]
    scores: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The only winning seat, or None."""
        best = max(self.payoffs)
        return self.payoffs.index(best) if self.payoffs.count(best) == 1 and best > 0 else None

    # Old names, which bots of users call.

    @property
    def shares(self) -> tuple[float, ...]:
        """The payoffs, under their old name."""
        return self.payoffs

    @property
    def points(self) -> tuple[int, ...]:
        """The scores, under their old name."""
        return self.scores


@dataclass(frozen=True)
class MoveEvent:
    """A move that was played: the seat, the move as a number and in notation."""

    seat: int
    move: int
    text: str


class Position:
    """A game in progress. Copies share no mutable data.

    Create it with `ludus.new_game`, `ludus.read_position` or the class methods, not with the constructor.

    Attributes:
        game: the game.
        content: its content.
        seed: seed from which the game was started; None if the position was read or resampled.
    """

    __slots__ = ("_address", "_data_address", "_engine", "_memory", "_origin", "_past", "content", "game", "seed")

    game: Game
    content: Content
    seed: int | None

    def __init__(self, game: Game, content: Content, state: np.ndarray | None, seed: int | None, rules: GameEngine):
        self.game, self.content, self.seed, self._engine = game, content, seed, rules
        self._data_address = content.data.ctypes.data  # stays valid: the content holds the array
        data = state.tobytes() if state is not None else bytes(game.state.nbytes)
        self._memory = rules.memory.from_buffer_copy(data)
        self._address = ctypes.addressof(self._memory)
        self._past: Any = None
        self._origin = data

    @classmethod
    def start(cls, game: Game, content: Content, seed: int, compiled: bool = True) -> Position:
        """Start a new game.

        Args:
            game: the game.
            content: its content.
            seed: determines all random events.
            compiled: False to run the rules as plain Python.

        Returns:
            The first position.

        Raises:
            OptionError: the seed is not a whole number.
        """
        rules, number = get_engine(game, compiled), as_int64(seed)
        if game.rules.has_seeded_content:
            content = _prepare(rules, content, int(seed))
        position = cls(game, content, None, int(seed), rules)
        rules.start(position._data_address, position._address, number)
        position._origin = bytes(position._memory)
        return position

    @classmethod
    def read(cls, game: Game, content: Content, text: str) -> Position:
        """Read a position from a text written by `text`. Its history starts here.

        Args:
            game: the game.
            content: its content, as when the position was written.
            text: the position as JSON or TOML.

        Raises:
            NotationError: the text is not a valid position of the game.
        """
        rules, data = get_engine(game), serialization.decode_text(text)
        if game.rules.has_seeded_content:
            types = {name: type(value) for name, value in data.items()} if isinstance(data, dict) else {}
            if types not in ({"prepared": int, "state": dict}, {"prepared": type(None), "state": dict}):
                raise NotationError('a position of this game is {"prepared": seed of its content, "state": {...}}')
            if data["prepared"] is not None:
                content = _prepare(rules, content, data["prepared"])
            elif _prepare(rules, content, 0).digest != _prepare(rules, content, 1).digest:
                raise NotationError("the content comes from the game's seed, which a resampled position does not hold")
            data = data["state"]
        reads = game.notation.read_position
        if reads is not None:
            state = reads(content, data)
            serialization.check_ranges(game.state, state)
        else:
            state = serialization.from_plain(game.state, data)
            check_stream(game.state.over(state))
        game.validate(content, game.state.over(state))
        return cls(game, content, state, None, rules)

    @classmethod
    def from_bytes(cls, game: Game, content: Content, data: bytes, compiled: bool = True) -> Position:
        """Create a position from the result of `bytes`, unchecked: for messages between processes of one release.

        Args:
            game: the game.
            content: its content, as in the other process.
            data: the bytes of the state.
            compiled: False to run the rules as plain Python.

        Raises:
            NotationError: the number of bytes is wrong.
        """
        if len(data) != game.state.nbytes:
            raise NotationError(f"a position of {game.name} has {game.state.nbytes} bytes, not {len(data)}")
        position = cls(game, content, None, None, get_engine(game, compiled))
        ctypes.memmove(position._address, data, len(data))
        position._origin = data
        return position

    # Moves

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves as numbers; empty after the end of the game. Computed on every access."""
        engine = self._engine
        buffer, address = engine.buffer()
        return buffer[: engine.legal_moves(self._data_address, self._address, address)]  # type: ignore[no-any-return]

    def legal_move_texts(self) -> list[str]:
        """Return the legal moves in notation, in the order of `legal_moves`."""
        state = snapshot(self.state)
        return [self.game.notation.write_move(self.content, state, move) for move in self.legal_moves]

    def play(self, move: int | str) -> None:
        """Play a move.

        Args:
            move: the move as a number or in notation.

        Raises:
            NotationError: the text is not a move of this game.
            IllegalMove: the move is not legal here; the position is unchanged.
            GameOver: the game has ended.
        """
        number = self.read_move(move) if isinstance(move, str) else move if type(move) is int else _as_int(move)
        engine = self._engine
        try:
            code = engine.play(self._data_address, self._address, number, engine.buffer()[1])
        except OverflowError:  # more than 64 bits
            if abs(number) < 1 << 63:
                raise  # plain rules: a value does not fit its field
            code = OVER if self.end_reason else ILLEGAL
        if code < 0:
            if code == OVER:
                raise GameOver(f"the game is over ({self.end_reason}); no move can be made")
            assert code == ILLEGAL
            raise IllegalMove(
                f"{move!r} is not legal here{self._reason(move)}; legal are {_join_some(self.legal_move_texts())}"
            )
        self._past = (self._past, number)

    # Status and result

    @property
    def current_player(self) -> int:
        """The seat that has to decide."""
        return self._engine.current_player(self._address)  # type: ignore[no-any-return]

    @property
    def phase(self) -> int:
        """Number of the current phase, an index of `game.phases`; 0 if the game has none."""
        return int(plain(self.game.rules.phase)(self.state)) if self.game.phases else 0

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.game.seat_count(self.content.data)

    @property
    def end_reason(self) -> str | None:
        """The end reason, or None while the game runs."""
        reason = self._engine.end_reason(self._address)
        return self.game.end_reasons[reason] if reason else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._engine.end_reason(self._address))

    @property
    def result(self) -> GameResult | None:
        """End reason, payoffs and scores of a finished game; None while the game runs."""
        reason = self.end_reason
        if reason is None:
            return None
        payoffs = tuple(float(self._engine.payoff(self._address, seat)) for seat in range(self.seats))
        return GameResult(reason, payoffs, self.scores)

    @property
    def scores(self) -> tuple[int, ...]:
        """The game's own score by seat; available at any time."""
        return tuple(int(self._engine.score(self._address, seat)) for seat in range(self.seats))

    @property
    def length(self) -> int:
        """Number of moves played since the start, or since the position was read."""
        past, count = self._past, 0
        while past is not None:
            past, count = past[0], count + 1
        return count

    # Observation and display

    def observation(self, seat: int) -> dict[str, Any]:
        """Return everything a seat may know, as plain data, with the history of moves visible to it.

        Raises:
            OptionError: there is no such seat.
        """
        self._check_seat(seat)
        observation = self.game.observation(self.content, self.state, seat)
        history = [f"{event.seat}: {event.text}" for event in self._events(seat)]
        return {**observation, "history": history}

    def describe(self, seat: int | None = None) -> str:
        """Return the position in a few lines of text, as observed by a seat, or with all information (None).

        Raises:
            OptionError: there is no such seat.
            LudusError: the game does not describe its positions.
        """
        if seat is not None:
            self._check_seat(seat)
        if self.game.rendering.describe is None:
            raise LudusError(f"{self.game.name} has no description in words; see observation() and svg()")
        return self.game.rendering.describe(self.content, self.state, seat)

    def svg(self, seat: int | None = None) -> str:
        """Return the position as SVG, as observed by a seat, or with all information (None).

        Raises:
            OptionError: there is no such seat.
            LudusError: the game has no picture.
        """
        if seat is not None:
            self._check_seat(seat)
        return self.game.rendering.svg(self.content, self.state, seat)

    @property
    def state(self) -> Any:
        """The whole state as a plain Python view, with hidden information: for work on rules, not for bots."""
        return self.game.state(memoryview(self._memory).cast("B"))

    @property
    def history(self) -> list[MoveEvent]:
        """All moves since the start, or since the position was read."""
        return list(self._events(None))

    # Copies and serialization

    def copy(self) -> Position:
        """Return an independent copy."""
        clone = object.__new__(Position)
        clone.game, clone.content, clone.seed, clone._engine = self.game, self.content, self.seed, self._engine
        clone._data_address, clone._past, clone._origin = self._data_address, self._past, self._origin
        clone._memory = memory = self._engine.memory.from_buffer_copy(self._memory)
        clone._address = ctypes.addressof(memory)
        return clone

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def resample(self, seat: int, seed: int) -> Position:
        """Return a copy in which all information hidden from a seat is resampled. Its history starts here.

        Args:
            seat: the observing seat.
            seed: the only source of randomness of the new deal.

        Raises:
            OptionError: there is no such seat, or the seed is not a whole number.
        """
        self._check_seat(seat)
        clone = self.copy()
        self._engine.resample_hidden(clone._data_address, clone._address, seat, as_int64(seed))
        clone.seed, clone._past, clone._origin = None, None, bytes(clone._memory)
        if self.content.prepared is not None:  # the seed would reveal the true deal
            clone.content = replace(self.content, prepared=None)
        return clone

    def has_same_state(self, other: Position) -> bool:
        """Return whether both states are equal to the last byte, with hidden information."""
        return bytes(self._memory) == bytes(other._memory)

    def text(self, form: Literal["json", "toml"] = "json") -> str:
        """Return the whole position, with hidden information, as text; `Position.read` reads it.

        Args:
            form: "json" for one line of JSON, or "toml" for TOML that people read.
        """
        writes = self.game.notation.write_position
        state = writes(self.content, self.state) if writes is not None else serialization.to_plain(self.state)
        whole = {"prepared": self.content.prepared, "state": state} if self.game.rules.has_seeded_content else state
        return serialization.encode_json(whole) if form == "json" else serialization.to_toml(whole)

    def bytes(self) -> bytes:
        """Return the bytes of the state; `Position.from_bytes` reads them."""
        return bytes(self._memory)

    def write_move(self, move: int) -> str:
        """Return the notation of a move of this position."""
        return self.game.notation.write_move(self.content, self.state, move)

    def read_move(self, text: str) -> int:
        """Parse a move of this position. The move need not be legal here.

        Args:
            text: the move in notation.

        Returns:
            The move as a number.

        Raises:
            GameOver: the game has ended.
            NotationError: the text is not a move of this game.
        """
        if self.end_reason:
            raise GameOver(f"the game is over ({self.end_reason}); no move can be made")
        return self.game.notation.read_move(self.content, self.state, text)

    # Old names. Bots of users call them on what `Turn.simulate` returns, so they stay.

    def moves(self) -> list[int]:
        """The legal moves: `legal_moves` under its old name."""
        return self.legal_moves

    def texts(self) -> list[str]:
        """The legal moves in notation: `legal_move_texts` under its old name."""
        return self.legal_move_texts()

    def view(self, seat: int) -> dict[str, Any]:
        """The observation of a seat: `observation` under its old name."""
        return self.observation(seat)

    def picture(self, seat: int | None = None) -> str:
        """The position as SVG: `svg` under its old name."""
        return self.svg(seat)

    def redeal(self, seat: int, seed: int) -> Position:
        """A resampled copy: `resample` under its old name."""
        return self.resample(seat, seed)

    def write(self, move: int) -> str:
        """The notation of a move: `write_move` under its old name."""
        return self.write_move(move)

    @property
    def decider(self) -> int:
        """The seat to move: `current_player` under its old name."""
        return self.current_player

    @property
    def ended(self) -> str | None:
        """The end reason: `end_reason` under its old name."""
        return self.end_reason

    @property
    def points(self) -> tuple[int, ...]:
        """The scores: `scores` under its old name."""
        return self.scores

    def __reduce__(self) -> Any:
        raise TypeError("a position cannot be pickled; write its text() or a replay, and read that")

    def __repr__(self) -> str:
        what = self.end_reason or f"seat {self.current_player} to move, legal moves: {len(self.legal_moves)}"
        return f"<{self.game.name} position: {what}>"

    def _events(self, seat: int | None) -> Iterator[MoveEvent]:
        """Replay the game from its origin and yield its moves; for a seat, only those visible to it."""
        past, moves = self._past, []
        while past is not None:
            past, move = past
            moves.append(move)
        replayed = self.copy()
        ctypes.memmove(replayed._address, self._origin, len(self._origin))
        for move in reversed(moves):
            mover = replayed.current_player
            if seat is None or self.game.is_move_visible(self.content, replayed.state, move, seat):
                yield MoveEvent(mover, move, replayed.write_move(move))
            self._engine.play(replayed._data_address, replayed._address, move, self._engine.buffer()[1])

    def _reason(self, move: int | str) -> str:
        """Explain why a move in notation is illegal, if the game can."""
        if self.game.notation.explain_illegal is None or not isinstance(move, str):
            return ""
        return f": {self.game.notation.explain_illegal(self.content, self.state, move)}"

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.seats):
            raise OptionError(f"there is no seat {seat!r}; this game has seats 0 to {self.seats - 1}")


def _as_int(move: Any) -> int:
    """Convert a number of another type, such as NumPy's, to int."""
    try:
        return int(operator.index(move))
    except TypeError:
        raise NotationError(f"a move is a whole number or a text, not {move!r}") from None


def _prepare(rules: GameEngine, content: Content, seed: int) -> Content:
    """Return a private copy of the content for one game, completed from the seed."""
    content = Content(copy_record(content.data), content.options, content.labels, seed)
    rules.prepare(content.data.ctypes.data, as_int64(seed))
    return content


def _join_some(texts: list[str], most: int = 12) -> str:
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more

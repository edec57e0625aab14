"""The Python face of a game: one position, its legal moves, and everything one can ask of it.

position = ludus.start("locm", seed=7)
while not position.ended:
    position.play(random.choice(position.moves()))
print(position.result)
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ludus.core import dump
from ludus.core.contract import Content, Game
from ludus.core.engine import Engine, engine
from ludus.core.entries import ILLEGAL, OVER
from ludus.core.errors import GameOver, IllegalMove, LudusError, NotationError, OptionError
from ludus.core.random import as_int64
from ludus.core.record import twin
from ludus.core.snapshot import snapshot


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    reason: str
    shares: tuple[float, ...]
    points: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The seat that won alone, if one did."""
        best = max(self.shares)
        return self.shares.index(best) if self.shares.count(best) == 1 and best > 0 else None


@dataclass(frozen=True)
class Event:
    """A move that was made: by whom, as a number and in notation."""

    seat: int
    move: int
    text: str


class Position:
    """A game in progress. Copies share nothing that can change."""

    __slots__ = ("_address", "_engine", "_memory", "_origin", "_past", "_table", "content", "game", "seed")

    game: Game
    content: Content
    seed: int | None

    def __init__(self, game: Game, content: Content, state: np.ndarray | None, seed: int | None, rules: Engine):
        self.game, self.content, self.seed, self._engine = game, content, seed, rules
        self._table = content.table.ctypes.data  # stays valid: the content keeps the array
        data = state.tobytes() if state is not None else bytes(game.state.nbytes)
        self._memory = rules.memory.from_buffer_copy(data)
        self._address = ctypes.addressof(self._memory)
        self._past: Any = None
        self._origin = data

    @classmethod
    def start(cls, game: Game, content: Content, seed: int, compiled: bool = True) -> Position:
        """Deal a new game."""
        rules, number = engine(game, compiled), as_int64(seed)
        if game.rules.prepares:
            content = _prepare(rules, content, int(seed))
        position = cls(game, content, None, int(seed), rules)
        rules.start(position._table, position._address, number)
        position._origin = bytes(position._memory)
        return position

    @classmethod
    def read(cls, game: Game, content: Content, text: str) -> Position:
        """A position from a text like those that `text` writes, checked. Its history begins here."""
        rules, data = engine(game), dump.decode(text)
        if game.rules.prepares:
            made_of = {name: type(value) for name, value in data.items()} if isinstance(data, dict) else {}
            if made_of not in ({"prepared": int, "state": dict}, {"prepared": type(None), "state": dict}):
                raise NotationError('a position of this game is {"prepared": seed of its content, "state": {...}}')
            if data["prepared"] is not None:
                content = _prepare(rules, content, data["prepared"])
            elif _prepare(rules, content, 0).digest != _prepare(rules, content, 1).digest:
                raise NotationError("the content comes from the game's seed, which a redealt position does not tell")
            data = data["state"]
        reads = game.read_position
        state = reads(content, data) if reads is not None else dump.from_plain(game.state, data)
        game.validate(content, game.state.over(state))
        return cls(game, content, state, None, rules)

    @classmethod
    def of_bytes(cls, game: Game, content: Content, data: bytes, compiled: bool = True) -> Position:
        """A position from the bytes that `bytes` gave, unchecked: for processes of one release among themselves."""
        if len(data) != game.state.nbytes:
            raise NotationError(f"a position of {game.name} has {game.state.nbytes} bytes, not {len(data)}")
        position = cls(game, content, None, None, engine(game, compiled))
        ctypes.memmove(position._address, data, len(data))
        position._origin = data
        return position

    # What to do

    def moves(self) -> list[int]:
        """The legal moves, as numbers; none after the end."""
        buffer, address = self._engine.buffer()
        return buffer[: self._engine.legal(self._table, self._address, address)]  # type: ignore[no-any-return]

    def texts(self) -> list[str]:
        """The legal moves in notation, in the order of `moves`."""
        state = snapshot(self.state)
        return [self.game.write_move(self.content, state, move) for move in self.moves()]

    def play(self, move: int | str) -> None:
        """Make a move, given as a number or in notation. An illegal one raises and changes nothing."""
        number = self.read_move(move) if isinstance(move, str) else move if type(move) is int else _whole(move)
        try:
            code = self._engine.play(self._table, self._address, number, self._engine.buffer()[1])
        except OverflowError:  # more than 64 bits
            if abs(number) < 1 << 63:
                raise  # plain rules: a value that does not fit its field
            code = OVER if self.ended else ILLEGAL
        if code < 0:
            if code == OVER:
                raise GameOver(f"the game is over ({self.ended}); no move can be made")
            assert code == ILLEGAL
            raise IllegalMove(f"{move!r} is not legal here{self._reason(move)}; legal are {_list(self.texts())}")
        self._past = (self._past, number)

    # Who and how

    @property
    def decider(self) -> int:
        """The seat whose decision is pending."""
        return self._engine.decider(self._address)  # type: ignore[no-any-return]

    @property
    def seats(self) -> int:
        return self.game.seat_count(self.content.table)

    @property
    def ended(self) -> str | None:
        """Why the game is over, or None while it runs."""
        reason = self._engine.ended(self._address)
        return self.game.reasons[reason] if reason else None

    @property
    def result(self) -> Result | None:
        """Shares and points at the end, None before."""
        reason = self.ended
        if reason is None:
            return None
        shares = tuple(float(self._engine.share(self._address, seat)) for seat in range(self.seats))
        return Result(reason, shares, self.points)

    @property
    def points(self) -> tuple[int, ...]:
        """The game's own score by seat, at any time."""
        return tuple(int(self._engine.points(self._address, seat)) for seat in range(self.seats))

    @property
    def length(self) -> int:
        """Moves made so far, since the start or since the position that was read."""
        past, count = self._past, 0
        while past is not None:
            past, count = past[0], count + 1
        return count

    # What one sees

    def view(self, seat: int) -> dict[str, Any]:
        """All that a seat may see, as plain data, with the moves it was told of."""
        self._check_seat(seat)
        seen = self.game.view(self.content, self.state, seat)
        told = [f"{event.seat}: {event.text}" for event in self._events(seat)]
        return {**seen, "history": told}

    def describe(self, seat: int | None = None) -> str:
        """The position in a few lines of text, as a seat sees it or with everything shown."""
        if seat is not None:
            self._check_seat(seat)
        if self.game.describe is None:
            raise LudusError(f"{self.game.name} has no description in words; see view() and picture()")
        return self.game.describe(self.content, self.state, seat)

    def picture(self, seat: int | None = None) -> str:
        """The position as SVG, as a seat sees it or with everything shown."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.draw(self.content, self.state, seat)

    @property
    def state(self) -> Any:
        """The whole state as a plain view, hidden things included: for rules work, not for players."""
        return self.game.state(memoryview(self._memory).cast("B"))

    @property
    def history(self) -> list[Event]:
        """All moves so far, since the start or since the position that was read."""
        return list(self._events(None))

    # Copies and texts

    def copy(self) -> Position:
        """An independent copy."""
        twin = object.__new__(Position)
        twin.game, twin.content, twin.seed, twin._engine = self.game, self.content, self.seed, self._engine
        twin._table, twin._past, twin._origin = self._table, self._past, self._origin
        twin._memory = memory = self._engine.memory.from_buffer_copy(self._memory)
        twin._address = ctypes.addressof(memory)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def redeal(self, seat: int, seed: int) -> Position:
        """A copy in which all that a seat cannot see is dealt anew, by the seed alone. Its history begins here."""
        self._check_seat(seat)
        twin = self.copy()
        self._engine.hide(twin._table, twin._address, seat, as_int64(seed))
        twin.seed, twin._past, twin._origin = None, None, bytes(twin._memory)
        if self.content.prepared is not None:  # the seed would tell the true deal
            twin.content = replace(self.content, prepared=None)
        return twin

    def text(self, form: Literal["json", "toml"] = "json") -> str:
        """The whole position as one line of JSON, or as TOML for people; `Position.read` takes both back."""
        writes = self.game.write_position
        state = writes(self.content, self.state) if writes is not None else dump.to_plain(self.state)
        whole = {"prepared": self.content.prepared, "state": state} if self.game.rules.prepares else state
        return dump.encode(whole) if form == "json" else dump.to_toml(whole)

    def bytes(self) -> bytes:
        return bytes(self._memory)

    def write(self, move: int) -> str:
        """A move of this position in notation."""
        return self.game.write_move(self.content, self.state, move)

    def read_move(self, text: str) -> int:
        """A move of this position from notation."""
        if self.ended:
            raise GameOver(f"the game is over ({self.ended}); no move can be made")
        return self.game.read_move(self.content, self.state, text)

    def __reduce__(self) -> Any:
        raise TypeError("a position cannot be pickled; write its text() or a replay, and read that")

    def __repr__(self) -> str:
        what = self.ended or f"seat {self.decider} to move, legal moves: {len(self.moves())}"
        return f"<{self.game.name} position: {what}>"

    def _events(self, seat: int | None) -> Iterator[Event]:
        """Walk the game again from its origin; for a seat, only what it was told."""
        past, moves = self._past, []
        while past is not None:
            past, move = past
            moves.append(move)
        walk = self.copy()
        ctypes.memmove(walk._address, self._origin, len(self._origin))
        for move in reversed(moves):
            mover = walk.decider
            if seat is None or self.game.tell(self.content, walk.state, move, seat):
                yield Event(mover, move, walk.write(move))
            self._engine.play(walk._table, walk._address, move, self._engine.buffer()[1])

    def _reason(self, move: int | str) -> str:
        """Why a move in notation is not legal, where the game can tell."""
        if self.game.explain is None or not isinstance(move, str):
            return ""
        return f": {self.game.explain(self.content, self.state, move)}"

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.seats):
            raise OptionError(f"there is no seat {seat!r}; this game has seats 0 to {self.seats - 1}")


def _whole(move: Any) -> int:
    """A number of another type, such as NumPy's, as an int."""
    try:
        return int(operator.index(move))
    except TypeError:
        raise NotationError(f"a move is a whole number or a text, not {move!r}") from None


def _prepare(rules: Engine, content: Content, seed: int) -> Content:
    """A content of its own for one game, completed from the seed."""
    content = replace(content, table=twin(content.table), prepared=seed)
    rules.prepare(content.table.ctypes.data, as_int64(seed))
    return content


def _list(texts: list[str], most: int = 12) -> str:
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more

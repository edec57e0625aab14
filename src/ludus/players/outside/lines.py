"""Our own text protocol: JSON objects, one a line.

A program is sent, for each of its decisions,

    {"type": "move", "game": "auction", "seat": 1, "told": ["0: 5", "1: 3"], "view": {...},
     "moves": ["1", "2"], "numbers": [1, 2], "seconds": 4.9}

`told` is what the seat was told of since it was last asked: who moved, a colon, the move. `view` is all that the seat
sees, as `position.view(seat)` has it but without the history. `moves` are the legal moves in notation, `numbers` the
same as numbers, and `seconds` is how long the answer may take. The reply is one of the moves or of the numbers, as a
line of its own.

A program that stays for many games (`lines:./my-bot`) is besides told when a game begins and when it is over. It
replies to neither.

    {"type": "begin", "protocol": 1, "game": "auction", "rules": "1", "options": {...}, "content": {...}, "seat": 1,
     "seats": 2}
    {"type": "end", "reason": "all sold", "winner": 0, "shares": [1.0, 0.0], "points": [9, 5], "told": [...],
     "view": {...}}
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.core.position import Position, Result
from ludus.players.outside.allowance import Allowance
from ludus.players.outside.limits import SECONDS

PROTOCOL = 1  # changes when programs have to


class Lines:
    """A conversation of one JSON line and one move at a time."""

    def __init__(self, seat: int, time: Allowance) -> None:
        self.pending = False
        self._seat, self._time, self._move = seat, time, 0
        self._told: list[str] = []

    def watch(self, position: Position, move: int) -> None:
        if position.game.tell(position.content, position.state, move, self._seat):
            self._told.append(f"{position.decider}: {position.write(move)}")

    def begin(self, position: Position) -> str:
        """A game begins. What the content conceals from players is not among the options."""
        content = position.game.conceal(position.content)
        return _line(
            type="begin",
            protocol=PROTOCOL,
            game=position.game.name,
            rules=position.game.version,
            options=msgspec.to_builtins(content.options),
            content=position.game.facts(content) if position.game.facts else {},
            seat=self._seat,
            seats=position.seats,
        )

    def ask(self, position: Position) -> str:
        return _line(
            type="move",
            game=position.game.name,
            seat=self._seat,
            **self._news(position),
            moves=position.texts(),
            numbers=position.moves(),
            seconds=round(self._time.left(), 3),
        )

    def end(self, position: Position, result: Result | None) -> str:
        """A game is over; without a result it was broken off."""
        told = {"reason": None, "winner": None, "shares": None, "points": None}
        if result is not None:
            facts = (result.reason, result.winner, result.shares, result.points)
            told = dict(zip(told, facts, strict=True))  # type: ignore[arg-type]
        return _line(type="end", **told, **self._news(position))

    def seconds(self, position: Position) -> float:
        return SECONDS

    def hear(self, position: Position, line: str) -> None:
        text = line.strip()
        if text.isascii() and text.isdecimal() and len(text) < 19 and text not in position.texts():
            self._move = int(text)
        else:
            self._move = position.read_move(text)
        self.pending = True

    def move(self, position: Position) -> int:
        self.pending = False
        return self._move

    def notes(self) -> list[str]:
        return []

    def _news(self, position: Position) -> dict[str, Any]:
        told, self._told = self._told, []
        return {"told": told, "view": position.game.view(position.content, position.state, self._seat)}


def _line(**facts: Any) -> str:
    return msgspec.json.encode(facts).decode() + "\n"

"""The JSON-lines protocol: one JSON object per line.

A program is sent, for each of its decisions,

    {"type": "move", "game": "auction", "seat": 1, "told": ["0: 5", "1: 3"], "view": {...},
     "moves": ["1", "2"], "numbers": [1, 2], "seconds": 4.9}

`told` lists the visible moves since the last request: the seat that moved, a colon, the move. `view` is the observation
of the seat, as `position.observation(seat)` gives it but without the history. `moves` are the legal moves in notation,
`numbers` the same as numbers, and `seconds` is the time limit for the answer. The reply is one of the moves or of the
numbers, on a line of its own.

A program that stays for many games (`lines:./my-bot`) is also sent a message when a game begins and when it ends. It
replies to neither.

    {"type": "begin", "protocol": 1, "game": "auction", "rules": "1", "options": {...}, "content": {...}, "seat": 1,
     "seats": 2}
    {"type": "end", "reason": "all sold", "winner": 0, "shares": [1.0, 0.0], "points": [9, 5], "told": [...],
     "view": {...}}
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.bots.external.limits import DEFAULT_REPLY_SECONDS, TimeBudget
from ludus.core.position import GameResult, Position

PROTOCOL_VERSION = 1  # increases when programs must be changed


class JsonLinesProtocol:
    """The JSON-lines protocol in one game: one request and one move at a time."""

    def __init__(self, seat: int, budget: TimeBudget) -> None:
        self.pending = False
        self._seat, self._time, self._move = seat, budget, 0
        self._told: list[str] = []

    def watch(self, position: Position, move: int) -> None:
        if position.game.is_move_visible(position.content, position.state, move, self._seat):
            self._told.append(f"{position.current_player}: {position.write_move(move)}")

    def begin(self, position: Position) -> str:
        """Message for the beginning of a game. Secret parts of the content are removed from the options."""
        content = position.game.public_content(position.content)
        return _encode_line(
            type="begin",
            protocol=PROTOCOL_VERSION,
            game=position.game.name,
            rules=position.game.version,
            options=msgspec.to_builtins(content.options),
            content=position.game.protocols.content_info(content) if position.game.protocols.content_info else {},
            seat=self._seat,
            seats=position.seats,
        )

    def ask(self, position: Position) -> str:
        return _encode_line(
            type="move",
            game=position.game.name,
            seat=self._seat,
            **self._news(position),
            moves=position.legal_move_texts(),
            numbers=position.legal_moves,
            seconds=round(self._time.remaining(), 3),
        )

    def end(self, position: Position, result: GameResult | None) -> str:
        """Message for the end of a game; without a result the game was aborted."""
        outcome = {"reason": None, "winner": None, "shares": None, "points": None}
        if result is not None:
            values = (result.reason, result.winner, result.payoffs, result.scores)
            outcome = dict(zip(outcome, values, strict=True))  # type: ignore[arg-type]
        return _encode_line(type="end", **outcome, **self._news(position))

    def seconds(self, position: Position) -> float:
        return DEFAULT_REPLY_SECONDS

    def hear(self, position: Position, line: str) -> None:
        text = line.strip()
        if text.isascii() and text.isdecimal() and len(text) < 19 and text not in position.legal_move_texts():
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
        moves, self._told = self._told, []
        return {"told": moves, "view": position.game.observation(position.content, position.state, self._seat)}


def _encode_line(**facts: Any) -> str:
    return msgspec.json.encode(facts).decode() + "\n"

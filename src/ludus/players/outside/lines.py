"""Our own text protocol, for games whose community has none.

For each of its decisions a program is sent one line, a JSON object:

    {"game": "auction", "seat": 1, "told": ["0: 5", "1: 3"], "view": {...}, "moves": ["1", "2"]}

`told` is what the seat was told of since it was last asked: who moved, a colon, the move. `view` is all that the seat
sees, as `position.view(seat)` has it but without the history, and `moves` are the legal moves. The reply is one of
those, as a line of its own.
"""

from __future__ import annotations

import msgspec

from ludus.core.position import Position
from ludus.players.outside.limits import SECONDS


class Lines:
    """A conversation of one JSON line and one move at a time."""

    def __init__(self, position: Position, seat: int) -> None:
        self.pending = False
        self._seat, self._move = seat, 0
        self._told: list[str] = []

    def watch(self, position: Position, move: int) -> None:
        if position.game.tell(position.content, position.state, move, self._seat):
            self._told.append(f"{position.decider}: {position.write(move)}")

    def ask(self, position: Position) -> str:
        question = {
            "game": position.game.name,
            "seat": self._seat,
            "told": self._told,
            "view": position.game.view(position.content, position.state, self._seat),
            "moves": position.texts(),
        }
        self._told = []
        return msgspec.json.encode(question).decode() + "\n"

    def seconds(self, position: Position) -> float:
        return SECONDS

    def hear(self, position: Position, line: str) -> None:
        self._move, self.pending = position.read_move(line.strip()), True

    def move(self, position: Position) -> int:
        self.pending = False
        return self._move

    def notes(self) -> list[str]:
        return []

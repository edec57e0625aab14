"""What a Python bot gets of a game: never the true state, but one in which everything hidden from its seat is
resampled, and content without secrets. Resampling such a state again is as good as resampling the true one: the law
of `hide`.
"""

from __future__ import annotations

from dataclasses import replace

from ludus.core.position import Position
from ludus.core.random import derive


class SeatObservation:
    """What one seat knows in one game, updated with every move."""

    def __init__(self, position: Position, seat: int, seed: int) -> None:
        self.content = replace(position.game.public_content(position.content), prepared=None)
        self._seat, self._seed, self._turns = seat, seed, 0
        self._told: list[str] = []

    def watch(self, position: Position, move: int) -> None:
        if position.game.is_move_visible(position.content, position.state, move, self._seat):
            self._told.append(f"{position.current_player}: {position.write_move(move)}")

    def take_turn(self, position: Position) -> tuple[bytes, list[str]]:
        """The resampled state for a decision, and the visible moves since the last one."""
        self._turns += 1
        moves, self._told = self._told, []
        public_position = Position.from_bytes(position.game, self.content, position.bytes())
        return public_position.resample(self._seat, derive(self._seed, "shown", self._turns)).bytes(), moves

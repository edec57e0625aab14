"""What a Python bot is shown of a game: never the true state, but one in which all that its seat cannot see has been
dealt anew, with content that tells no secrets. Dealing such a state anew once more is as good as dealing the true one
anew: that is the law of `hide`.
"""

from __future__ import annotations

from dataclasses import replace

from ludus.core.position import Position
from ludus.core.random import derive


class Shown:
    """The knowledge of one seat in one game, as it grows."""

    def __init__(self, position: Position, seat: int, seed: int) -> None:
        self.content = replace(position.game.conceal(position.content), prepared=None)
        self._seat, self._seed, self._turns = seat, seed, 0
        self._told: list[str] = []

    def watch(self, position: Position, move: int) -> None:
        if position.game.tell(position.content, position.state, move, self._seat):
            self._told.append(f"{position.decider}: {position.write(move)}")

    def turn(self, position: Position) -> tuple[bytes, list[str]]:
        """The state for a decision, and what the seat was told of since the last one."""
        self._turns += 1
        told, self._told = self._told, []
        open_cards = Position.of_bytes(position.game, self.content, position.bytes())
        return open_cards.redeal(self._seat, derive(self._seed, "shown", self._turns)).bytes(), told

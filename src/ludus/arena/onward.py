"""Matches that continue from one position: each deal resamples what its current player cannot see.

So this player's knowledge is the same in all games, and chance differs in each deal. As in a normal match, each deal is
played once with every player in every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludus.arena.match import Match, Outcomes
from ludus.core.errors import OptionError
from ludus.core.position import Position
from ludus.players import BotFactory


class PositionMatch(Match):
    """A match that begins with a position from a file."""

    def __init__(self, position: Position, players: Sequence[BotFactory], seed: int, file: str) -> None:
        if position.end_reason:
            raise OptionError(f"--from {file}: the game is over there; begin with a position before the end")
        super().__init__(position.game, position.content, players, seed)
        self.position, self.file = position, file

    def play_range(self, part: range) -> Outcomes:
        return self._outcomes([self._play_game(number) for number in part])

    def start_position(self, number: int) -> Position:
        return self.position.resample(self.position.current_player, self.deal_seed(number))

    def seed_roots(self) -> list[int]:
        raise OptionError("games from a position are played on threads of this process; use --place threads")

    def __getstate__(self) -> dict[str, Any]:
        raise OptionError("games from a position are played on threads of this process; use --place threads")

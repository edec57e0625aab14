"""Base class of bots."""

from __future__ import annotations

from .board import EndGameState, GameState
from .enums import PatronId
from .move import BasicMove


class BaseAI:
    """A bot. Subclasses implement `select_patron` and `play`."""

    def __init__(self, bot_name: str) -> None:
        self.bot_name = bot_name

    def pregame_prepare(self) -> None:
        """Called before a game begins."""

    def select_patron(self, available_patrons: list[PatronId]) -> PatronId:
        raise NotImplementedError(f"{type(self).__name__} does not say which patron it selects")

    def play(self, game_state: GameState, possible_moves: list[BasicMove], remaining_time: int) -> BasicMove:
        raise NotImplementedError(f"{type(self).__name__} does not say how it plays")

    def game_end(self, end_game_state: EndGameState, final_state: GameState) -> None:
        """Called after the game has ended."""

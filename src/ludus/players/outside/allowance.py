"""Time budget of an external bot: per reply, or for its whole turn.

A turn is here every decision that a seat makes until another seat decides. So a limit per turn means the same in every
game.
"""

from __future__ import annotations

from ludus.core.contract import Game
from ludus.players.outside.limits import DEFAULT_REPLY_SECONDS, Limits


class TimeBudget:
    """The time budget of one bot in one game."""

    def __init__(self, game: Game, limits: Limits) -> None:
        has_limits = limits.reply is not None or limits.turn is not None
        self._reply, self._turn = limits.reply, limits.turn if has_limits else game.protocols.turn_seconds
        self._spent = 0.0

    def remaining(self, default: float = DEFAULT_REPLY_SECONDS) -> float:
        """Seconds for the next reply; `usual` if neither the limits nor the game set any."""
        return min(self._times(default))[0]

    def limit_text(self, default: float = DEFAULT_REPLY_SECONDS) -> str:
        """The limit for the next reply as text: the full limit, not what is left of it."""
        return min(self._times(default))[1]

    def spend(self, seconds: float) -> None:
        self._spent += seconds

    def reset(self) -> None:
        """Start a new turn: another seat has decided."""
        self._spent = 0.0

    def _times(self, usual: float) -> list[tuple[float, str]]:
        times = [] if self._reply is None else [(self._reply, f"{self._reply:g} s")]
        if self._turn is not None:
            times.append((max(self._turn - self._spent, 0.0), f"the {self._turn:g} s of its turn"))
        return times or [(usual, f"{usual:g} s")]

"""Rewards of agents.

"share"      the payoff, from 0 to 1, when the game ends (the default)
"points"     the change of the game's own score since the last reward
a function   of a position and a seat, called after every step
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.errors import OptionError
from ludus.core.position import Position

RewardFunction = Callable[[Position, int], float]


class Rewards:
    """Rewards of all seats in one game at a time; `begin` starts the next one."""

    def __init__(self, reward: str | RewardFunction = "share") -> None:
        if not callable(reward) and reward not in ("share", "points"):
            raise OptionError(f"reward: 'share', 'points' or a function of a position and a seat, not {reward!r}")
        self._reward = reward
        self._before: list[int] = []

    def begin(self, position: Position) -> None:
        if self._reward == "points":
            self._before = list(position.scores)

    def reward(self, position: Position, seat: int) -> float:
        """The reward of a seat for what happened since its last reward."""
        if callable(self._reward):
            return float(self._reward(position, seat))
        if self._reward == "share":
            result = position.result
            return 0.0 if result is None else result.payoffs[seat]
        points = position.scores[seat]
        change = points - self._before[seat]
        self._before[seat] = points
        return float(change)


def utility(share: float, seats: int) -> float:
    """A payoff scaled to sum to zero: a sole win is 1, an equal share 0. For one player it is the payoff."""
    return share if seats == 1 else (seats * share - 1) / (seats - 1)

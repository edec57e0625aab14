"""What an agent is paid.

"share"      its share of the win, from 0 to 1, when the game ends (the default)
"points"     what its score in the game's own terms has changed by since it was paid last
a function   of a position and a seat, asked after every step
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.errors import OptionError
from ludus.core.position import Position

Pay = Callable[[Position, int], float]


class Rewards:
    """Pays the seats of one game at a time; `begin` starts the next one."""

    def __init__(self, reward: str | Pay = "share") -> None:
        if not callable(reward) and reward not in ("share", "points"):
            raise OptionError(f"reward: 'share', 'points' or a function of a position and a seat, not {reward!r}")
        self._reward = reward
        self._before: list[int] = []

    def begin(self, position: Position) -> None:
        if self._reward == "points":
            self._before = list(position.points)

    def pay(self, position: Position, seat: int) -> float:
        """What a seat gets for what happened since it was asked for last."""
        if callable(self._reward):
            return float(self._reward(position, seat))
        if self._reward == "share":
            result = position.result
            return 0.0 if result is None else result.shares[seat]
        points = position.points[seat]
        change = points - self._before[seat]
        self._before[seat] = points
        return float(change)


def utility(share: float, seats: int) -> float:
    """A share so that all add up to nothing: a win alone is 1, an equal share 0. A player alone keeps its share."""
    return share if seats == 1 else (seats * share - 1) / (seats - 1)

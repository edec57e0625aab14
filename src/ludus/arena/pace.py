"""How many games make a unit of work: few until it is known how fast they go, then as many as take a fraction of a
second, and towards the end fewer again, so that all workers finish together. It never matters for the results.
"""

from __future__ import annotations

from collections.abc import Iterator

FIRST = 16  # games of the first units, when all players are compiled
UNIT, UNIT_SECONDS = 2000, 0.2  # most games in one unit, and how long it should take
GROWTH = 8  # times the last unit, at most: one quick game says little about the next
SHARES = 4  # units for each worker that what is left should still make,
LEAST = 10  # unless they came to less than such a part of a full unit


class Pace:
    """The sizes of units, learned from how long units took."""

    def __init__(self, workers: int, first: int, step: int = 1) -> None:
        """`first` games at the beginning; every size is a multiple of `step`."""
        self._workers, self._size, self._step = workers, first, step

    def next(self, left: int) -> int:
        """The size of the next unit, when so many games are left."""
        share = -(-left // (SHARES * self._workers))
        size = min(self._size, max(share, self._size // LEAST))
        return min(max(size - size % self._step, self._step), left)

    def parts(self, total: int) -> Iterator[range]:
        """Games 0 .. total-1 in units, each as large as is right when it is asked for."""
        at = 0
        while at < total:
            part = range(at, at + self.next(total - at))
            yield part
            at = part.stop

    def hear(self, games: int, seconds: float) -> None:
        """A unit of so many games took so long."""
        wanted = int(games * UNIT_SECONDS / max(seconds, 1e-6))
        self._size = max(min(wanted, UNIT, GROWTH * games), 1)

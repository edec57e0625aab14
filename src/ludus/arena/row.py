"""Games in a row: game k is dealt from the seed and k as it is, and everybody keeps the seat that they were given.

So the Scripts of Tribute runner plays: `--seed 123` with three runs means the seeds 123, 124 and 125. Who sits first
keeps that advantage; a match proper plays each deal from every seat.
"""

from __future__ import annotations

import numpy as np

from ludus.arena.match import Match
from ludus.core.errors import OptionError


class GamesInARow(Match):
    """A match in which every game has a deal of its own."""

    @property
    def per_deal(self) -> int:
        return 1

    def seeds(self, part: range) -> np.ndarray:
        found = super().seeds(part)
        deals = np.arange(part.start, part.stop, dtype=np.uint64) + np.uint64(self.seed & (1 << 64) - 1)
        found[:, 0] = deals.view(np.int64)
        return found

    def roots(self) -> list[int]:
        raise OptionError("games in a row have the seeds that they are given, which cards do not make; use threads")

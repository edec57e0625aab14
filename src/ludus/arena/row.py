"""Matches with fixed seats: the deal seed of game k is the seed plus k, and every player keeps its seat.

The Scripts of Tribute runner plays like this: `--seed 123` with three runs means the seeds 123, 124 and 125. The first
seat keeps its advantage; a normal match plays each deal from every seat.
"""

from __future__ import annotations

import numpy as np

from ludus.arena.match import Match
from ludus.core.errors import OptionError


class FixedSeatMatch(Match):
    """A match in which every game has its own deal."""

    @property
    def per_deal(self) -> int:
        return 1

    def seeds(self, part: range) -> np.ndarray:
        seeds = super().seeds(part)
        deals = np.arange(part.start, part.stop, dtype=np.uint64) + np.uint64(self.seed & (1 << 64) - 1)
        seeds[:, 0] = deals.view(np.int64)
        return seeds

    def seed_roots(self) -> list[int]:
        raise OptionError("games in a row use consecutive seeds, which a GPU cannot derive; use threads")

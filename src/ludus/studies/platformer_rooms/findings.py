"""Results of the study, read from the run folder, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludus.design.levels.building.rooms import TRIES
from ludus.lab import Desk
from ludus.stats import Estimate
from ludus.stats.intervals import mean, share
from ludus.studies.platformer_rooms.config import KNOWN, Settings, Size, orders, sizes
from ludus.studies.platformer_rooms.work import IMPOSSIBLE, name_of


@dataclass(frozen=True)
class Findings:
    settings: Settings
    tries: np.ndarray  # tries of each room; 0: only the fallback solved it; negative: unsolvable
    long: np.ndarray  # whether one long search solved it
    by_size: dict[Size, np.ndarray]  # the same for rooms of other sizes
    census: dict[Size, tuple[int, int]]  # arrangements of exits, and how many of them have no solution
    levels: dict[str, Any]
    pairs: list[dict[str, Any]]  # by kind of level

    @classmethod
    def read(cls, settings: Settings, desk: Desk) -> Findings:
        counted = [KNOWN, *sizes(settings.census_from, settings.census_to)]
        census = {size: desk.kept(f"census/{name_of(size)}") for size in counted}
        return cls(
            settings,
            desk.kept("rooms")["tries"],
            desk.kept("long")["solved"],
            {size: desk.kept(f"sizes/{name_of(size)}")["tries"] for size in sizes(settings.smallest, settings.largest)},
            {size: (counts["arrangements"], counts["without"]) for size, counts in census.items()},
            desk.kept("levels"),
            [desk.kept(f"pairs/{kind}") for kind in range(len(orders(settings)))],
        )

    def solved(self, within: int = TRIES) -> Estimate:
        """Share of rooms that were solved within a number of tries."""
        return solved_in(self.tries, within)

    @property
    def solved_at_once(self) -> Estimate:
        """Share of rooms that one long search solved."""
        return share(self.long.astype(float))

    @property
    def with_fallback(self) -> int:
        """Number of rooms that were solved in the end."""
        return int((self.tries != IMPOSSIBLE).sum())

    @cached_property
    def kinds(self) -> list[str]:
        """Titles of the kinds of levels."""
        return [f"{order.rooms[0]}x{order.rooms[1]} {order.fill}" for order in orders(self.settings)]

    def of_kind(self, kind: int, what: str) -> np.ndarray:
        """A number of all levels of one kind."""
        values: np.ndarray = self.levels[what][kind :: len(self.kinds)]
        return values

    @property
    def walked(self) -> tuple[int, int]:
        """Levels whose walks reached the exit in the game: there, and back."""
        return int(self.levels["there"].sum()), int(self.levels["back"].sum())

    def mean_of(self, kind: int, what: str) -> Estimate:
        return mean(self.of_kind(kind, what).astype(float))

    @property
    def larger(self) -> dict[Size, tuple[int, int]]:
        """The census without the smallest size, in which some arrangements have no solution."""
        return {size: counts for size, counts in self.census.items() if size != KNOWN}


def solved_in(tries: np.ndarray, within: int) -> Estimate:
    return share(((tries > 0) & (tries <= within)).astype(float))

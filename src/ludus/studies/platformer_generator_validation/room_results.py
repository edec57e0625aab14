"""Results of the study, read from the run folder, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludus.design.platformer.generator.connect_room_exits import SEARCH_TRIES
from ludus.lab import RunContext
from ludus.stats import Estimate
from ludus.stats.intervals import mean, proportion
from ludus.studies.platformer_generator_validation.config import (
    SMALLEST_SIZE,
    RoomsConfig,
    RoomSize,
    level_specs,
    sizes_between,
)
from ludus.studies.platformer_generator_validation.experiment import IMPOSSIBLE, size_name


@dataclass(frozen=True)
class RoomResults:
    settings: RoomsConfig
    tries: np.ndarray  # tries of each room; 0: only the fallback solved it; negative: unsolvable
    solved_by_long_search: np.ndarray  # whether one long search solved it
    by_size: dict[RoomSize, np.ndarray]  # the same for rooms of other sizes
    census: dict[RoomSize, tuple[int, int]]  # arrangements of exits, and how many of them have no solution
    levels: dict[str, Any]
    pairs: list[dict[str, Any]]  # by kind of level

    @classmethod
    def read(cls, settings: RoomsConfig, context: RunContext) -> RoomResults:
        counted = [SMALLEST_SIZE, *sizes_between(settings.census_from, settings.census_to)]
        census = {size: context.result(f"census/{size_name(size)}") for size in counted}
        return cls(
            settings,
            context.result("rooms")["tries"],
            context.result("long")["solved"],
            {
                size: context.result(f"sizes/{size_name(size)}")["tries"]
                for size in sizes_between(settings.smallest, settings.largest)
            },
            {size: (counts["arrangements"], counts["without"]) for size, counts in census.items()},
            context.result("levels"),
            [context.result(f"pairs/{kind}") for kind in range(len(level_specs(settings)))],
        )

    def solved(self, within: int = SEARCH_TRIES) -> Estimate:
        """Share of rooms that were solved within a number of tries."""
        return solved_share(self.tries, within)

    @property
    def solved_at_once(self) -> Estimate:
        """Share of rooms that one long search solved."""
        return proportion(self.solved_by_long_search.astype(float))

    @property
    def solved_in_the_end(self) -> int:
        """Number of rooms that a try or the fallback solved."""
        return int((self.tries != IMPOSSIBLE).sum())

    @property
    def with_fallback(self) -> Estimate:
        """Share of rooms that a try or the fallback solved."""
        return proportion((self.tries != IMPOSSIBLE).astype(float))

    @cached_property
    def level_kinds(self) -> list[str]:
        """Titles of the kinds of levels."""
        return [f"{spec.rooms[0]}x{spec.rooms[1]} {spec.fill}" for spec in level_specs(self.settings)]

    def level_values(self, kind: int, what: str) -> np.ndarray:
        """A number of all levels of one kind."""
        values: np.ndarray = self.levels[what][kind :: len(self.level_kinds)]
        return values

    @property
    def walked(self) -> tuple[Estimate, Estimate]:
        """Shares of levels whose walks end where they should in the game: there, and back."""
        return proportion(self.levels["there"].astype(float)), proportion(self.levels["back"].astype(float))

    def level_mean(self, kind: int, what: str) -> Estimate:
        return mean(self.level_values(kind, what).astype(float))

    @property
    def larger_census(self) -> dict[RoomSize, tuple[int, int]]:
        """The census without the smallest size, in which some arrangements have no solution."""
        return {size: counts for size, counts in self.census.items() if size != SMALLEST_SIZE}


def solved_share(tries: np.ndarray, within: int) -> Estimate:
    return proportion(((tries > 0) & (tries <= within)).astype(float))

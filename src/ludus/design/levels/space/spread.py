"""Expressive range: how much of the space of levels a generator reaches (Smith and Whitehead, 2010).

diversity = expressive_range(levels)
diversity.metrics, diversity.coverage("linearity", "traps"), diversity.nearest_distances.mean(), diversity.duplicates
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import OptionError, UnknownName
from ludus.design.levels.space.distances import all_pairs, repeats
from ludus.design.levels.space.measures import NAMES, measure, table_of
from ludus.games.platformer.level import Level

STEPS = 20  # grid cells along each of two metrics
LIMITS = {
    "linearity": (0.0, 1.0),
    "leniency": (0.5, 1.0),
    "length": (0, 240),
    "vertical": (0.0, 0.6),
    "traps": (0.0, 0.4),
}
ALIKE = 0.05  # levels are near duplicates if at most this share of their cells differs


@dataclass(frozen=True)
class Spread:
    """Expressive range of many levels."""

    shapes: np.ndarray  # one row per level, columns as in METRIC_NAMES
    differ: np.ndarray  # share of cells that differ, for every pair
    moved: np.ndarray  # earth mover's distance in cells, for every pair
    repeated: int  # levels that equal an earlier one

    @property
    def nearest(self) -> np.ndarray:
        """Share of cells that differ from the most similar level, for each level."""
        distances: np.ndarray = (self.differ + np.diag(np.full(len(self.differ), np.inf))).min(axis=1)
        return distances

    @property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """Both distances, of every pair once."""
        upper = np.triu_indices(len(self.differ), 1)
        return self.differ[upper], self.moved[upper]

    @property
    def nearly_repeated(self) -> float:
        """Share of levels that are near duplicates of another one."""
        return float((self.nearest <= ALIKE).mean())

    def column(self, name: str) -> np.ndarray:
        """Values of one metric."""
        if name not in NAMES:
            raise UnknownName("measure of a level", name, list(NAMES))
        values: np.ndarray = self.shapes[:, NAMES.index(name)]
        return values

    def heat(self, down: str, across: str, steps: int = STEPS) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Counts of levels in a grid of two metrics, and the edges along both."""
        return heat_of(self.column(down), self.column(across), down, across, steps)

    def covered(self, down: str, across: str, steps: int = STEPS) -> float:
        """Share of grid cells with at least one level."""
        return float((self.heat(down, across, steps)[0] > 0).mean())


def spread_of(levels: Sequence[Level]) -> Spread:
    """Measure the expressive range of levels.

    Raises:
        OptionError: there are less than two levels.
    """
    if len(levels) < 2:
        raise OptionError(f"two levels or more are needed to tell how far they are apart, not {len(levels)}")
    return Spread(table_of([measure(level) for level in levels]), *all_pairs(levels), repeats(levels))


def heat_of(
    down: np.ndarray, across: np.ndarray, down_name: str, across_name: str, steps: int = STEPS
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Counts of levels in a grid of two metrics, and the edges along both.

    Values beyond the limits of a metric count in the outermost cell.
    """
    limits = [LIMITS[down_name], LIMITS[across_name]]
    rows, columns = (np.clip(values, *ends) for values, ends in zip((down, across), limits, strict=True))
    counts, row_edges, column_edges = np.histogram2d(rows, columns, bins=steps, range=limits)
    return counts.astype(int), row_edges, column_edges

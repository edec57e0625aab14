"""Expressive range: how much of the space of levels a generator reaches (Smith and Whitehead, 2010).

diversity = expressive_range(levels)
diversity.metrics, diversity.coverage("linearity", "traps"), diversity.nearest_distances.mean(), diversity.duplicates
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import OptionError, UnknownName
from ludus.design.levels.space.distances import pairwise_distances, count_duplicates
from ludus.design.levels.space.measures import METRIC_NAMES, measure_level, metrics_array
from ludus.games.platformer.level import Level

GRID_STEPS = 20  # grid cells along each of two metrics
METRIC_LIMITS = {
    "linearity": (0.0, 1.0),
    "leniency": (0.5, 1.0),
    "length": (0, 240),
    "vertical": (0.0, 0.6),
    "traps": (0.0, 0.4),
}
NEAR_DUPLICATE = 0.05  # levels are near duplicates if at most this share of their cells differs


@dataclass(frozen=True)
class ExpressiveRange:
    """Expressive range of many levels."""

    metrics: np.ndarray  # one row per level, columns as in METRIC_NAMES
    hamming: np.ndarray  # share of cells that differ, for every pair
    earth_mover: np.ndarray  # earth mover's distance in cells, for every pair
    duplicates: int  # levels that equal an earlier one

    @property
    def nearest_distances(self) -> np.ndarray:
        """Share of cells that differ from the most similar level, for each level."""
        distances: np.ndarray = (self.hamming + np.diag(np.full(len(self.hamming), np.inf))).min(axis=1)
        return distances

    @property
    def pair_distances(self) -> tuple[np.ndarray, np.ndarray]:
        """Both distances, of every pair once."""
        upper = np.triu_indices(len(self.hamming), 1)
        return self.hamming[upper], self.earth_mover[upper]

    @property
    def near_duplicate_share(self) -> float:
        """Share of levels that are near duplicates of another one."""
        return float((self.nearest_distances <= NEAR_DUPLICATE).mean())

    def column(self, name: str) -> np.ndarray:
        """Values of one metric."""
        if name not in METRIC_NAMES:
            raise UnknownName("measure of a level", name, list(METRIC_NAMES))
        values: np.ndarray = self.metrics[:, METRIC_NAMES.index(name)]
        return values

    def counts(self, down: str, across: str, steps: int = GRID_STEPS) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Counts of levels in a grid of two metrics, and the edges along both."""
        return grid_counts(self.column(down), self.column(across), down, across, steps)

    def coverage(self, down: str, across: str, steps: int = GRID_STEPS) -> float:
        """Share of grid cells with at least one level."""
        return float((self.counts(down, across, steps)[0] > 0).mean())


def expressive_range(levels: Sequence[Level]) -> ExpressiveRange:
    """Measure the expressive range of levels.

    Raises:
        OptionError: there are less than two levels.
    """
    if len(levels) < 2:
        raise OptionError(f"two levels or more are needed to tell how far they are apart, not {len(levels)}")
    return ExpressiveRange(
        metrics_array([measure_level(level) for level in levels]), *pairwise_distances(levels), count_duplicates(levels)
    )


def grid_counts(
    down: np.ndarray, across: np.ndarray, down_name: str, across_name: str, steps: int = GRID_STEPS
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Counts of levels in a grid of two metrics, and the edges along both.

    Values beyond the limits of a metric count in the outermost cell.
    """
    limits = [METRIC_LIMITS[down_name], METRIC_LIMITS[across_name]]
    rows, columns = (np.clip(values, *ends) for values, ends in zip((down, across), limits, strict=True))
    counts, row_edges, column_edges = np.histogram2d(rows, columns, bins=steps, range=limits)
    return counts.astype(int), row_edges, column_edges

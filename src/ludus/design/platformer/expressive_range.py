"""Expressive range: how much of the space of levels a generator reaches (Smith and Whitehead, 2010).

    diversity = expressive_range(levels)
    diversity.metrics, diversity.coverage("linearity", "traps"), diversity.duplicates
    hamming_distance(one, other)        # share of cells that differ: solid, open, or the trap
    earth_mover_distance(one, other)    # mean distance in cells to move open cells from one level to the other;
                                        # computed for columns and rows separately, so it is a lower bound

Levels of different sizes are aligned at their lower left corners; cells outside of a level are solid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.design.platformer.level_graph.cell_grid import MARGIN, OPEN, grid_of_level
from ludus.design.platformer.level_metrics import METRIC_NAMES, measure_level, metrics_array
from ludus.games.platformer.level import Level
from ludus.util.errors import OptionError, UnknownName

LevelKey = tuple[object, ...]
SOLID = 0  # cell code; open cells are 1, cells with a trap 2 + its kind
GRID_STEPS = 20  # grid cells along each of two metrics
METRIC_LIMITS = {
    "linearity": (0.0, 1.0),
    "leniency": (0.5, 1.0),
    "length": (0, 240),
    "vertical": (0.0, 0.6),
    "traps": (0.0, 0.4),
}
NEAR_DUPLICATE = 0.05  # levels are near duplicates if at most this share of their cells differs


def cell_codes(level: Level) -> np.ndarray:
    """Code of each cell, rows from the lowest up."""
    grid = grid_of_level(level)
    inner = np.s_[0, MARGIN : MARGIN + level.height, MARGIN : MARGIN + level.width]
    return np.where(grid["cells"][inner] >= OPEN, 1 + grid["traps"][inner], SOLID).astype(np.uint8)


def hamming_distance(one: Level, other: Level) -> float:
    """Share of cells that differ."""
    a, b = stack_padded([cell_codes(one), cell_codes(other)])
    return float((a != b).mean())


def earth_mover_distance(one: Level, other: Level) -> float:
    """Earth mover's distance of the open cells, in cells."""
    (columns, rows) = (cumulative_profiles(stack_padded([cell_codes(one), cell_codes(other)]), axis) for axis in (1, 2))
    return float(np.abs(columns[0] - columns[1]).sum() + np.abs(rows[0] - rows[1]).sum())


def stack_padded(mosaics: Sequence[np.ndarray]) -> np.ndarray:
    """Stack cell codes in one array, padded to the largest level."""
    height, width = (max(codes.shape[k] for codes in mosaics) for k in (0, 1))
    stacked = np.full((len(mosaics), height, width), SOLID, np.uint8)
    for cells, codes in zip(stacked, mosaics, strict=True):
        cells[: codes.shape[0], : codes.shape[1]] = codes
    return stacked


def cumulative_profiles(cells: np.ndarray, axis: int) -> np.ndarray:
    """Cumulative share of open cells by column (axis 1: summed over rows) or by row (axis 2), for each level.

    The sum of absolute differences of two profiles is the earth mover's distance of the two distributions.
    """
    counts = (cells != SOLID).sum(axis=axis).astype(float)
    return np.cumsum(counts / counts.sum(axis=1, keepdims=True), axis=1)


def pairwise_distances(levels: Sequence[Level]) -> tuple[np.ndarray, np.ndarray]:
    """Both distances of every pair, as square matrices."""
    mosaics = [cell_codes(level) for level in levels]
    cells = stack_padded(mosaics)
    flat = cells.reshape(len(cells), -1)
    heights, widths = (np.array([profile.shape[k] for profile in mosaics]) for k in (0, 1))
    both = np.maximum.outer(heights, heights) * np.maximum.outer(widths, widths)  # number of cells compared
    differ = np.array([(flat != row).sum(axis=1) for row in flat]) / both
    moved = np.zeros_like(differ)
    for axis in (1, 2):
        profile = cumulative_profiles(cells, axis)
        moved += np.array([np.abs(profile - row).sum(axis=1) for row in profile])
    return differ, moved


def count_duplicates(levels: Sequence[Level]) -> int:
    """Number of levels that equal an earlier one, cell by cell and trap by trap."""
    return len(levels) - len({level_key(level) for level in levels})


def level_key(level: Level) -> LevelKey:
    """Key of a level that ignores its name and ornaments."""
    return level.rows, level.start, level.exits, level.traps


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
        raise OptionError(f"distances need at least two levels, not {len(levels)}")
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

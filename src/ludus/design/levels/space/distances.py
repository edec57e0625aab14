"""Distances between levels.

    hamming_distance(one, other)        # share of cells that differ: solid, open, or the trap
    earth_mover_distance(one, other)    # mean distance in cells to move open cells from one level to the other;
                                        # computed for columns and rows separately, so it is a lower bound

Levels of different sizes are aligned at their lower left corners; cells outside of a level are solid.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.design.levels.ways.sheets import MARGIN, OPEN, grid_of_level
from ludus.games.platformer.level import Level

LevelKey = tuple[object, ...]
SOLID = 0  # cell code; open cells are 1, cells with a trap 2 + its kind


def cell_codes(level: Level) -> np.ndarray:
    """Code of each cell, rows from the lowest up."""
    sheet = grid_of_level(level)
    inner = np.s_[0, MARGIN : MARGIN + level.height, MARGIN : MARGIN + level.width]
    return np.where(sheet["cells"][inner] >= OPEN, 1 + sheet["traps"][inner], SOLID).astype(np.uint8)


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

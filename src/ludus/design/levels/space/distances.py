"""How far levels are apart.

    hamming(one, other)         the share of cells that differ: solid, open, or which trap
    earth_mover(one, other)     how far, in cells, open cells have to be carried on average to turn one into the other;
                                across and up by themselves, so it is at least that

Levels of different sizes lie on each other with their lower left corners; what is outside of one is solid.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.design.levels.ways.sheets import MARGIN, OPEN, sheet_of
from ludus.games.platformer.level import Level

Cells = tuple[object, ...]
SOLID = 0  # in a mosaic, where open cells are 1 and those with a trap 2 + its kind


def mosaic(level: Level) -> np.ndarray:
    """What is in each cell, rows from the lowest up."""
    sheet = sheet_of(level)
    inner = np.s_[0, MARGIN : MARGIN + level.height, MARGIN : MARGIN + level.width]
    return np.where(sheet["cells"][inner] >= OPEN, 1 + sheet["traps"][inner], SOLID).astype(np.uint8)


def hamming(one: Level, other: Level) -> float:
    """Of all cells of both."""
    a, b = together([mosaic(one), mosaic(other)])
    return float((a != b).mean())


def earth_mover(one: Level, other: Level) -> float:
    """In cells."""
    (columns, rows) = (profiles(together([mosaic(one), mosaic(other)]), axis) for axis in (1, 2))
    return float(np.abs(columns[0] - columns[1]).sum() + np.abs(rows[0] - rows[1]).sum())


def together(mosaics: Sequence[np.ndarray]) -> np.ndarray:
    """All in one array, each as large as the largest."""
    height, width = (max(each.shape[k] for each in mosaics) for k in (0, 1))
    found = np.full((len(mosaics), height, width), SOLID, np.uint8)
    for cells, each in zip(found, mosaics, strict=True):
        cells[: each.shape[0], : each.shape[1]] = each
    return found


def profiles(cells: np.ndarray, axis: int) -> np.ndarray:
    """For each level, the share of its open cells up to each column (axis 1: summed over rows), or row (axis 2).

    The sum of absolute differences of two such rows is the earth mover's distance of the two distributions.
    """
    counts = (cells != SOLID).sum(axis=axis).astype(float)
    return np.cumsum(counts / counts.sum(axis=1, keepdims=True), axis=1)


def all_pairs(levels: Sequence[Level]) -> tuple[np.ndarray, np.ndarray]:
    """Both distances of every pair, as square tables."""
    mosaics = [mosaic(level) for level in levels]
    cells = together(mosaics)
    flat = cells.reshape(len(cells), -1)
    heights, widths = (np.array([each.shape[k] for each in mosaics]) for k in (0, 1))
    both = np.maximum.outer(heights, heights) * np.maximum.outer(widths, widths)  # cells of the two that are compared
    differ = np.array([(flat != row).sum(axis=1) for row in flat]) / both
    moved = np.zeros_like(differ)
    for axis in (1, 2):
        each = profiles(cells, axis)
        moved += np.array([np.abs(each - row).sum(axis=1) for row in each])
    return differ, moved


def repeats(levels: Sequence[Level]) -> int:
    """How many of these levels are the same, cell by cell and trap by trap, as one before them."""
    return len(levels) - len({cells_of(level) for level in levels})


def cells_of(level: Level) -> Cells:
    """All by which levels differ that are not the same, whatever they are called and decorated with."""
    return level.rows, level.start, level.exits, level.traps

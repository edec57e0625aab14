"""Packing of levels into the game data that the rules read."""

from __future__ import annotations

import numpy as np

from ludus.games.platformer import body as b
from ludus.games.platformer import table as t
from ludus.games.platformer.level import SOLID_CELLS, Level


def pack_grid(grid: np.ndarray, solid: np.ndarray) -> None:
    """Write cells and their ledges into an array of one Grid; `solid` has rows from the lowest up, True where solid."""
    height, width = solid.shape
    grid["width"], grid["height"] = width, height
    open_ = np.zeros((b.MAX_ROWS + 2, b.MAX_COLUMNS + 2), bool)
    open_[1 : height + 1, 1 : width + 1] = ~solid
    cells = np.where(open_, 0, b.SOLID).astype(np.uint16)
    here = open_[:-1, 1:-1] & open_[1:, 1:-1]  # with an open cell above it
    for flag, side in ((b.LEDGE_LEFT, np.s_[:-2]), (b.LEDGE_RIGHT, np.s_[2:])):
        ledge = here & ~open_[:-1, side] & open_[1:, side]
        cells[:-1, 1:-1] |= np.where(ledge, flag, 0).astype(np.uint16)
    grid["cells"] = cells


def solid_cells(rows: tuple[str, ...]) -> np.ndarray:
    """Convert rows of a level, from the top down, to the array that `pack_grid` takes."""
    characters = np.array([list(row) for row in reversed(rows)])
    return np.isin(characters, list(SOLID_CELLS))


def pack_level(level: Level, array: np.ndarray) -> None:
    """Write a checked level into a zeroed array of one GameData record."""
    pack_grid(array["grid"], solid_cells(level.rows))
    cells, trap_at = array["grid"]["cells"][0], array["trap_at"][0]
    for x, y in level.exits:
        cells[y + 1, x + 1] |= b.EXIT
    for x, y in level.safe_cells:
        cells[y + 1, x + 1] |= b.SAFE
    array["start_x"], array["start_y"] = level.start
    array["trap_count"] = len(level.traps)
    mines = 0
    for number, line in enumerate(level.traps):
        trap = array["traps"][0, number]
        for name in ("kind", "x", "y", "facing", "period", "phase"):
            trap[name] = getattr(line, name)
        if line.kind == t.MINE:
            trap["mine"] = mines
            mines += 1
        for x, y in line.cells:
            trap_at[y + 1, x + 1] = number + 1
            cells[y + 1, x + 1] |= b.TRAP
    array["mine_count"] = mines

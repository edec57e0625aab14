"""Grid of a level while it is generated: cell values of the thesis, and traps."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ludus.core import Record, rule, uint8
from ludus.games.platformer.level import Level
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS

# Values of cells, solid ones first. `=` and `.` must not change, `t` has a moving trap, `d` a fixed one
SOLID, OBLIGED_SOLID, OPEN, OBLIGED_OPEN, MOVING, FIXED = range(6)
SIGNS = "#=o.td"
MARGIN = 8  # cells around the grid, all obliged solid, so that rules need no bounds checks
NO_TRAP = 0  # value in `traps`; others are 1 + the kind of a trap


class CellGrid(Record):
    """Grid of cells: cell (x, y) is cells[y + MARGIN, x + MARGIN]; row 0 is the lowest."""

    width: uint8
    height: uint8
    cells: uint8[MAX_ROWS + 2 * MARGIN, MAX_COLUMNS + 2 * MARGIN]
    traps: uint8[MAX_ROWS + 2 * MARGIN, MAX_COLUMNS + 2 * MARGIN]


def make_cell_grid(values: np.ndarray) -> np.ndarray:
    """Make a grid of these values, rows from the lowest up."""
    height, width = values.shape
    array = CellGrid.zeros()
    array["width"], array["height"] = width, height
    array["cells"][0] = OBLIGED_SOLID
    array["cells"][0, MARGIN : MARGIN + height, MARGIN : MARGIN + width] = values
    return array


def grid_values(grid: np.ndarray) -> np.ndarray:
    """Values of a grid without its margin, rows from the lowest up; a view."""
    record = grid[0]
    return record["cells"][MARGIN : MARGIN + int(record["height"]), MARGIN : MARGIN + int(record["width"])]


def grid_rows(grid: np.ndarray) -> tuple[str, ...]:
    """Rows as in a level file, from the top row down."""
    signs = np.array(list(SIGNS))[grid_values(grid)]
    return tuple("".join(row) for row in signs[::-1])


def grid_from_rows(rows: tuple[str, ...]) -> np.ndarray:
    """Make a grid from rows as in a level file, without traps."""
    return make_cell_grid(np.array([[SIGNS.index(sign) for sign in row] for row in reversed(rows)], np.uint8))


def grid_of_level(level: Level) -> np.ndarray:
    """Make the grid of a level, with its traps."""
    array = grid_from_rows(level.rows)
    for trap in level.traps:
        for x, y in trap.cells:
            array["traps"][0, y + MARGIN, x + MARGIN] = trap.kind + 1
    return array


@rule(inline=True)
def is_open(grid, x, y):
    return grid.cells[y + MARGIN, x + MARGIN] >= OPEN

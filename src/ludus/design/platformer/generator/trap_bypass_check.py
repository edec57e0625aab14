"""Check for a path that avoids all traps, even with jumps that the level graph does not contain.

The level graph contains the moves of the building pieces, but a body can do more: longer jumps, jumps while falling.
This check over-approximates: from every place to hold on, the cell of the feet may move to any open cell beside or
below it, as far sideways as the time in the air allows at full speed, and up by one row, which a jump leaves after less
than three cells. If it finds no path, there is none.
"""

# mypy: ignore-errors

from ludus.core import Record, int32, record_reader, rule, uint8, uint16
from ludus.design.platformer.level_graph.cell_grid import MARGIN, CellGrid, is_open
from ludus.design.platformer.level_graph.graph_construction import is_trap
from ludus.games.platformer.constants import CELL, GRAVITY, HALF_WIDTH, JUMP_SPEED, MAX_FALL_SPEED, RUN_SPEED
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS

GRID_HEIGHT = MAX_ROWS + 2 * MARGIN
GRID_WIDTH = MAX_COLUMNS + 2 * MARGIN
HANG_HEIGHT = 1800  # units of the feet above the bottom of their cell in a hang


def _ticks_in_the_air(height: int) -> int:
    """Ticks from a jump out of a hang until the feet are lower than `height`, by the physics."""
    y, vy, ticks = HANG_HEIGHT, JUMP_SPEED, 0
    while y >= height:
        vy = max(vy - GRAVITY, -MAX_FALL_SPEED)
        y += vy
        ticks += 1
    return ticks


def _ticks_above(height: int) -> int:
    y, vy, ticks = HANG_HEIGHT, JUMP_SPEED, 0
    while vy > -JUMP_SPEED:
        vy -= GRAVITY
        y += vy
        ticks += y >= height
    return ticks


# Columns sideways: for feet in the row of the jump or so many rows lower, and in the row above. A corner above pushes
# the body sideways by half its width at most: twice in a jump, once while the feet are in the row above
MAX_COLUMNS_ASIDE = tuple(
    1 + (_ticks_in_the_air(-CELL * down) * RUN_SPEED + 2 * HALF_WIDTH) // CELL for down in range(MAX_ROWS + 1)
)
MAX_COLUMNS_ABOVE = 1 + (_ticks_above(CELL) * RUN_SPEED + HALF_WIDTH) // CELL


class BypassSearch(Record):
    count: int32
    bases: uint16[GRID_HEIGHT * GRID_WIDTH]  # cells to hold on in, in order of discovery
    previous: int32[GRID_HEIGHT * GRID_WIDTH]  # index of the previous base; -1: the first
    seen: uint8[GRID_HEIGHT, GRID_WIDTH]  # whether a cell is a base

    stamps: int32[GRID_HEIGHT, GRID_WIDTH]  # the base from which a cell was reached last
    left: uint8[GRID_WIDTH]  # columns left for a jump in the row above
    queue: uint16[GRID_HEIGHT * GRID_WIDTH * 4]


@rule
def find_bypass(grid, search, x, y, end_x, end_y):
    """Index of the base in which the end was reached from the start; -1 if it cannot be reached."""
    for row in range(MARGIN, grid.height + MARGIN):
        for column in range(MARGIN, grid.width + MARGIN):
            search.seen[row, column] = 0
            search.stamps[row, column] = -1
    search.count = 0
    add_base(grid, search, x, y, -1)
    base = 0
    while base < search.count:
        here = search.bases[base]
        if here % GRID_WIDTH - MARGIN == end_x and here // GRID_WIDTH - MARGIN == end_y:
            return base
        spread_from_base(grid, search, here % GRID_WIDTH - MARGIN, here // GRID_WIDTH - MARGIN, base)
        base += 1
    return -1


@rule
def add_base(grid, search, x, y, came):
    if search.seen[y + MARGIN, x + MARGIN] == 0 and can_hold(grid, x, y):
        search.seen[y + MARGIN, x + MARGIN] = 1
        search.bases[search.count] = (y + MARGIN) * GRID_WIDTH + x + MARGIN
        search.previous[search.count] = came
        search.count += 1


@rule
def can_hold(grid, x, y):
    """Whether a body with its feet here may stand, if only with half of its feet, or hang."""
    for side in range(-1, 2):
        if not is_open(grid, x + side, y - 1) and is_open(grid, x + side, y):
            return True
        if side != 0 and not is_open(grid, x + side, y) and is_open(grid, x + side, y + 1):
            return True
    return False


@rule
def spread_from_base(grid, search, x, y, base):
    """Visit all cells that the feet can reach before they hold on again."""
    for column in range(grid.width + 2 * MARGIN):
        search.left[column] = 0
    count, done = 0, 0
    if free(grid, x, y):
        search.stamps[y + MARGIN, x + MARGIN] = base
        search.queue[0] = (y + MARGIN) * GRID_WIDTH + x + MARGIN
        count = 1
    while done < count:
        here = search.queue[done]
        done += 1
        column, row = here % GRID_WIDTH - MARGIN, here // GRID_WIDTH - MARGIN
        add_base(grid, search, column, row, base)
        for side in range(-1, 2):
            down = 1 if side == 0 else 0
            count = enter(grid, search, column + side, row - down, x, y, base, column, row, count)
        if row == y:
            count = enter(grid, search, column, row + 1, x, y, base, column, row, count)


@rule
def enter(grid, search, column, row, x, y, base, from_column, from_row, count):
    """Move the feet to a cell if possible; returns the number of cells in the queue."""
    if not free(grid, column, row):
        return count
    if row == y + 1:
        steps = MAX_COLUMNS_ABOVE + 1 if from_row == y else search.left[from_column + MARGIN] - 1
        if steps <= search.left[column + MARGIN]:
            return count
        search.left[column + MARGIN] = steps
    elif search.stamps[row + MARGIN, column + MARGIN] == base or abs(column - x) > MAX_COLUMNS_ASIDE[y - row]:
        return count
    search.stamps[row + MARGIN, column + MARGIN] = base
    search.queue[count] = (row + MARGIN) * GRID_WIDTH + column + MARGIN
    return count + 1


@rule(inline=True)
def free(grid, x, y):
    return is_open(grid, x, y) and is_trap(grid, x, y) == 0


_grid_at, _bypass_at = record_reader(CellGrid), record_reader(BypassSearch)


@rule(export=True)
def find_bypass_by_address(grid, search, x, y, end_x, end_y):
    return find_bypass(_grid_at(grid), _bypass_at(search), x, y, end_x, end_y)

"""Check for a path that avoids all traps, even with jumps that the level graph does not contain.

The level graph contains the moves of the building pieces, but a body can do more: longer jumps, jumps while falling.
This check over-approximates: from every place to hold on, the cell of the feet may move to any open cell beside or
below it, as far sideways as the time in the air allows at full speed, and up by one row, which a jump leaves after less
than three cells. If it finds no path, there is none.

In a physics whose jumps are higher, or begin in the air, the feet may move up as many rows as all jumps reach, from any
row and as far sideways as all of them allow. With wall jumps, every cell beside a solid one is a place to hold
on.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import Record, int16, int32, record_reader, rule, uint8, uint16
from ludus.design.platformer.level_graph.cell_grid import MARGIN, CellGrid, is_open
from ludus.design.platformer.level_graph.graph_construction import is_trap
from ludus.games.platformer.constants import CELL
from ludus.games.platformer.movement import Physics, rise_of_jump
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS

GRID_HEIGHT = MAX_ROWS + 2 * MARGIN
GRID_WIDTH = MAX_COLUMNS + 2 * MARGIN
ONE_JUMP_ROWS = 1  # rows that a jump of the thesis's physics goes up, out of a hang


def set_bypass_reach(search: np.ndarray, physics: Physics) -> None:
    """Write into the record of a search how far a body of this physics gets between two places to hold on."""
    record = search[0]
    rows_up = (_start_height(physics) + _reach(physics)) // CELL
    fastest = max(physics.run_speed, physics.wall_push_speed if physics.wall_jump else 0)
    push = 2 * physics.half_width  # a corner above pushes the body by half its width: twice in a jump
    record["rows_up"] = min(rows_up, MAX_ROWS)
    record["again"] = physics.is_extended or rows_up != ONE_JUMP_ROWS
    record["walls"] = physics.wall_jump
    for down in range(MAX_ROWS + 1):
        columns = 1 + (_ticks_in_the_air(physics, -CELL * down) * fastest + push) // CELL
        record["columns_aside"][down] = min(columns, MAX_COLUMNS)
    # once while the feet are in the row above
    record["columns_above"] = min(1 + (_ticks_above(physics, CELL) * fastest + push // 2) // CELL, MAX_COLUMNS)


def _start_height(physics: Physics) -> int:
    """Height of the feet above the bottom of their cell where they hold on, at most."""
    return CELL - 1 if physics.wall_jump else physics.hang_height


def _reach(physics: Physics) -> int:
    """Height that the feet gain between two places to hold on, at most."""
    return max(physics.reach, physics.reach - rise_of_jump(physics, physics.jump_speed) + _rise_off_wall(physics))


def _rise_off_wall(physics: Physics) -> int:
    return rise_of_jump(physics, physics.wall_jump_speed) if physics.wall_jump else 0


def _ticks_in_the_air(physics: Physics, height: int) -> int:
    """Ticks from the place to hold on until the feet are lower than `height`, at most: each jump from the top."""
    start, speed = _start_height(physics), physics.jump_speed
    if physics.wall_jump:
        speed = max(speed, physics.wall_jump_speed)
    ticks = physics.coyote_ticks + _ticks_of_jump(physics, start, speed, height)
    top = start + _reach(physics)
    return ticks + physics.air_jumps * _ticks_of_jump(physics, top, physics.air_jump_speed, height)


def _ticks_of_jump(physics: Physics, y: int, vy: int, height: int) -> int:
    ticks = 0
    while y >= height:
        vy = max(vy - physics.gravity, -physics.max_fall_speed)
        y += vy
        ticks += 1
    return ticks


def _ticks_above(physics: Physics, height: int) -> int:
    y, vy, ticks = physics.hang_height, physics.jump_speed, 0
    while vy > -physics.jump_speed:
        vy -= physics.gravity
        y += vy
        ticks += y >= height
    return ticks


class BypassSearch(Record):
    count: int32
    bases: uint16[GRID_HEIGHT * GRID_WIDTH]  # cells to hold on in, in order of discovery
    previous: int32[GRID_HEIGHT * GRID_WIDTH]  # index of the previous base; -1: the first
    seen: uint8[GRID_HEIGHT, GRID_WIDTH]  # whether a cell is a base

    stamps: int32[GRID_HEIGHT, GRID_WIDTH]  # the base from which a cell was reached last
    left: uint8[GRID_WIDTH]  # columns left for a jump in the row above
    queue: uint16[GRID_HEIGHT * GRID_WIDTH * 4]
    # Reach of a body. Columns sideways: for feet in the row of the jump or so many rows lower, and in the row above
    columns_aside: int16[MAX_ROWS + 1]
    columns_above: int16
    rows_up: int16  # rows that all jumps go up
    again: uint8  # whether the feet may move up from any row, up to `rows_up` above the place they held on
    walls: uint8  # whether walls are places to hold on


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
    if search.seen[y + MARGIN, x + MARGIN] == 0 and can_hold(grid, search, x, y):
        search.seen[y + MARGIN, x + MARGIN] = 1
        search.bases[search.count] = (y + MARGIN) * GRID_WIDTH + x + MARGIN
        search.previous[search.count] = came
        search.count += 1


@rule
def can_hold(grid, search, x, y):
    """Whether a body with its feet here may stand, if only with half of its feet, or hang."""
    for side in range(-1, 2):
        if not is_open(grid, x + side, y - 1) and is_open(grid, x + side, y):
            return True
        if side != 0 and not is_open(grid, x + side, y) and is_open(grid, x + side, y + 1):
            return True
        if search.walls and side != 0 and beside_wall(grid, x, y, side):
            return True
    return False


@rule(inline=True)
def beside_wall(grid, x, y, side):
    """Whether a body with its feet here may touch a wall with its feet or its head."""
    return not is_open(grid, x + side, y) or not is_open(grid, x + side, y + 1)


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
        if row == y if search.again == 0 else row < y + search.rows_up:
            count = enter(grid, search, column, row + 1, x, y, base, column, row, count)


@rule
def enter(grid, search, column, row, x, y, base, from_column, from_row, count):
    """Move the feet to a cell if possible; returns the number of cells in the queue."""
    if not free(grid, column, row):
        return count
    if search.again:
        down = y - row if row < y else 0
        if search.stamps[row + MARGIN, column + MARGIN] == base or abs(column - x) > search.columns_aside[down]:
            return count
    elif row == y + 1:
        steps = search.columns_above + 1 if from_row == y else search.left[from_column + MARGIN] - 1
        if steps <= search.left[column + MARGIN]:
            return count
        search.left[column + MARGIN] = steps
    elif search.stamps[row + MARGIN, column + MARGIN] == base or abs(column - x) > search.columns_aside[y - row]:
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

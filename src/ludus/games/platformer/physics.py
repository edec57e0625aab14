"""Physics: one tick of running, jumping, falling, colliding and hanging of a body in a grid of cells.

Speeds change first, then positions (semi-implicit Euler): first horizontally, then vertically. In one tick the body
enters at most one new column and one new row of cells, and both are checked, so it can neither pass through a solid
cell nor end inside one. Everything outside the grid is solid.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int32, rule, uint8, uint16
from ludus.games.platformer.constants import (
    AIR,
    AIR_FRICTION,
    CELL,
    DOWN,
    GRAB_REACH,
    GRAVITY,
    GROUND,
    GROUND_FRICTION,
    HALF_WIDTH,
    HANG_LEFT,
    HANG_RIGHT,
    HEIGHT,
    JUMP,
    JUMP_SPEED,
    LEFT,
    LET_GO_TICKS,
    MAX_FALL_SPEED,
    RIGHT,
    RUN_SPEED,
)

MAX_COLUMNS, MAX_ROWS = 128, 64  # the largest grid
# Flags of a cell
SOLID, TRAP, SAFE, EXIT = 1, 2, 4, 8
LEDGE_LEFT, LEDGE_RIGHT = 16, 32  # a body falling through this cell can hang by the wall on its left, on its right
FORBIDDEN, DOUBT_LEFT, DOUBT_RIGHT = 64, 128, 256  # for path search on partly known cells: may be solid, may be a ledge


class Grid(Record):
    """The cells of a level with a border of solid cells; row 0 is the lowest."""

    width: uint8
    height: uint8
    cells: uint16[MAX_ROWS + 2, MAX_COLUMNS + 2]  # cell (x, y) is cells[y + 1, x + 1]


class Body(Record):
    x: int32  # the centre of its feet
    y: int32
    vx: int16
    vy: int16
    stance: uint8
    held: uint8  # whether the jump button was held in the previous tick
    let_go: uint8  # ticks until its hands can grab again


@rule
def step(grid, body, buttons):
    """Advance the body by one tick with these buttons held."""
    jump = buttons & JUMP != 0
    pressed = jump and body.held == 0
    body.held = 1 if jump else 0
    if body.stance >= HANG_LEFT:
        if buttons & DOWN == 0 and not pressed:
            return
        if buttons & DOWN:
            body.let_go = LET_GO_TICKS
            pressed = False
        else:
            body.vy = JUMP_SPEED
    elif body.stance == GROUND and pressed:
        body.vy = JUMP_SPEED
    elif body.vy > 0 and not jump:
        body.vy = 0
    accelerate(body, buttons)
    body.vy = max(body.vy - GRAVITY, -MAX_FALL_SPEED)
    body.stance = AIR
    move_sideways(grid, body)
    if body.vy > 0:
        rise(grid, body)
    else:
        fall(grid, body)
        if body.vy < 0 and body.let_go == 0 and buttons & DOWN == 0:
            grab(grid, body)
    if body.let_go > 0:
        body.let_go -= 1


@rule(inline=True)
def accelerate(body, buttons):
    if buttons & (LEFT | RIGHT):
        body.vx = -RUN_SPEED if buttons & LEFT else RUN_SPEED
    else:
        numerator, denominator = GROUND_FRICTION if body.stance == GROUND else AIR_FRICTION
        speed = abs(body.vx) * numerator // denominator
        body.vx = speed if body.vx > 0 else -speed


@rule(inline=True)
def move_sideways(grid, body):
    """Move the body horizontally, up to the next wall."""
    side = HALF_WIDTH - 1 if body.vx > 0 else -HALF_WIDTH
    column = (body.x + body.vx + side) // CELL
    if column != (body.x + side) // CELL and is_wall(grid, column, body.y):
        body.x = column * CELL - HALF_WIDTH if body.vx > 0 else (column + 1) * CELL + HALF_WIDTH
        body.vx = 0
    else:
        body.x += body.vx


@rule(inline=True)
def is_wall(grid, column, y):
    """Return whether a cell of this column is solid at the height of a body with its feet at y."""
    low, high = y // CELL, (y + HEIGHT - 1) // CELL
    return (grid.cells[low + 1, column + 1] | grid.cells[high + 1, column + 1]) & SOLID != 0


@rule(inline=True)
def fall(grid, body):
    """Move the body down, up to the next floor."""
    row = (body.y + body.vy) // CELL
    if row != body.y // CELL:
        left, right = (body.x - HALF_WIDTH) // CELL, (body.x + HALF_WIDTH - 1) // CELL
        if (grid.cells[row + 1, left + 1] | grid.cells[row + 1, right + 1]) & SOLID:
            body.y = (row + 1) * CELL
            body.vy = 0
            body.stance = GROUND
            return
    body.y += body.vy


@rule(inline=True)
def rise(grid, body):
    """Move the body up, up to the next ceiling.

    The roof of the body is pointed: if a corner of the ceiling covers less than half of it, the body is pushed aside
    and continues to rise.
    """
    top = body.y + HEIGHT
    row = (top + body.vy - 1) // CELL
    if row != (top - 1) // CELL:
        left, right = (body.x - HALF_WIDTH) // CELL, (body.x + HALF_WIDTH - 1) // CELL
        on_left, on_right = grid.cells[row + 1, left + 1] & SOLID, grid.cells[row + 1, right + 1] & SOLID
        if on_left | on_right:
            corner = right * CELL
            if on_left == 0 and body.x < corner:
                body.x = corner - HALF_WIDTH
            elif on_right == 0 and body.x > corner:
                body.x = corner + HALF_WIDTH
            else:
                body.y = row * CELL - HEIGHT
                body.vy = 0
                return
    body.y += body.vy


@rule(inline=True)
def grab(grid, body):
    """Hang by a ledge within reach of the hands while falling."""
    ledge = (body.y + HEIGHT + GRAB_REACH) // CELL  # the row above the nearest possible ledge height
    if body.y + HEIGHT - ledge * CELL > GRAB_REACH:
        return
    column = body.x // CELL
    here = grid.cells[ledge, column + 1]
    left, right = column * CELL + HALF_WIDTH, (column + 1) * CELL - HALF_WIDTH
    if here & LEDGE_LEFT and 0 <= body.x - left <= GRAB_REACH:
        hang(body, left, ledge, HANG_LEFT)
    elif here & LEDGE_RIGHT and 0 <= right - body.x <= GRAB_REACH:
        hang(body, right, ledge, HANG_RIGHT)


@rule(inline=True)
def hang(body, x, ledge, stance):
    body.x, body.y = x, ledge * CELL - HEIGHT
    body.vx = body.vy = 0
    body.stance = stance

"""Physics: one tick of running, jumping, falling, colliding and hanging of a body in a grid of cells.

Speeds change first, then positions (semi-implicit Euler): first horizontally, then vertically. In one tick the body
enters at most one new column and one new row of cells, and both are checked, so it can neither pass through a solid
cell nor end inside one. Everything outside the grid is solid.

The numbers of the physics are in a record (movement.py has the thesis's). Coyote time, jumps in the air and wall jumps
are rules beyond the thesis: a record that is not `extended` has none of them.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int32, rule, uint8, uint16
from ludus.games.platformer.constants import (
    AIR,
    AIR_FRICTION,
    CELL,
    DOWN,
    GRAB_REACH,
    GROUND,
    GROUND_FRICTION,
    HANG_LEFT,
    HANG_RIGHT,
    JUMP,
    LEFT,
    RIGHT,
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


class PhysicsRecord(Record):
    """Numbers of the physics: units, ticks, units per tick (see constants.py). Below the line, numbers that follow."""

    half_width: int16
    height: int16
    run_speed: int16
    jump_speed: int16
    gravity: int16
    max_fall_speed: int16
    coyote_ticks: uint8  # after the ground is lost, in which a jump is still one from the ground
    air_jumps: uint8  # between two landings
    air_jump_speed: int16
    wall_jump: uint8  # 1: a jump from a wall that the body touches in the air
    wall_jump_speed: int16
    wall_push_speed: int16  # away from the wall
    wall_lock_ticks: uint8  # in which left and right have no effect after a wall jump
    # What follows from these numbers
    extended: uint8  # whether there are coyote time, jumps in the air or wall jumps
    let_go_ticks: uint8  # in which a body that let go cannot grab; after them the ledge is out of reach
    tolerance: int16  # precision around the middle of a cell that a runner can always reach
    move_ticks: uint8  # of one move between two nodes, at most
    apex_height: int32  # of a jump from the ground
    apex_ticks: int16
    x_quantum: int16  # resolution of the path search: positions and speeds that count as nearly equal
    vx_offset: int16
    vx_quantum: int16
    vy_quantum: int16
    top_speed: int16  # of all kinds of jumps
    ground_hold: uint8  # ticks for which the path search holds buttons on the ground


class Body(Record):
    x: int32  # the centre of its feet
    y: int32
    vx: int16
    vy: int16
    stance: uint8
    held: uint8  # whether the jump button was held in the previous tick
    let_go: uint8  # ticks until its hands can grab again
    # Beyond the thesis: zero if the physics is not extended
    coyote: uint8  # ticks in which a jump is still one from the ground
    air_jumps: uint8  # jumps in the air since it stood or hung
    locked: uint8  # ticks in which left and right have no effect


@rule
def step(grid, physics, body, buttons):
    """Advance the body by one tick with these buttons held."""
    jump = buttons & JUMP != 0
    pressed = jump and body.held == 0
    body.held = 1 if jump else 0
    on_ground = body.stance == GROUND and not pressed
    if body.stance >= HANG_LEFT:
        if buttons & DOWN == 0 and not pressed:
            return
        if buttons & DOWN:
            body.let_go = physics.let_go_ticks
            pressed = False
        else:
            body.vy = physics.jump_speed
    elif body.stance == GROUND and pressed:
        body.vy = physics.jump_speed
    elif physics.extended and pressed and jump_in_the_air(grid, physics, body):
        pass
    elif body.vy > 0 and not jump:
        body.vy = 0
    accelerate(physics, body, buttons)
    body.vy = max(body.vy - physics.gravity, -physics.max_fall_speed)
    body.stance = AIR
    move_sideways(grid, physics, body)
    if body.vy > 0:
        rise(grid, physics, body)
    else:
        fall(grid, physics, body)
        if body.vy < 0 and body.let_go == 0 and buttons & DOWN == 0:
            grab(grid, physics, body)
    if body.let_go > 0:
        body.let_go -= 1
    if physics.extended:
        count_air_ticks(physics, body, on_ground)


@rule
def jump_in_the_air(grid, physics, body):
    """Jump off the lost ground, off a wall, or off nothing, in this order; False if none is possible."""
    if body.coyote > 0:
        body.vy = physics.jump_speed
        body.coyote = 0
        return True
    side = wall_beside(grid, physics, body)
    if side != 0:
        body.vy, body.vx = physics.wall_jump_speed, -side * physics.wall_push_speed
        body.locked = physics.wall_lock_ticks
        return True
    if body.air_jumps < physics.air_jumps:
        body.vy = physics.air_jump_speed
        body.air_jumps += 1
        return True
    return False


@rule
def wall_beside(grid, physics, body):
    """Return on which side a body in the air touches a wall to jump off: -1 left, 1 right, 0 none."""
    if physics.wall_jump == 0:
        return 0
    left, right = body.x - physics.half_width, body.x + physics.half_width
    if left % CELL == 0 and is_wall(grid, physics, left // CELL - 1, body.y):
        return -1
    if right % CELL == 0 and is_wall(grid, physics, right // CELL, body.y):
        return 1
    return 0


@rule
def count_air_ticks(physics, body, on_ground):
    """Update the counters of a body after a tick; `on_ground` if it stood and did not jump."""
    if body.stance != AIR:
        body.coyote = body.air_jumps = body.locked = 0
    elif on_ground:
        body.coyote = physics.coyote_ticks
    elif body.coyote > 0:
        body.coyote -= 1


@rule(inline=True)
def accelerate(physics, body, buttons):
    if body.locked > 0:
        body.locked -= 1
    elif buttons & (LEFT | RIGHT):
        body.vx = -physics.run_speed if buttons & LEFT else physics.run_speed
    else:
        numerator, denominator = GROUND_FRICTION if body.stance == GROUND else AIR_FRICTION
        speed = abs(body.vx) * numerator // denominator
        body.vx = speed if body.vx > 0 else -speed


@rule(inline=True)
def move_sideways(grid, physics, body):
    """Move the body horizontally, up to the next wall."""
    side = physics.half_width - 1 if body.vx > 0 else -physics.half_width
    column = (body.x + body.vx + side) // CELL
    if column != (body.x + side) // CELL and is_wall(grid, physics, column, body.y):
        body.x = column * CELL - physics.half_width if body.vx > 0 else (column + 1) * CELL + physics.half_width
        body.vx = 0
    else:
        body.x += body.vx


@rule(inline=True)
def is_wall(grid, physics, column, y):
    """Return whether a cell of this column is solid at the height of a body with its feet at y."""
    low, high = y // CELL, (y + physics.height - 1) // CELL
    return (grid.cells[low + 1, column + 1] | grid.cells[high + 1, column + 1]) & SOLID != 0


@rule(inline=True)
def fall(grid, physics, body):
    """Move the body down, up to the next floor."""
    row = (body.y + body.vy) // CELL
    if row != body.y // CELL:
        left, right = (body.x - physics.half_width) // CELL, (body.x + physics.half_width - 1) // CELL
        if (grid.cells[row + 1, left + 1] | grid.cells[row + 1, right + 1]) & SOLID:
            body.y = (row + 1) * CELL
            body.vy = 0
            body.stance = GROUND
            return
    body.y += body.vy


@rule(inline=True)
def rise(grid, physics, body):
    """Move the body up, up to the next ceiling.

    The roof of the body is pointed: if a corner of the ceiling covers less than half of it, the body is pushed aside
    and continues to rise.
    """
    top = body.y + physics.height
    row = (top + body.vy - 1) // CELL
    if row != (top - 1) // CELL:
        left, right = (body.x - physics.half_width) // CELL, (body.x + physics.half_width - 1) // CELL
        on_left, on_right = grid.cells[row + 1, left + 1] & SOLID, grid.cells[row + 1, right + 1] & SOLID
        if on_left | on_right:
            corner = right * CELL
            if on_left == 0 and body.x < corner:
                body.x = corner - physics.half_width
            elif on_right == 0 and body.x > corner:
                body.x = corner + physics.half_width
            else:
                body.y = row * CELL - physics.height
                body.vy = 0
                return
    body.y += body.vy


@rule(inline=True)
def grab(grid, physics, body):
    """Hang by a ledge within reach of the hands while falling."""
    ledge = (body.y + physics.height + GRAB_REACH) // CELL  # the row above the nearest possible ledge height
    if body.y + physics.height - ledge * CELL > GRAB_REACH:
        return
    column = body.x // CELL
    here = grid.cells[ledge, column + 1]
    left, right = column * CELL + physics.half_width, (column + 1) * CELL - physics.half_width
    if here & LEDGE_LEFT and 0 <= body.x - left <= GRAB_REACH:
        hang(physics, body, left, ledge, HANG_LEFT)
    elif here & LEDGE_RIGHT and 0 <= right - body.x <= GRAB_REACH:
        hang(physics, body, right, ledge, HANG_RIGHT)


@rule(inline=True)
def hang(physics, body, x, ledge, stance):
    body.x, body.y = x, ledge * CELL - physics.height
    body.vx = body.vy = 0
    body.stance = stance

"""Steering of a body along one move of the graph, tick by tick, for planners.

A controller has two numbers: how far from the middle of its cell the body runs before it jumps, and for how many ticks
it holds the jump. The rest is steering: towards the middle of the cell to stand in, or towards the wall to hang by.
Grabbing is disabled (by holding down) unless the move ends in a hang.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int32, rule, uint8
from ludus.design.levels.ways.moves import HANG_LEFT, STAND
from ludus.games.platformer import units as u
from ludus.games.platformer.units import AIR, CELL, DOWN, GROUND, HALF_CELL, JUMP, LEFT, RIGHT, RUN_SPEED

MIDDLE_TOLERANCE = RUN_SPEED // 2  # the precision that a runner can always reach
NO_JUMP = -1


class MoveController(Record):
    run_up: int16  # from the middle of the cell; NO_JUMP: no jump
    hold: uint8  # ticks


class MoveInProgress(Record):
    """Move in progress."""

    from_kind: uint8
    to_kind: uint8
    x: int32  # cell of the start
    y: int32
    to_x: int32
    to_y: int32
    run_up: int16
    hold: uint8
    aside: int16  # units from the middle of the end cell where to stop
    held: uint8  # ticks the jump has been held; 0: not begun


@rule
def begin_move(errand, manner, from_kind, x, y, to_kind, to_x, to_y):
    errand.from_kind, errand.x, errand.y = from_kind, x, y
    errand.to_kind, errand.to_x, errand.to_y = to_kind, to_x, to_y
    errand.run_up, errand.hold, errand.held = manner.run_up, manner.hold, 0
    errand.aside = 0


@rule
def steer(errand, body):
    """Buttons of this tick."""
    ahead = RIGHT if errand.to_x > errand.x else (LEFT if errand.to_x < errand.x else 0)
    if errand.held == 0:
        if body.stance > GROUND:
            return leave_hang(errand, body)
        if errand.run_up != NO_JUMP and body.stance == GROUND:
            gone = body.x - errand.x * CELL - HALF_CELL
            if ahead == LEFT:
                gone = -gone
            if gone < errand.run_up and ahead != 0:
                return ahead
            if body.held:
                return 0
            errand.held = 1
            return towards(errand, body) | JUMP
    elif errand.held < errand.hold:
        errand.held += 1
        return towards(errand, body) | JUMP
    return towards(errand, body)


@rule(inline=True)
def leave_hang(errand, body):
    """Let go, or pull up when the jump button is free."""
    if errand.run_up == NO_JUMP:
        return towards(errand, body) | DOWN
    if body.held:
        return 0
    errand.held = 1
    return towards(errand, body) & (LEFT | RIGHT) | JUMP


@rule(inline=True)
def towards(errand, body):
    """Left or right, not grabbing unless the move ends in a hang."""
    if errand.to_kind == STAND:
        away = body.x - errand.to_x * CELL - HALF_CELL - errand.aside
        if away < -MIDDLE_TOLERANCE:
            return RIGHT | DOWN
        return (LEFT | DOWN) if away > MIDDLE_TOLERANCE else DOWN
    wall = LEFT if errand.to_kind == HANG_LEFT else RIGHT
    if errand.to_y < errand.y and body.stance == GROUND:  # over the edge first
        return RIGHT if wall == LEFT else LEFT
    return wall


@rule(inline=True)
def arrived(errand, body):
    if errand.to_kind == STAND:
        away = body.x - errand.to_x * CELL - HALF_CELL - errand.aside
        return body.stance == GROUND and body.y == errand.to_y * CELL and -MIDDLE_TOLERANCE <= away <= MIDDLE_TOLERANCE
    hanging = u.HANG_LEFT if errand.to_kind == HANG_LEFT else u.HANG_RIGHT
    return body.stance == hanging and body.y // CELL == errand.to_y and body.x // CELL == errand.to_x


@rule(inline=True)
def has_missed(errand, body):
    """Whether the body came to rest where the move cannot continue: hanging elsewhere, or at another height."""
    if body.stance == AIR:
        return False
    if body.stance == GROUND:
        return body.y != errand.to_y * CELL and (errand.held > 0 or body.y != errand.y * CELL)
    return body.y // CELL != errand.y or body.x // CELL != errand.x or errand.from_kind == STAND

"""Goal test and admissible heuristic of the path search."""

# mypy: ignore-errors

import math

from ludus.core import rule
from ludus.games.platformer.units import (
    CELL,
    GRAVITY,
    GROUND,
    HALF_CELL,
    HALF_WIDTH,
    JUMP_SPEED,
    GRAB_REACH,
    RUN_SPEED,
    HEIGHT,
)

GOAL_TOLERANCE = RUN_SPEED // 2  # tolerance around the centre of a goal cell; a running body cannot skip it
APEX_HEIGHT, APEX_TICKS = 11_040, 23  # height of a jump, and the tick at which it is reached


@rule
def is_goal(search, body):
    """Return whether the body is at the goal of the search."""
    if body.stance != search.goal_stance or body.y // CELL != search.goal_y or body.x // CELL != search.goal_x:
        return False
    return body.stance != GROUND or abs(body.x - search.goal_x * CELL - HALF_CELL) <= GOAL_TOLERANCE


@rule
def ticks_lower_bound(search, body):
    """Return a lower bound of the ticks to the goal: horizontally at full speed, vertically by a jump or a fall."""
    if search.goal_stance == GROUND:
        across = max(abs(body.x - search.goal_x * CELL - HALF_CELL) - GOAL_TOLERANCE, 0)
        up = search.goal_y * CELL - body.y
    else:
        across = max(abs(body.x - search.goal_x * CELL - HALF_CELL) - HALF_CELL + HALF_WIDTH - GRAB_REACH, 0)
        up = search.goal_y * CELL + CELL - HEIGHT - body.y
    return max(
        (across + RUN_SPEED - 1) // RUN_SPEED, climb_lower_bound(up) if up > 0 else fall_lower_bound(-up, body.vy)
    )


@rule
def climb_lower_bound(up):
    """Return a lower bound of the ticks to rise by `up` units, at any speed."""
    if up > APEX_HEIGHT:
        return APEX_TICKS
    half = JUMP_SPEED - GRAVITY // 2
    return math.ceil((half - math.sqrt(half * half - 2 * GRAVITY * up)) / GRAVITY)


@rule
def fall_lower_bound(down, vy):
    """Return a lower bound of the ticks to fall by `down` units from the vertical speed `vy`."""
    speed = GRAVITY // 2 - min(vy, 0)
    return math.ceil((math.sqrt(speed * speed + 2 * GRAVITY * down) - speed) / GRAVITY)

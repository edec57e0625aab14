"""Goal test and admissible heuristic of the path search."""

# mypy: ignore-errors

import math

from ludus.core import rule
from ludus.games.platformer.units import CELL, GRAVITY, GROUND, HALF_CELL, HALF_WIDTH, LEAP, REACH, RUN, TALL

AT_MIDDLE = RUN // 2  # tolerance around the centre of a goal cell; a running body cannot skip it
APEX, APEX_TICKS = 11_040, 23  # height of a jump, and the tick at which it is reached


@rule
def there(search, body):
    """Return whether the body is at the goal of the search."""
    if body.stance != search.goal_stance or body.y // CELL != search.goal_y or body.x // CELL != search.goal_x:
        return False
    return body.stance != GROUND or abs(body.x - search.goal_x * CELL - HALF_CELL) <= AT_MIDDLE


@rule
def at_least(search, body):
    """Return a lower bound of the ticks to the goal: horizontally at full speed, vertically by a jump or a fall."""
    if search.goal_stance == GROUND:
        across = max(abs(body.x - search.goal_x * CELL - HALF_CELL) - AT_MIDDLE, 0)
        up = search.goal_y * CELL - body.y
    else:
        across = max(abs(body.x - search.goal_x * CELL - HALF_CELL) - HALF_CELL + HALF_WIDTH - REACH, 0)
        up = search.goal_y * CELL + CELL - TALL - body.y
    return max((across + RUN - 1) // RUN, climb(up) if up > 0 else drop(-up, body.vy))


@rule
def climb(up):
    """Return a lower bound of the ticks to rise by `up` units, at any speed."""
    if up > APEX:
        return APEX_TICKS
    half = LEAP - GRAVITY // 2
    return math.ceil((half - math.sqrt(half * half - 2 * GRAVITY * up)) / GRAVITY)


@rule
def drop(down, vy):
    """Return a lower bound of the ticks to fall by `down` units from the vertical speed `vy`."""
    speed = GRAVITY // 2 - min(vy, 0)
    return math.ceil((math.sqrt(speed * speed + 2 * GRAVITY * down) - speed) / GRAVITY)

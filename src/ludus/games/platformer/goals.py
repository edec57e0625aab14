"""Whether a body is where a search wants it, and how long it takes there at least."""

# mypy: ignore-errors

import math

from ludus.core import rule
from ludus.games.platformer.units import CELL, GRAVITY, GROUND, HALF_CELL, HALF_WIDTH, LEAP, REACH, RUN, TALL

AT_MIDDLE = RUN // 2  # whoever stands at most so far from the middle of a cell is there; a runner cannot miss it
APEX, APEX_TICKS = 11_040, 23  # how high a jump goes, and when


@rule
def there(search, body):
    """Whether the body is where it should be."""
    if body.stance != search.goal_stance or body.y // CELL != search.goal_y or body.x // CELL != search.goal_x:
        return False
    return body.stance != GROUND or abs(body.x - search.goal_x * CELL - HALF_CELL) <= AT_MIDDLE


@rule
def at_least(search, body):
    """Ticks that the rest of the way takes at least: to the side at full speed, and up by a jump or down by a fall."""
    if search.goal_stance == GROUND:
        across = max(abs(body.x - search.goal_x * CELL - HALF_CELL) - AT_MIDDLE, 0)
        up = search.goal_y * CELL - body.y
    else:
        across = max(abs(body.x - search.goal_x * CELL - HALF_CELL) - HALF_CELL + HALF_WIDTH - REACH, 0)
        up = search.goal_y * CELL + CELL - TALL - body.y
    return max((across + RUN - 1) // RUN, climb(up) if up > 0 else drop(-up, body.vy))


@rule
def climb(up):
    """Ticks in which a body comes so much higher at least, whatever its speed."""
    if up > APEX:
        return APEX_TICKS
    half = LEAP - GRAVITY // 2
    return math.ceil((half - math.sqrt(half * half - 2 * GRAVITY * up)) / GRAVITY)


@rule
def drop(down, vy):
    """Ticks in which it falls so far at least."""
    speed = GRAVITY // 2 - min(vy, 0)
    return math.ceil((math.sqrt(speed * speed + 2 * GRAVITY * down) - speed) / GRAVITY)

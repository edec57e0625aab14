"""Traps: where and when they kill, as a function of the tick, and for mines of the tick at which they were lit.

    saw          a disc of radius 0.5 m that rolls back and forth along the floor of three cells
    wall-spikes  extend from a wall, half a cell deep; out for 40 % of the period
    squeeze      two blocks that close in the cell when the period begins; deadly for the following 6 ticks
    mine         lit by a body that enters its cell, explodes 0.6 s later in this cell, can be lit again 1 s after that
    spikes       on one side of a cell, half a cell deep, permanent
    twin-saws    two saws in opposite phase on the same three cells
    saw-squeeze  a saw on three cells, and blocks that close in the middle one, half a period after its left end
    jaws         wall spikes from the left and from the right of a cell, half a period apart

A trap acts only in its own cells. It kills by overlapping the body; contact of edges does not count.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.platformer.constants import CELL, HALF_CELL
from ludus.games.platformer.game_data_records import (
    MINE,
    POINT_DOWN,
    POINT_LEFT,
    POINT_RIGHT,
    POINT_UP,
    SAW,
    SAW_SQUEEZE,
    SPIKES,
    SQUEEZE,
    TWIN_SAWS,
    WALL_SPIKES,
)

SAW_RADIUS = 1800  # 0.5 m
SAW_TRAVEL = 3 * CELL - 2 * SAW_RADIUS  # travel of its centre from one end to the other
OUT_FRACTION = (2, 5)  # fraction of the period in which wall spikes are out
EXTEND_TICKS = 6  # ticks in which they extend, and retract
CLOSED_TICKS = 6  # ticks in which a squeeze is deadly
FUSE_TICKS, BLAST_TICKS, REARM_TICKS = (
    36,
    6,
    60,
)  # ticks of a mine: until the explosion, deadly, from the explosion until it can be lit


@rule
def kills(physics, state, trap):
    """Return whether a trap touches the body in this tick; also lights mines."""
    body, kind = state.body, trap.kind
    if kind == MINE:
        return mine_kills(physics, state, trap)
    if kind == SPIKES:
        return spikes_touch(physics, body, trap, trap.facing, HALF_CELL)
    now = ticks_in_period(state.tick, trap)
    if kind in (SAW, TWIN_SAWS, SAW_SQUEEZE):
        if saw_touches(physics, body, trap, saw_offset(trap, now)):
            return True
        if kind == TWIN_SAWS:
            return saw_touches(physics, body, trap, SAW_TRAVEL - saw_offset(trap, now))
        return kind == SAW_SQUEEZE and squeezes(physics, body, trap.x + 1, trap.y, half_period_later(trap, now))
    if kind == SQUEEZE:
        return squeezes(physics, body, trap.x, trap.y, now)
    if kind == WALL_SPIKES:
        return spikes_touch(physics, body, trap, trap.facing, spikes_out(trap, now))
    return spikes_touch(physics, body, trap, POINT_RIGHT, spikes_out(trap, now)) or spikes_touch(
        physics, body, trap, POINT_LEFT, spikes_out(trap, half_period_later(trap, now))
    )


@rule(inline=True)
def ticks_in_period(tick, trap):
    """Return the ticks since the period of a trap began."""
    return (tick + trap.phase) % trap.period


@rule(inline=True)
def half_period_later(trap, now):
    return (now + trap.period // 2) % trap.period


@rule(inline=True)
def saw_offset(trap, now):
    """Return the distance of a saw from its left end: 0 when the period begins, largest half a period later."""
    return SAW_TRAVEL * min(2 * now, 2 * (trap.period - now)) // trap.period


@rule
def saw_touches(physics, body, trap, way):
    x, y = trap.x * CELL + SAW_RADIUS + way, trap.y * CELL + SAW_RADIUS
    across = max(max(body.x - physics.half_width - x, x - body.x - physics.half_width), 0)
    up = max(max(body.y - y, y - body.y - physics.height), 0)
    return across * across + up * up < SAW_RADIUS * SAW_RADIUS


@rule(inline=True)
def spikes_out(trap, now):
    """Return how far wall spikes are extended."""
    out = trap.period * OUT_FRACTION[0] // OUT_FRACTION[1]
    if now >= out:
        return 0
    return HALF_CELL * min(min(now + 1, out - now), EXTEND_TICKS) // EXTEND_TICKS


@rule
def spikes_touch(physics, body, trap, facing, depth):
    """Return whether spikes of this depth on one side of a cell touch the body, which may overlap other cells, too."""
    left, low = trap.x * CELL, trap.y * CELL
    right, high = left + CELL, low + CELL
    if facing == POINT_RIGHT:
        right = left + depth
    elif facing == POINT_LEFT:
        left = right - depth
    elif facing == POINT_UP:
        high = low + depth
    elif facing == POINT_DOWN:
        low = high - depth
    return touches(physics, body, left, low, right, high)


@rule
def squeezes(physics, body, x, y, now):
    return now < CLOSED_TICKS and touches(physics, body, x * CELL, y * CELL, x * CELL + CELL, y * CELL + CELL)


@rule
def mine_kills(physics, state, trap):
    if not touches(physics, state.body, trap.x * CELL, trap.y * CELL, trap.x * CELL + CELL, trap.y * CELL + CELL):
        return False
    since = state.tick - state.lit[trap.mine]
    if state.lit[trap.mine] == 0 or since >= FUSE_TICKS + REARM_TICKS:
        state.lit[trap.mine] = state.tick
        return False
    return FUSE_TICKS <= since < FUSE_TICKS + BLAST_TICKS


@rule(inline=True)
def touches(physics, body, left, low, right, high):
    if body.x + physics.half_width <= left or right <= body.x - physics.half_width:
        return False
    return low < body.y + physics.height and body.y < high

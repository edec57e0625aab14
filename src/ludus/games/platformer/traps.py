"""What kills, where and when: a function of the tick, and for mines of when they were lit.

    saw          a disc of 0.5 m that rolls to and fro along the floor of three cells
    wall-spikes  come out of a wall, half a cell deep; out for 40 % of the period
    squeeze      two blocks that meet in the cell when the period begins; deadly for 6 ticks from then on
    mine         lit by whoever enters its cell, goes off 0.6 s later in this cell, can be lit again after 1 s
    spikes       on one side of a cell, half a cell deep, always there
    twin-saws    two saws against each other on the same three cells
    saw-squeeze  a saw on three cells, and blocks that meet in the middle one, half a period later than at its left end
    jaws         wall spikes from the left and from the right of a cell, half a period apart

What a trap does stays in its own cells. It kills by touching the body; to stand side by side is not to touch.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.platformer.table import (
    MINE,
    SAW,
    SAW_SQUEEZE,
    SINK,
    SPIKES,
    SQUEEZE,
    TO_LEFT,
    TO_RIGHT,
    TWIN_SAWS,
    UP,
    WALL_SPIKES,
)
from ludus.games.platformer.units import CELL, HALF_CELL, HALF_WIDTH, TALL

SAW_RADIUS = 1800  # 0.5 m
SAW_WAY = 3 * CELL - 2 * SAW_RADIUS  # of its middle, from one end to the other
OUT = (2, 5)  # the share of the period in which wall spikes are out
EXTEND = 6  # ticks in which they come out, and go in
CLOSED = 6  # ticks in which a squeeze is deadly
FUSE, BLAST, REST = 36, 6, 60  # ticks of a mine: until it goes off, deadly, from then until it can be lit again


@rule
def kills(state, trap):
    """Whether a trap touches the body in this tick. Lights mines."""
    body, kind = state.body, trap.kind
    if kind == MINE:
        return mine_kills(state, trap)
    if kind == SPIKES:
        return spikes_touch(body, trap, trap.facing, HALF_CELL)
    now = clock(state.tick, trap)
    if kind in (SAW, TWIN_SAWS, SAW_SQUEEZE):
        if saw_touches(body, trap, saw_way(trap, now)):
            return True
        if kind == TWIN_SAWS:
            return saw_touches(body, trap, SAW_WAY - saw_way(trap, now))
        return kind == SAW_SQUEEZE and squeezes(body, trap.x + 1, trap.y, half_later(trap, now))
    if kind == SQUEEZE:
        return squeezes(body, trap.x, trap.y, now)
    if kind == WALL_SPIKES:
        return spikes_touch(body, trap, trap.facing, spikes_out(trap, now))
    return spikes_touch(body, trap, TO_RIGHT, spikes_out(trap, now)) or spikes_touch(
        body, trap, TO_LEFT, spikes_out(trap, half_later(trap, now))
    )


@rule(inline=True)
def clock(tick, trap):
    """Ticks since the period of a trap began."""
    return (tick + trap.phase) % trap.period


@rule(inline=True)
def half_later(trap, now):
    return (now + trap.period // 2) % trap.period


@rule(inline=True)
def saw_way(trap, now):
    """How far a saw is from its left end: there when the period begins, at the right end half a period later."""
    return SAW_WAY * min(2 * now, 2 * (trap.period - now)) // trap.period


@rule
def saw_touches(body, trap, way):
    x, y = trap.x * CELL + SAW_RADIUS + way, trap.y * CELL + SAW_RADIUS
    across = max(max(body.x - HALF_WIDTH - x, x - body.x - HALF_WIDTH), 0)
    up = max(max(body.y - y, y - body.y - TALL), 0)
    return across * across + up * up < SAW_RADIUS * SAW_RADIUS


@rule(inline=True)
def spikes_out(trap, now):
    """How far wall spikes are out."""
    out = trap.period * OUT[0] // OUT[1]
    if now >= out:
        return 0
    return HALF_CELL * min(min(now + 1, out - now), EXTEND) // EXTEND


@rule
def spikes_touch(body, trap, facing, depth):
    """Spikes of this depth that point away from one side of the cell. `body` may overlap other cells as well."""
    left, low = trap.x * CELL, trap.y * CELL
    right, high = left + CELL, low + CELL
    if facing == TO_RIGHT:
        right = left + depth
    elif facing == TO_LEFT:
        left = right - depth
    elif facing == UP:
        high = low + depth
    elif facing == SINK:
        low = high - depth
    return touches(body, left, low, right, high)


@rule
def squeezes(body, x, y, now):
    return now < CLOSED and touches(body, x * CELL, y * CELL, x * CELL + CELL, y * CELL + CELL)


@rule
def mine_kills(state, trap):
    if not touches(state.body, trap.x * CELL, trap.y * CELL, trap.x * CELL + CELL, trap.y * CELL + CELL):
        return False
    since = state.tick - state.lit[trap.mine]
    if state.lit[trap.mine] == 0 or since >= FUSE + REST:
        state.lit[trap.mine] = state.tick
        return False
    return FUSE <= since < FUSE + BLAST


@rule(inline=True)
def touches(body, left, low, right, high):
    return left < body.x + HALF_WIDTH and body.x - HALF_WIDTH < right and low < body.y + TALL and body.y < high

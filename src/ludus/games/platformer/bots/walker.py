"""The walker: runs to the right, jumps at walls, gaps and traps, climbs ledges.

It looks half a cell ahead and ignores the clocks of traps. If it makes no progress to the right for a while, it tries
the left for as long.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, int64, rule
from ludus.core.compiled_bot_spec import BotSpec, moves_scratch
from ludus.games.platformer.constants import CELL, GROUND, HANG_LEFT, JUMP, LEFT, MOVES, RIGHT
from ludus.games.platformer.physics import SOLID, TRAP

PATIENCE_TICKS = 120  # ticks without progress after which it turns around
JUMP_DISTANCE = CELL // 2  # distance to an obstacle at which it jumps


class Memory(Record):
    side: int64  # LEFT or RIGHT
    best: int64  # farthest x to this side since it turned
    since: int64  # tick at which it got there


@rule
def begin(data, state, seed, params, memory, scratch):
    turn_around(state, memory, RIGHT)


@rule
def turn_around(state, memory, side):
    memory.side, memory.best, memory.since = side, state.body.x, state.tick


@rule
def choose(data, state, seat, params, memory, scratch):
    body = state.body
    further = body.x > memory.best if memory.side == RIGHT else body.x < memory.best
    if further:
        memory.best, memory.since = body.x, state.tick
    elif state.tick - memory.since > PATIENCE_TICKS:
        turn_around(state, memory, LEFT if memory.side == RIGHT else RIGHT)
    if body.stance >= HANG_LEFT:
        return memory.side | (JUMP if body.held == 0 else 0)
    if body.stance == GROUND:
        return memory.side | (JUMP if body.held == 0 and obstacle(data.grid, data.physics, body, memory.side) else 0)
    return memory.side | (JUMP if body.vy > 0 else 0)


@rule
def obstacle(grid, physics, body, side):
    """Return whether a wall, a gap or a trap is in front of the body."""
    ahead = physics.half_width + JUMP_DISTANCE
    front = body.x + ahead if side == RIGHT else body.x - ahead
    column, row = front // CELL, body.y // CELL
    if column < 0 or column >= grid.width:
        return False
    return grid.cells[row + 1, column + 1] & (SOLID | TRAP) != 0 or grid.cells[row, column + 1] & SOLID == 0


bot = BotSpec(
    name="walker",
    summary="Runs to the right and jumps at walls, gaps and traps; turns around when it makes no progress",
    rules=sys.modules[__name__],
    scratch=moves_scratch(len(MOVES)),
    memory=Memory,
)

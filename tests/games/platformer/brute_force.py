"""Brute-force walk: every button in every tick, from a body at rest, in a small room. It shares no code with the path
search; of bodies that differ by less than a hundredth of a cell only the first goes on."""

# mypy: ignore-errors

from functools import cache

import numba
import numpy as np

from ludus.core import record_reader, rule
from ludus.core.compile.intrinsics import ints_at
from ludus.core.rule import compile_exported
from ludus.games.platformer.constants import CELL, GROUND, HALF_CELL, MOVES
from ludus.games.platformer.motion_planning import GridNode, resting_body
from ludus.games.platformer.movement import physics_record
from ludus.games.platformer.physics import Body, Grid, PhysicsRecord, step

QUANTUM = 240  # units
MAX_BODIES = 300_000
BODY_BYTES = Body.nbytes
_grid_at, _physics_at, _body_at = record_reader(Grid), record_reader(PhysicsRecord), record_reader(Body)


@rule(export=True)
def step_all(grid, physics, bodies, buttons, count):
    """Advance each body by one tick with its buttons."""
    cells, numbers, pressed = _grid_at(grid), _physics_at(physics), ints_at(buttons, count)
    for k in range(count):
        step(cells, numbers, _body_at(bodies + k * BODY_BYTES), pressed[k])
    return count


@cache
def _compiled():
    return compile_exported(step_all, (numba.int64,) * 5)


def walk(grid, start, physics):
    """Cells in whose middle a body can come to stand, or None if there are too many bodies to follow."""
    tolerance = int(physics_record(physics)["tolerance"][0])
    frontier, seen, cells = resting_body(GridNode("stand", *start), physics), set(), set()
    while len(frontier):
        bodies = np.repeat(frontier, len(MOVES))
        buttons = np.tile(np.array(MOVES, np.int64), len(frontier))
        records = (grid, physics_record(physics), bodies, buttons)
        _compiled()(*(record.ctypes.data for record in records), len(bodies))
        stands = bodies[bodies["stance"] == GROUND]
        middle = stands[np.abs(stands["x"] % CELL - HALF_CELL) <= tolerance]
        cells |= set(zip((middle["x"] // CELL).tolist(), (middle["y"] // CELL).tolist(), strict=True))
        keys = np.stack(
            [bodies[name] // QUANTUM for name in ("x", "y", "vx", "vy")]
            + [bodies[name] for name in ("stance", "held", "let_go", "coyote", "air_jumps", "locked")],
            axis=1,
        ).astype(np.int16)
        new = []
        for k, key in enumerate(map(bytes, keys)):
            if key not in seen:
                seen.add(key)
                new.append(k)
        if len(seen) > MAX_BODIES:
            return None
        frontier = bodies[new]
    return cells

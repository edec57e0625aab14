"""Validation of positions read from text: the body is in free space, and all fields are in range."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.serialization import check_between
from ludus.core.structured_records import snapshot
from ludus.games.platformer import constants as u
from ludus.games.platformer.game_data_records import MAX_MINES
from ludus.games.platformer.level import Level
from ludus.games.platformer.movement import THESIS_PHYSICS, Physics, physics_record
from ludus.games.platformer.observation import last_tick, mine_cells
from ludus.games.platformer.state import AT_EXIT, REASONS, RUNNING, TIME
from ludus.util.errors import NotationError


def validate(content: Content, state: Any) -> None:
    """Check a position.

    Raises:
        NotationError: the position is impossible.
    """
    state, level, last = snapshot(state), content.labels, last_tick(content)
    check_between("tick", state.tick, 0, last)
    check_between("deaths", state.deaths, 0, state.tick)
    check_between("reason", state.reason, 0, len(REASONS) - 1)
    check_between("killer", state.killer, 1 if state.deaths else 0, len(level.traps) if state.deaths else 0)
    if (state.safe_x, state.safe_y) not in (level.start, *level.safe_cells):
        raise NotationError(f"safe_x, safe_y: {state.safe_x} {state.safe_y} is no safe cell")
    for number in range(MAX_MINES):
        check_between(f"lit[{number}]", state.lit[number], 0, state.tick if number < len(mine_cells(level)) else 0)
    _check_body(level, state.body)
    x, y = state.body.x // u.CELL, (state.body.y + level.movement.physics.height // 2) // u.CELL
    if (state.reason == AT_EXIT) != ((x, y) in level.exits):
        raise NotationError("reason: a run ends when the centre of the body is in an exit, and not before")
    if (state.reason == RUNNING and state.tick == last) or (state.reason == TIME and state.tick < last):
        raise NotationError(f"reason: time runs out at tick {last}, and not before")


def _check_body(level: Level, body: Any) -> None:
    physics = level.movement.physics
    record = physics_record(physics)[0]
    check_between("body.stance", body.stance, 0, len(u.STANCES) - 1)
    check_between("body.held", body.held, 0, 1)
    let_go, fastest = int(record["let_go_ticks"]), physics.run_speed
    check_between("body.let_go", body.let_go, 0, max(let_go - 1 if body.stance == u.AIR else let_go - 2, 0))
    if physics.is_extended:
        in_air = body.stance == u.AIR
        check_between("body.coyote", body.coyote, 0, physics.coyote_ticks if in_air else 0)
        check_between("body.air_jumps", body.air_jumps, 0, physics.air_jumps if in_air else 0)
        lock = max(physics.wall_lock_ticks - 1, 0) if physics.wall_jump and in_air else 0
        check_between("body.locked", body.locked, 0, lock)
        fastest = max(fastest, physics.wall_push_speed if physics.wall_jump else 0)
    check_between("body.vx", body.vx, -fastest, fastest)
    check_between("body.vy", body.vy, -physics.max_fall_speed, physics.top_speed - physics.gravity)
    check_between("body.x", body.x, physics.half_width, level.width * u.CELL - physics.half_width)
    check_between("body.y", body.y, 0, level.height * u.CELL - physics.height)
    columns = overlapped_columns(body.x, physics)
    if any(level.solid(x, y) for x in columns for y in overlapped_rows(body.y, physics)):
        raise NotationError("body: it is inside a solid cell")
    if body.stance != u.AIR and body.vy:
        raise NotationError("body.vy: a body that is not in the air neither rises nor falls")
    if body.stance == u.GROUND:
        below = any(level.solid(x, body.y // u.CELL - 1) for x in columns)
        if body.y % u.CELL or not below:
            raise NotationError("body.stance: there is no ground here")
    elif body.stance != u.AIR:
        _check_hang(level, body, physics)


def _check_hang(level: Level, body: Any, physics: Physics) -> None:
    """Check that the hands are on a ledge and the body is next to it."""
    x, y = body.x // u.CELL, body.y // u.CELL
    side = -1 if body.stance == u.HANG_LEFT else 1
    wall = x * u.CELL if side < 0 else (x + 1) * u.CELL
    at_wall = body.x + side * physics.half_width == wall and body.y + physics.height == (y + 1) * u.CELL
    ledge = level.solid(x + side, y) and not level.solid(x + side, y + 1) and not level.solid(x, y + 1)
    if not (at_wall and ledge) or body.vx:
        raise NotationError("body.stance: there is no ledge at its hands, or it moves")


def overlapped_columns(x: int, physics: Physics = THESIS_PHYSICS) -> range:
    """Return the columns of cells that a body overlaps."""
    return range((x - physics.half_width) // u.CELL, (x + physics.half_width - 1) // u.CELL + 1)


def overlapped_rows(y: int, physics: Physics = THESIS_PHYSICS) -> range:
    """Return the rows of cells that a body overlaps."""
    return range(y // u.CELL, (y + physics.height - 1) // u.CELL + 1)

"""Positions and moves in words, for the terminal: the level as characters, with the body."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.core.structured_records import snapshot
from ludus.games.platformer import constants as u
from ludus.games.platformer.game_data_records import SPIKES, TRAP_KINDS, GameData
from ludus.games.platformer.level import SOLID_CELLS, Level
from ludus.games.platformer.movement import THESIS_PHYSICS, Physics
from ludus.games.platformer.observation import last_tick
from ludus.games.platformer.physics import wall_beside
from ludus.games.platformer.state import AT_EXIT, RUNNING

BODY_MARK, EXIT_MARK, WALL_MARK, FREE_MARK, SPIKE_MARK = "@", "E", "#", " ", "^"
MAX_WIDTH, MAX_HEIGHT = 78, 20  # cells shown, around the body


def describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Describe the run in one line, followed by the part of the level around the body."""
    state, level = snapshot(state), content.labels
    deaths = f"{state.deaths} death{'' if state.deaths == 1 else 's'}"
    clock = f"{format_seconds(state.tick)} of {format_seconds(last_tick(content))}"
    lines = [f"{level.name}: {clock}, {deaths}, {describe_body(state, level.movement.physics)}"]
    return "\n".join([*lines, *_picture(level, state.body)])


def describe_move(content: Content, state: Any, move: int) -> str:
    """Describe the effect of the buttons in this position."""
    body, physics = snapshot(state).body, content.labels.movement.physics
    hanging, pressed = body.stance >= u.HANG_LEFT, move & u.JUMP and not body.held
    if hanging and not move & u.DOWN and not pressed:
        return "hang on"
    parts = []
    if hanging and move & u.DOWN:
        parts.append("let go")
    elif pressed and body.stance != u.AIR:
        parts.append("jump")
    elif pressed and physics.is_extended and body.coyote:
        parts.append("jump from the lost ground")
    elif pressed and physics.wall_jump and _touches_wall(content, body):
        parts.append("jump off the wall")
    elif pressed and body.air_jumps < physics.air_jumps:
        parts.append("jump in the air")
    elif body.vy > 0:
        parts.append("rise on" if move & u.JUMP else "stop rising")
    if move & (u.LEFT | u.RIGHT):
        parts.append(f"{'run' if body.stance == u.GROUND else 'go'} {'left' if move & u.LEFT else 'right'}")
    if move & u.DOWN and body.stance == u.AIR:
        parts.append("grab no ledge")
    if not parts:
        return "slow down" if body.vx else "stand still" if body.stance == u.GROUND else "fall"
    return ", ".join(parts)


def _touches_wall(content: Content, body: Any) -> bool:
    """Return whether the body could jump off a wall."""
    data = content.read(GameData)
    return plain(wall_beside)(data.grid, data.physics, body) != 0


def format_seconds(ticks: int) -> str:
    return f"{ticks / u.TICKS_PER_SECOND:.2f} s"


def describe_body(state: Any, physics: Physics = THESIS_PHYSICS) -> str:
    if state.reason != RUNNING:
        return "at the exit" if state.reason == AT_EXIT else "out of time"
    body = state.body
    place = f"at {body.x / u.METRE:.2f} m, {body.y / u.METRE:.2f} m"
    if body.stance >= u.HANG_LEFT:
        return f"hanging by a ledge on the {'left' if body.stance == u.HANG_LEFT else 'right'} {place}"
    if body.stance == u.GROUND:
        return f"{'running' if abs(body.vx) == physics.run_speed else 'sliding' if body.vx else 'standing'} {place}"
    return f"{'rising' if body.vy > 0 else 'falling'} {place}"


def _picture(level: Level, body: Any) -> list[str]:
    """Draw each cell as a character: traps by the first letter of their name, permanent spikes as ^."""
    marks = {
        cell: TRAP_KINDS[trap.kind][0] if trap.kind != SPIKES else SPIKE_MARK
        for trap in level.traps
        for cell in trap.cells
    }
    marks |= dict.fromkeys(level.exits, EXIT_MARK)
    x, y = body.x // u.CELL, (body.y + level.movement.physics.height // 2) // u.CELL
    marks[x, y] = BODY_MARK
    columns, rows = _window(x, level.width, MAX_WIDTH), _window(y, level.height, MAX_HEIGHT)
    return [
        "".join(
            marks.get((column, row)) or (WALL_MARK if level.cell(column, row) in SOLID_CELLS else FREE_MARK)
            for column in columns
        )
        for row in reversed(rows)
    ]


def _window(middle: int, count: int, most: int) -> range:
    first = max(0, min(middle - most // 2, count - most))
    return range(first, min(first + most, count))

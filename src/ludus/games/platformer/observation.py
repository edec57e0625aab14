"""Observation of the player as JSON data: everything, since nothing is hidden."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.constants import STANCES
from ludus.games.platformer.level import Level, LevelTrap
from ludus.games.platformer.state import REASONS

RESPAWN_RULES = ("checkpoint", "start")


def observation(content: Content, state: Any, seat: int | None) -> dict[str, Any]:
    """Return the position; lengths in units of 1/3600 m, times in ticks of 1/60 s, cells from the lower left corner."""
    state, level = snapshot(state), content.labels
    body = state.body
    physics = level.movement.physics
    observed: dict[str, Any] = {
        "tick": state.tick,
        "last_tick": last_tick(content),
        "body": {
            "x": body.x,
            "y": body.y,
            "vx": body.vx,
            "vy": body.vy,
            "stance": STANCES[body.stance],
            "jump_held": bool(body.held),
            "let_go": body.let_go,
        },
        "deaths": state.deaths,
        "killed_by": level.traps[state.killer - 1].name if state.killer else None,
        "safe": [state.safe_x, state.safe_y],
        "reason": REASONS[state.reason],
        "respawn": RESPAWN_RULES[int(content.data["respawn"][0])],
        "level": level.name,
        "cells": list(level.rows),
        "start": list(level.start),
        "exits": [list(cell) for cell in level.exits],
        "traps": [_trap(trap) for trap in level.traps],
        "ornaments": [{"kind": item.kind, "x": item.x, "y": item.y} for item in level.ornaments],
        "mines": [{"x": x, "y": y, "lit": lit} for (x, y), lit in zip(mine_cells(level), state.lit, strict=False)],
    }
    if physics.is_extended:
        counters = {"coyote": body.coyote, "air_jumps": body.air_jumps, "locked": body.locked}
        observed["body"] = {**observed["body"], **counters}
    if not physics.is_thesis:
        observed["physics"] = {"name": physics.name, **physics.numbers}
    return observed


def last_tick(content: Content) -> int:
    return int(content.data["last_tick"][0])


def mine_cells(level: Level) -> list[tuple[int, int]]:
    """Return the cells of the mines in the order of the state's list."""
    return [(trap.x, trap.y) for trap in level.traps if trap.kind == t.MINE]


def _trap(trap: LevelTrap) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": t.TRAP_KINDS[trap.kind], "x": trap.x, "y": trap.y}
    if trap.kind in (t.SPIKES, t.WALL_SPIKES):
        data["facing"] = t.FACINGS[trap.facing]
    if trap.kind not in t.TRAPS_WITHOUT_PERIOD:
        data |= {"period": trap.period, "phase": trap.phase}
    return data

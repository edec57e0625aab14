"""Levels by name, as text, as files and as JSON, for packages that must not import the game, such as the Studio."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludus.games.platformer.game_data_records import FACINGS, TRAP_KINDS, GameData
from ludus.games.platformer.level import ORNAMENTS, PERIOD_RANGE, Level, pack_level, write_level
from ludus.games.platformer.level_files import LevelError, find_faults, load_level, read_level
from ludus.games.platformer.movement import MAX_NAME_LENGTH
from ludus.games.platformer.options import LEVEL_SUFFIX, LEVELS, Options, find_level, level_names
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS

__all__ = [
    "LEVEL_SUFFIX",
    "MAX_COLUMNS",
    "MAX_NAME_LENGTH",
    "MAX_ROWS",
    "ORNAMENTS",
    "PERIOD_RANGE",
    "TRAP_KINDS",
    "Level",
    "LevelError",
    "find_faults",
    "find_level",
    "level_names",
    "load_level",
    "read_level",
    "write_level",
]


DEFAULT_LEVEL = Options().level  # the default level


def level_path(name: str) -> Path:
    """Path of a level that comes with the game."""
    return LEVELS / f"{name}{LEVEL_SUFFIX}"


def level_json(level: Level) -> dict[str, Any]:
    """JSON data of a level: cells with a border, rows from the lowest up, cell (0, 0) at the lower left."""
    data = GameData.zeros()
    pack_level(level, data)
    cells = data["grid"]["cells"][0][: level.height + 2, : level.width + 2]
    return {
        "text": write_level(level),
        "cells": cells.tolist(),
        "start": [*level.start],
        "exits": [[*exit_] for exit_ in level.exits],
        "traps": [
            {
                "name": item.name,
                "kind": TRAP_KINDS[item.kind],
                "x": item.x,
                "y": item.y,
                "facing": FACINGS[item.facing],
                "period": item.period,
                "phase": item.phase,
                "cells": len(item.cells),
            }
            for item in level.traps
        ],
        "ornaments": [{"kind": item.kind, "x": item.x, "y": item.y} for item in level.ornaments],
    }

"""Convert levels into protocol messages."""

from __future__ import annotations

import msgspec

from ludus.design.platformer.level_io import Level, level_json
from ludus.studio.protocol.levels import LevelRecipe, LevelRow, LevelScene


def level_scene(id: str, level: Level, kept: str = "", recipe: LevelRecipe | None = None) -> LevelScene:
    """Convert a level for the page, which plays and draws it."""
    return msgspec.convert({"row": level_row(id, level, kept, recipe), **level_json(level)}, LevelScene)


def level_row(id: str, level: Level, kept: str = "", recipe: LevelRecipe | None = None) -> LevelRow:
    return LevelRow(id, level.name, level.width, level.height, len(level.traps), kept, recipe)

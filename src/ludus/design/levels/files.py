"""Levels by name, as text and as files, for packages that must not import the game, such as the Studio."""

from __future__ import annotations

from pathlib import Path

from ludus.games.platformer.level import Level, write_level
from ludus.games.platformer.level_read import load_level, read_level
from ludus.games.platformer.options import ENDING, LEVELS, Options, find_level, level_names

__all__ = ["ENDING", "Level", "find_level", "level_names", "load_level", "read_level", "write_level"]

FIRST = Options().level  # the default level


def level_file(name: str) -> Path:
    """Path of a level that comes with the game."""
    return LEVELS / f"{name}{ENDING}"

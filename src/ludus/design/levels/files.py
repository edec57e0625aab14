"""Levels by name, as text and as files, for packages that must not import the game, such as the Studio."""

from __future__ import annotations

from pathlib import Path

from ludus.games.platformer.level import Level, write_level
from ludus.games.platformer.level_read import load_level, read_level
from ludus.games.platformer.options import LEVEL_SUFFIX, LEVELS, Options, find_level, level_names

__all__ = ["LEVEL_SUFFIX", "Level", "find_level", "level_names", "load_level", "read_level", "write_level"]

DEFAULT_LEVEL = Options().level  # the default level


def level_path(name: str) -> Path:
    """Path of a level that comes with the game."""
    return LEVELS / f"{name}{LEVEL_SUFFIX}"

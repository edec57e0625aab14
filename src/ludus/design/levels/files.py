"""Levels by name, as text and as files, for rooms that know no game: the Studio among them."""

from __future__ import annotations

from pathlib import Path

from ludus.games.platformer.level import Level, write_level
from ludus.games.platformer.level_read import load_level, read_level
from ludus.games.platformer.options import ENDING, LEVELS, Options, find_level, level_names

__all__ = ["ENDING", "Level", "find_level", "level_names", "load_level", "read_level", "write_level"]

FIRST = Options().level  # what is played where nobody names a level


def level_file(name: str) -> Path:
    """Where a level of the game lies."""
    return LEVELS / f"{name}{ENDING}"

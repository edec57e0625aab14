"""Options of a run, and loading of the game data that they select."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core import game
from ludus.core.content_cache import reads_tracked_files
from ludus.core.game import Content
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.game_data_records import GameData
from ludus.games.platformer.level import Level, pack_level
from ludus.games.platformer.level_files import check_level, load_level
from ludus.util.errors import UnknownName

LEVELS = Path(__file__).parent / "content" / "levels"
LEVEL_SUFFIX = ".level"


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """The level, the respawn rule and the time limit."""

    level: Annotated[str, Meta(description="the name of a level of the game, or the path of a level file")] = (
        "first-steps"
    )
    respawn: Annotated[
        Literal["checkpoint", "start"],
        Meta(description="where the body respawns: where it last stood safely, or at the start"),
    ] = "checkpoint"
    seconds: Annotated[int, Meta(ge=1, le=3600, description="time limit; a run that takes longer is lost")] = 120


@reads_tracked_files
def load(options: Options) -> Content:
    """Build the game data for these options; raise UnknownName or ContentError if the level is unknown or invalid."""
    return load_with_level(find_level(options.level), options)


def load_with_level(level: Level, options: Options) -> Content:
    """Build the game data for a given level; `options.level` is ignored."""
    check_level(level)
    array = GameData.zeros()
    pack_level(level, array)
    array["respawn"] = t.FROM_START if options.respawn == "start" else t.CHECKPOINT
    array["last_tick"] = options.seconds * TICKS_PER_SECOND
    return Content(array, options, level)


def find_level(name: str) -> Level:
    """Return a level of the game by its name, or the level in a file."""
    if "." in name or "/" in name or "\\" in name:
        return load_level(name)
    if name not in level_names():
        raise UnknownName("level of platformer", name, level_names())
    return load_level(LEVELS / f"{name}{LEVEL_SUFFIX}")


def level_names() -> list[str]:
    """List the names of the levels that come with the game."""
    return sorted(file.name.removesuffix(LEVEL_SUFFIX) for file in LEVELS.glob(f"*{LEVEL_SUFFIX}"))

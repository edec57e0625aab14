"""Options of a run, and loading of the game data that they select."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core import game
from ludus.core.content_cache import reads_tracked_files
from ludus.core.game import Content
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.game_data_records import THESIS_BYTES, GameData
from ludus.games.platformer.level import Level, pack_level
from ludus.games.platformer.level_files import check_level, load_level
from ludus.games.platformer.movement import Movement
from ludus.games.platformer.movement_files import read_movement
from ludus.util.errors import OptionError, UnknownName

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
    physics: Annotated[
        str | None,
        Meta(description="a physics of the game (double-jump, wall-jump) or your file (TOML); by default that of the "
        "level, else the thesis's"),
    ] = None  # fmt: skip


@reads_tracked_files
def load(options: Options) -> Content:
    """Build the game data for these options.

    Raises:
        UnknownName: there is no such level or physics.
        ContentError: a file is invalid.
        OptionError: the level is made for another physics.
    """
    return load_with_level(with_movement_files(find_level(options.level), options.physics), options)


def load_with_level(level: Level, options: Options) -> Content:
    """Build the game data for a given level; `options.level` and `options.physics` are ignored."""
    check_level(level)
    array = GameData.zeros()
    pack_level(level, array)
    array["respawn"] = t.FROM_START if options.respawn == "start" else t.CHECKPOINT
    array["last_tick"] = options.seconds * TICKS_PER_SECOND
    return Content(array, options, level, digest_bytes=THESIS_BYTES if level.movement.physics.is_thesis else None)


def with_movement_files(level: Level, physics: str | None, pieces: str | None = None) -> Level:
    """Return a level with the physics and the building pieces of these files or names; None: those of the level.

    Raises:
        OptionError: the level file names another physics or other pieces: it would not be what it was made for.
        ContentError: a file is invalid.
        UnknownName: there is no such physics or set of pieces.
    """
    if physics is None and pieces is None:
        return level
    own, given = level.movement, read_movement(physics, pieces)
    if physics is not None and not own.physics.is_thesis and own.physics.numbers != given.physics.numbers:
        raise OptionError(
            f"the level {level.name!r} is made for the physics {own.name}, not for {given.name}; the physics lines of "
            "its file say so"
        )
    if pieces is not None and own.pieces not in (None, given.pieces):
        raise OptionError(
            f"the level {level.name!r} is made of the building pieces in its file, not of those in {given.pieces_file}"
        )
    cells = own if pieces is None else given
    numbers = own.physics if physics is None else given.physics
    return replace(level, movement=Movement(numbers, cells.pieces, cells.pieces_file))


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

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
from ludus.games.platformer.movement import THESIS, Movement
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
    level = find_level(options.level)
    if options.physics is not None:
        level = with_movement(level, read_movement(options.physics, None))
    return load_with_level(level, options)


def load_with_level(level: Level, options: Options) -> Content:
    """Build the game data for a given level; `options.level` and `options.physics` are ignored."""
    check_level(level)
    array = GameData.zeros()
    pack_level(level, array)
    array["respawn"] = t.FROM_START if options.respawn == "start" else t.CHECKPOINT
    array["last_tick"] = options.seconds * TICKS_PER_SECOND
    return Content(array, options, level, digest_bytes=THESIS_BYTES if level.movement.physics.is_thesis else None)


def with_movement(level: Level, movement: Movement) -> Level:
    """Return a level with this movement.

    Raises:
        OptionError: the level file names another physics or other pieces, so that it would not be what it was made for.
    """
    if level.movement.physics not in (THESIS.physics, movement.physics) and (
        level.movement.physics.numbers != movement.physics.numbers
    ):
        raise OptionError(
            f"the level {level.name!r} is made for the physics {level.movement.name}, not for {movement.name}; its file "
            "says so in its physics lines"
        )
    if level.movement.pieces is not None and movement.pieces not in (None, level.movement.pieces):
        raise OptionError(
            f"the level {level.name!r} is made of the building pieces in its file, not of those of {movement.name}"
        )
    pieces = (level.movement.pieces, level.movement.pieces_file) if movement.pieces is None else (
        movement.pieces,
        movement.pieces_file,
    )
    return replace(level, movement=Movement(movement.physics, *pieces))


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

"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.design.platformer.generator.maze import MAX_ROOM, MIN_ROOM
from ludus.design.platformer.spec import LevelSpec
from ludus.lab import Config
from ludus.studies.config_checks import check_unique
from ludus.util.errors import OptionError

RoomSize = tuple[int, int]
SMALLEST_SIZE = (4, 4)  # size at which some arrangements of exits have no solution
LOOP_SHARE = 0.3


class RoomsConfig(Config, frozen=True, kw_only=True):
    """Rooms, sizes and levels."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2015
    room: Annotated[RoomSize, Meta(description="columns and rows of a room")] = (11, 7)
    rooms: Annotated[int, Meta(ge=1, le=1_000_000, description="rooms of that size with random exits")] = 10_000
    smallest: Annotated[RoomSize, Meta(description="smallest tested room size")] = (4, 4)
    largest: Annotated[RoomSize, Meta(description="largest tested room size")] = (15, 10)
    each: Annotated[int, Meta(ge=1, le=100_000, description="rooms of each size, with random exits")] = 500
    census_from: Annotated[
        RoomSize, Meta(description="smallest size for which every arrangement of exits is tested")
    ] = (
        5,
        5,
    )
    census_to: Annotated[RoomSize, Meta(description="largest size of this test")] = (12, 8)
    levels: Annotated[int, Meta(ge=1, le=100_000, description="levels with traps, the same number of each kind")] = 1000
    compared: Annotated[int, Meta(ge=2, le=1000, description="levels of each kind that are compared in pairs")] = 100
    mazes: Annotated[tuple[str, ...], Meta(min_length=1, description="rooms of a level, columns x rows")] = (
        "5x1",
        "4x3",
    )
    fills: Annotated[tuple[str, ...], Meta(min_length=1, description="how cells that no path needs are filled")] = (
        "airy",
        "solid",
        "open",
    )


def sizes_between(low: RoomSize, high: RoomSize) -> list[RoomSize]:
    """All sizes between two sizes."""
    return [(width, height) for height in range(low[1], high[1] + 1) for width in range(low[0], high[0] + 1)]


def level_specs(settings: RoomsConfig) -> list[LevelSpec]:
    """Kinds of levels, which levels take in turn."""
    mazes = [_parse_maze(text) for text in settings.mazes]
    return [
        LevelSpec(setup="thesis", rooms=maze, fill=fill, loops=LOOP_SHARE) for maze in mazes for fill in settings.fills
    ]


def check_config(settings: RoomsConfig) -> None:
    """Raise OptionError for impossible sizes and kinds."""
    check_unique("mazes", settings.mazes)
    check_unique("fills", settings.fills)
    for key in ("room", "smallest", "largest", "census_from", "census_to"):
        size = getattr(settings, key)
        if not all(low <= n <= high for n, low, high in zip(size, MIN_ROOM, MAX_ROOM, strict=True)):
            raise OptionError(
                f"{key}: a room has {_size_text(MIN_ROOM)} to {_size_text(MAX_ROOM)} cells, not {_size_text(size)}"
            )
    for low, high in (("smallest", "largest"), ("census_from", "census_to")):
        if not sizes_between(getattr(settings, low), getattr(settings, high)):
            raise OptionError(f"{low}: {_size_text(getattr(settings, low))} is larger than {high}")
    level_specs(settings)


def _parse_maze(text: str) -> RoomSize:
    parts = text.split("x")
    if len(parts) != 2 or not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise OptionError(f"mazes: columns x rows, such as 5x1, not {text!r}")
    return int(parts[0]), int(parts[1])


def _size_text(size: RoomSize) -> str:
    return f"{size[0]} x {size[1]}"


PRESETS = {
    "quick": {
        "rooms": 1000,
        "smallest": (4, 4),
        "largest": (12, 8),
        "each": 40,
        "census_to": (6, 5),
        "levels": 48,
        "compared": 12,
    },
    "full": {},
}

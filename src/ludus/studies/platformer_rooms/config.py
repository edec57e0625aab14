"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.core.errors import OptionError
from ludus.design.levels.building.exits import LARGEST, SMALLEST
from ludus.design.levels.levels import LevelOrder
from ludus.lab import Config
from ludus.studies.named import check_once

Size = tuple[int, int]
KNOWN = (4, 4)  # size at which some arrangements of exits have no solution
LOOPS = 0.3


class Settings(Config, frozen=True, kw_only=True):
    """Rooms, sizes and levels."""

    seed: Annotated[int, Meta(description="everything random follows from it")] = 2015
    room: Annotated[Size, Meta(description="columns and rows of a room")] = (11, 7)
    rooms: Annotated[int, Meta(ge=1, le=1_000_000, description="rooms of that size with random exits")] = 10_000
    smallest: Annotated[Size, Meta(description="the smallest of all sizes that are tried")] = (4, 4)
    largest: Annotated[Size, Meta(description="the largest of them")] = (15, 10)
    each: Annotated[int, Meta(ge=1, le=100_000, description="rooms of each size, with random exits")] = 500
    census_from: Annotated[Size, Meta(description="the smallest size of which every arrangement of exits is tried")] = (
        5,
        5,
    )
    census_to: Annotated[Size, Meta(description="the largest of these")] = (12, 8)
    levels: Annotated[int, Meta(ge=1, le=100_000, description="levels with traps, as many of each kind")] = 1000
    compared: Annotated[int, Meta(ge=2, le=1000, description="levels of each kind that are compared in pairs")] = 100
    mazes: Annotated[tuple[str, ...], Meta(min_length=1, description="their rooms, in columns x rows")] = ("5x1", "4x3")
    fills: Annotated[tuple[str, ...], Meta(min_length=1, description="what becomes of cells that no piece needs")] = (
        "airy",
        "solid",
        "open",
    )


def sizes(low: Size, high: Size) -> list[Size]:
    """All sizes between two sizes."""
    return [(width, height) for height in range(low[1], high[1] + 1) for width in range(low[0], high[0] + 1)]


def orders(settings: Settings) -> list[LevelOrder]:
    """Kinds of levels, which levels take in turn."""
    mazes = [_maze(text) for text in settings.mazes]
    return [LevelOrder(rooms=maze, fill=fill, loops=LOOPS) for maze in mazes for fill in settings.fills]


def check(settings: Settings) -> None:
    """Raise OptionError for impossible sizes and kinds."""
    check_once("mazes", settings.mazes)
    check_once("fills", settings.fills)
    for key in ("room", "smallest", "largest", "census_from", "census_to"):
        size = getattr(settings, key)
        if not all(low <= n <= high for n, low, high in zip(size, SMALLEST, LARGEST, strict=True)):
            raise OptionError(f"{key}: a room has {_words(SMALLEST)} to {_words(LARGEST)} cells, not {_words(size)}")
    for low, high in (("smallest", "largest"), ("census_from", "census_to")):
        if not sizes(getattr(settings, low), getattr(settings, high)):
            raise OptionError(f"{low}: {_words(getattr(settings, low))} is larger than {high}")
    orders(settings)


def _maze(text: str) -> Size:
    parts = text.split("x")
    if len(parts) != 2 or not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise OptionError(f"mazes: columns x rows, such as 5x1, not {text!r}")
    return int(parts[0]), int(parts[1])


def _words(size: Size) -> str:
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

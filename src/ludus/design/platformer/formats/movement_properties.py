"""Physics and building pieces of a level as properties of a map, which every format has.

    movement_properties(level.movement)    # {"physics": "Double jump", "physics_air_jumps": 1, ...}
    read_movement(file, place, properties)   # the movement again

`physics` is the name, `physics_KEY` each number that differs from the thesis's physics, in units and ticks as in level
files, and `piece_1`, `piece_2`, ... the building pieces, as the lines of level files have them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludus.design.platformer.formats.level_parts import PropertyValue, fail, shorten, whole_number
from ludus.games.platformer.level import write_movement
from ludus.games.platformer.level_files import read_movement_lines
from ludus.games.platformer.movement import RANGES, THESIS, Movement
from ludus.util.errors import ContentError, UnknownName

PHYSICS_PROPERTY, PHYSICS_PREFIX, PIECE_PREFIX = "physics", "physics_", "piece_"
PIECE_NAME = re.compile(rf"{PIECE_PREFIX}[1-9][0-9]{{0,2}}")


def movement_properties(movement: Movement) -> dict[str, PropertyValue]:
    """Return the properties of a movement; none for that of the thesis."""
    properties: dict[str, PropertyValue] = {}
    pieces = 0
    for line in write_movement(movement):
        word, _, rest = line.partition(" ")
        if word == "piece":
            pieces += 1
            properties[f"{PIECE_PREFIX}{pieces}"] = rest
        else:
            key, _, value = rest.partition(" ")
            if key == "name":
                properties[PHYSICS_PROPERTY] = value
            else:
                properties[f"{PHYSICS_PREFIX}{key}"] = int(value)
    return properties


def is_movement_property(name: str) -> bool:
    """Whether a property of this name says something about physics or pieces, if only by its beginning."""
    return name == PHYSICS_PROPERTY or name.startswith((PHYSICS_PREFIX, PIECE_PREFIX))


def property_range(name: str) -> tuple[int, int] | None:
    """Least and largest value of a property with a number; None for the others."""
    return RANGES.get(name.removeprefix(PHYSICS_PREFIX)) if name.startswith(PHYSICS_PREFIX) else None


def read_movement(file: str | Path, place: str, given: Mapping[str, Any]) -> Movement:
    """Read the movement from the properties of a map; other properties are ignored.

    Args:
        file: the file, for messages.
        place: where the file has the properties.
        given: the properties.

    Raises:
        ContentError: a property is unknown or has a wrong value, or a number or the name of the physics is missing.
    """
    named = {name: value for name, value in given.items() if is_movement_property(name)}
    numbers = [name for name in named if name.startswith(PHYSICS_PREFIX)]
    if not named:
        return THESIS
    if (PHYSICS_PROPERTY in named) != bool(numbers):
        missing = f"{PHYSICS_PREFIX}KEY for each number" if PHYSICS_PROPERTY in named else f"{PHYSICS_PROPERTY!r}"
        present = f"{PHYSICS_PROPERTY!r}" if PHYSICS_PROPERTY in named else f"{shorten(numbers[0])!r}"
        fail(file, place, f"there is {present}, but not {missing}; a physics has a name and its numbers")
    lines = [_line(file, place, name, named[name]) for name in sorted(named, key=_order)]
    try:
        return read_movement_lines(lines)
    except ContentError as error:
        fail(file, place, error.what)


def _order(name: str) -> tuple[bool, int, str]:
    """Pieces last, by their numbers."""
    is_piece = PIECE_NAME.fullmatch(name) is not None
    return is_piece, int(name.removeprefix(PIECE_PREFIX)) if is_piece else 0, name


def _line(file: str | Path, place: str, name: str, value: Any) -> str:
    """Line of a level file for a property, checked by itself so that an error names the property."""
    at = f"{place}, property {shorten(name)!r}" if place else f"property {shorten(name)!r}"
    if name.startswith(PHYSICS_PREFIX):
        key = name.removeprefix(PHYSICS_PREFIX)
        if key not in RANGES:
            known = [f"{PHYSICS_PREFIX}{key}" for key in RANGES]
            fail(file, at, str(UnknownName("property of a physics", shorten(name), known)))
        number = whole_number(value)
        low, high = RANGES[key]
        if number is None or not low <= number <= high:
            fail(file, at, f"a whole number from {low} to {high} is needed, not {shorten(value)!r}")
        return f"physics {key} {number}"
    if not isinstance(value, str) or not value.strip():
        fail(file, at, f"a text is needed, not {shorten(value)!r}")
    if name == PHYSICS_PROPERTY:
        return f"physics name {' '.join(value.split())}"
    if not PIECE_NAME.fullmatch(name):
        fail(file, at, f"building pieces are named {PIECE_PREFIX}1, {PIECE_PREFIX}2 and so on")
    line = f"piece {' '.join(value.split())}"
    try:
        read_movement_lines([line])
    except ContentError as error:
        fail(file, at, error.what)
    return line

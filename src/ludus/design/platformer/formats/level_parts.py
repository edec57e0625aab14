"""A level as the parts that every format has: its name, a grid of terrain, and things that stand in cells.

    parts = split_level(level)            # what a writer of a format writes
    parts.terrain                         # ("####", "#oo#", "####"), from the top down
    parts.things                          # start, exits, respawn cells, traps, decoration, each with its properties
    join_level(parts, "x.tmx").level      # what a reader of a format returns; checked

Terrain has four kinds: solid, fixed solid, open and fixed open. A trap stands in open cells; the characters t and d of
level files follow from it. A thing has a kind, the cell where it is (of a wide trap the left one; y upwards), and
properties: `facing`, `period` and `phase`. The physics and the building pieces that a level is made for are properties
of the whole map (movement_properties.py). Readers say where each thing is in the file, so that every error names the
file, the place and what is wrong. What a file has beyond a level is named in notes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.level import (
    MOVING_TRAP_CELL,
    ORNAMENTS,
    SPIKE_CELL,
    Cell,
    Level,
    LevelTrap,
    Ornament,
    write_level,
)
from ludus.games.platformer.level_files import check_level, read_level
from ludus.games.platformer.movement import MAX_NAME_LENGTH, THESIS, Movement
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS
from ludus.util.errors import ContentError, UnknownName
from ludus.util.text import closest_match, plural

MARKERS = ("start", "exit", "safe")
KINDS = (*MARKERS, *t.TRAP_KINDS, *ORNAMENTS)
TERRAIN = {"#": "solid", "=": "fixed-solid", "o": "open", ".": "fixed-open"}  # characters of level files
TERRAIN_CHARACTERS = {kind: character for character, kind in TERRAIN.items()}
SIDES = ("left", "right")
DEFAULT_PERIOD = 120  # ticks; of a trap that is placed in an editor
NAME_PROPERTY = "level"  # of a map: the name of the level
CELL_LAYER = "cells"
LAYERS = ("markers", "traps", "ornaments")  # of things

PropertyValue = int | str


@dataclass(frozen=True)
class Thing:
    """Something in a cell: a marker, a trap or decoration. `place` says where a file has it."""

    kind: str
    x: int
    y: int
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    place: str = ""

    @property
    def name(self) -> str:
        return f"{self.kind} {self.x} {self.y}"


@dataclass(frozen=True)
class LevelParts:
    """Name, terrain from the top down, things and movement of a level; notes on what a file has beyond that."""

    name: str
    terrain: tuple[str, ...]
    things: tuple[Thing, ...]
    notes: tuple[str, ...] = ()
    movement: Movement = THESIS  # physics and building pieces

    @property
    def width(self) -> int:
        return len(self.terrain[0])

    @property
    def height(self) -> int:
        return len(self.terrain)


@dataclass(frozen=True)
class ImportedLevel:
    """A checked level from a file of another tool."""

    level: Level
    places: Mapping[str, str]  # where the file has a thing, by its name, such as `saw 5 2`
    notes: tuple[str, ...] = ()

    def locate(self, what: str) -> str:
        """Return a message with the place of the first thing that it names."""
        return _with_place(what, self.places)


def property_names(kind: str) -> tuple[str, ...]:
    """Names of the properties that a thing of this kind has."""
    if kind not in t.TRAP_KINDS:
        return ()
    number = t.TRAP_KINDS.index(kind)
    facing = ("facing",) if facings(kind) else ()
    return facing if number in t.TRAPS_WITHOUT_PERIOD else (*facing, "period", "phase")


def facings(kind: str) -> tuple[str, ...]:
    """Directions in which a thing of this kind can point; none if it has no direction."""
    return {"wall-spikes": SIDES, "spikes": t.FACINGS}.get(kind, ())


def cells_wide(kind: str) -> int:
    """Number of cells that a thing of this kind occupies, side by side."""
    return 3 if kind in t.TRAP_KINDS and t.TRAP_KINDS.index(kind) in t.WIDE_TRAPS else 1


def layer_of(kind: str) -> str:
    """Layer in which formats with layers keep things of this kind."""
    return "markers" if kind in MARKERS else "ornaments" if kind in ORNAMENTS else "traps"


def split_level(level: Level) -> LevelParts:
    """Take a level apart."""
    things = [Thing("start", *level.start), *(Thing("exit", *cell) for cell in level.exits)]
    things += [Thing("safe", *cell) for cell in level.safe]
    for trap in level.traps:
        kind = t.TRAP_KINDS[trap.kind]
        facing, period, phase = t.FACINGS[trap.facing], trap.period, trap.phase
        values: dict[str, PropertyValue] = {"facing": facing, "period": period, "phase": phase}
        things.append(Thing(kind, trap.x, trap.y, {name: values[name] for name in property_names(kind)}))
    things += [Thing(ornament.kind, *ornament.cell) for ornament in level.ornaments]
    to_open = str.maketrans({MOVING_TRAP_CELL: "o", SPIKE_CELL: "o"})
    rows = tuple(row.translate(to_open) for row in level.rows)
    return LevelParts(level.name, rows, tuple(things), movement=level.movement)


def join_level(parts: LevelParts, file: str | Path) -> ImportedLevel:
    """Put a level together and check it. Whether the exits can be reached is not checked.

    Raises:
        ContentError: the parts make no level; the message names file and place.
    """
    return _Joiner(parts, file).join()


def read_thing(
    file: str | Path, place: str, kind: str, cell: Cell, given: Mapping[str, Any], notes: list[str]
) -> Thing:
    """Check kind and properties of a thing in a file.

    Args:
        file: the file, for messages.
        place: where the file has the thing.
        kind: its kind.
        cell: where it is.
        given: its properties, as the file has them.
        notes: gets a sentence for each property that a level does not have.

    Raises:
        ContentError: the kind is unknown, or a property is missing, misspelt or has a wrong value.
    """
    check_kind(file, place, kind)
    names = property_names(kind)
    for other in (name for name in given if name not in names):
        if close := closest_match(other, [name for name in names if name not in given]):
            fail(file, place, f"a {kind} has no property {shorten(other)!r}; did you mean {close!r}?")
        notes.append(f"{place}: property {shorten(other)!r} is not carried over")
    values: dict[str, PropertyValue] = {}
    for name in names:
        if name not in given:
            fail(file, place, f"a {kind} needs the property {name!r}")
        values[name] = (
            _facing(file, place, kind, given[name]) if name == "facing" else _ticks(file, place, name, given[name])
        )
    return Thing(kind, *cell, values, place)


def check_kind(file: str | Path, place: str, kind: str) -> None:
    """Check that a kind of things is known.

    Raises:
        ContentError: it is not; with the known kinds.
    """
    if kind not in KINDS:
        fail(file, place, str(UnknownName("kind of thing in a level", shorten(kind), list(KINDS))))


def check_size(file: str | Path, place: str, width: int, height: int) -> None:
    """Check the size of a grid before its cells are read.

    Raises:
        ContentError: the grid is empty or too large.
    """
    if not (1 <= width <= MAX_COLUMNS and 1 <= height <= MAX_ROWS):
        size = f"{shorten(width)} x {shorten(height)}"
        fail(file, place, f"a level has 1 x 1 to {MAX_COLUMNS} x {MAX_ROWS} cells, not {size}")


def fail(file: str | Path, place: str, what: str) -> NoReturn:
    """Raise ContentError with file and place."""
    raise ContentError(f"{place}: {what}" if place else what, file)


def shorten(value: Any) -> str:
    """Text of a value in a file, for messages: cut if long, without control characters."""
    text = "".join(character if character.isprintable() else "\ufffd" for character in str(value)[:41])
    return text if len(text) <= 40 else f"{text[:40]}..."


def whole_number(value: Any) -> int | None:
    """Whole number of a property, None if it is none; editors also keep such numbers as text or as 96.0."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}", value):
        return int(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and abs(value) < 1e6 and value == int(value) else None


def _facing(file: str | Path, place: str, kind: str, value: Any) -> str:
    allowed = facings(kind)
    if value not in allowed:
        fail(file, place, f"facing of {kind} is {' or '.join(allowed)}, not {shorten(value)!r}")
    return str(value)


def _ticks(file: str | Path, place: str, name: str, value: Any) -> int:
    number = whole_number(value)
    if number is None:
        fail(file, place, f"{name} is a whole number of ticks, not {shorten(value)!r}")
    return number


def _with_place(what: str, places: Mapping[str, str]) -> str:
    for match in re.finditer(r"[a-z-]+ [0-9]+ [0-9]+", what):
        if places.get(match.group()):
            return f"{places[match.group()]}: {what}"
    return what


class _Joiner:
    """State while a level is put together: its rows, and what has been read."""

    def __init__(self, parts: LevelParts, file: str | Path) -> None:
        self.parts, self.file = parts, file
        self.rows = [list(row) for row in parts.terrain]
        self.places: dict[str, str] = {}
        self.taken: dict[Cell, Thing] = {}
        self.notes = [*parts.notes]

    def join(self) -> ImportedLevel:
        parts = self.parts
        check_size(self.file, "", parts.width, parts.height)
        for thing in parts.things:
            self.check_thing(thing)
        by_kind = {kind: [thing for thing in parts.things if thing.kind == kind] for kind in MARKERS}
        if not by_kind["start"]:
            fail(self.file, "", "there is no start; a level has one")
        if len(by_kind["start"]) > 1:
            first, second, *_ = by_kind["start"]
            fail(self.file, second.place, f"a second start; the first is at {first.x} {first.y}")
        if not by_kind["exit"]:
            fail(self.file, "", "there is no exit; a level has at least one")
        start = by_kind["start"][0]
        level = Level(
            self.level_name(),
            tuple("".join(row) for row in self.rows),
            (start.x, start.y),
            tuple((thing.x, thing.y) for thing in by_kind["exit"]),
            tuple(_trap(thing) for thing in parts.things if thing.kind in t.TRAP_KINDS),
            tuple((thing.x, thing.y) for thing in by_kind["safe"]),
            tuple(Ornament(thing.kind, thing.x, thing.y) for thing in parts.things if thing.kind in ORNAMENTS),
            parts.movement,
        )
        try:
            check_level(level)
            if read_level(write_level(level)) != level:
                raise ContentError("the level cannot be written as a level file")
        except ContentError as error:
            raise ContentError(_with_place(error.what, self.places), self.file) from None
        return ImportedLevel(level, self.places, tuple(self.notes))

    def level_name(self) -> str:
        """Name of the level, without spaces that a level file would not keep."""
        name = " ".join(self.parts.name.split())
        if not 1 <= len(name) <= MAX_NAME_LENGTH:
            characters = f"1 to {MAX_NAME_LENGTH} characters, not {len(name)}"
            fail(self.file, f"property {NAME_PROPERTY!r}", f"the name of a level has {characters}")
        if not name.isprintable():
            fail(self.file, f"property {NAME_PROPERTY!r}", "the name of a level contains unprintable characters")
        if name != self.parts.name:
            self.notes.append(f"the level is named {name!r}: spaces at the ends and double spaces are not carried over")
        return name

    def check_thing(self, thing: Thing) -> None:
        """Check where a thing stands, and write the cells of a trap."""
        height, width = len(self.rows), len(self.rows[0])
        if thing.name in self.places:
            fail(self.file, thing.place, f"{thing.name} is there twice")
        self.places[thing.name] = thing.place
        is_trap = thing.kind in t.TRAP_KINDS
        for x in range(thing.x, thing.x + cells_wide(thing.kind)):
            if not (0 <= x < width and 0 <= thing.y < height):
                where = f"{shorten(x)} {shorten(thing.y)}"
                fail(self.file, thing.place, f"{thing.kind} is outside, in cell {where}: there are {width} x {height}")
            if not is_trap:
                continue
            cell, row = (x, thing.y), self.rows[height - 1 - thing.y]
            if other := self.taken.get(cell):
                fail(self.file, thing.place, f"{thing.name} and {other.name} are both in cell {x} {thing.y}")
            self.taken[cell] = thing
            if row[x] in "#=":
                needed = plural(cells_wide(thing.kind), "open cell")
                fail(self.file, thing.place, f"cell {x} {thing.y} is solid; {thing.name} needs {needed}")
            if row[x] == ".":
                self.notes.append(f"cell {x} {thing.y}: {thing.kind} replaces the fixed open cell")
            row[x] = SPIKE_CELL if thing.kind == "spikes" else MOVING_TRAP_CELL


def _trap(thing: Thing) -> LevelTrap:
    values = thing.properties
    facing = t.FACINGS.index(str(values["facing"])) if "facing" in values else t.POINT_UP
    period, phase = int(values.get("period", 0)), int(values.get("phase", 0))
    return LevelTrap(t.TRAP_KINDS.index(thing.kind), thing.x, thing.y, facing, period, phase)

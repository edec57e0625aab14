"""Levels as CSV, for spreadsheets: one table cell for each cell of the level, with words for what is in it.

    level,First steps
    size,10,5
    cells
    #,#,#,#,#,#,#,#,#,#
    #,,,,,,,,,#
    #,start,saw period 96 phase 0,<,<,,,spikes up,exit,#
    #,#,#,#,#,#,#,#,#,#

Rows go from the top down. An empty table cell is an open cell, # a solid one. Things are written as in level files,
without their coordinates; a wide trap is in the left one of its cells, and < marks the others. Several words in one
table cell are joined by +: `fixed + coin`, `# + fixed + crystal`. A cell that a generator must not change has the word
`fixed`. Physics and pieces of a level are lines before `cells`: `physics,Double jump`, `physics_air_jumps,1`.
Columns may be separated by commas, semicolons or tabs, as spreadsheets write them in different countries.
The order of traps and exits is that of the table: row by row, from the left.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import NoReturn

from ludus.design.platformer.formats.level_parts import (
    KINDS,
    NAME_PROPERTY,
    LevelParts,
    Thing,
    cells_wide,
    check_size,
    facings,
    fail,
    property_names,
    read_thing,
    shorten,
)
from ludus.design.platformer.formats.movement_properties import (
    PHYSICS_PROPERTY,
    is_movement_property,
    movement_properties,
    read_movement,
)
from ludus.games.platformer.level import Cell
from ludus.games.platformer.physics import MAX_COLUMNS
from ludus.util.errors import ContentError, UnknownName

SOLID, FIXED, CONTINUED, JOIN = "#", "fixed", "<", "+"
SEPARATORS = ",;\t"
HEAD_WORDS = (NAME_PROPERTY, "size", PHYSICS_PROPERTY, "cells")
MAX_CELL_LENGTH = 200  # characters


def write_csv(parts: LevelParts) -> str:
    """Return a level as CSV."""
    words: dict[Cell, list[str]] = {}
    for row, characters in enumerate(parts.terrain):
        for x, character in enumerate(characters):
            terrain = [SOLID] if character in "#=" else []
            words[x, parts.height - 1 - row] = terrain + ([FIXED] if character in "=." else [])
    for thing in parts.things:
        words[thing.x, thing.y].append(_thing_words(thing))
        for x in range(thing.x + 1, thing.x + cells_wide(thing.kind)):
            words[x, thing.y].append(CONTINUED)
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([NAME_PROPERTY, parts.name])
    writer.writerow(["size", parts.width, parts.height])
    for name, value in movement_properties(parts.movement).items():
        writer.writerow([name, value])
    writer.writerow(["cells"])
    for y in reversed(range(parts.height)):
        writer.writerow([f" {JOIN} ".join(words[x, y]) for x in range(parts.width)])
    return buffer.getvalue()


def read_csv(text: str, file: str | Path) -> LevelParts:
    """Read the parts of a level from CSV.

    Raises:
        ContentError: the text is not such a level.
    """
    return _GridReader(file).read(text)


def _thing_words(thing: Thing) -> str:
    words = [thing.kind]
    for name, value in thing.properties.items():
        words += [str(value)] if name == "facing" else [name, str(value)]
    return " ".join(words)


class _GridReader:
    """Reader of one file: the rows before `cells`, then the grid."""

    def __init__(self, file: str | Path) -> None:
        self.file = file
        self.name = ""
        self.size: tuple[int, int] | None = None
        self.notes: list[str] = []
        self.movement: dict[str, str] = {}

    def read(self, text: str) -> LevelParts:
        rows = self.split(text)
        words = [row[0].strip() if row else "" for _, row in rows]
        if "cells" not in words:
            self.fail(None, "there is no line 'cells'; the grid comes after it")
        first = words.index("cells")
        for (line, row), word in zip(rows[: first + 1], words, strict=False):
            values = [value.strip() for value in row[1:]]
            while values and not values[-1]:
                values.pop()
            if word or values:
                self.read_head(line, word, values)
        if not self.name:
            self.name = Path(self.file).stem
            self.notes.append(f"there is no line '{NAME_PROPERTY}': the level is named {shorten(self.name)!r}")
        return self.read_grid(rows[first + 1 :])

    def split(self, text: str) -> list[tuple[int, list[str]]]:
        """Table rows with their line numbers; the separator is the one that follows a first word."""
        head = re.search(rf'^"?(?:{"|".join(HEAD_WORDS)})"?([{SEPARATORS}])', text, re.MULTILINE)
        separator = head[1] if head else SEPARATORS[0]
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        rows = []
        try:
            for row in reader:
                rows.append((reader.line_num, row))
        except csv.Error as error:
            self.fail(reader.line_num, f"this is not CSV: {error}")
        return rows

    def read_head(self, line: int, word: str, values: list[str]) -> None:
        if word == NAME_PROPERTY:
            if self.name:
                self.fail(line, "the level has its name already")
            if len(values) != 1 or not values[0]:
                self.fail(line, f"write '{NAME_PROPERTY}' and in the next column the name of the level")
            self.name = values[0]
        elif word == "size":
            numbers = [int(value) for value in values if value.isascii() and value.isdigit() and len(value) < 6]
            if self.size is not None or len(values) != 2 or len(numbers) != 2:
                self.fail(line, "write 'size' once, and in the next columns the width and the height")
            check_size(self.file, f"line {line}", *numbers)
            self.size = numbers[0], numbers[1]
        elif word == "cells":
            if values:
                self.fail(line, f"nothing stands after 'cells', but here is {shorten(values[0])!r}")
        elif is_movement_property(word):
            if word in self.movement or len(values) != 1:
                self.fail(line, f"write {shorten(word)!r} once, and in the next column its value")
            self.movement[word] = values[0]
        else:
            self.fail(line, str(UnknownName("line before the grid", shorten(word), list(HEAD_WORDS))))

    def read_grid(self, rows: list[tuple[int, list[str]]]) -> LevelParts:
        count = max((k for k, (_, row) in enumerate(rows, 1) if any(value.strip() for value in row)), default=0)
        rows = rows[: max(count, 0 if self.size is None else self.size[1])]  # the last rows may be open cells only
        if not rows:
            self.fail(None, "there are no rows after 'cells'")
        if self.size is None:
            width = max((k + 1 for _, row in rows for k, value in enumerate(row) if value.strip()), default=0)
            self.size = width, len(rows)
        width, height = self.size
        check_size(self.file, "", width, len(rows))
        if len(rows) != height:
            self.fail(rows[-1][0], f"there are {len(rows)} rows, and the line 'size' says {height}")
        terrain: list[str] = []
        things: list[Thing] = []
        for number, (line, row) in enumerate(rows):
            if any(value.strip() for value in row[width:]):
                self.fail(line, f"the row is longer than {width} cells, which is the width of the level")
            characters, found = self.read_row(line, [*row, *[""] * width][:width], height - 1 - number)
            terrain.append(characters)
            things += found
        movement = read_movement(self.file, "before the grid", self.movement)
        return LevelParts(self.name, tuple(terrain), tuple(things), tuple(self.notes), movement)

    def read_row(self, line: int, row: list[str], y: int) -> tuple[str, list[Thing]]:
        characters, things = "", []
        rest, wide = 0, ""  # cells of the last wide trap that are still to come
        for x, text in enumerate(row):
            place = f"line {line}, column {column_name(x)} (cell {x} {y})"
            if len(text) > MAX_CELL_LENGTH:
                fail(self.file, place, f"{len(text)} characters; at most {MAX_CELL_LENGTH}")
            words = [word.strip() for word in text.split(JOIN)] if text.strip() else []
            solid, fixed = words.count(SOLID), words.count(FIXED)
            if solid > 1 or fixed > 1:
                fail(self.file, place, f"{SOLID if solid > 1 else FIXED!r} is there twice")
            characters += ("=" if fixed else "#") if solid else ("." if fixed else "o")
            if rest > 0 and CONTINUED not in words:
                fail(self.file, place, f"{wide} is three cells wide; the cells on its right have {CONTINUED!r}")
            for word in words:
                if word in (SOLID, FIXED):
                    continue
                if word == CONTINUED:
                    if rest <= 0:
                        fail(self.file, place, f"{CONTINUED!r} continues no trap on the left")
                    rest -= 1
                    continue
                thing = self.read_words(place, word, (x, y))
                things.append(thing)
                if cells_wide(thing.kind) > 1:
                    rest, wide = rest + cells_wide(thing.kind) - 1, thing.kind
        if rest > 0:
            fail(self.file, f"line {line}", f"{wide} is three cells wide, and does not fit at the end of the row")
        return characters, things

    def read_words(self, place: str, text: str, cell: Cell) -> Thing:
        kind, *words = text.split() or [""]
        if kind not in KINDS:
            known = [SOLID, FIXED, *KINDS]
            fail(self.file, place, str(UnknownName("content of a cell", shorten(kind or JOIN), known)))
        form = [kind, *(["|".join(facings(kind))] if facings(kind) else [])]
        names = [name for name in property_names(kind) if name != "facing"]
        form += [part for name in names for part in (name, "N")]
        if len(words) != len(form) - 1:
            fail(self.file, place, f"write {' '.join(form)!r}, not {shorten(text)!r}")
        values = {"facing": words.pop(0)} if facings(kind) else {}
        for name, value in zip(words[::2], words[1::2], strict=True):
            if name not in names or name in values:
                fail(self.file, place, f"write {' '.join(form)!r}, not {shorten(text)!r}")
            values[name] = value
        return read_thing(self.file, place, kind, cell, values, self.notes)

    def fail(self, line: int | None, what: str) -> NoReturn:
        raise ContentError(what, self.file, line)


def column_name(number: int) -> str:
    """Name of a column in a spreadsheet: A, B, ..., Z, AA, AB, ..."""
    name = ""
    number = min(number, 27 * MAX_COLUMNS) + 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name

"""What the readers of maps with layers share: Tiled, LDtk and Godot.

    class _Reader(MapReader): ...
    layer = self.choose_cell_layer("map", "tile layer", layers, names, CELL_LAYER)
    terrain = self.make_terrain("map", cells, size)
    thing = self.make_thing(place, "saw", self.snap(place, "saw", left, top, pixels, hint), values)

A map counts columns and rows from its upper left corner; a level counts rows upwards. Cells and things of a map become
those of a level here, with the same checks and messages for every tool.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ludus.design.platformer.formats.level_parts import (
    NAME_PROPERTY,
    TERRAIN_CHARACTERS,
    Thing,
    cells_wide,
    check_size,
    fail,
    read_thing,
    shorten,
)
from ludus.design.platformer.formats.movement_properties import is_movement_property
from ludus.games.platformer.level import Cell

GRID_TOLERANCE = 0.5  # pixels by which a thing may be off the grid

Layer = TypeVar("Layer")


class MapReader:
    """Base of the readers of one file; `notes` name what a level does not carry over."""

    def __init__(self, file: str | Path) -> None:
        self.file = file
        self.notes: list[str] = []
        self.origin: Cell = (0, 0)  # column and row of the upper left cell of the level
        self.height = 0  # rows of the level

    def choose_cell_layer(
        self, place: str, what: str, layers: Sequence[Layer], names: Sequence[str], wanted: str
    ) -> Layer:
        """The layer with the cells: the only one, or the one with the wanted name.

        Args:
            place: where the layers are.
            what: what a layer is called, such as `tile layer`.
            layers: all layers that may have cells.
            names: their names.
            wanted: name of the layer with the cells.

        Raises:
            ContentError: there is none, or several could be meant.
        """
        if not layers:
            fail(self.file, place, f"there is no {what}; the cells of a level are one, named {wanted!r}")
        named = [layer for layer, name in zip(layers, names, strict=True) if name == wanted]
        candidates = named or layers
        if len(candidates) > 1:
            fail(self.file, place, f"there are {len(candidates)} {what}s; name one of them {wanted!r}")
        return candidates[0]

    def level_name(
        self, place: str, what: str, values: Mapping[str, Any], default: str, known: Sequence[str] = ()
    ) -> str:
        """Name of the level among the values of a map; other values are noted, except those of its physics.

        Args:
            place: where the values are.
            what: what a value is called, such as `property`.
            values: all values of the map.
            default: name of the level if no value gives it.
            known: names of values that are read elsewhere.

        Raises:
            ContentError: the name is no text.
        """
        for other in values:
            if other not in (NAME_PROPERTY, *known) and not is_movement_property(other):
                self.notes.append(f"{place}: {what} {shorten(other)!r} is not carried over")
        name = values.get(NAME_PROPERTY)
        if name is None:
            self.notes.append(f"{place} has no {what} {NAME_PROPERTY!r}: the level is named {shorten(default)!r}")
            return default
        if not isinstance(name, str):
            fail(self.file, place, f"{what} {NAME_PROPERTY!r} is the name of the level, a text, not {shorten(name)!r}")
        return name

    def terrain_character(self, place: str, kind: str | None, what: str, hint: str = "") -> str:
        """Character of a kind of terrain; `what` describes the tile in the error."""
        if kind not in TERRAIN_CHARACTERS:
            fail(self.file, place, f"{what}; cells are {', '.join(TERRAIN_CHARACTERS)}{hint}")
        return TERRAIN_CHARACTERS[kind]

    def make_terrain(
        self, place: str, cells: Mapping[Cell, str], size: Cell | None, unsized: str = ""
    ) -> tuple[str, ...]:
        """Rows of the level from its cells by column and row; cells that are not there are open.

        Args:
            place: where the map is.
            cells: characters of the terrain.
            size: columns and rows of the map; without a size, the level is cut to its cells.
            unsized: what is said of a map without a size.

        Raises:
            ContentError: the level is too large, has neither cells nor a size, or a cell is outside.
        """
        left, top = 0, 0
        if size is None:
            if not cells:
                fail(self.file, place, f"{unsized} and no cells")
            left, top = (min(cell[k] for cell in cells) for k in range(2))
            right, bottom = (max(cell[k] for cell in cells) for k in range(2))
            size = right - left + 1, bottom - top + 1
            cut = f"cut to columns {left} to {right} and rows {top} to {bottom}"
            check_size(self.file, f"{place}, {cut}", *size)
            self.notes.append(f"{place}: {unsized}: {cut}")
        check_size(self.file, place, *size)
        for column, row in cells:
            if not (left <= column < left + size[0] and top <= row < top + size[1]):
                where = f"column {column}, row {row}"
                fail(self.file, place, f"the cell in {where} is outside of {size[0]} x {size[1]}; correct the size")
        self.origin, self.height = (left, top), size[1]
        return tuple("".join(cells.get((left + x, top + y), "o") for x in range(size[0])) for y in range(size[1]))

    def make_thing(self, place: str, kind: str, column_and_row: Cell, values: Mapping[str, Any]) -> Thing:
        """A thing of the level, from its column and row in the map."""
        column, row = column_and_row
        cell = column - self.origin[0], self.height - 1 - (row - self.origin[1])
        return read_thing(self.file, place, kind, cell, values, self.notes)

    def check_pixels(self, place: str, kind: str, wide: float, high: float, pixels: Cell) -> None:
        """Check the size of a thing against that of a cell, in pixels."""
        expected = cells_wide(kind) * pixels[0], pixels[1]
        if any(abs(size - want) > GRID_TOLERANCE for size, want in zip((wide, high), expected, strict=True)):
            size = f"{shorten(wide)} x {shorten(high)}"
            fail(self.file, place, f"a {shorten(kind)} is {expected[0]} x {expected[1]} pixels large, not {size}")

    def snap(self, place: str, kind: str, left: float, top: float, pixels: Cell, hint: str) -> Cell:
        """Column and row of a thing whose upper left corner is at these pixels; `hint` says how to move it."""
        column, row = round(left / pixels[0]), round(top / pixels[1])
        if abs(left - column * pixels[0]) > GRID_TOLERANCE or abs(top - row * pixels[1]) > GRID_TOLERANCE:
            at = f"column {left / pixels[0]:.2f}, row {top / pixels[1]:.2f}"
            fail(self.file, place, f"a {shorten(kind)} is not on the grid, at {at}; {hint}")
        return column, row


def two_numbers(values: Sequence[Any]) -> tuple[float, float] | None:
    """Two numbers of a position or size; None if the values are something else."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(values) != 2 or len(numbers) != 2 or not all(abs(number) < 1e9 for number in numbers):
        return None
    return numbers[0], numbers[1]

"""Reading of LDtk projects with one level, also after they were edited and saved by LDtk.

Cells are the IntGrid layer `cells`, or the only one; the names of its values say what they are. Entities of all layers
are things; their fields are the properties. Errors name layer, entity and column and row, as LDtk counts them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludus.design.platformer.formats.file_syntax import Fields, parse_json
from ludus.design.platformer.formats.ldtk_writer import CELL_LAYER
from ludus.design.platformer.formats.level_parts import (
    NAME_PROPERTY,
    TERRAIN_CHARACTERS,
    LevelParts,
    Thing,
    cells_wide,
    check_kind,
    check_size,
    read_thing,
    shorten,
)
from ludus.util.errors import ContentError

SUPPORTED_VERSIONS = ("1.3", "1.4", "1.5")


def read_ldtk(text: str, file: str | Path) -> LevelParts:
    """Read the parts of a level from an LDtk project.

    Raises:
        ContentError: the project cannot be read as a level.
    """
    data = parse_json(text, file)
    if not isinstance(data, dict) or "jsonVersion" not in data or "defs" not in data:
        raise ContentError("this is no LDtk project: jsonVersion or defs is missing", file)
    return _ProjectReader(file, data).read()


class _ProjectReader:
    """Reader of one project."""

    def __init__(self, file: str | Path, data: dict[str, Any]) -> None:
        self.file = file
        self.project = Fields(file, "project", data)
        self.definitions = Fields.of(file, "project, defs", data["defs"])
        self.notes: list[str] = []

    def read(self) -> LevelParts:
        version = self.project.text("jsonVersion")
        if not version.startswith(tuple(f"{known}." for known in SUPPORTED_VERSIONS)):
            known = ", ".join(SUPPORTED_VERSIONS)
            self.project.fail(f"jsonVersion is {shorten(version)!r}; read are LDtk {known}: save it with one of these")
        level = self.the_level()
        layers = [self.layer(data) for data in level.sequence("layerInstances")]
        cells = self.cell_layer(layers)
        terrain = self.terrain(cells)
        width, height = len(terrain[0]), len(terrain)
        for layer in layers:
            if (layer.whole("__cWid"), layer.whole("__cHei")) != (width, height):
                layer.fail(f"the layer has another grid than {cells.text('__identifier')!r}, {width} x {height}")
        size = cells.whole("__gridSize")
        things = [thing for layer in layers for thing in self.things(layer, height, size)]
        return LevelParts(self.level_name(level), terrain, tuple(things), tuple(self.notes))

    def the_level(self) -> Fields:
        if self.project.sequence("worlds", []):
            self.project.fail("the project has several worlds; turn multi-worlds off")
        levels = [Fields.of(self.file, f"level {k}", data) for k, data in enumerate(self.project.sequence("levels"))]
        if len(levels) != 1:
            names = ", ".join(shorten(level.text("identifier")) for level in levels[:8])
            self.project.fail(f"there are {len(levels)} levels ({names}); a file to import has one: save it alone")
        level = Fields(self.file, f"level {shorten(levels[0].text('identifier'))!r}", levels[0].data)
        if self.project.flag("externalLevels") or not level.has("layerInstances"):
            level.fail("the layers are in a file of their own; turn off 'Save levels to separate files'")
        return level

    def level_name(self, level: Fields) -> str:
        fields = self.field_values(level)
        for other in fields:
            if other != NAME_PROPERTY:
                self.notes.append(f"{level.place}: field {shorten(other)!r} is not carried over")
        name: Any = fields.get(NAME_PROPERTY)
        if name is None:
            name = level.text("identifier")
            self.notes.append(f"{level.place} has no field {NAME_PROPERTY!r}: the level is named {shorten(name)!r}")
        if not isinstance(name, str):
            level.fail(f"field {NAME_PROPERTY!r} is the name of the level, a text, not {shorten(name)!r}")
        return name

    def layer(self, data: Any) -> Fields:
        raw = Fields.of(self.file, "layers of the level", data)
        layer = Fields(self.file, f"layer {shorten(raw.text('__identifier'))!r}", raw.data)
        for shift in ("__pxTotalOffsetX", "__pxTotalOffsetY"):
            if layer.whole(shift, 0) != 0:
                layer.fail(f"the layer is moved by {layer.data[shift]} pixels; set its offset to 0")
        for tiles in ("gridTiles", "autoLayerTiles"):
            if count := len(layer.sequence(tiles, [])):
                self.notes.append(f"{layer.place}: {count} tiles ({tiles}) are not carried over")
        return layer

    # Cells

    def cell_layer(self, layers: list[Fields]) -> Fields:
        grids = [layer for layer in layers if layer.text("__type") == "IntGrid"]
        if not grids:
            self.project.fail(f"there is no IntGrid layer; the cells of a level are one, named {CELL_LAYER!r}")
        named = [layer for layer in grids if layer.text("__identifier").lower() == CELL_LAYER]
        if len(named) > 1 or (not named and len(grids) > 1):
            self.project.fail(f"there are {len(named or grids)} IntGrid layers; name one of them {CELL_LAYER!r}")
        chosen = (named or grids)[0]
        for layer in grids:
            if layer is not chosen:
                used = sum(1 for value in layer.sequence("intGridCsv", []) if value != 0)
                self.notes.append(f"{layer.place}: {used} cells are not carried over; cells are in {CELL_LAYER!r}")
        return chosen

    def terrain(self, layer: Fields) -> tuple[str, ...]:
        width, height = layer.whole("__cWid"), layer.whole("__cHei")
        check_size(self.file, layer.place, width, height)
        values = layer.sequence("intGridCsv")
        if len(values) != width * height:
            layer.fail(f"there are {len(values)} cells, not {width} x {height}")
        names = self.value_names(layer)
        characters = []
        for k, value in enumerate(values):
            kind = "open" if value == 0 and not isinstance(value, bool) else names.get(str(value), "")
            if kind not in TERRAIN_CHARACTERS:
                place = f"column {k % width}, row {k // width}"
                told = f"{shorten(value)!r}, named {shorten(kind)!r}," if kind else f"{shorten(value)!r}"
                layer.fail(f"{place}: the value {told} is no cell; values are named {', '.join(TERRAIN_CHARACTERS)}")
            characters.append(TERRAIN_CHARACTERS[kind])
        return tuple("".join(characters[k : k + width]) for k in range(0, len(characters), width))

    def value_names(self, layer: Fields) -> dict[str, str]:
        """Kind of terrain by value, from the definition of the layer."""
        uid = layer.whole("layerDefUid")
        for definition in self.definitions.objects("layers", "layer"):
            if definition.whole("uid") == uid:
                return {
                    str(value.whole("value")): value.text("identifier", "").lower().replace("_", "-")
                    for value in definition.objects("intGridValues", "value")
                }
        layer.fail(f"defs has no layer {uid}")

    # Entities

    def things(self, layer: Fields, height: int, size: int) -> Iterator[Thing]:
        for k, data in enumerate(layer.sequence("entityInstances", [])):
            raw = Fields.of(self.file, f"{layer.place}, entity {k}", data)
            name = raw.text("__identifier")
            entity = Fields(self.file, f"{layer.place}, entity {k} ({shorten(name)})", raw.data)
            kind = name.lower().replace("_", "-")
            check_kind(self.file, entity.place, kind)
            column, row = self.cell_of(entity, kind, size)
            values = self.field_values(entity)
            place = f"{entity.place} in column {column}, row {row}"
            yield read_thing(self.file, place, kind, (column, height - 1 - row), values, self.notes)

    def cell_of(self, entity: Fields, kind: str, size: int) -> tuple[int, int]:
        """Column and row of an entity, from its pixels, size and pivot."""
        wide, high = entity.whole("width"), entity.whole("height")
        if (wide, high) != (cells_wide(kind) * size, size):
            want = f"{cells_wide(kind) * size} x {size}"
            entity.fail(f"a {shorten(kind)} is {want} pixels large, not {wide} x {high}")
        pixels, pivot = self.pair(entity, "px"), self.pair(entity, "__pivot")
        left, top = pixels[0] - pivot[0] * wide, pixels[1] - pivot[1] * high
        column, row = round(left / size), round(top / size)
        if (column * size, row * size) != (left, top):
            at = f"column {left / size:.2f}, row {top / size:.2f}"
            entity.fail(f"a {shorten(kind)} is not on the grid, at {at}; turn the grid on and move it")
        return column, row

    @staticmethod
    def pair(entity: Fields, name: str) -> tuple[float, float]:
        values = entity.sequence(name)
        numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
        if len(values) != 2 or len(numbers) != 2 or not all(abs(value) < 1e9 for value in numbers):
            entity.fail(f"{name} must be two numbers, not {shorten(values)}")
        return numbers[0], numbers[1]

    def field_values(self, fields: Fields) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for k, data in enumerate(fields.sequence("fieldInstances", [])):
            entry = Fields.of(self.file, f"{fields.place}, field {k}", data)
            name = entry.text("__identifier")
            if name in values:
                fields.fail(f"field {shorten(name)!r} is there twice")
            values[name] = entry.data.get("__value")
        return values

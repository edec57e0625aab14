"""Reading of LDtk projects with one level, also after they were edited and saved by LDtk.

Cells are the IntGrid layer `cells`, or the only one; the names of its values say what they are. Entities of all layers
are things; their fields are the properties. Errors name layer, entity and column and row, as LDtk counts them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludus.design.platformer.formats.file_syntax import Fields, parse_json
from ludus.design.platformer.formats.level_parts import (
    CELL_LAYER,
    LevelParts,
    Thing,
    check_kind,
    check_size,
    shorten,
)
from ludus.design.platformer.formats.map_reader import MapReader, two_numbers
from ludus.design.platformer.formats.movement_properties import read_movement
from ludus.games.platformer.level import Cell
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


class _ProjectReader(MapReader):
    """Reader of one project."""

    def __init__(self, file: str | Path, data: dict[str, Any]) -> None:
        super().__init__(file)
        self.project = Fields(file, "project", data)
        self.definitions = Fields.of(file, "project, defs", data["defs"])

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
        things = [thing for layer in layers for thing in self.things(layer, size)]
        fields = self.field_values(level)
        name = self.level_name(level.place, "field", fields, level.text("identifier"))
        movement = read_movement(self.file, level.place, fields)
        return LevelParts(name, terrain, tuple(things), tuple(self.notes), movement)

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
        names = [layer.text("__identifier").lower() for layer in grids]
        chosen = self.choose_cell_layer("project", "IntGrid layer", grids, names, CELL_LAYER)
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
        cells = {}
        for k, value in enumerate(values):
            column, row = k % width, k // width
            kind = "open" if value == 0 and not isinstance(value, bool) else names.get(str(value), "")
            what = f"the value {shorten(value)!r} " + (f"is named {shorten(kind)!r}" if kind else "has no name")
            cells[column, row] = self.terrain_character(f"{layer.place}, column {column}, row {row}", kind, what)
        return self.make_terrain(layer.place, cells, (width, height))

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

    def things(self, layer: Fields, size: int) -> Iterator[Thing]:
        for k, data in enumerate(layer.sequence("entityInstances", [])):
            raw = Fields.of(self.file, f"{layer.place}, entity {k}", data)
            name = raw.text("__identifier")
            entity = Fields(self.file, f"{layer.place}, entity {k} ({shorten(name)})", raw.data)
            kind = name.lower().replace("_", "-")
            check_kind(self.file, entity.place, kind)
            column, row = self.cell_of(entity, kind, (size, size))
            place = f"{entity.place} in column {column}, row {row}"
            yield self.make_thing(place, kind, (column, row), self.field_values(entity))

    def cell_of(self, entity: Fields, kind: str, pixels: Cell) -> Cell:
        """Column and row of an entity, from its pixels, size and pivot."""
        wide, high = entity.whole("width"), entity.whole("height")
        self.check_pixels(entity.place, kind, wide, high, pixels)
        corner, pivot = self.pair(entity, "px"), self.pair(entity, "__pivot")
        left, top = corner[0] - pivot[0] * wide, corner[1] - pivot[1] * high
        return self.snap(entity.place, kind, left, top, pixels, "turn the grid on and move it")

    @staticmethod
    def pair(entity: Fields, name: str) -> tuple[float, float]:
        numbers = two_numbers(values := entity.sequence(name))
        if numbers is None:
            entity.fail(f"{name} must be two numbers, not {shorten(values)}")
        return numbers

    @staticmethod
    def field_values(fields: Fields) -> dict[str, Any]:
        return fields.named_values("fieldInstances", "field", "__identifier", "__value")

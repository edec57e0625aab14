"""Levels as scenes of Godot 4.3 or later (.tscn), written and read.

    write_tscn(split_level(level))     # text of a scene; the tileset's picture lies beside it
    read_tscn(text, file)

The root has the name and the size of the level as metadata. `Cells` is a TileMapLayer with a TileSet inside the scene:
each tile has the kind of its cell as custom data, and solid tiles have a collision shape. Markers, traps and decoration
are Sprite2D nodes below `Markers`, `Traps` and `Ornaments`, with `kind`, `facing`, `period` and `phase` as metadata.

The cells of a TileMapLayer are bytes: a version (0) of two bytes, then twelve bytes a cell, six numbers of two bytes
each, low byte first: column, row, source, column and row in the picture, alternative. Scenes with the older TileMap
node are read, too. Scenes were checked with a parser, not opened in Godot's editor.
"""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from ludus.design.platformer.formats.godot_text import Call, Section, parse_scene, quote
from ludus.design.platformer.formats.level_parts import (
    NAME_PROPERTY,
    TERRAIN,
    LevelParts,
    PropertyValue,
    Thing,
    cells_wide,
    check_kind,
    fail,
    layer_of,
    shorten,
)
from ludus.design.platformer.formats.map_reader import MapReader, two_numbers
from ludus.design.platformer.formats.movement_properties import movement_properties, read_movement
from ludus.design.platformer.formats.tileset import (
    TILE_PIXELS,
    TILES,
    TILESET_PNG,
    terrain_tile,
    tile_of,
)
from ludus.games.platformer.level import SOLID_CELLS, Cell
from ludus.util.errors import ContentError

CELL_NODE = "Cells"
GROUPS = {"markers": "Markers", "traps": "Traps", "ornaments": "Ornaments"}
KIND_DATA = "kind"  # custom data of tiles, and metadata of nodes
STRING_TYPE = 4  # of Godot's variants
CELL_BYTES = struct.Struct("<hhHHHH")
DATA_VERSION = 0
TILE_MAP_FORMAT = 2  # of the older TileMap node, as Godot 4.0 to 4.2 write it
METADATA = "metadata/"
HALF = TILE_PIXELS // 2
MOVES = ("rotation", "rotation_degrees", "scale", "skew", "transform")
FLIPS = ("flip_h", "flip_v")
# Properties that say where and how a node is drawn; other ones of things and cells are named in notes.
DRAWING = frozenset(
    "position offset centered texture region_enabled region_rect region_filter_clip_enabled hframes vframes frame "
    "visible modulate self_modulate z_index z_as_relative y_sort_enabled show_behind_parent light_mask material "
    "texture_filter texture_repeat tile_set tile_map_data format".split()
)


def write_tscn(parts: LevelParts) -> str:
    """Return a level as a scene of Godot."""
    lines = [
        "[gd_scene load_steps=4 format=4]",
        "",
        f'[ext_resource type="Texture2D" path={quote(TILESET_PNG.name)} id="tiles"]',
        "",
        *_tile_set(),
        '[node name="Level" type="Node2D"]',
        f"{METADATA}{NAME_PROPERTY} = {quote(parts.name)}",
        f"{METADATA}size = Vector2i({parts.width}, {parts.height})",
        *_metadata(movement_properties(parts.movement)),
        "",
        f'[node name="{CELL_NODE}" type="TileMapLayer" parent="."]',
        f'tile_map_data = PackedByteArray("{base64.b64encode(_cell_bytes(parts)).decode()}")',
        'tile_set = SubResource("tile_set")',
        "",
    ]
    for group, node in GROUPS.items():
        lines += [f'[node name="{node}" type="Node2D" parent="."]', ""]
        for thing in parts.things:
            if layer_of(thing.kind) == group:
                lines += [*_thing_node(parts, thing, node), ""]
    return "\n".join(lines)


def _tile_set() -> list[str]:
    """The tileset: a tile for each kind of cell, its kind as custom data, and collision shapes of solid ones."""
    square = f"PackedVector2Array({-HALF}, {-HALF}, {HALF}, {-HALF}, {HALF}, {HALF}, {-HALF}, {HALF})"
    lines = [
        '[sub_resource type="TileSetAtlasSource" id="atlas"]',
        'texture = ExtResource("tiles")',
        f"texture_region_size = Vector2i({TILE_PIXELS}, {TILE_PIXELS})",
    ]
    for character, kind in TERRAIN.items():
        if kind not in TILES:
            continue
        tile = TILES[kind]
        key = f"{tile.column}:{tile.row}/0"
        lines.append(f"{key} = 0")
        if character in SOLID_CELLS:
            lines.append(f"{key}/physics_layer_0/polygon_0/points = {square}")
        lines.append(f"{key}/custom_data_0 = {quote(kind)}")
    return [
        *lines,
        "",
        '[sub_resource type="TileSet" id="tile_set"]',
        f"tile_size = Vector2i({TILE_PIXELS}, {TILE_PIXELS})",
        "physics_layer_0/collision_layer = 1",
        f"custom_data_layer_0/name = {quote(KIND_DATA)}",
        f"custom_data_layer_0/type = {STRING_TYPE}",
        'sources/0 = SubResource("atlas")',
        "",
    ]


def _cell_bytes(parts: LevelParts) -> bytes:
    cells = [struct.pack("<H", DATA_VERSION)]
    for row, characters in enumerate(parts.terrain):
        for column, character in enumerate(characters):
            if (tile := terrain_tile(character)) is not None:
                cells.append(CELL_BYTES.pack(column, row, 0, tile.column, tile.row, 0))
    return b"".join(cells)


def _thing_node(parts: LevelParts, thing: Thing, parent: str) -> list[str]:
    left, top, wide, high = tile_of(thing.kind, thing.properties.get("facing")).rectangle
    name = f"{thing.kind.replace('-', '_')}_{thing.x}_{thing.y}"
    values = {KIND_DATA: thing.kind, **thing.properties}
    return [
        f'[node name="{name}" type="Sprite2D" parent="{parent}"]',
        f"position = Vector2({thing.x * TILE_PIXELS}, {(parts.height - 1 - thing.y) * TILE_PIXELS})",
        'texture = ExtResource("tiles")',
        "centered = false",
        "region_enabled = true",
        f"region_rect = Rect2({left}, {top}, {wide}, {high})",
        *_metadata(values),
    ]


def _metadata(values: Mapping[str, PropertyValue]) -> list[str]:
    return [f"{METADATA}{key} = {value if isinstance(value, int) else quote(value)}" for key, value in values.items()]


def read_tscn(text: str, file: str | Path) -> LevelParts:
    """Read the parts of a level from a scene of Godot.

    Raises:
        ContentError: the scene cannot be read as a level.
    """
    sections = parse_scene(text, file)
    if not sections or sections[0].tag != "gd_scene":
        raise ContentError("this is no scene of Godot: it does not begin with [gd_scene ...]", file, 1)
    return _SceneReader(file, sections).read()


class _Node:
    """A node of the scene, with its place among the others."""

    def __init__(self, section: Section, path: str) -> None:
        self.section, self.path = section, path
        self.properties = section.properties
        self.kind = section.fields.get("type")

    @property
    def place(self) -> str:
        return f"node {shorten(self.path)!r} (line {self.section.line})"

    def metadata(self) -> dict[str, Any]:
        return {key[len(METADATA) :]: value for key, value in self.properties.items() if key.startswith(METADATA)}


class _SceneReader(MapReader):
    """Reader of one scene."""

    def __init__(self, file: str | Path, sections: list[Section]) -> None:
        super().__init__(file)
        self.resources: dict[str, Section] = {}
        self.nodes: dict[str, _Node] = {}
        for section in sections:
            self.add(section)
        if not self.nodes:
            raise ContentError("the scene has no nodes", file)

    def add(self, section: Section) -> None:
        if section.tag == "sub_resource":
            key = str(section.fields.get("id"))
            if key in self.resources:
                raise ContentError(f"sub_resource {shorten(key)!r} is there twice", self.file, section.line)
            self.resources[key] = section
        elif section.tag == "node":
            self.add_node(section)
        elif section.tag not in ("gd_scene", "ext_resource"):
            self.notes.append(f"line {section.line}: [{shorten(section.tag)}] is not carried over")

    def add_node(self, section: Section) -> None:
        name, parent = section.fields.get("name"), section.fields.get("parent")
        if not isinstance(name, str) or not name:
            raise ContentError("a node has no name", self.file, section.line)
        if parent is None:
            path = "."
        elif parent == ".":
            path = name
        else:
            path = f"{parent}/{name}"
            if parent not in self.nodes:
                raise ContentError(
                    f"node {shorten(name)!r} has the unknown parent {shorten(parent)!r}", self.file, section.line
                )
        if path in self.nodes:
            raise ContentError(f"node {shorten(path)!r} is there twice", self.file, section.line)
        if (path == ".") == bool(self.nodes):
            what = "a second root" if self.nodes else "the first node must be the root, without a parent"
            raise ContentError(f"node {shorten(name)!r}: {what}", self.file, section.line)
        self.nodes[path] = _Node(section, path)

    def read(self) -> LevelParts:
        root = self.nodes["."]
        data = root.metadata()
        layer = self.cell_layer()
        tile_set, pixels = self.tile_set(layer)
        cells = self.read_cells(layer, tile_set)
        size = None if data.get("size") is None else self.pair(root, "metadata size", data["size"])
        whole = None if size is None else (int(size[0]), int(size[1]))
        terrain = self.make_terrain(root.place, cells, whole, "there is no metadata 'size'")
        things = []
        for node in self.nodes.values():
            if f"{METADATA}{KIND_DATA}" in node.properties:
                values = node.metadata()
                kind = values.pop(KIND_DATA)
                check_kind(self.file, node.place, kind if isinstance(kind, str) else repr(kind))
                cell = self.cell_of(node, kind, pixels, layer)
                self.note_properties(node)
                things.append(self.make_thing(node.place, kind, cell, values))
            elif node.path not in (".", *GROUPS.values()) and node is not layer:
                self.notes.append(f"{node.place} is not carried over")
        self.note_properties(layer)
        name = self.level_name(root.place, "metadata", data, Path(self.file).stem, known=("size",))
        movement = read_movement(self.file, root.place, data)
        return LevelParts(name, terrain, tuple(things), tuple(self.notes), movement)

    # Cells

    def cell_layer(self) -> _Node:
        layers = [node for node in self.nodes.values() if node.kind in ("TileMapLayer", "TileMap")]
        names = [node.path.rpartition("/")[2] for node in layers]
        return self.choose_cell_layer("", "TileMapLayer", layers, names, CELL_NODE)

    def tile_set(self, layer: _Node) -> tuple[dict[tuple[int, ...], str], Cell]:
        """Kind of terrain by source and place in the picture, and the size of a cell in pixels."""
        section = self.resource(layer, layer.properties.get("tile_set"), "tile_set")
        names = {
            key.partition("/")[0].removeprefix("custom_data_layer_"): value
            for key, value in section.properties.items()
            if key.startswith("custom_data_layer_") and key.endswith("/name")
        }
        layers = [number for number, name in names.items() if name == KIND_DATA]
        if not layers:
            self.fail(layer, f"its TileSet has no custom data layer named {KIND_DATA!r}")
        kinds: dict[tuple[int, ...], str] = {}
        for key, value in section.properties.items():
            word, _, number = key.partition("/")
            if word == "sources" and number.isascii() and number.isdigit():
                atlas = self.resource(layer, value, key)
                for tile, kind in atlas.properties.items():
                    parts = tile.replace(":", "/").split("/")
                    is_number = all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts[:3])
                    if len(parts) == 4 and is_number and parts[3] == f"custom_data_{layers[0]}":
                        kinds[(int(number), *(int(part) for part in parts[:3]))] = str(kind)
        size = section.properties.get("tile_size", Call("Vector2i", (16, 16)))
        wide, high = self.pair(layer, "tile_size", size)
        if not (1 <= wide <= 4096 and 1 <= high <= 4096):
            self.fail(layer, f"tiles of {shorten(wide)} x {shorten(high)} pixels")
        return kinds, (int(wide), int(high))

    def resource(self, layer: _Node, value: Any, what: str) -> Section:
        if not isinstance(value, Call) or value.name != "SubResource" or len(value.arguments) != 1:
            self.fail(layer, f"{shorten(what)} must be inside the scene: in Godot, choose Make Unique")
        key = str(value.arguments[0])
        if key not in self.resources:
            self.fail(layer, f"{shorten(what)} is the sub_resource {shorten(key)!r}, which is not there")
        return self.resources[key]

    def read_cells(self, layer: _Node, kinds: dict[tuple[int, ...], str]) -> dict[Cell, str]:
        cells: dict[Cell, str] = {}
        for column, row, *tile in self.raw_cells(layer):
            where = f"{layer.place}, column {column}, row {row}"
            if (column, row) in cells:
                fail(self.file, where, "the cell is there twice")
            source, atlas_column, atlas_row, alternative = tile
            kind = kinds.get((source, atlas_column, atlas_row, alternative & 0x0FFF))  # higher bits flip a tile
            what = (
                f"custom data {KIND_DATA!r} of tile {atlas_column}:{atlas_row} of source {source} is {shorten(kind)!r}"
            )
            cells[column, row] = self.terrain_character(where, kind, what)
        return cells

    def raw_cells(self, layer: _Node) -> Iterator[tuple[int, ...]]:
        if layer.kind == "TileMapLayer":
            data = self.bytes_of(layer, layer.properties.get("tile_map_data"))
            if data:
                if len(data) < 2 or struct.unpack_from("<H", data)[0] != DATA_VERSION:
                    self.fail(layer, f"tile_map_data is not of version {DATA_VERSION}; save it with Godot 4.3 or later")
                if (len(data) - 2) % CELL_BYTES.size:
                    self.fail(layer, f"tile_map_data has {len(data)} bytes; a cell has {CELL_BYTES.size}")
                yield from CELL_BYTES.iter_unpack(data[2:])
            return
        if layer.properties.get("format") != TILE_MAP_FORMAT:
            self.fail(layer, f"the TileMap is not of format {TILE_MAP_FORMAT}; save it with Godot 4")
        filled = [key for key in layer.properties if key.startswith("layer_") and key.endswith("/tile_data")]
        if len(filled) != 1:
            self.fail(layer, f"the TileMap has {len(filled)} layers with tiles; a level has one")
        numbers = self.numbers_of(layer, layer.properties[filled[0]], "PackedInt32Array", -(1 << 31), 1 << 32)
        if len(numbers) % 3:
            self.fail(layer, f"tile_data has {len(numbers)} numbers; a cell has three")
        for k in range(0, len(numbers), 3):
            raw = b"".join(struct.pack("<I", number & 0xFFFFFFFF) for number in numbers[k : k + 3])
            yield CELL_BYTES.unpack(raw)

    def bytes_of(self, layer: _Node, value: Any) -> bytes:
        """Bytes of a PackedByteArray, in base64 or as numbers; none without such a value."""
        if value is None:
            return b""
        if isinstance(value, Call) and len(value.arguments) == 1 and isinstance(value.arguments[0], str):
            try:
                return base64.b64decode(value.arguments[0], validate=True)
            except (binascii.Error, ValueError) as error:
                self.fail(layer, f"tile_map_data is not base64: {error}")
        return bytes(self.numbers_of(layer, value, "PackedByteArray", 0, 256))

    def numbers_of(self, layer: _Node, value: Any, name: str, low: int, end: int) -> list[int]:
        if not isinstance(value, Call) or value.name != name:
            self.fail(layer, f"the tiles must be a {name}, not {shorten(value)}")
        for number in value.arguments:
            if not isinstance(number, int) or isinstance(number, bool) or not low <= number < end:
                self.fail(layer, f"{shorten(number)!r} is no number of a {name}")
        return list(value.arguments)

    # Nodes

    def note_properties(self, node: _Node) -> None:
        for key in node.properties:
            if key not in DRAWING and not key.startswith((METADATA, "layer_")):
                self.notes.append(f"{node.place}: {shorten(key)!r} is not carried over")

    def cell_of(self, node: _Node, kind: str, pixels: Cell, layer: _Node) -> Cell:
        """Column and row of a thing; a node that is no Sprite2D may be anywhere in its cell."""
        origin = self.position(layer)
        x, y = (own - of for own, of in zip(self.position(node), origin, strict=True))
        if node.kind != "Sprite2D":
            return int(x // pixels[0]), int(y // pixels[1])
        for flip in FLIPS:
            if node.properties.get(flip):
                self.fail(node, f"the sprite has {flip}; undo that, and set the metadata facing where there is one")
        offset = self.pair(node, "offset", node.properties.get("offset", Call("Vector2", (0, 0))))
        left, top = x + offset[0], y + offset[1]
        if node.properties.get("centered", True) is not False:
            left, top = left - cells_wide(kind) * pixels[0] / 2, top - pixels[1] / 2
        return self.snap(node.place, kind, left, top, pixels, "turn on Use Grid Snap")

    def position(self, node: _Node) -> tuple[float, float]:
        """Position in the scene: the sum over the node and its parents, which must not be turned or scaled."""
        x = y = 0.0
        path = node.path
        while True:
            current = self.nodes[path]
            for move in MOVES:
                if move in current.properties:
                    self.fail(current, f"the node has a {move}; remove it: a level is not turned or scaled")
            dx, dy = self.pair(current, "position", current.properties.get("position", Call("Vector2", (0, 0))))
            x, y = x + dx, y + dy
            if path == ".":
                return x, y
            path = path.rpartition("/")[0] or "."

    def pair(self, node: _Node, what: str, value: Any) -> tuple[float, float]:
        arguments = value.arguments if isinstance(value, Call) and value.name in ("Vector2", "Vector2i") else ()
        numbers = two_numbers(arguments)
        if numbers is None:
            self.fail(node, f"{what} must be a Vector2 or Vector2i with two numbers, not {shorten(value)}")
        return numbers

    def fail(self, node: _Node, what: str) -> NoReturn:
        fail(self.file, node.place, what)

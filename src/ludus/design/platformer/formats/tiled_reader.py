"""Reading of Tiled maps, .tmx and .tmj, also after they were edited and saved by Tiled.

XML is first turned into the data that Tiled's JSON has (tiled_syntax.py). Read are orthogonal maps, fixed or infinite,
with layers in any order and in groups, and tilesets inside the map or in files of their own; also own tilesets, if
their tiles have a class. Errors name layer, object, tile or line, and what to change in Tiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludus.design.platformer.formats.file_syntax import Fields, parse_json, parse_xml, read_text
from ludus.design.platformer.formats.level_parts import (
    CELL_LAYER,
    TERRAIN_CHARACTERS,
    LevelParts,
    Thing,
    check_kind,
    check_size,
    fail,
    shorten,
)
from ludus.design.platformer.formats.map_reader import MapReader
from ludus.design.platformer.formats.movement_properties import read_movement
from ludus.design.platformer.formats.tiled_syntax import OTHER_SHAPES, decode_tiles, map_from_xml, tileset_from_xml
from ludus.games.platformer.level import Cell
from ludus.util.errors import ContentError

GID_MASK = 0x0FFFFFFF  # the four highest bits flip a tile
ALIGNMENTS = ("topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright")
XML_SUFFIXES = (".tmx", ".tsx", ".xml")

# Fields that say nothing about a level: how an editor shows it, and its own bookkeeping. Others are named in notes.
MAP_FIELDS = frozenset(
    "type class version tiledversion orientation renderorder compressionlevel infinite width height tilewidth "
    "tileheight backgroundcolor nextlayerid nextobjectid properties tilesets layers editorsettings parallaxoriginx "
    "parallaxoriginy hexsidelength staggeraxis staggerindex".split()
)
LAYER_FIELDS = frozenset(
    "id name type class x y width height opacity visible locked tintcolor properties data encoding compression chunks "
    "startx starty offsetx offsety parallaxx parallaxy draworder color objects layers mode".split()
)
OBJECT_FIELDS = frozenset("id name type class gid x y width height rotation visible opacity properties point".split())


@dataclass(frozen=True)
class TiledTile:
    """Class and properties of a tile."""

    kind: str
    properties: dict[str, Any]


@dataclass(frozen=True)
class TiledTileset:
    """A tileset as a map uses it."""

    first_gid: int
    name: str
    alignment: str
    tiles: dict[int, TiledTile]


def read_tmx(text: str, file: str | Path, external: bool = True) -> LevelParts:
    """Read the parts of a level from a Tiled map in XML.

    Args:
        text: the map.
        file: its path, for messages and to find its tilesets.
        external: whether tilesets in files of their own may be read.

    Raises:
        ContentError: the map cannot be read as a level.
    """
    root = parse_xml(text, file)
    if root.tag != "map":
        raise ContentError(f"this is no Tiled map: it begins with <{shorten(root.tag)}>, not <map>", file, root.line)
    return _MapReader(file, external).read(map_from_xml(root, file))


def read_tmj(text: str, file: str | Path, external: bool = True) -> LevelParts:
    """Read the parts of a level from a Tiled map in JSON; the arguments are those of `read_tmx`.

    Raises:
        ContentError: the map cannot be read as a level.
    """
    data = parse_json(text, file)
    if not isinstance(data, dict) or "layers" not in data or data.get("type", "map") != "map":
        raise ContentError("this is no Tiled map: it has no layers, or its type is not 'map'", file)
    return _MapReader(file, external).read(data)


class _MapReader(MapReader):
    """Reader of the data of one map."""

    def __init__(self, file: str | Path, external: bool) -> None:
        super().__init__(file)
        self.external = external
        self.tilesets: list[TiledTileset] = []
        self.tile_size = (0, 0)

    def read(self, data: dict[str, Any]) -> LevelParts:
        fields = Fields(self.file, "map", data)
        self.note_unknown(fields, MAP_FIELDS)
        if (orientation := fields.text("orientation", "orthogonal")) != "orthogonal":
            fields.fail(f"orientation is {shorten(orientation)!r}; only orthogonal maps are levels")
        self.tile_size = fields.whole("tilewidth"), fields.whole("tileheight")
        if not all(1 <= size <= 4096 for size in self.tile_size):
            fields.fail(f"tiles of {self.tile_size[0]} x {self.tile_size[1]} pixels; expected 1 to 4096")
        infinite = fields.flag("infinite")
        size = fields.whole("width"), fields.whole("height")
        if not infinite:
            check_size(self.file, "map", *size)
        self.tilesets = self.read_tilesets(fields)
        layers = self.flatten(fields, (), 0)
        cells = self.read_cells(layers, None if infinite else size)
        terrain = self.make_terrain("map", cells, None if infinite else size, "the map is infinite")
        things = [
            self.read_object(layer, thing)
            for layer in layers
            if layer.text("type") == "objectgroup"
            for thing in self.objects(layer)
        ]
        properties = self.properties(fields)
        name = self.level_name("map", "property", properties, Path(self.file).stem)
        movement = read_movement(self.file, "map", properties)
        return LevelParts(name, terrain, tuple(things), tuple(self.notes), movement)

    def note_unknown(self, fields: Fields, known: frozenset[str]) -> None:
        for name in fields.data:
            if name not in known:
                self.notes.append(f"{fields.place}: {shorten(name)!r} is not carried over")

    def flatten(self, fields: Fields, groups: tuple[str, ...], depth: int) -> list[Fields]:
        """All layers, those in groups included, each with a place of its own; offsets are refused."""
        if depth > 20:
            fields.fail("groups of layers are nested more than 20 deep")
        layers = []
        for k, data in enumerate(fields.sequence("layers", [])):
            raw = Fields.of(self.file, f"{fields.place}, layer {k}", data)
            name = raw.text("name", "")
            layer = Fields(self.file, " in ".join([f"layer {shorten(name)!r}", *groups]), raw.data)
            for shift in ("offsetx", "offsety", "x", "y"):
                if layer.number(shift, 0) != 0:
                    layer.fail(f"{shift} is {shorten(layer.data[shift])}; a layer of a level is not moved, set it to 0")
            kind = layer.text("type")
            if kind == "group":
                inside = (f"group {shorten(name)!r}", *groups)
                layers += self.flatten(Fields(self.file, layer.place, layer.data), inside, depth + 1)
            elif kind == "imagelayer":
                self.notes.append(f"{layer.place}: the image is not carried over")
            elif kind in ("tilelayer", "objectgroup"):
                self.note_unknown(layer, LAYER_FIELDS)
                for other in self.properties(layer):
                    self.notes.append(f"{layer.place}: property {shorten(other)!r} is not carried over")
                layers.append(layer)
            else:
                layer.fail(f"there is no type of layer {shorten(kind)!r}")
        return layers

    # Tilesets

    def read_tilesets(self, fields: Fields) -> list[TiledTileset]:
        tilesets = []
        for k, data in enumerate(fields.sequence("tilesets", [])):
            entry = Fields.of(self.file, f"tileset {k}", data)
            first = entry.whole("firstgid")
            if not 1 <= first <= GID_MASK:
                entry.fail(f"firstgid is {first}; it must be at least 1")
            if entry.has("source"):
                entry = self.read_external(entry.text("source"))
            tilesets.append(self.read_tileset(entry, first))
        return sorted(tilesets, key=lambda tileset: tileset.first_gid)

    def read_external(self, source: str) -> Fields:
        if not self.external:
            advice = "embed it into the map with Tiled (button `Embed Tileset`), or use `ludus import platformer`"
            raise ContentError(f"the tileset {shorten(source)!r} is in a file of its own; {advice}", self.file)
        try:
            file = Path(self.file).parent / source
            what = "tileset of this map"
            text = read_text(file, what)
        except ContentError as error:
            fail(self.file, "tilesets", f"a tileset is in a file of its own, which cannot be read: {error}")
        if file.suffix.lower() in XML_SUFFIXES:
            root = parse_xml(text, file)
            if root.tag != "tileset":
                raise ContentError(f"this is no tileset: it begins with <{shorten(root.tag)}>", file, root.line)
            data: Any = tileset_from_xml(root, file)
        else:
            data = parse_json(text, file)
        return Fields.of(file, "tileset", data)

    def read_tileset(self, fields: Fields, first: int) -> TiledTileset:
        name = fields.text("name", "")
        alignment = fields.text("objectalignment", "unspecified")
        if alignment not in (*ALIGNMENTS, "unspecified"):
            fields.fail(f"there is no object alignment {shorten(alignment)!r}")
        tiles = {}
        for tile in fields.objects("tiles", "tile"):
            number = tile.whole("id")
            if number in tiles:
                tile.fail(f"tile {number} is there twice")
            tiles[number] = TiledTile(self.kind(tile), self.properties(tile))
        return TiledTileset(first, name, alignment, tiles)

    def find_tile(self, place: str, gid: int) -> tuple[TiledTileset, int]:
        for tileset in reversed(self.tilesets):
            if tileset.first_gid <= gid:
                return tileset, gid - tileset.first_gid
        fail(self.file, place, f"no tileset has a tile with the number {gid}")

    @staticmethod
    def kind(fields: Fields) -> str:
        """Class of a tile or an object: `type`, in maps of Tiled 1.9 `class`."""
        return fields.text("type", "") or fields.text("class", "")

    @staticmethod
    def properties(fields: Fields) -> dict[str, Any]:
        return fields.named_values("properties", "property", "name", "value")

    # Cells

    def read_cells(self, layers: list[Fields], size: Cell | None) -> dict[Cell, str]:
        """Terrain by column and row, of the one layer with cells; open cells are left out."""
        tile_layers = [layer for layer in layers if layer.text("type") == "tilelayer"]
        names = [layer.text("name", "") for layer in tile_layers]
        chosen = self.choose_cell_layer("map", "tile layer", tile_layers, names, CELL_LAYER)
        for layer in tile_layers:
            if layer is not chosen:
                self.refuse_second_layer(layer, self.read_gids(layer, size))
        cells = {}
        for (column, row), gid in self.read_gids(chosen, size).items():
            place = f"{chosen.place}, column {column}, row {row}"
            tileset, number = self.find_tile(place, gid)
            kind = tileset.tiles[number].kind if number in tileset.tiles else ""
            told = f"has the class {shorten(kind)!r}" if kind else "has no class"
            hint = "; traps and other things are objects: Insert Tile in an object layer" if kind else ""
            what = f"tile {number} of tileset {shorten(tileset.name)!r} {told}"
            cells[column, row] = self.terrain_character(place, kind, what, hint)
        return cells

    def refuse_second_layer(self, layer: Fields, gids: dict[Cell, int]) -> None:
        """A second layer may have pictures, which are not carried over, but no cells."""
        for (column, row), gid in gids.items():
            place = f"{layer.place}, column {column}, row {row}"
            tileset, number = self.find_tile(place, gid)
            if number in tileset.tiles and tileset.tiles[number].kind in TERRAIN_CHARACTERS:
                kind = tileset.tiles[number].kind
                fail(self.file, place, f"a {kind} cell; all cells of a level are in the layer {CELL_LAYER!r}")
        self.notes.append(f"{layer.place}: {len(gids)} tiles are not carried over")

    def read_gids(self, layer: Fields, size: Cell | None) -> dict[Cell, int]:
        """Tiles of a layer by column and row, without empty cells; `size` is None for an infinite map."""
        gids: dict[Cell, int] = {}
        if size is not None:
            if layer.has("chunks"):
                layer.fail("chunks are for infinite maps, and this map is not infinite")
            if (layer.whole("width", size[0]), layer.whole("height", size[1])) != size:
                layer.fail(f"the layer is not as large as the map, {size[0]} x {size[1]} cells")
            blocks = [(layer, 0, 0, *size)]
        else:
            if layer.has("data"):
                layer.fail("an infinite map has its cells in chunks")
            blocks = []
            for chunk in layer.objects("chunks", "chunk"):
                wide, high = chunk.whole("width"), chunk.whole("height")
                if not (1 <= wide <= 4096 and 1 <= high <= 4096):
                    chunk.fail(f"a chunk of {wide} x {high} cells")
                blocks.append((chunk, chunk.whole("x"), chunk.whole("y"), wide, high))
        encoding, compression = layer.text("encoding", "csv"), layer.text("compression", "")
        for block, left, top, wide, high in blocks:
            numbers = decode_tiles(block, encoding, compression, wide * high)
            for k, gid in enumerate(numbers):
                if gid:
                    cell = left + k % wide, top + k // wide
                    if cell in gids:
                        block.fail(f"column {cell[0]}, row {cell[1]} is in two chunks")
                    gids[cell] = gid & GID_MASK
        return gids

    # Objects

    def objects(self, layer: Fields) -> list[Fields]:
        found = []
        for k, data in enumerate(layer.sequence("objects", [])):
            raw = Fields.of(self.file, f"{layer.place}, object {k}", data)
            name = f"object {raw.whole('id')}" if raw.has("id") else f"object without id, number {k}"
            found.append(Fields(self.file, f"{layer.place}, {name}", raw.data))
        return found

    def read_object(self, layer: Fields, fields: Fields) -> Thing:
        for shape in OTHER_SHAPES:
            if fields.data.get(shape):
                hint = "detach it in Tiled" if shape == "template" else "use Insert Tile, a rectangle or a point"
                fields.fail(f"this is a {shape}; {hint}")
        self.note_unknown(fields, OBJECT_FIELDS | set(OTHER_SHAPES))
        kind, properties, alignment, is_tile = self.kind(fields), self.properties(fields), "topleft", False
        if fields.has("gid"):
            gid, is_tile = fields.whole("gid"), True
            if gid & ~GID_MASK:
                fields.fail("the tile is flipped; undo that, and set the property facing where there is one")
            tileset, number = self.find_tile(fields.place, gid)
            alignment = "bottomleft" if tileset.alignment == "unspecified" else tileset.alignment
            tile = tileset.tiles.get(number, TiledTile("", {}))
            kind, properties = kind or tile.kind, tile.properties | properties
        if not kind:
            name = shorten(fields.text("name", ""))
            fields.fail(f"the object {name!r} has no class; set its class to what it is, such as 'saw'")
        check_kind(self.file, fields.place, kind)
        if fields.number("rotation", 0) != 0:
            fields.fail(f"a {shorten(kind)} is rotated by {shorten(fields.data['rotation'])}; set its rotation to 0")
        return self.make_thing(fields.place, kind, self.cell_of(fields, kind, alignment, is_tile), properties)

    def cell_of(self, fields: Fields, kind: str, alignment: str, is_tile: bool) -> Cell:
        """Column and row of an object; a point, or a rectangle without size, may be anywhere in its cell."""
        x, y = fields.number("x"), fields.number("y")
        wide, high = fields.number("width", 0), fields.number("height", 0)
        across, down = self.tile_size
        if not is_tile and (fields.flag("point") or (wide == 0 and high == 0)):
            return int(x // across), int(y // down)
        self.check_pixels(fields.place, kind, wide, high, self.tile_size)
        left = x - wide * (0 if "left" in alignment else 1 if "right" in alignment else 0.5)
        top = y - high * (0 if "top" in alignment else 1 if "bottom" in alignment else 0.5)
        hint = "turn on View > Snapping > Snap to Grid"
        return self.snap(fields.place, kind, left, top, self.tile_size, hint)

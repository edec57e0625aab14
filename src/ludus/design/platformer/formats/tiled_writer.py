"""Levels as maps of Tiled: .tmx (XML) and .tmj (JSON), both from the same data.

    write_tmx(split_level(level))      # text of a map; the tileset's picture lies beside it

A map has one tile layer, `cells`, and three object layers, `markers`, `traps` and `ornaments`. The class of a tile or
an object is its kind; `facing`, `period` and `phase` are properties. Tiles of things carry the same class and
properties as defaults, so that a tile placed as an object in Tiled is a complete trap. Open cells are empty.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

from ludus.design.platformer.formats.level_parts import (
    CELL_LAYER,
    LAYERS,
    NAME_PROPERTY,
    LevelParts,
    PropertyValue,
    Thing,
    cells_wide,
    layer_of,
)
from ludus.design.platformer.formats.movement_properties import movement_properties
from ludus.design.platformer.formats.tileset import (
    BACKGROUND,
    COLUMNS,
    PICTURE_SIZE,
    ROWS,
    TILE_PIXELS,
    TILES,
    TILESET_NAME,
    TILESET_PNG,
    WIDE_CELLS,
    Tile,
    terrain_tile,
    tile_of,
)

FORMAT_VERSION = "1.8"  # of Tiled; later releases read it
FIRST_GID, FIRST_WIDE_GID = 1, 1 + COLUMNS * ROWS


def write_tmj(parts: LevelParts) -> str:
    """Return a level as a Tiled map in JSON."""
    return json.dumps(map_data(parts), indent=1, ensure_ascii=False) + "\n"


def write_tmx(parts: LevelParts) -> str:
    """Return a level as a Tiled map in XML."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(_map_xml(map_data(parts))) + "\n"


def map_data(parts: LevelParts) -> dict[str, Any]:
    """Return the data of a map, as its JSON has them."""
    layers = [_cell_layer(parts)]
    next_object = 1
    for number, name in enumerate(LAYERS, 2):
        things = [thing for thing in parts.things if layer_of(thing.kind) == name]
        objects = [_object(parts, thing, next_object + k) for k, thing in enumerate(things)]
        next_object += len(objects)
        layers.append(
            {
                "id": number,
                "name": name,
                "type": "objectgroup",
                "draworder": "index",
                "objects": objects,
                "opacity": 1,
                "visible": True,
                "x": 0,
                "y": 0,
            }
        )
    return {
        "type": "map",
        "version": FORMAT_VERSION,
        "tiledversion": f"{FORMAT_VERSION}.0",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "compressionlevel": -1,
        "infinite": False,
        "width": parts.width,
        "height": parts.height,
        "tilewidth": TILE_PIXELS,
        "tileheight": TILE_PIXELS,
        "backgroundcolor": BACKGROUND,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": next_object,
        "properties": _properties({NAME_PROPERTY: parts.name, **movement_properties(parts.movement)}),
        "tilesets": [
            _tileset(TILESET_NAME, FIRST_GID, 1),
            _tileset(f"{TILESET_NAME}-wide", FIRST_WIDE_GID, WIDE_CELLS),
        ],
        "layers": layers,
    }


def _cell_layer(parts: LevelParts) -> dict[str, Any]:
    tiles = [terrain_tile(character) for row in parts.terrain for character in row]
    return {
        "id": 1,
        "name": CELL_LAYER,
        "type": "tilelayer",
        "data": [0 if tile is None else _gid(tile) for tile in tiles],
        "width": parts.width,
        "height": parts.height,
        "opacity": 1,
        "visible": True,
        "x": 0,
        "y": 0,
    }


def _object(parts: LevelParts, thing: Thing, number: int) -> dict[str, Any]:
    tile = tile_of(thing.kind, thing.properties.get("facing"))
    data: dict[str, Any] = {
        "id": number,
        "name": "",
        "type": thing.kind,
        "gid": _gid(tile),
        "x": thing.x * TILE_PIXELS,
        "y": (parts.height - thing.y) * TILE_PIXELS,  # objects with a tile hang at their lower left corner
        "width": cells_wide(thing.kind) * TILE_PIXELS,
        "height": TILE_PIXELS,
        "rotation": 0,
        "visible": True,
    }
    if thing.properties:
        data["properties"] = _properties(thing.properties)
    return data


def _gid(tile: Tile) -> int:
    return tile.number + (FIRST_GID if tile.width == 1 else FIRST_WIDE_GID)


def _tileset(name: str, first: int, wide: int) -> dict[str, Any]:
    columns = COLUMNS // wide
    tiles = [tile for tile in TILES.values() if tile.width == wide]
    return {
        "firstgid": first,
        "name": name,
        "tilewidth": wide * TILE_PIXELS,
        "tileheight": TILE_PIXELS,
        "spacing": 0,
        "margin": 0,
        "tilecount": columns * ROWS,
        "columns": columns,
        "image": TILESET_PNG.name,
        "imagewidth": PICTURE_SIZE[0],
        "imageheight": PICTURE_SIZE[1],
        "tiles": [
            {
                "id": tile.number,
                "type": tile.kind,
                **({"properties": _properties(tile.defaults)} if tile.defaults else {}),
            }
            for tile in sorted(tiles, key=lambda tile: tile.number)
        ],
    }


def _properties(values: Mapping[str, PropertyValue]) -> list[dict[str, Any]]:
    return [
        {"name": name, "type": "int" if isinstance(value, int) else "string", "value": value}
        for name, value in sorted(values.items())
    ]


# XML has the same data with other names for some elements


def _map_xml(data: dict[str, Any]) -> Iterable[str]:
    attributes = {key: value for key, value in data.items() if key not in ("type", "properties", "tilesets", "layers")}
    yield f"<map{_attributes(attributes)}>"
    yield from _properties_xml(data, 1)
    for tileset in data["tilesets"]:
        yield from _tileset_xml(tileset)
    for layer in data["layers"]:
        yield from _layer_xml(layer)
    yield "</map>"


def _tileset_xml(data: dict[str, Any]) -> Iterable[str]:
    image = {"source": data["image"], "width": data["imagewidth"], "height": data["imageheight"]}
    own = ("firstgid", "name", "tilewidth", "tileheight", "tilecount", "columns")
    yield f" <tileset{_attributes({key: data[key] for key in own})}>"
    yield f"  <image{_attributes(image)}/>"
    for tile in data["tiles"]:
        yield from _element_xml("tile", {"id": tile["id"], "type": tile["type"]}, tile, 2)
    yield " </tileset>"


def _layer_xml(data: dict[str, Any]) -> Iterable[str]:
    if data["type"] == "objectgroup":
        yield f" <objectgroup{_attributes({key: data[key] for key in ('id', 'name', 'draworder')})}>"
        for thing in data["objects"]:
            own = ("id", "type", "gid", "x", "y", "width", "height")
            yield from _element_xml("object", {key: thing[key] for key in own}, thing, 2)
        yield " </objectgroup>"
        return
    yield f" <layer{_attributes({key: data[key] for key in ('id', 'name', 'width', 'height')})}>"
    yield '  <data encoding="csv">'
    width, numbers = data["width"], [str(gid) for gid in data["data"]]
    yield ",\n".join(",".join(numbers[k : k + width]) for k in range(0, len(numbers), width))
    yield "  </data>"
    yield " </layer>"


def _element_xml(tag: str, attributes: Mapping[str, Any], data: dict[str, Any], depth: int) -> Iterable[str]:
    """An element, with its properties inside if it has some."""
    space = " " * depth
    if not data.get("properties"):
        yield f"{space}<{tag}{_attributes(attributes)}/>"
        return
    yield f"{space}<{tag}{_attributes(attributes)}>"
    yield from _properties_xml(data, depth + 1)
    yield f"{space}</{tag}>"


def _properties_xml(data: dict[str, Any], depth: int) -> Iterable[str]:
    space = " " * depth
    yield f"{space}<properties>"
    for item in data["properties"]:
        kind = {} if item["type"] == "string" else {"type": item["type"]}
        yield f"{space} <property{_attributes({'name': item['name'], **kind, 'value': item['value']})}/>"
    yield f"{space}</properties>"


def _attributes(values: Mapping[str, Any]) -> str:
    return "".join(
        f" {key}={quoteattr(str(int(value) if isinstance(value, bool) else value))}" for key, value in values.items()
    )

"""The syntax of Tiled's files: XML turned into the data that its JSON has, and the tiles of layers decoded.

    map_from_xml(parse_xml(text, file), file)           # {"type": "map", "layers": [...], ...}
    decode_tiles(layer, "base64", "zlib", 35 * 9)       # numbers of tiles, row by row

Layer data may be CSV, XML or base64, plain or with zlib or gzip. Unknown elements of XML are errors, with their line.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from pathlib import Path
from typing import Any, NoReturn

from ludus.design.platformer.formats.file_syntax import Fields, XmlNode
from ludus.design.platformer.formats.level_parts import shorten
from ludus.util.errors import ContentError

OTHER_SHAPES = ("ellipse", "polygon", "polyline", "text", "capsule", "template")  # of objects; a level has none
LAYER_TAGS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
LAYER_CHILDREN = {
    "tilelayer": ("data",),
    "objectgroup": ("object",),
    "imagelayer": ("image",),
    "group": tuple(LAYER_TAGS),
}
PROPERTY_ATTRIBUTES = ("name", "type", "value", "propertytype")
TEXT_ATTRIBUTES = (
    "name type class version tiledversion source encoding compression orientation objectalignment value template "
    "renderorder draworder backgroundcolor color tintcolor".split()
)


def map_from_xml(root: XmlNode, file: str | Path) -> dict[str, Any]:
    """Return the data of a <map>.

    Raises:
        ContentError: an element is unknown, or data of a layer are malformed.
    """
    return _XmlToData(file).map(root)


def tileset_from_xml(root: XmlNode, file: str | Path) -> dict[str, Any]:
    """Return the data of a <tileset>.

    Raises:
        ContentError: an element is unknown.
    """
    return _XmlToData(file).tileset(root)


def decode_tiles(block: Fields, encoding: str, compression: str, count: int) -> list[int]:
    """Numbers of the tiles of a layer or chunk.

    Args:
        block: the layer or chunk; its field `data` has the tiles.
        encoding: `csv` or `base64`.
        compression: none, `zlib` or `gzip`.
        count: number of tiles that must be there.

    Raises:
        ContentError: the data cannot be read.
    """
    data = block.data.get("data")
    if isinstance(data, list):
        numbers = data
        for k, gid in enumerate(numbers):
            if not isinstance(gid, int) or isinstance(gid, bool) or not 0 <= gid < 1 << 32:
                block.fail(f"the tile at position {k} is {shorten(gid)!r}, not a number of a tile")
    elif isinstance(data, str) and encoding == "base64":
        raw = _unpack(block, data, compression, 4 * count)
        if len(raw) % 4:
            block.fail(f"the data have {len(raw)} bytes; a tile has four")
        numbers = list(struct.unpack(f"<{len(raw) // 4}I", raw))
    else:
        block.fail(f"the data cannot be read (encoding {shorten(encoding)!r}); save as CSV or base64")
    if len(numbers) != count:
        block.fail(f"there are {len(numbers)} tiles, not {count}")
    return numbers


def _unpack(block: Fields, data: str, compression: str, size: int) -> bytes:
    try:
        raw = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        block.fail(f"the data are not base64: {error}")
    if not compression:
        return raw
    if compression not in ("zlib", "gzip"):
        known = "choose CSV, zlib or gzip under Map > Map Properties > Tile Layer Format"
        block.fail(f"the data are compressed with {shorten(compression)!r}; {known}")
    try:
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | (16 if compression == "gzip" else 0))
        unpacked = unpacker.decompress(raw, size + 1)
    except zlib.error as error:
        block.fail(f"the data are not {compression}: {error}")
    if len(unpacked) > size or not unpacker.eof:
        block.fail(f"the {compression} data do not have {size} bytes, or end too early")
    return unpacked


class _XmlToData:
    """Turns the XML of Tiled into the data that its JSON has. Unknown elements are errors."""

    def __init__(self, file: str | Path) -> None:
        self.file = file

    def map(self, node: XmlNode) -> dict[str, Any]:
        data = self.element(node, "properties", "tileset", "editorsettings", *LAYER_TAGS)
        data["tilesets"] = [self.tileset(child) for child in node.all("tileset")]
        return data | {"type": "map", "layers": self.layers(node)}

    def tileset(self, node: XmlNode) -> dict[str, Any]:
        drawing = ("image", "tileoffset", "grid", "terraintypes", "wangsets", "transformations", "editorsettings")
        data = self.element(node, "properties", "tile", *drawing)
        inside = ("properties", "image", "objectgroup", "animation")
        data["tiles"] = [self.element(child, *inside) for child in node.all("tile")]
        return data

    def layers(self, node: XmlNode) -> list[dict[str, Any]]:
        layers = []
        for child in node.all(*LAYER_TAGS):
            kind = LAYER_TAGS[child.tag]
            data = self.element(child, "properties", *LAYER_CHILDREN[kind])
            data["class"] = data.pop("type", data.get("class", ""))
            data["type"] = kind
            if kind == "tilelayer":
                self.read_data(child, data)
            elif kind == "objectgroup":
                data["objects"] = [self.object(thing) for thing in child.all("object")]
            elif kind == "group":
                data["layers"] = self.layers(child)
            layers.append(data)
        return layers

    def object(self, node: XmlNode) -> dict[str, Any]:
        data = self.element(node, "properties", "point", *OTHER_SHAPES)
        for shape in node.children:
            if shape.tag != "properties":
                data[shape.tag] = True
        return data

    def read_data(self, layer: XmlNode, data: dict[str, Any]) -> None:
        blocks = layer.all("data")
        if len(blocks) != 1:
            self.fail(layer, f"a layer has one <data>, not {len(blocks)}")
        block = blocks[0]
        attributes = self.element(block, "tile", "chunk")
        data |= {key: attributes[key] for key in ("encoding", "compression") if key in attributes}
        encoding = str(attributes.get("encoding", ""))
        if chunks := block.all("chunk"):
            data["chunks"] = [self.element(chunk, "tile") | {"data": self.tiles(chunk, encoding)} for chunk in chunks]
        elif block.all("tile") or block.text.strip():
            data["data"] = self.tiles(block, encoding)

    def tiles(self, block: XmlNode, encoding: str) -> list[Any] | str:
        if encoding == "base64":
            return block.text
        if not encoding:
            if block.text.strip():
                self.fail(block, "layer data without an encoding are <tile> elements, not text")
            return [self.element(tile).get("gid", 0) for tile in block.all("tile")]
        if encoding != "csv":
            self.fail(block, f"there is no encoding {shorten(encoding)!r}; save as CSV or base64")
        numbers = []
        for text in block.text.split(","):
            if not re.fullmatch(r"[0-9]{1,10}", text.strip()):
                self.fail(block, f"in the CSV data, {shorten(text.strip())!r} is not a number of a tile")
            numbers.append(int(text))
        return numbers

    def element(self, node: XmlNode, *children: str) -> dict[str, Any]:
        """Attributes of an element, numbers as numbers, and its properties; other children must be known."""
        for child in node.children:
            if child.tag not in children:
                self.fail(child, f"<{shorten(child.tag)}> is not expected inside <{shorten(node.tag)}>")
        if node.text.strip() and node.tag not in ("data", "chunk", "text"):
            self.fail(node, f"<{shorten(node.tag)}> has the text {shorten(node.text.strip())!r}, which is not expected")
        data: dict[str, Any] = {
            key: value if key in TEXT_ATTRIBUTES else _number(value) for key, value in node.attributes.items()
        }
        for properties in node.all("properties"):
            entries = data.setdefault("properties", [])
            if properties.text.strip():
                self.fail(properties, f"<properties> has the text {shorten(properties.text.strip())!r}")
            for child in properties.children:
                if child.tag != "property":
                    self.fail(child, f"<{shorten(child.tag)}> is not expected inside <properties>")
                entries.append(self.property(child))
        return data

    def property(self, node: XmlNode) -> dict[str, Any]:
        """A property; its value is an attribute, or the text inside if it has several lines."""
        data: dict[str, Any] = dict(node.attributes)
        if unknown := next((name for name in data if name not in PROPERTY_ATTRIBUTES), None):
            self.fail(node, f"<property> has the unknown attribute {shorten(unknown)!r}")
        if "value" in data and node.text.strip():
            self.fail(node, f"<property> has a value, and the text {shorten(node.text.strip())!r} besides")
        if node.children:
            data["value"] = [child.tag for child in node.children]  # a class with members of its own
        elif "value" not in data:
            data["value"] = node.text
        if data.get("type") in ("int", "float"):
            data["value"] = _number(data["value"])
        return data

    def fail(self, node: XmlNode, what: str) -> NoReturn:
        raise ContentError(what, self.file, node.line)


def _number(text: str) -> int | float | str:
    """A number of XML; text that is none stays text, and fails where a number is expected."""
    if re.fullmatch(r"-?[0-9]{1,15}", text):
        return int(text)
    if re.fullmatch(r"-?[0-9]{1,15}\.[0-9]{1,20}|-?[0-9.]{1,20}e[-+]?[0-9]{1,2}", text):
        try:
            return float(text)
        except ValueError:
            return text
    return text

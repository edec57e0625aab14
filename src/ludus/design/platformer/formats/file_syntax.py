"""Reading of files from other tools: bytes within limits, JSON without surprises, XML with line numbers.

Nothing is read past the limits, no entity of XML is expanded, and a field that JSON has twice is an error. All errors
are ContentErrors that name file and line.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn
from xml.parsers import expat

from ludus.design.platformer.formats.level_parts import shorten
from ludus.util.errors import ContentError
from ludus.util.files import missing_file, read_content_text

MAX_BYTES = 8_000_000
MAX_DEPTH = 60  # nesting of elements, lists and objects


@dataclass
class XmlNode:
    """Element of an XML file, with the line where it begins."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[XmlNode] = field(default_factory=list)
    text: str = ""  # all text directly inside

    def all(self, *tags: str) -> list[XmlNode]:
        """Children with one of these tags."""
        return [child for child in self.children if child.tag in tags]


def read_text(file: str | Path, what: str) -> str:
    """Read a UTF-8 text file.

    Args:
        file: the file.
        what: what it should be, such as "Tiled map".

    Raises:
        ContentError: the file is missing, too large, no plain file or not UTF-8.
    """
    try:
        if not Path(file).is_file():
            exists = Path(file).exists()
            there = f"this is no file; expected a {what}" if exists else missing_file(file, f"file with a {what}")
            raise ContentError(there, shorten_path(file))
    except (OSError, ValueError) as error:
        raise ContentError(f"the {what} cannot be read: {error}", shorten_path(file)) from None
    return read_content_text(file, what, MAX_BYTES)


def shorten_path(file: str | Path) -> str:
    """A path for messages: printable, and cut if it is very long."""
    text = "".join(character if character.isprintable() else "\ufffd" for character in str(file))
    return text if len(text) <= 300 else f"{text[:300]}..."


def parse_json(text: str, file: str | Path) -> Any:
    """Parse JSON; fields that occur twice, NaN, infinite numbers and deep nesting are errors.

    Raises:
        ContentError: the text is not such JSON.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen = dict(pairs)
        if len(seen) < len(pairs):
            names = Counter(name for name, _ in pairs)
            double = names.most_common(1)[0][0]
            raise ContentError(f"field {shorten(double)!r} is there twice", file)
        return seen

    def no_constant(name: str) -> NoReturn:
        raise ContentError(f"{name} is not a number that JSON has", file)

    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
    except (ValueError, RecursionError) as error:  # numbers with thousands of digits, thousands of brackets
        raise ContentError(f"this JSON cannot be read: {shorten(error)}", file) from None


def parse_xml(text: str, file: str | Path) -> XmlNode:
    """Parse XML into a tree; a DOCTYPE is refused, so there are no entities but those of XML itself.

    Raises:
        ContentError: the text is not such XML.
    """
    parser = expat.ParserCreate()
    root = XmlNode("", {}, 0)
    stack, texts = [root], [list[str]()]

    def start(tag: str, attributes: dict[str, str]) -> None:
        node = XmlNode(tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(node)
        stack.append(node)
        texts.append([])
        if len(stack) > MAX_DEPTH:
            raise ContentError(f"elements are nested more than {MAX_DEPTH} deep", file, node.line)

    def end(_: str) -> None:
        stack.pop().text = "".join(texts.pop())

    def characters(data: str) -> None:
        texts[-1].append(data)

    def doctype(*_: Any) -> NoReturn:
        raise ContentError("a DOCTYPE is not read; remove it", file, parser.CurrentLineNumber)

    parser.buffer_text = True
    parser.StartElementHandler, parser.CharacterDataHandler = start, characters
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        raise ContentError(f"this is not XML: {expat.errors.messages[error.code]}", file, error.lineno) from None
    except (LookupError, ValueError) as error:  # an encoding that Python does not know
        raise ContentError(f"this XML cannot be read: {shorten(error)}", file) from None
    return root.children[0]


@dataclass(frozen=True)
class Fields:
    """Fields of a JSON object in a file of another tool, read with their types; `place` says where it is."""

    file: str | Path
    place: str
    data: dict[str, Any]

    @classmethod
    def of(cls, file: str | Path, place: str, data: Any) -> Fields:
        """Check that the data are an object with fields."""
        if not isinstance(data, dict):
            raise ContentError(f"{place}: expected an object with fields, not {shorten(data)!r}", file)
        return cls(file, place, data)

    def fail(self, what: str) -> NoReturn:
        raise ContentError(f"{self.place}: {what}" if self.place else what, self.file)

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.data.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        value = self._get(name, default)
        if not isinstance(value, str):
            self.fail(f"{name} must be text, not {shorten(value)!r}")
        return value

    def whole(self, name: str, default: int | None = None) -> int:
        value = self._get(name, default)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 40:
            self.fail(f"{name} must be a whole number, not {shorten(value)!r}")
        return value

    def number(self, name: str, default: float | None = None) -> float:
        value = self._get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < 1e9:
            self.fail(f"{name} must be a number, not {shorten(value)!r}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        value = self._get(name, default)
        if value not in (True, False):  # XML has 0 and 1
            self.fail(f"{name} must be true or false, not {shorten(value)!r}")
        return bool(value)

    def sequence(self, name: str, default: list[Any] | None = None) -> list[Any]:
        value = self._get(name, default)
        if not isinstance(value, list):
            self.fail(f"{name} must be a list, not {shorten(value)!r}")
        return value

    def objects(self, name: str, place: str = "") -> list[Fields]:
        """Fields of each object in a list; a missing list is empty."""
        inside = f"{self.place}, {place or name}" if self.place else place or name
        return [Fields.of(self.file, f"{inside} {k}", data) for k, data in enumerate(self.sequence(name, []))]

    def named_values(self, entries: str, what: str, name: str, value: str) -> dict[str, Any]:
        """Values by name, of a list of objects with a name and a value each; a missing list is empty.

        Args:
            entries: field with the list.
            what: what an entry is called, such as `property`.
            name: field of an entry with its name.
            value: field of an entry with its value.
        """
        values: dict[str, Any] = {}
        for entry in self.objects(entries, what):
            key = entry.text(name)
            if key in values:
                self.fail(f"{what} {shorten(key)!r} is there twice")
            if value not in entry.data:
                self.fail(f"{what} {shorten(key)!r} has no value")
            values[key] = entry.data[value]
        return values

    def _get(self, name: str, default: Any) -> Any:
        value = self.data.get(name)
        if value is None:
            if default is None:
                self.fail(f"{name} is missing")
            return default
        return value

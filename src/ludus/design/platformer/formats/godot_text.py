"""The text of Godot's scenes: sections in brackets, then properties with values.

    [node name="Saw" type="Sprite2D" parent="Traps"]
    position = Vector2(160, 192)
    metadata/period = 96

    parse_scene(text, file)        # sections with tags, fields, properties and line numbers

A value is a text, a number, true, false, null, a list, a dictionary, or a call such as `Vector2(1, 2)`. Only the syntax
is read here; godot_scenes.py knows what it means.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from ludus.design.platformer.formats.level_parts import shorten
from ludus.util.errors import ContentError

MAX_DEPTH = 40
NUMBER = re.compile(r"[-+]?(?:inf|nan|[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+)")
WORD = re.compile(r"[A-Za-z_@][A-Za-z0-9_]*")
FIELD_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PROPERTY_NAME = re.compile(r'[A-Za-z0-9_/:.@-]+|"(?:[^"\\\n]|\\.)*"')
BLANK = re.compile(r"(?:\s+|;[^\n]*)*")
TEXT = re.compile(r'&?\^?"((?:[^"\\]|\\.)*)"', re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True)
class Call:
    """A value with a name, such as `Vector2(1, 2)` or `SubResource("cells")`."""

    name: str
    arguments: tuple[Any, ...]


@dataclass
class Section:
    """A section: its tag, the fields in brackets and the properties below, with the lines where they are."""

    tag: str
    line: int
    fields: dict[str, Any] = field(default_factory=dict)
    properties: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)  # of properties


def parse_scene(text: str, file: str | Path) -> list[Section]:
    """Parse the text of a scene.

    Raises:
        ContentError: the text is not a scene; with the line.
    """
    return _Parser(text, file).sections()


def quote(text: str) -> str:
    """Return a text as a value of a scene."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Parser:
    """State of the parser: the text, and the position in it."""

    def __init__(self, text: str, file: str | Path) -> None:
        self.text, self.file, self.at = text, file, 0
        self.line_ends = [match.start() for match in re.finditer("\n", text)]

    @property
    def line(self) -> int:
        return bisect_left(self.line_ends, self.at) + 1

    def sections(self) -> list[Section]:
        sections: list[Section] = []
        while not self.at_end():
            if self.text[self.at] == "[":
                sections.append(self.header())
                continue
            line, name = self.line, self.match(PROPERTY_NAME, "a section such as [node] or a property")
            if not sections:
                self.fail("a scene begins with a section, [gd_scene ...]")
            name = name.strip('"')
            self.expect("=")
            section = sections[-1]
            if name in section.properties:
                self.fail(f"property {shorten(name)!r} is there twice")
            section.properties[name] = self.value(0)
            section.lines[name] = line
        return sections

    def header(self) -> Section:
        line = self.line
        self.expect("[")
        section = Section(self.match(WORD, "the name of a section"), line)
        while not self.take("]"):
            name = self.match(FIELD_NAME, "a field such as name=, or ]")
            self.expect("=")
            if name in section.fields:
                self.fail(f"field {shorten(name)!r} is there twice")
            section.fields[name] = self.value(0)
        return section

    def value(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            self.fail(f"values are nested more than {MAX_DEPTH} deep")
        self.skip_blank()
        if match := TEXT.match(self.text, self.at):
            self.at = match.end()
            return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), match[1], flags=re.DOTALL)
        if self.take("["):
            return self.items("]", depth)
        if self.take("{"):
            return self.dictionary(depth)
        if match := NUMBER.match(self.text, self.at):
            self.at = match.end()
            return self.number(match[0])
        word = self.match(WORD, "a value")
        if word in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[word]
        if self.take("["):  # a typed list, such as Array[int]([1, 2])
            self.items("]", depth)
        self.expect("(")
        return Call(word, tuple(self.items(")", depth)))

    def number(self, word: str) -> int | float:
        if re.fullmatch(r"[-+]?[0-9]{1,30}", word):
            return int(word)
        number = float(word) if len(word) < 400 else float("inf")
        if not abs(number) < 1e300:
            self.fail(f"{shorten(word)!r} is not a finite number")
        return number

    def items(self, end: str, depth: int) -> list[Any]:
        values: list[Any] = []
        while not self.take(end):
            if values:
                self.expect(",")
                if self.take(end):
                    break
            values.append(self.value(depth + 1))
        return values

    def dictionary(self, depth: int) -> list[tuple[Any, Any]]:
        pairs: list[tuple[Any, Any]] = []
        while not self.take("}"):
            if pairs:
                self.expect(",")
                if self.take("}"):
                    break
            key = self.value(depth + 1)
            self.expect(":")
            pairs.append((key, self.value(depth + 1)))
        return pairs

    def at_end(self) -> bool:
        self.skip_blank()
        return self.at >= len(self.text)

    def skip_blank(self) -> None:
        match = BLANK.match(self.text, self.at)
        if match:
            self.at = match.end()

    def take(self, sign: str) -> bool:
        """Skip a sign if it is next."""
        self.skip_blank()
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            self.fail(f"expected {sign!r} here, not {self.next_text()}")

    def match(self, pattern: re.Pattern[str], what: str) -> str:
        self.skip_blank()
        match = pattern.match(self.text, self.at)
        if match is None:
            self.fail(f"expected {what} here, not {self.next_text()}")
        self.at = match.end()
        return match[0]

    def next_text(self) -> str:
        rest = self.text[self.at : self.at + 20].partition("\n")[0]
        return repr(shorten(rest)) if rest else "the end"

    def fail(self, what: str) -> NoReturn:
        raise ContentError(what, self.file, self.line)

"""Editing of card files in TOML: one table for each entry.

An edit replaces single lines, so that comments and the layout of all other entries stay. Afterwards the new text is
read again and compared with what it should say; a text that is written in another way than one table per entry, one
field per line, is refused instead of damaged.
"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from ludus.design.base.card_files import (
    MAX_ENTRIES,
    CardEntry,
    CardFileFormat,
    EntryKind,
    plain_value,
    replace_lines,
    split_lines,
)
from ludus.util.errors import ContentError
from ludus.util.toml_text import parse_toml

HEADER = re.compile(r"\s*(?P<table>\[[^\[].*?\])\s*(?P<comment>#.*)?$")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
MAX_VALUE_LINES = 1000  # of one value
ONLY_IN_TEXT = "this is written in a way that the form cannot change; change it in the text"


class TomlCardFormat(CardFileFormat):
    """Card file in TOML.

    Attributes:
        parents: Name of the outer table of each kind of entry; empty: entries are at the top.
    """

    suffix = ".toml"
    parents: Mapping[str, str]

    def entries(self, text: str) -> list[CardEntry]:
        data, spans = read_toml(text), _table_spans(text)
        entries = []
        for kind in self.kinds:
            parent = self.parents[kind.name]
            tables = data.get(parent, {}) if parent else data
            for key, values in tables.items() if isinstance(tables, dict) else ():
                if not isinstance(values, dict):
                    continue
                first, last = spans.get((parent, key) if parent else (key,), (None, None))
                entries.append(CardEntry(kind.name, key, self.title(key), first, last, _flat_values(kind, values)))
        if len(entries) > MAX_ENTRIES:
            raise ContentError(f"{len(entries):,} entries; at most {MAX_ENTRIES:,} can be edited here")
        return sorted(entries, key=lambda entry: entry.line or 0)

    def title(self, key: str) -> str:
        """Name of an entry for people."""
        return key

    def new_entry(self, kind: str) -> dict[str, Any]:
        """Values of a new entry that the reader of the game accepts."""
        raise NotImplementedError

    def new_key(self, kind: str, number: int) -> str:
        """Key of the `number`th new entry, from 1."""
        raise NotImplementedError

    def set_value(self, text: str, line: int, key: str, value: Any) -> str:
        entry = self.find(text, line)
        declared = next((each for each in self.fields(entry.kind) if each.key == key), None)
        if declared is None or declared.kind == "table":
            raise ContentError(f"{key[:40]!r} is no field that can be set here", line=line)
        if value == declared.default and not declared.required:
            value = None
        data = read_toml(text)
        table = copy.deepcopy(self._table(data, entry))
        outer, _, inner = key.partition(".")
        if inner:
            nested = {**table.get(outer, {}), inner: value}
            value = {name: item for name, item in nested.items() if item is not None} or None
        if value is None:
            table.pop(outer, None)
        else:
            table[outer] = value
        order = list(dict.fromkeys(each.key.partition(".")[0] for each in self.fields(entry.kind)))
        new = _with_line(text, line, entry.last or line, outer, value, order)
        return self._verified(new, self._with_table(data, entry, entry.key, table), line)

    def rename(self, text: str, line: int, key: str) -> str:
        entry, data = self.find(text, line), read_toml(text)
        siblings = data[self.parents[entry.kind]] if self.parents[entry.kind] else data
        if not key.strip() or len(key) > 100 or not key.isprintable():
            raise ContentError("a name is one line of at most 100 characters", line=line)
        if key == entry.key:
            return text
        if key in siblings:
            place = next((f" in line {each.line}" for each in self.entries(text) if each.key == key and each.line), "")
            raise ContentError(f"there is already one with the name {key!r}{place}", line=line)
        row = plain_lines(text)[line - 1]
        found = HEADER.match(row)
        assert found is not None
        comment = f"  {found['comment']}" if found["comment"] else ""
        new = replace_lines(text, line, line, [self._header(entry.kind, key) + comment])
        return self._verified(new, self._with_table(data, entry, key, self._table(data, entry)), line)

    def add(self, text: str, kind: str, like: CardEntry | None) -> str:
        data = read_toml(text)
        parent = self.parents[kind]
        known = data.get(parent, {}) if parent else data
        number = next(n for n in range(1, MAX_ENTRIES + 2) if self.new_key(kind, n) not in known)
        key = self.new_key(kind, number)
        values = dict(self._table(data, like)) if like is not None else self.new_entry(kind)
        rows = [self._header(kind, key), *(f"{_key(name)} = {toml_text(value)}" for name, value in values.items())]
        body = text.rstrip()
        new = "\n".join([*([body, ""] if body else []), *rows, ""])
        expected = copy.deepcopy(data)
        target = expected.setdefault(parent, {}) if parent else expected
        target[key] = values
        return self._verified(new, expected, None)

    def _table(self, data: dict[str, Any], entry: CardEntry) -> dict[str, Any]:
        parent = self.parents[entry.kind]
        table: dict[str, Any] = (data[parent] if parent else data)[entry.key]
        return table

    def _with_table(self, data: dict[str, Any], entry: CardEntry, key: str, table: dict[str, Any]) -> dict[str, Any]:
        """Data with another table in place of an entry."""
        new, parent = copy.deepcopy(data), self.parents[entry.kind]
        target = new[parent] if parent else new
        del target[entry.key]
        target[key] = table
        return new

    def _header(self, kind: str, key: str) -> str:
        parent = self.parents[kind]
        return f"[{parent}.{_key(key)}]" if parent else f"[{_key(key)}]"

    def _verified(self, text: str, expected: dict[str, Any], line: int | None) -> str:
        try:
            is_expected = read_toml(text) == expected
        except ContentError:
            is_expected = False
        if not is_expected:
            raise ContentError(ONLY_IN_TEXT, line=line)
        return text


def read_toml(text: str) -> dict[str, Any]:
    """Read a TOML text.

    Raises:
        ContentError: It is no TOML; the error has the line.
    """
    try:
        return parse_toml(text)
    except ContentError as error:
        line = error.line
        if line is None or (first := _first_declaration(text, line)) is None:
            raise
        message = f"lines {first} and {line} both begin {plain_lines(text)[line - 1].strip()}; every name is used once"
        raise ContentError(message, line=line, other_lines=(first,)) from None


def toml_text(value: Any) -> str:
    """Write a value of a field as TOML.

    Raises:
        ContentError: A value that a card file does not have.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(toml_text, value))}]"
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {toml_text(item)}" for key, item in value.items()) + " }"
    raise ContentError(f"a card file has no values such as {str(value)[:40]!r}")


def plain_lines(text: str) -> list[str]:
    """Lines of a text without their ends."""
    return [line.rstrip("\r\n") for line in split_lines(text)]


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else toml_text(key)


def _table_spans(text: str) -> dict[tuple[str, ...], tuple[int, int]]:
    """First and last line of every table, by its path. Comments right before a table belong to it, not to the last."""
    lines = plain_lines(text)
    headers: list[tuple[int, tuple[str, ...] | None]] = []
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("[") and (found := HEADER.match(line)):
            headers.append((number, _header_path(found["table"])))
    spans: dict[tuple[str, ...], tuple[int, int]] = {}
    for k, (first, path) in enumerate(headers):
        last = headers[k + 1][0] - 1 if k + 1 < len(headers) else len(lines)
        while last > first and (not lines[last - 1].strip() or lines[last - 1].lstrip().startswith("#")):
            last -= 1
        if path is not None:
            spans.setdefault(path, (first, last))
    return spans


def _first_declaration(text: str, line: int) -> int | None:
    """Line where the table that begins at a line was declared before; None if it was not."""
    lines = plain_lines(text)
    header = HEADER.match(lines[line - 1]) if line <= len(lines) else None
    path = _header_path(header["table"]) if header else None
    first, _ = _table_spans(text).get(path, (line, line)) if path else (line, line)
    return first if first < line else None


def _header_path(header: str) -> tuple[str, ...] | None:
    """Keys of a table header; None if this line is no header."""
    try:
        data: Any = tomllib.loads(header)
    except (ValueError, RecursionError):
        return None
    path = []
    while isinstance(data, dict) and data:
        key, data = next(iter(data.items()))
        path.append(key)
    return tuple(path)


def _flat_values(kind: EntryKind, values: dict[str, Any]) -> dict[str, Any]:
    """Values by key of the field; those of a nested table with a dot."""
    nested = {each.key.partition(".")[0] for each in kind.fields if "." in each.key}
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if key in nested and isinstance(value, dict):
            flat |= {f"{key}.{name}": plain_value(item) for name, item in value.items()}
        else:
            flat[key] = plain_value(value)
    return flat


def _with_line(text: str, first: int, last: int, key: str, value: Any, order: list[str]) -> str:
    """Text with another line for a field of the table in lines first to last; a value of None removes it."""
    lines = plain_lines(text)
    row = f"{_key(key)} = {toml_text(value)}" if value is not None else None
    place = first + 1  # where a new line goes: after the fields that come before it in the order
    number = first + 1
    while number <= last:
        found = re.match(r"\s*(?:\"([^\"]*)\"|([A-Za-z0-9_-]+))\s*=", lines[number - 1])
        if found is None:
            number += 1
            continue
        name, end = found[1] or found[2] or "", _value_end(lines, number, last)
        if name == key:
            comment = _comment(lines[end - 1]) if end == number else ""
            return replace_lines(text, number, end, [] if row is None else [row + comment])
        if name in order and key in order and order.index(name) < order.index(key):
            place = end + 1
        number = end + 1
    return text if row is None else replace_lines(text, place, place - 1, [row])


def _value_end(lines: list[str], first: int, last: int) -> int:
    """Last line of the value that begins in a line."""
    for end in range(first, min(last, first + MAX_VALUE_LINES) + 1):
        try:
            tomllib.loads("\n".join(lines[first - 1 : end]))
        except (ValueError, RecursionError):
            continue
        return end
    return first


def _comment(line: str) -> str:
    """Comment at the end of a line, with the blanks before it."""
    try:
        whole = tomllib.loads(line)
    except (ValueError, RecursionError):
        return ""
    for place in [found.start() for found in re.finditer("#", line)]:
        try:
            if tomllib.loads(line[:place]) == whole:
                return f"  {line[place:].rstrip()}"
        except (ValueError, RecursionError):
            continue
    return ""

"""Files with one list of flat entries, as TOML, JSON or CSV, chosen by the file suffix.

    [[nodes]]            {"nodes": [{"name": "Fury", "value": 3}]}            name,value
    name = "Fury"                                                             Fury,3
    value = 3

All three examples are equivalent. In CSV an empty cell is a missing field, and the parts of a list are separated by |.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_origin, get_type_hints

import msgspec

from ludus.util.errors import ContentError, UnknownName
from ludus.util.files import reading_error
from ludus.util.toml_text import parse_toml
from ludus.util.tracked_files import read_tracked

FORMATS = (".toml", ".json", ".csv")
MAX_FILE_BYTES = 20_000_000

RowType = TypeVar("RowType", bound=msgspec.Struct)


@dataclass(frozen=True)
class RowLocation:
    """Position of a row in a file, for error messages."""

    file: str
    line: int | None
    entry_name: str
    number: int | None = None  # of the entry in its list, from 1
    text: tuple[str, ...] = ()  # the lines of the entry, if its fields have lines of their own

    def line_of(self, field: str | None) -> int | None:
        """Line of a field, as `unlocks` or `unlocks[1]`; that of the entry if the field has none of its own."""
        if self.line is None or field is None:
            return self.line
        name = re.escape(re.split(r"[.\[]", field)[0])
        pattern = re.compile(rf'(^|[{{,])\s*(\[\[.*?\]\]\s*)?("{name}"|{name})\s*[=:]')
        return next((self.line + k for k, line in enumerate(self.text) if pattern.search(line)), self.line)

    def error(self, what: str, field: str | None = None) -> ContentError:
        """An error of the entry; a text that begins with the name of the node does not name its entry as well."""
        named = what if what.startswith("node ") else f"{self.entry_name}: {what}"
        return ContentError(named, self.file, self.line_of(field), field, entry=self.number)


def read_rows(
    file: str | Path, name: str, kind: type[RowType], own_keys: Sequence[str] = ()
) -> list[tuple[RowType, RowLocation]]:
    """Read and check the rows of a file.

    Args:
        file: path with one of the suffixes FORMATS.
        name: name of the list in TOML and JSON files.
        kind: struct that each row is converted to.
        own_keys: top-level keys beside the list that a TOML or JSON file may have; somebody else reads them.

    Returns:
        The rows, each with its position in the file.

    Raises:
        ContentError: the file or a row is invalid.
    """
    text, suffix = read_text_file(file), file_suffix(file)
    if suffix == ".csv":
        entries = list(_csv_rows(text, str(file), name, kind))
    else:
        data = parse_data(text, file)
        rows = data.get(name) if isinstance(data, dict) else None
        if not isinstance(rows, list):
            raise ContentError(f"the file has no list named {name!r}", file)
        refuse_unknown_keys(data, (name, *own_keys), f"field of a file of {name}", text, file)
        lines = _toml_entry_lines(text, name) if suffix == ".toml" else _json_entry_lines(text, name)
        entries = [
            (row, _entry_location(text, str(file), lines, k + 1, f"{name}[{k + 1}]")) for k, row in enumerate(rows)
        ]
    return convert_rows(entries, kind, strict=suffix != ".csv")


def convert_rows(
    entries: Sequence[tuple[Any, RowLocation]], kind: type[RowType], strict: bool = True
) -> list[tuple[RowType, RowLocation]]:
    """Convert rows of plain data to structs.

    Args:
        entries: the rows with their positions.
        kind: struct that each row is converted to.
        strict: whether a text is refused where a number belongs; formats of texts alone are not strict.

    Raises:
        ContentError: a row is invalid.
    """
    lists = {field for field, hint in get_type_hints(kind).items() if get_origin(hint) is tuple}
    converted = []
    for row, place in entries:
        if not strict:
            row = {key: _split(value) if key in lists else value for key, value in row.items()}
        converted.append((_convert(row, kind, place, strict), place))
    return converted


def flat_rows(rows: Sequence[msgspec.Struct], *kept: str) -> list[dict[str, Any]]:
    """Return rows as plain data in which lists are one text, as in CSV, except the fields `kept`."""
    return [
        {key: value if key in kept else _csv_cell(value) for key, value in msgspec.to_builtins(row).items()}
        for row in rows
    ]


def write_rows(file: str | Path, list_name: str, rows: Sequence[RowType], kind: type[RowType], **head: str) -> None:
    """Write rows so that `read_rows` can read them; `head` holds further top-level fields (not written to CSV)."""
    plain = [msgspec.to_builtins(row) for row in rows]
    suffix = file_suffix(file)
    if suffix == ".json":
        text = json.dumps({**head, list_name: plain}, indent=1, ensure_ascii=False) + "\n"
    elif suffix == ".csv":
        text = _write_csv(plain, kind)
    else:
        blocks = [f"{key} = {_toml_value(value)}\n" for key, value in head.items()]
        blocks += [f"[[{list_name}]]\n" + "".join(f"{k} = {_toml_value(v)}\n" for k, v in row.items()) for row in plain]
        text = "\n".join(blocks if plain else [*blocks, f"{list_name} = []\n"])
    write_text_file(text, file)


def write_text_file(text: str, file: str | Path) -> None:
    """Write a UTF-8 file; raise ContentError if that is impossible."""
    try:
        Path(file).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ContentError(f"this file cannot be written: {getattr(error, 'strerror', None) or error}", file) from None


def read_text_file(file: str | Path) -> str:
    """Read a UTF-8 file of at most MAX_FILE_BYTES bytes; raise ContentError if that is impossible."""
    try:
        data = read_tracked(file)
        if len(data) > MAX_FILE_BYTES:
            raise ContentError(f"too large: at most {MAX_FILE_BYTES:,} bytes", file)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ContentError("not UTF-8 text", file, error.object.count(b"\n", 0, error.start) + 1) from None
    except (OSError, ValueError) as error:
        raise ContentError(f"this file cannot be read: {reading_error(error, file)}", file) from None


def parse_data(text: str, file: str | Path) -> Any:
    """Parse a TOML or JSON text, chosen by the suffix of `file`; raise ContentError if it is invalid."""
    try:
        if file_suffix(file) == ".toml":
            return parse_toml(text, file)
        data = json.loads(text, object_pairs_hook=_unique_fields)
        json.dumps(data, ensure_ascii=False).encode("utf-8")  # fails if a \\u escape is half a character
        return data
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise ContentError(f"the escape {half!r} is half a character (a lone surrogate)", file) from None
    except _RepeatedField as error:
        line = _repeated_field_line(text)
        raise ContentError(f"two fields of one object are named {error.name!r}", file, line, error.name) from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, brackets without end
        raise ContentError(f"this file cannot be read: {error}", file) from None


def refuse_unknown_keys(data: dict[str, Any], known: Sequence[str], thing: str, text: str, file: str | Path) -> None:
    """Refuse top-level keys of a TOML or JSON file that nobody would read.

    Raises:
        ContentError: there is one.
    """
    if unknown := next((key for key in data if key not in known), None):
        raise ContentError(str(UnknownName(thing, unknown, list(known))), file, key_line(text, unknown))


def key_line(text: str, key: str) -> int | None:
    """Return the first line in which a key stands, in TOML or JSON; None if there is none."""
    pattern = re.compile(rf'\s*[{{,]?\s*(\[\[?)?\s*"?{re.escape(key)}"?\s*(=|:|\]\]?)')
    return next((number for number, line in enumerate(text.splitlines(), 1) if key and pattern.match(line)), None)


def file_suffix(file: str | Path, formats: Sequence[str] = FORMATS) -> str:
    """Return the suffix of a file in lower case; raise ContentError if it is not one of `formats`."""
    suffix = Path(file).suffix.lower()
    if suffix not in formats:
        raise ContentError(f"unknown file suffix {suffix or 'nothing'!r}; it must be one of {', '.join(formats)}", file)
    return suffix


def _convert(row: Any, kind: type[RowType], place: RowLocation, strict: bool) -> RowType:
    try:
        return msgspec.convert(row, kind, strict=strict)
    except msgspec.ValidationError as error:
        what, _, field = str(error).partition(" - at `$.")
        raise place.error(_explain_error(what, kind), field.rstrip("`") or None) from None


class _RepeatedField(Exception):
    def __init__(self, name: str) -> None:
        self.name = name


def _unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of a JSON text; of two fields with one name, JSON readers would silently drop the first."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise _RepeatedField(next(name for name in names if names.count(name) > 1))
    return fields


def _repeated_field_line(text: str) -> int | None:
    """Return the line of the first field of a JSON text whose name its object has already."""
    objects: list[set[str]] = []  # names of the fields so far, of all open objects; lists have none
    for match in re.finditer(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}\[\]]', text):
        if match[0] in "{[":
            objects.append(set())
        elif match[0] in "}]":
            objects.pop()
        elif match[2]:
            name = json.loads(match[1])
            if name in objects[-1]:
                return text.count("\n", 0, match.start()) + 1
            objects[-1].add(name)
    return None


def _explain_error(error: str, kind: type[msgspec.Struct]) -> str:
    """Translate a validation error of msgspec into a sentence for users."""
    if unknown := re.fullmatch("Object contains unknown field `(.*)`", error):
        return str(UnknownName("field", unknown[1], list(kind.__struct_fields__)))
    if missing := re.fullmatch("Object missing required field `(.*)`", error):
        return f"{missing[1]!r} is missing"
    if wrong := re.fullmatch("Expected `(.*)`, got `(.*)`", error):
        words = {"int": "a whole number", "str": "a text", "array": "a list", "object": "a table", "float": "a number"}
        actual, expected = words.get(wrong[2], wrong[2]), words.get(wrong[1].removesuffix(" | null"), wrong[1])
        return f"{actual} where {expected} belongs"
    return error


def _csv_rows(text: str, file: str, name: str, kind: type[Any]) -> Iterator[tuple[dict[str, Any], RowLocation]]:
    reader = csv.reader(io.StringIO(text), strict=True)
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        if not header:
            raise ContentError(f"no header; expected {', '.join(kind.__struct_fields__)}", file)
        if twice := next((key for key in header if header.count(key) > 1), None):
            raise ContentError(f"two columns are named {twice!r}", file, 1)
        if unknown := next((key for key in header if key and key not in kind.__struct_fields__), None):
            raise ContentError(str(UnknownName("column", unknown, list(kind.__struct_fields__))), file, 1)
        k = 0
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            k += 1
            place = RowLocation(file, reader.line_num, f"{name}[{k}]", k)
            if len(cells) > len(header):
                raise place.error(f"{len(cells)} cells under {len(header)} headings")
            row: dict[str, Any] = {key: cell.strip() for key, cell in zip(header, cells, strict=False) if cell.strip()}
            yield row, place
    except csv.Error as error:
        raise ContentError(f"this is not CSV: {error}", file, reader.line_num) from None


def _split(value: Any) -> Any:
    """Return the parts of a list that is one text."""
    return [part.strip() for part in value.split("|")] if isinstance(value, str) else value


def _write_csv(rows: list[dict[str, Any]], kind: type[msgspec.Struct]) -> str:
    header = [key for key in kind.__struct_fields__ if not rows or any(key in row for row in rows)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_csv_cell(row.get(key, "")) for key in header])
    return out.getvalue()


def _csv_cell(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    if bad := next((part for part in value if "|" in part), None):
        raise ContentError(
            f"{bad!r} cannot be written in a list of this format, where | separates its parts; write TOML"
        )
    return "|".join(value)


def _toml_value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace(
        "\x7f", "\\u007f"
    )  # JSON and TOML write texts and whole numbers in the same way


def _entry_location(text: str, file: str, lines: list[int], number: int, entry_name: str) -> RowLocation:
    """Return the position of an entry, whose lines end where the next one begins; numbers are from 1."""
    if number > len(lines):
        return RowLocation(file, None, entry_name, number)
    first = lines[number - 1]
    end = max(first, lines[number] - 1) if number < len(lines) else None
    return RowLocation(file, first, entry_name, number, tuple(text.splitlines()[first - 1 : end]))


def _toml_entry_lines(text: str, name: str) -> list[int]:
    pattern = re.compile(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]")
    return [number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)]


def _json_entry_lines(text: str, name: str) -> list[int]:
    """Return the lines in which the entries of a list of a JSON object begin; the text is valid JSON."""
    decoder, blank = json.JSONDecoder(), re.compile(r"[\s,:]*")

    def skip(at: int) -> int:
        return blank.match(text, at).end()  # type: ignore[union-attr]

    lines: list[int] = []
    at = skip(skip(0) + 1)  # after the brace
    while text[at] != "}":
        key, at = decoder.raw_decode(text, at)
        at = skip(at)
        if key != name or text[at] != "[":
            at = skip(decoder.raw_decode(text, at)[1])
            continue
        lines, at = [], skip(at + 1)  # of two lists with one name the last one counts
        while text[at] != "]":
            lines.append(text.count("\n", 0, at) + 1)
            at = skip(decoder.raw_decode(text, at)[1])
        at = skip(at + 1)
    return lines

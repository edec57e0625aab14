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
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_origin, get_type_hints

import msgspec

from ludus.util.errors import ContentError, UnknownName
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

    def error(self, what: str, field: str | None = None) -> ContentError:
        return ContentError(f"{self.entry_name}: {what}", self.file, self.line, field)


def read_rows(file: str | Path, name: str, kind: type[RowType]) -> list[tuple[RowType, RowLocation]]:
    """Read and check the rows of a file.

    Args:
        file: path with one of the suffixes FORMATS.
        name: name of the list in TOML and JSON files.
        kind: struct that each row is converted to.

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
        lines = _toml_entry_lines(text, name) if suffix == ".toml" else _json_entry_lines(text, name)
        entries = [
            (row, RowLocation(str(file), lines[k] if k < len(lines) else None, f"{name}[{k + 1}]"))
            for k, row in enumerate(rows)
        ]
    return [(_convert(row, kind, place), place) for row, place in entries]


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
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ContentError(f"this file cannot be written: {error.strerror or error}", file) from None


def read_text_file(file: str | Path) -> str:
    """Read a UTF-8 file of at most LARGEST bytes; raise ContentError if that is impossible."""
    try:
        data = read_tracked(file)
        if len(data) > MAX_FILE_BYTES:
            raise ContentError(f"too large: at most {MAX_FILE_BYTES:,} bytes", file)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ContentError("not UTF-8 text", file) from None
    except (OSError, ValueError) as error:
        raise ContentError(f"this file cannot be read: {getattr(error, 'strerror', None) or error}", file) from None


def parse_data(text: str, file: str | Path) -> Any:
    """Parse a TOML or JSON text, chosen by the suffix of `file`; raise ContentError if it is invalid."""
    try:
        return tomllib.loads(text) if file_suffix(file) == ".toml" else json.loads(text)
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"this is not TOML: {error}", file) from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, brackets without end
        raise ContentError(f"this file cannot be read: {error}", file) from None


def file_suffix(file: str | Path) -> str:
    """Return the suffix of a file; raise ContentError if it is not one of FORMATS."""
    suffix = Path(file).suffix.lower()
    if suffix not in FORMATS:
        raise ContentError(f"unknown file suffix {suffix or 'nothing'!r}; it must be one of {', '.join(FORMATS)}", file)
    return suffix


def _convert(row: Any, kind: type[RowType], place: RowLocation) -> RowType:
    try:
        return msgspec.convert(row, kind, strict=place.line is None or not place.file.endswith(".csv"))
    except msgspec.ValidationError as error:
        what, _, field = str(error).partition(" - at `$.")
        raise place.error(_explain_error(what, kind), field.rstrip("`") or None) from None


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
    lists = {field for field, hint in get_type_hints(kind).items() if get_origin(hint) is tuple}
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        if not header:
            raise ContentError(f"no header; expected {', '.join(kind.__struct_fields__)}", file)
        if twice := next((key for key in header if header.count(key) > 1), None):
            raise ContentError(f"two columns are named {twice!r}", file, 1)
        k = 0
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            k += 1
            place = RowLocation(file, reader.line_num, f"{name}[{k}]")
            if len(cells) > len(header):
                raise place.error(f"{len(cells)} cells under {len(header)} headings")
            row: dict[str, Any] = {key: cell.strip() for key, cell in zip(header, cells, strict=False) if cell.strip()}
            for key in lists & row.keys():
                row[key] = [part.strip() for part in row[key].split("|")]
            yield row, place
    except csv.Error as error:
        raise ContentError(f"this is not CSV: {error}", file, reader.line_num) from None


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
        raise ContentError(f"{bad!r} cannot be written to CSV, where | separates the parts of a list; write TOML")
    return "|".join(value)


def _toml_value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace(
        "\x7f", "\\u007f"
    )  # JSON and TOML write texts and whole numbers in the same way


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

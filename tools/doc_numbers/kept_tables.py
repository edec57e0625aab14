"""Kept tables: rows of CSV and JSON files, and the cells that a reference names."""

from __future__ import annotations

import csv
import json
import re
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ludus.util.text import did_you_mean

Row = dict[str, str]
NUMBER_TEXT = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")
PLACE = re.compile(r"^(?P<name>.+)\[(?P<first>\d+)(?:-(?P<last>\d+))?\]$")
SCALE = re.compile(r"^(?P<name>.+?)\s*(?P<sign>[*/])\s*(?P<factor>-?\d+(?:\.\d+)?)$")
OPERATORS = ("!=", "<=", ">=", "=", "<", ">")
AGGREGATES: dict[str, Callable[[list[float]], float]] = {
    "sum": sum,
    "mean": statistics.fmean,
    "median": statistics.median,
    "min": min,
    "max": max,
}


class CellError(ValueError):
    """A reference names a file, a row or a column that is not there."""


@dataclass(frozen=True)
class KeptTable:
    """The rows of a kept file, each a text for every column."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def select(self, conditions: str) -> list[Row]:
        """Return the rows that meet conditions such as `kind=maze, size>3`; all rows without conditions.

        Raises:
            CellError: If a condition names no column.
        """
        tests = self._conditions(conditions)
        return [row for row in self.rows if all(_meets(row[name], sign, value) for name, sign, value in tests)]

    def row(self, conditions: str) -> Row:
        """Return the one row that meets the conditions.

        Raises:
            CellError: If no row or several rows meet them.
        """
        found = self.select(conditions)
        if len(found) == 1:
            return found[0]
        if found:
            raise CellError(f"{len(found)} rows of {self.path.name} have {conditions!r}; name more columns")
        name, _, value = self._conditions(conditions)[0]
        hint = did_you_mean(value, {row[name] for row in self.rows})
        raise CellError(f"no row of {self.path.name} has {conditions!r}{hint}")

    def cell(self, row: Row, expression: str) -> str | float:
        """Return the cell that `wins` or `wins*100` names: its text, or a number if it is scaled.

        Raises:
            CellError: If there is no such column, or a cell without a number is scaled.
        """
        if expression in row:
            return row[expression]
        scaled = SCALE.match(expression)
        name = scaled["name"] if scaled else expression
        if name not in row:
            raise CellError(f"{self.path.name} has no column {name!r}{_hint(name, self.columns)}")
        assert scaled is not None
        factor = float(scaled["factor"])
        value = self._number(row, name)
        return value * factor if scaled["sign"] == "*" else value / factor

    def numbers(self, title: str) -> list[float]:
        """Return the numbers that the title of a link names, in order.

        `agent=tree-3: wins*100, low*100` gives two cells of a row; `count: verdict=holds` counts rows; `mean:
        kind=maze: size` is taken over the rows with that kind, and so are sum, median, min and max. A cell with text
        gives all numbers in the text; `because[2]` is the second of them, `because[1-3]` the first three.

        Raises:
            CellError: If a file, row or column is not there, or a cell has no number.
        """
        title = " ".join(title.split())
        if title == "count" or title.startswith("count: "):
            return [float(len(self.select(title[len("count: ") :])))]
        aggregate, _, rest = title.partition(": ")
        if aggregate in AGGREGATES and rest:
            conditions, _, expressions = rest.rpartition(": ")
            rows = self.select(conditions)
            if not rows:
                raise CellError(f"no row of {self.path.name} has {conditions!r}")
            return [AGGREGATES[aggregate]([self._one(row, name) for row in rows]) for name in split(expressions)]
        conditions, _, expressions = title.rpartition(": ")
        if not conditions and len(self.rows) != 1:
            raise CellError(f"{title!r} names no row of {self.path.name}; write 'COLUMN=VALUE: COLUMN'")
        row = self.row(conditions) if conditions else self.rows[0]
        return [number for name in split(expressions) for number in self._all(row, name)]

    def _conditions(self, text: str) -> list[tuple[str, str, str]]:
        """Conditions as column, operator and value. Values may have commas, so a condition begins with a column."""
        if not text:
            return []
        names = "|".join(sorted(map(re.escape, self.columns), key=len, reverse=True))
        signs = "|".join(OPERATORS)
        begins = list(re.finditer(rf"(?:^|, )(?P<name>{names})(?P<sign>{signs})", text))
        if not begins or begins[0].start() != 0:
            name = re.split("[=<>!]", text)[0]
            raise CellError(f"{self.path.name} has no column {name!r}{_hint(name, self.columns)}")
        ends = [begin.start() for begin in begins[1:]] + [len(text)]
        return [
            (begin["name"], begin["sign"], text[begin.end() : end]) for begin, end in zip(begins, ends, strict=True)
        ]

    def _one(self, row: Row, expression: str) -> float:
        value = self.cell(row, expression)
        return value if isinstance(value, float) else self._number(row, expression)

    def _all(self, row: Row, expression: str) -> list[float]:
        if expression not in row and (part := PLACE.match(expression)):
            numbers = self._all(row, part["name"])
            first, last = int(part["first"]), int(part["last"] or part["first"])
            if not 1 <= first <= last <= len(numbers):
                raise CellError(f"{part['name']!r} of {self.path.name} has {len(numbers)} numbers, not {expression!r}")
            return numbers[first - 1 : last]
        value = self.cell(row, expression)
        if isinstance(value, float):
            return [value]
        found = [to_number(text) for text in NUMBER_TEXT.findall(value)]
        if not found:
            raise CellError(f"{expression!r} of {self.path.name} has no number: {value!r}")
        return found

    def _number(self, row: Row, name: str) -> float:
        try:
            return to_number(row[name].strip().removesuffix("%").strip())
        except ValueError:
            raise CellError(f"{name!r} of {self.path.name} is no number: {row[name]!r}") from None


@cache
def read_table(path: Path) -> KeptTable:
    """Return the table of a kept file: a CSV file, or a JSON file with a list of objects.

    A JSON file gives a row for each object of its first list of objects. Nested names are joined by dots, and what
    stands beside the list is in every row.

    Raises:
        CellError: If there is no such file, or it is of another kind.
    """
    if not path.is_file():
        raise CellError(f"there is no file {path.name} in {path.parent.name}/")
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".csv":
        lines = [line for line in text.splitlines(keepends=True) if not line.startswith("# ")]
        reader = csv.DictReader(lines)
        rows = tuple({name: value or "" for name, value in row.items() if name} for row in reader)
        return KeptTable(path, tuple(reader.fieldnames or ()), rows)
    if path.suffix == ".json":
        found = _json_rows(json.loads(text))
        columns = tuple(dict.fromkeys(name for row in found for name in row))
        return KeptTable(path, columns, tuple({name: row.get(name, "") for name in columns} for row in found))
    raise CellError(f"{path.name} is no CSV or JSON file")


def to_number(text: str) -> float:
    """Return the number of a text that may have thousands separators and a typographic minus."""
    return float(text.replace(",", "").replace("−", "-"))


def split(text: str) -> list[str]:
    """Return the parts of a list separated by commas; commas inside brackets separate nothing."""
    parts, depth, begin = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [*parts, text[begin:].strip()]


def _hint(name: str, columns: Sequence[str]) -> str:
    return did_you_mean(name, columns, f"; it has {', '.join(columns)}")


def _meets(cell: str, sign: str, value: str) -> bool:
    if sign in ("=", "!="):
        same = cell == value
        if not same:
            try:
                same = to_number(cell) == to_number(value)
            except ValueError:
                same = False
        return same == (sign == "=")
    try:
        left, right = to_number(cell), to_number(value)
    except ValueError:
        return False
    return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[sign]


def _json_rows(content: Any) -> list[Row]:
    if isinstance(content, list):
        return [_flat(item) for item in content if isinstance(item, dict)]
    for name, value in content.items():
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            beside = _flat({other: thing for other, thing in content.items() if other != name})
            return [{**beside, **_flat(item)} for item in value]
    return [_flat(content)]


def _flat(item: Any, prefix: str = "") -> Row:
    if not isinstance(item, dict | list):
        return {prefix[:-1]: "" if item is None else str(item)}
    pairs = item.items() if isinstance(item, dict) else enumerate(item)
    return {name: text for key, value in pairs for name, text in _flat(value, f"{prefix}{key}.").items()}

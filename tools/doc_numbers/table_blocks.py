"""Markdown tables from kept tables: which rows and columns, their titles, and how numbers are written."""

from __future__ import annotations

import re
from pathlib import Path

from tools.doc_numbers.kept_tables import SCALE, CellError, KeptTable, Row, read_table, split, to_number

FIELD = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
PARTS = ("rows", "columns", "sort", "first")
NOTHING = "–"  # a cell of several columns that are all empty
INTERVAL = re.compile(r" \[(\{[^{}]*\}), (\{[^{}]*\})\]")  # behind its number


def render_table(source: str, folder: Path) -> str:
    """Return the Markdown table that the comment of a block asks for.

    Args:
        source: What stands in the comment after `table:`, such as `../benchmarks/x.csv; rows: kind=maze; columns: size
            as Size, {wins*100:.1f} % as Wins`. A column is a name, or a text with names in braces, with a format of
            Python after a colon, or `~3` for three significant digits. `rows` are conditions; without them, all rows.
            `sort: name` sorts by a column (`sort: -name` from the highest), and `first: 5` takes the first rows.
        folder: The folder of the page.

    Raises:
        CellError: If the comment is not understood, or a file, row or column is not there.
    """
    path, parts = _parts(source)
    table = read_table((folder / path).resolve())
    rows = table.select(parts.get("rows", ""))
    if not rows:
        raise CellError(f"no row of {table.path.name} has {parts['rows']!r}")
    rows = _sorted(table, rows, parts.get("sort", ""))
    if "first" in parts:
        rows = rows[: int(parts["first"])]
    columns = [_column(item) for item in split(parts.get("columns", ", ".join(table.columns)))]
    cells = [[_fill(table, row, template) for template, _ in columns] for row in rows]
    right = [all(_is_number(line[place]) for line in cells) for place in range(len(columns))]
    lines = [
        [title for _, title in columns],
        ["---:" if number else "---" for number in right],
        *cells,
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _parts(source: str) -> tuple[str, dict[str, str]]:
    path, *rest = re.split(r";\s+(?=(?:rows|columns|sort|first):)", " ".join(source.split()))
    parts = {}
    for part in rest:
        name, _, value = part.partition(":")
        parts[name] = value.strip()
    if ";" in path:
        raise CellError(f"a table block has the parts {', '.join(PARTS)}, not {path.partition(';')[2].strip()!r}")
    return path.strip(), parts


def _column(item: str) -> tuple[str, str]:
    template, _, title = item.partition(" as ")
    return (template if "{" in template else f"{{{template}}}"), title or template


def _fill(table: KeptTable, row: Row, template: str) -> str:
    def cell(found: re.Match[str]) -> str:
        value = table.cell(row, found[1].strip())
        if not found[2]:
            return value if isinstance(value, str) else f"{value:g}"
        try:
            number = value if isinstance(value, float) else to_number(value)
        except ValueError:
            return str(value)
        text = _significant(number, int(found[2][1:])) if found[2].startswith("~") else format(number, found[2])
        return text.lstrip("-") if not re.search("[1-9]", text) else text

    def is_empty(part: str) -> bool:
        names = [found[1].strip() for found in FIELD.finditer(part)]
        matches = [None if name in row else SCALE.match(name) for name in names]
        columns = [match["name"] if match else name for name, match in zip(names, matches, strict=True)]
        return len(names) > 1 and not any(row.get(column, NOTHING) for column in columns)

    if is_empty(template):
        return NOTHING
    template = INTERVAL.sub(lambda found: "" if is_empty(found[0]) else found[0], template)  # a number without one
    return FIELD.sub(cell, template).replace("|", "\\|").strip()


def _significant(number: float, digits: int) -> str:
    """A number with so many significant digits, without an exponent; digits before the point stay."""
    before_point = len(f"{abs(number):.0f}") if abs(number) >= 1 else 0
    return f"{number:,.{max(0, digits - before_point)}f}"


def _sorted(table: KeptTable, rows: list[Row], by: str) -> list[Row]:
    name = by.removeprefix("-")
    if not name:
        return rows
    if name not in table.columns:
        table.cell(rows[0], name)
    return sorted(rows, key=lambda row: _order(row[name]), reverse=by.startswith("-"))


def _order(text: str) -> tuple[float, str]:
    try:
        return to_number(text), ""
    except ValueError:
        return float("inf"), text


def _is_number(text: str) -> bool:
    return not re.search(r"[A-Za-z]", text)

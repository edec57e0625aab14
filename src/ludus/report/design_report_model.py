"""Report of a content designer: sentences, tables, pictures, commands and files.

A designer of any game returns a `DesignReport`; the command line, the demo and the Studio show it. Its tables name
kinds of columns instead of formats; `ReportTable.to_table` converts them to the common table model of all reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ludus.stats import Estimate

if TYPE_CHECKING:
    from ludus.report.typed_tables import Column, Table

ScreenFormat = Literal["text", "count", "share", "difference", "number"]


@dataclass(frozen=True)
class ReportColumn:
    """Column of a table. Cells of kind share and difference hold estimates; cells of kind number may."""

    name: str
    kind: ScreenFormat = "text"
    title: str = ""  # heading on the screen; the name if empty
    on_screen: bool = True  # on the screen and the page; files contain all columns


@dataclass(frozen=True)
class ReportTable:
    """Named table; the file contains all rows, the screen those in `screen_rows`."""

    name: str
    caption: str
    columns: Sequence[ReportColumn]
    rows: Sequence[Sequence[Any]]
    screen_rows: Sequence[int] | None = None  # row numbers for the screen; None: all

    def to_table(self) -> Table:
        """The same in the common table model, which formats numbers and writes CSV."""
        from ludus.report.typed_tables import Table  # imported on demand: it loads NumPy

        columns = [_table_column(column, [row[k] for row in self.rows]) for k, column in enumerate(self.columns)]
        return Table(self.name, columns, self.rows)

    def shown(self) -> tuple[list[Column], list[list[str]]]:
        """Columns for people, and all rows as formatted text."""
        indices = [k for k, column in enumerate(self.columns) if column.on_screen]
        table = self.to_table()
        columns = [table.columns[k] for k in indices]
        return columns, [
            [column.format(row[k]) for column, k in zip(columns, indices, strict=True)] for row in table.rows
        ]


@dataclass(frozen=True)
class DesignReport:
    """Result of a designer, ready to be shown and written to a folder."""

    title: str
    answer: list[str]  # sentences, the most important first
    tables: list[ReportTable] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # text drawings for a terminal, by title
    pictures: dict[str, tuple[str, str]] = field(default_factory=dict)  # by file name: SVG and caption
    facts: dict[str, str] = field(default_factory=dict)  # seeds, players, digests, games
    commands: dict[str, str] = field(default_factory=dict)  # commands that show the games behind a number
    files: dict[str, str] = field(default_factory=dict)  # further text files, by name
    images: dict[str, bytes] = field(default_factory=dict)  # PNG files, by name
    notes: list[str] = field(default_factory=list)  # explanations of the numbers


def _table_column(column: ReportColumn, cells: Sequence[Any]) -> Column:
    from ludus.report.typed_tables import Column

    title = column.title or column.name.replace("_", " ")
    if column.kind == "number" and not any(isinstance(cell, Estimate) for cell in cells):
        return Column.number(column.name, title)
    if column.kind == "number":
        return Column.estimate(column.name, title, shown_digits=2)
    if column.kind in ("share", "difference"):
        return Column.estimate(column.name, title, shown_digits=1 if column.kind == "share" else 2, percent=True)
    return Column.integer(column.name, title) if column.kind == "count" else Column.text(column.name, title)

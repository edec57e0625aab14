"""Drawing rows of kept tables, making them again, and comparing their cells."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.provenance import BENCHMARKS

Row = dict[str, str]
Cells = dict[str, str | float | int]


def any_row(row: Row) -> bool:
    """All rows can be drawn."""
    return True


@dataclass(frozen=True)
class RemakeableTable:
    """A kept table whose rows can be made again.

    Args:
        paper: Paper whose results it has.
        folder: Folder below benchmarks/.
        table: File in the folder.
        keys: Columns that name a row.
        remake: `remake(folder, row)` returns the cells that are made again, by column.
        can_remake: Whether a row can be made again in time.
    """

    paper: str
    folder: str
    table: str
    keys: tuple[str, ...]
    remake: Callable[[Path, Row], Cells]
    can_remake: Callable[[Row], bool] = any_row

    @property
    def path(self) -> str:
        return f"{self.folder}/{self.table}"

    def rows(self, benchmarks: Path = BENCHMARKS) -> list[Row]:
        """All rows that can be drawn."""
        return [row for row in read_rows(benchmarks / self.folder / self.table) if self.can_remake(row)]

    def name(self, row: Row) -> str:
        return ", ".join(row[key] for key in self.keys)


@dataclass(frozen=True)
class RemadeCell:
    """A cell of a kept row beside the same cell made again."""

    table: RemakeableTable
    row: str
    column: str
    kept: str
    remade: str

    @property
    def is_equal(self) -> bool:
        return self.kept == self.remade


def read_rows(file: Path) -> list[Row]:
    """Return the rows of a CSV file."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def find_row(rows: Sequence[Row], keys: Sequence[str], row: Row) -> Row:
    """Return the row with the same keys as another one.

    Raises:
        KeyError: If there is none.
    """
    found = next((other for other in rows if all(other[key] == row[key] for key in keys)), None)
    if found is None:
        raise KeyError(f"no row {', '.join(row[key] for key in keys)} was made")
    return found


def remake(table: RemakeableTable, row: Row, benchmarks: Path = BENCHMARKS) -> list[RemadeCell]:
    """Make a kept row again and compare its cells, without those that name it.

    Raises:
        KeyError: If the new row has a column that the kept table lacks.
    """
    cells = table.remake(benchmarks / table.folder, row)
    name = table.name(row)
    return [
        RemadeCell(table, name, column, row[column], as_kept(value, row[column]))
        for column, value in cells.items()
        if column not in table.keys
    ]


def draw_rows(
    tables: Sequence[RemakeableTable], seed: int, papers: Sequence[str], count: int = 2
) -> list[tuple[RemakeableTable, Row]]:
    """Draw tables of each paper by a seed, then a row of each; a paper does not depend on the others."""
    drawn = []
    for paper in papers:
        generator = random.Random(f"{seed} {paper}")
        chosen = generator.sample([table for table in tables if table.paper == paper], count)
        drawn += [(table, generator.choice(table.rows())) for table in chosen]
    return drawn


def as_kept(value: str | float | int, kept: str) -> str:
    """Return a value as the table writes it: with as many decimals as the kept cell."""
    if isinstance(value, float):
        return f"{value:.{len(kept.partition('.')[2])}f}"
    return str(value)

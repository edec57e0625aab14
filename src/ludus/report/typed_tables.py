"""Result tables: named and typed columns, written as canonical CSV, and as Parquet if pyarrow is installed.

    Table(
        "agents",
        [Column.text("agent"), Column.integer("games"), Column.estimate("share", "wins", percent=True)],
        [["linear-1", 9000, Estimate(0.549, 0.531, 0.567, 9000)]],
        caption="Win rates.",
    )

A number with an interval is one column here and in the report, `54.9 [53.1, 56.7]`, and three columns in the files:
share, share_low, share_high. CSV files are UTF-8 with a line feed after each row and a fixed number of decimals;
unknown values are empty. Parquet files hold the numbers of the CSV, with the same precision.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ludus.arena.tournament_csv import decimal
from ludus.arena.tournament_games_csv import csv_field
from ludus.report.slugs import check_name
from ludus.stats import Estimate
from ludus.util.errors import ContractError

FILE_DIGITS, SHOWN_DIGITS = 6, 2  # decimals in files and in the report
ColumnKind = Literal["text", "whole", "number", "estimate", "truth"]
Cell = Any  # str, int, float, bool, Estimate or (value, low, high); None if unknown


@dataclass(frozen=True)
class Column:
    """One column; `title` is for readers, `name` for files."""

    name: str
    kind: ColumnKind
    title: str = ""
    file_digits: int = FILE_DIGITS  # decimals in files
    shown_digits: int = SHOWN_DIGITS  # decimals in the report
    percent: bool = False  # 0.549 is shown as 54.9

    @classmethod
    def text(cls, name: str, title: str = "") -> Column:
        return cls(name, "text", title)

    @classmethod
    def integer(cls, name: str, title: str = "") -> Column:
        return cls(name, "whole", title)

    @classmethod
    def boolean(cls, name: str, title: str = "") -> Column:
        """Column of booleans."""
        return cls(name, "truth", title)

    @classmethod
    def number(
        cls,
        name: str,
        title: str = "",
        *,
        file_digits: int = FILE_DIGITS,
        shown_digits: int = SHOWN_DIGITS,
        percent: bool = False,
    ) -> Column:
        return cls(name, "number", title, file_digits, shown_digits, percent)

    @classmethod
    def estimate(
        cls, name: str, title: str = "", *, file_digits: int = FILE_DIGITS, shown_digits: int = 1, percent: bool = False
    ) -> Column:
        """Column of numbers with intervals: Estimate, or (value, low, high)."""
        return cls(name, "estimate", title, file_digits, shown_digits, percent)

    @property
    def heading(self) -> str:
        return (self.title or self.name.replace("_", " ")) + (", %" if self.percent else "")

    @property
    def file_columns(self) -> list[str]:
        """Column names in files."""
        return [self.name, f"{self.name}_low", f"{self.name}_high"] if self.kind == "estimate" else [self.name]

    def csv_cells(self, cell: Cell) -> list[str | None]:
        """CSV fields of a cell; None is an empty field."""
        match self.kind:
            case "estimate":
                return [decimal(value, self.file_digits) for value in value_and_interval(cell)]
            case "number":
                return [decimal(None if cell is None else float(cell), self.file_digits)]
            case "whole":
                return [None if cell is None else str(int(cell))]
            case "truth":
                return [None if cell is None else ("true" if cell else "false")]
        return [None if cell is None else str(cell)]

    def format(self, cell: Cell) -> str:
        """Format a cell for readers."""
        scale = 100 if self.percent else 1
        match self.kind:
            case "estimate":
                value, low, high = (
                    decimal(None if x is None else scale * x, self.shown_digits) for x in value_and_interval(cell)
                )
                around = f" [{low}, {high}]" if low is not None and high is not None else ""
                return "–" if value is None else f"{value}{around}"
            case "number":
                return decimal(None if cell is None else scale * float(cell), self.shown_digits) or "–"
            case "whole":
                return "–" if cell is None else f"{int(cell):,}"
            case "truth":
                return "–" if cell is None else ("yes" if cell else "no")
        return "–" if cell is None else str(cell)


def value_and_interval(cell: Cell) -> tuple[float | None, float | None, float | None]:
    """Value and interval bounds of a cell."""
    if cell is None:
        return None, None, None
    if isinstance(cell, Estimate):
        return cell.value, cell.low, cell.high
    value, low, high = cell
    return value, low, high


@dataclass(frozen=True)
class Table:
    """Table of a report, also written to tables/NAME.csv and tables/NAME.parquet.

    Raises:
        ContractError: column names repeat, or rows or commands do not fit.
    """

    name: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    rerun_commands: Sequence[str] = field(
        default=()
    )  # for each row the command that plays its games again; {run} is the run folder
    max_shown_rows: int = 60  # rows shown in the report; files have all rows

    def __post_init__(self) -> None:
        check_name(self.name, "a table")
        names = [name for column in self.columns for name in column.file_columns]
        if len(set(names)) < len(names):
            raise ContractError(f"the table {self.name}: columns of the same name: {', '.join(names)}")
        for number, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ContractError(
                    f"the table {self.name}: row {number} has {len(row)} cells for {len(self.columns)} columns"
                )
        if self.rerun_commands and len(self.rerun_commands) != len(self.rows):
            raise ContractError(f"the table {self.name}: {len(self.rerun_commands)} commands for {len(self.rows)} rows")

    def csv_rows(self) -> list[list[str | None]]:
        """All rows as CSV fields."""
        return [
            [text for column, cell in zip(self.columns, row, strict=True) for text in column.csv_cells(cell)]
            for row in self.rows
        ]

    def csv(self) -> bytes:
        names: list[str | None] = [name for column in self.columns for name in column.file_columns]
        lines = [names, *self.csv_rows()]
        text = "".join(",".join("" if cell is None else csv_field(cell) for cell in line) + "\n" for line in lines)
        return text.encode()

    def parquet(self) -> bytes:
        """The table as Parquet; identical bytes from the same version of pyarrow."""
        import pyarrow
        import pyarrow.parquet

        kinds = {"text": pyarrow.string(), "whole": pyarrow.int64(), "truth": pyarrow.bool_()}
        rows, arrays = self.csv_rows(), []
        names: list[str] = []
        for column in self.columns:
            for name in column.file_columns:
                at = len(names)
                values = [_parquet_value(column.kind, row[at]) for row in rows]
                arrays.append(pyarrow.array(values, kinds.get(column.kind, pyarrow.float64())))
                names.append(name)
        out = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(arrays, names), out, compression="zstd", version="2.6")
        return out.getvalue()


def _parquet_value(kind: ColumnKind, text: str | None) -> str | int | float | bool | None:
    if text is None or kind == "text":
        return text
    if kind == "whole":
        return int(text)
    if kind == "truth":
        return text == "true"
    return float(text)

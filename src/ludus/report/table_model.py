"""Tables of all reports: columns with names and kinds, rows, and their output as CSV, Parquet and plain data.

    Table(
        "agents",
        [Column.text("agent"), Column.integer("games"), Column.share("share", "wins")],
        [["linear-1", 9000, Estimate(0.549, 0.531, 0.567, 9000)]],
        caption="Win rates.",
    )

Designers, studies, the command line and the Studio use the same table. A number with an interval is one column for
readers, `54.9 [53.1, 56.7]`, and three columns in files: share, share_low, share_high. CSV files are UTF-8 with a line
feed after each row and a fixed number of decimals; unknown values are empty. Parquet files and plain data hold the
numbers of the CSV, with the same precision.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ludus.report.file_and_column_names import check_name
from ludus.stats import Estimate
from ludus.util.csv_text import csv_field, decimal
from ludus.util.errors import ContractError

FILE_DIGITS, SHOWN_DIGITS = 6, 2  # decimals in files and for readers
# estimate: a number with an interval; share: an estimate in percent; difference: an estimate of a difference of shares
ColumnKind = Literal["text", "integer", "boolean", "number", "estimate", "share", "difference"]
Cell = Any  # str, int, float, bool, Estimate or (value, low, high); None if unknown
FileValue = str | int | float | bool | None  # value of one field of a file


@dataclass(frozen=True)
class Column:
    """One column; `title` is for readers, `name` for files. The class methods make a column of each kind.

    Their common arguments: `name`; `title`, by default the name with blanks; `on_screen`, False for a column that
    only files have; `file_digits` and `shown_digits`, the decimals in files and for readers; `percent`, to show 0.549
    as 54.9.
    """

    name: str
    kind: ColumnKind
    title: str = ""
    file_digits: int = FILE_DIGITS  # decimals in files
    shown_digits: int = SHOWN_DIGITS  # decimals for readers
    percent: bool = False  # 0.549 is shown as 54.9
    on_screen: bool = True  # on the terminal and on pages; files have all columns

    @classmethod
    def text(cls, name: str, title: str = "", *, on_screen: bool = True) -> Column:
        """Column of texts."""
        return cls(name, "text", title, on_screen=on_screen)

    @classmethod
    def integer(cls, name: str, title: str = "", *, on_screen: bool = True) -> Column:
        """Column of whole numbers."""
        return cls(name, "integer", title, on_screen=on_screen)

    @classmethod
    def boolean(cls, name: str, title: str = "", *, on_screen: bool = True) -> Column:
        """Column of booleans."""
        return cls(name, "boolean", title, on_screen=on_screen)

    @classmethod
    def number(
        cls,
        name: str,
        title: str = "",
        *,
        file_digits: int = FILE_DIGITS,
        shown_digits: int = SHOWN_DIGITS,
        percent: bool = False,
        on_screen: bool = True,
    ) -> Column:
        """Column of numbers; a table makes it a column of estimates if it holds one."""
        return cls(name, "number", title, file_digits, shown_digits, percent, on_screen)

    @classmethod
    def estimate(
        cls,
        name: str,
        title: str = "",
        *,
        file_digits: int = FILE_DIGITS,
        shown_digits: int = 1,
        percent: bool = False,
        on_screen: bool = True,
    ) -> Column:
        """Column of numbers with intervals: Estimate, or (value, low, high). In percent they are shares."""
        return cls(name, "share" if percent else "estimate", title, file_digits, shown_digits, percent, on_screen)

    @classmethod
    def share(cls, name: str, title: str = "", *, on_screen: bool = True) -> Column:
        """Column of shares with intervals, in percent."""
        return cls.estimate(name, title, percent=True, on_screen=on_screen)

    @classmethod
    def difference(cls, name: str, title: str = "", *, on_screen: bool = True) -> Column:
        """Column of differences of shares with intervals, in percent."""
        return cls(name, "difference", title, percent=True, on_screen=on_screen)

    @property
    def heading(self) -> str:
        """Title for readers, with a percent sign if values are in percent."""
        return (self.title or self.name.replace("_", " ")) + (", %" if self.percent else "")

    @property
    def has_interval(self) -> bool:
        """Whether cells are estimates."""
        return self.kind in ("estimate", "share", "difference")

    @property
    def is_numeric(self) -> bool:
        """Whether cells are numbers, which are aligned right."""
        return self.kind not in ("text", "boolean")

    @property
    def file_columns(self) -> list[str]:
        """Column names in files."""
        return [self.name, f"{self.name}_low", f"{self.name}_high"] if self.has_interval else [self.name]

    def csv_cells(self, cell: Cell) -> list[str | None]:
        """CSV fields of a cell; None is an empty field."""
        if self.has_interval:
            return [decimal(value, self.file_digits) for value in value_and_interval(cell)]
        match self.kind:
            case "number":
                return [decimal(None if cell is None else float(cell), self.file_digits)]
            case "integer":
                return [None if cell is None else str(int(cell))]
            case "boolean":
                return [None if cell is None else ("true" if cell else "false")]
        return [None if cell is None else str(cell)]

    def format(self, cell: Cell) -> str:
        """Format a cell for readers."""
        scale = 100 if self.percent else 1
        if self.has_interval:
            value, low, high = (
                decimal(None if x is None else scale * x, self.shown_digits) for x in value_and_interval(cell)
            )
            around = f" [{low}, {high}]" if low is not None and high is not None else ""
            return "–" if value is None else f"{value}{around}"
        match self.kind:
            case "number":
                return decimal(None if cell is None else scale * float(cell), self.shown_digits) or "–"
            case "integer":
                return "–" if cell is None else f"{int(cell):,}"
            case "boolean":
                return "–" if cell is None else ("yes" if cell else "no")
        return "–" if cell is None else str(cell)


def value_and_interval(cell: Cell) -> tuple[float | None, float | None, float | None]:
    """Value and interval bounds of a cell: Estimate, (value, low, high) or None."""
    if cell is None:
        return None, None, None
    if isinstance(cell, Estimate):
        return cell.value, cell.low, cell.high
    value, low, high = cell
    return value, low, high


@dataclass(frozen=True)
class Table:
    """Table of a report; files have all its columns and rows.

    Attributes:
        name: Name of its files.
        columns: The columns.
        rows: For each row, one cell for each column; None is unknown.
        caption: Text about the table, for readers.

    Raises:
        ContractError: the name is not valid as a file name, column names repeat, or rows or commands do not fit.
    """

    name: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    rerun_commands: Sequence[str] = ()  # for each row the command that plays its games again; {run} is the run folder
    max_shown_rows: int = 60  # rows shown on the page of a study
    min_open_rows: int = 0  # rows that a designer's page never folds
    screen_rows: Sequence[int] | None = None  # row numbers for the terminal and the Studio; None: all

    def __post_init__(self) -> None:
        check_name(self.name, "a table")
        columns = [
            _with_interval(column, [row[k] for row in self.rows if k < len(row)])
            for k, column in enumerate(self.columns)
        ]
        object.__setattr__(self, "columns", columns)
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

    def on_screen(self) -> tuple[list[Column], list[list[Cell]]]:
        """Columns for the terminal and for pages, and their cells in all rows."""
        numbers = [k for k, column in enumerate(self.columns) if column.on_screen]
        return [self.columns[k] for k in numbers], [[row[k] for k in numbers] for row in self.rows]

    def csv_rows(self) -> list[list[str | None]]:
        """All rows as CSV fields."""
        return [
            [text for column, cell in zip(self.columns, row, strict=True) for text in column.csv_cells(cell)]
            for row in self.rows
        ]

    def csv(self) -> bytes:
        """The table as CSV, in UTF-8."""
        names: list[str | None] = [name for column in self.columns for name in column.file_columns]
        lines = [names, *self.csv_rows()]
        text = "".join(",".join("" if cell is None else csv_field(cell) for cell in line) + "\n" for line in lines)
        return text.encode()

    def parquet(self) -> bytes:
        """The table as Parquet; identical bytes from the same version of pyarrow.

        Raises:
            ModuleNotFoundError: pyarrow is not installed.
        """
        import pyarrow
        import pyarrow.parquet

        kinds = {"text": pyarrow.string(), "integer": pyarrow.int64(), "boolean": pyarrow.bool_()}
        rows, arrays = self.csv_rows(), []
        names: list[str] = []
        for column in self.columns:
            for name in column.file_columns:
                at = len(names)
                values = [_file_value(column.kind, row[at]) for row in rows]
                arrays.append(pyarrow.array(values, kinds.get(column.kind, pyarrow.float64())))
                names.append(name)
        out = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(arrays, names), out, compression="zstd", version="2.6")
        return out.getvalue()

    def records(self) -> list[dict[str, FileValue]]:
        """All rows as plain data, by the column names of files."""
        columns = [(name, column.kind) for column in self.columns for name in column.file_columns]
        return [
            {name: _file_value(kind, text) for (name, kind), text in zip(columns, row, strict=True)}
            for row in self.csv_rows()
        ]


def _with_interval(column: Column, cells: Sequence[Cell]) -> Column:
    """The column, as one of estimates if its numbers have intervals."""
    if column.kind == "number" and any(isinstance(cell, Estimate) for cell in cells):
        return replace(column, kind="estimate")
    return column


def _file_value(kind: ColumnKind, text: str | None) -> FileValue:
    """Value of a CSV field."""
    if text is None or kind == "text":
        return text
    if kind == "integer":
        return int(text)
    if kind == "boolean":
        return text == "true"
    return float(text)

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

from ludus.arena.gamelog import quoted
from ludus.arena.tables import decimal
from ludus.core.errors import ContractError
from ludus.lab.names import check_name
from ludus.stats import Estimate

DIGITS, SHOWN = 6, 2  # decimals in files and in the report
Kind = Literal["text", "whole", "number", "estimate", "truth"]
Cell = Any  # str, int, float, bool, Estimate or (value, low, high); None if unknown


@dataclass(frozen=True)
class Column:
    """One column; `title` is for readers, `name` for files."""

    name: str
    kind: Kind
    title: str = ""
    digits: int = DIGITS  # decimals in files
    shown: int = SHOWN  # decimals in the report
    percent: bool = False  # 0.549 is shown as 54.9

    @classmethod
    def text(cls, name: str, title: str = "") -> Column:
        return cls(name, "text", title)

    @classmethod
    def whole(cls, name: str, title: str = "") -> Column:
        return cls(name, "whole", title)

    @classmethod
    def truth(cls, name: str, title: str = "") -> Column:
        """Column of booleans."""
        return cls(name, "truth", title)

    @classmethod
    def number(
        cls, name: str, title: str = "", *, digits: int = DIGITS, shown: int = SHOWN, percent: bool = False
    ) -> Column:
        return cls(name, "number", title, digits, shown, percent)

    @classmethod
    def estimate(
        cls, name: str, title: str = "", *, digits: int = DIGITS, shown: int = 1, percent: bool = False
    ) -> Column:
        """Column of numbers with intervals: Estimate, or (value, low, high)."""
        return cls(name, "estimate", title, digits, shown, percent)

    @property
    def heading(self) -> str:
        return (self.title or self.name.replace("_", " ")) + (", %" if self.percent else "")

    @property
    def names(self) -> list[str]:
        """Column names in files."""
        return [self.name, f"{self.name}_low", f"{self.name}_high"] if self.kind == "estimate" else [self.name]

    def fields(self, cell: Cell) -> list[str | None]:
        """CSV fields of a cell; None is an empty field."""
        match self.kind:
            case "estimate":
                return [decimal(value, self.digits) for value in three(cell)]
            case "number":
                return [decimal(None if cell is None else float(cell), self.digits)]
            case "whole":
                return [None if cell is None else str(int(cell))]
            case "truth":
                return [None if cell is None else ("true" if cell else "false")]
        return [None if cell is None else str(cell)]

    def show(self, cell: Cell) -> str:
        """Format a cell for readers."""
        scale = 100 if self.percent else 1
        match self.kind:
            case "estimate":
                value, low, high = (decimal(None if x is None else scale * x, self.shown) for x in three(cell))
                around = f" [{low}, {high}]" if low is not None and high is not None else ""
                return "–" if value is None else f"{value}{around}"
            case "number":
                return decimal(None if cell is None else scale * float(cell), self.shown) or "–"
            case "whole":
                return "–" if cell is None else f"{int(cell):,}"
            case "truth":
                return "–" if cell is None else ("yes" if cell else "no")
        return "–" if cell is None else str(cell)


def three(cell: Cell) -> tuple[float | None, float | None, float | None]:
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
    again: Sequence[str] = field(
        default=()
    )  # for each row the command that plays its games again; {run} is the run folder
    most: int = 60  # rows shown in the report; files have all rows

    def __post_init__(self) -> None:
        check_name(self.name, "a table")
        names = [name for column in self.columns for name in column.names]
        if len(set(names)) < len(names):
            raise ContractError(f"the table {self.name}: columns of the same name: {', '.join(names)}")
        for number, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ContractError(
                    f"the table {self.name}: row {number} has {len(row)} cells for {len(self.columns)} columns"
                )
        if self.again and len(self.again) != len(self.rows):
            raise ContractError(f"the table {self.name}: {len(self.again)} commands for {len(self.rows)} rows")

    def fields(self) -> list[list[str | None]]:
        """All rows as CSV fields."""
        return [
            [text for column, cell in zip(self.columns, row, strict=True) for text in column.fields(cell)]
            for row in self.rows
        ]

    def csv(self) -> bytes:
        names: list[str | None] = [name for column in self.columns for name in column.names]
        lines = [names, *self.fields()]
        text = "".join(",".join("" if cell is None else quoted(cell) for cell in line) + "\n" for line in lines)
        return text.encode()

    def parquet(self) -> bytes:
        """The table as Parquet; identical bytes from the same version of pyarrow."""
        import pyarrow
        import pyarrow.parquet

        kinds = {"text": pyarrow.string(), "whole": pyarrow.int64(), "truth": pyarrow.bool_()}
        rows, arrays = self.fields(), []
        names: list[str] = []
        for column in self.columns:
            for name in column.names:
                at = len(names)
                values = [_value(column.kind, row[at]) for row in rows]
                arrays.append(pyarrow.array(values, kinds.get(column.kind, pyarrow.float64())))
                names.append(name)
        out = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(arrays, names), out, compression="zstd", version="2.6")
        return out.getvalue()


def _value(kind: Kind, text: str | None) -> str | int | float | bool | None:
    if text is None or kind == "text":
        return text
    if kind == "whole":
        return int(text)
    if kind == "truth":
        return text == "true"
    return float(text)

"""Convert reports of designers into protocol messages."""

from __future__ import annotations

import math
from typing import Any

from ludus.design.base.designer import DesignReport, ReportTable
from ludus.stats import Estimate
from ludus.studio.protocol.jobs import Found, Picture, SheetColumn, SheetTable, Value

Cell = Value | str | float | int | bool | None


def report_message(findings: DesignReport) -> Found:
    return Found(
        title=findings.title,
        answer=findings.answer,
        sheets=[table_message(table) for table in findings.tables],
        texts=findings.texts,
        pictures=[Picture(name, svg, caption) for name, (svg, caption) in findings.pictures.items()],
        facts={name: str(value) for name, value in findings.facts.items()},
        commands=findings.commands,
        notes=findings.notes,
        files=findings.files,
    )


def value_message(estimate: Estimate | None) -> Value | None:
    """Convert an estimate; the interval has no width if there was only one deal, None if there is no value."""
    if estimate is None or not math.isfinite(estimate.value):
        return None
    low, high = (bound if math.isfinite(bound) else estimate.value for bound in (estimate.low, estimate.high))
    return Value(float(estimate.value), float(low), float(high))


def table_message(sheet: ReportTable) -> SheetTable:
    """Convert a table of a report."""
    columns = [
        SheetColumn(column.name, column.title or column.name, column.kind, column.on_screen) for column in sheet.columns
    ]
    rows = [[_cell(value) for value in row] for row in sheet.rows]
    return SheetTable(
        sheet.name, sheet.caption, columns, rows, None if sheet.screen_rows is None else list(sheet.screen_rows)
    )


def _cell(value: Any) -> Cell:
    return value if value is None or isinstance(value, bool | int | str) else number_message(value)


def number_message(value: Estimate | float) -> Value | float | None:
    """Convert an estimate or a plain number; None if it is not finite."""
    if isinstance(value, Estimate):
        return value_message(value)
    number = float(value)
    return number if math.isfinite(number) else None

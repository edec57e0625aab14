"""What a designer found, in the words of the protocol."""

from __future__ import annotations

import math
from typing import Any

from ludus.design.base.designer import DesignReport, ReportTable
from ludus.stats import Estimate
from ludus.studio.protocol.work import Found, Picture, SheetColumn, SheetTable, Value

Cell = Value | str | float | int | bool | None


def as_found(findings: DesignReport) -> Found:
    return Found(
        title=findings.title,
        answer=findings.answer,
        sheets=[as_sheet(each) for each in findings.tables],
        texts=findings.texts,
        pictures=[Picture(name, svg, caption) for name, (svg, caption) in findings.pictures.items()],
        facts={name: str(value) for name, value in findings.facts.items()},
        commands=findings.commands,
        notes=findings.notes,
        files=findings.files,
    )


def as_value(estimate: Estimate | None) -> Value | None:
    """An estimate; without an interval where one deal is all there is."""
    if estimate is None or not math.isfinite(estimate.value):
        return None
    low, high = (each if math.isfinite(each) else estimate.value for each in (estimate.low, estimate.high))
    return Value(float(estimate.value), float(low), float(high))


def as_sheet(sheet: ReportTable) -> SheetTable:
    """A table of findings."""
    columns = [SheetColumn(each.name, each.title or each.name, each.kind, each.on_screen) for each in sheet.columns]
    rows = [[_cell(value) for value in row] for row in sheet.rows]
    return SheetTable(
        sheet.name, sheet.caption, columns, rows, None if sheet.screen_rows is None else list(sheet.screen_rows)
    )


def _cell(value: Any) -> Cell:
    return value if value is None or isinstance(value, bool | int | str) else as_number(value)


def as_number(value: Estimate | float) -> Value | float | None:
    """An estimate with its interval, or a plain number; None for what is none."""
    if isinstance(value, Estimate):
        return as_value(value)
    number = float(value)
    return number if math.isfinite(number) else None

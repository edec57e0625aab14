"""Convert reports of designers, with their tables and estimates, into protocol messages."""

from __future__ import annotations

import math
from typing import Any

from ludus.design.base.designer import DesignReport, ReportTable
from ludus.stats import Estimate
from ludus.studio.protocol.jobs import (
    DesignReportMessage,
    ReportColumnMessage,
    ReportPicture,
    ReportTableMessage,
    ValueWithInterval,
)

TableCell = ValueWithInterval | str | float | int | bool | None


def report_message(report: DesignReport) -> DesignReportMessage:
    return DesignReportMessage(
        title=report.title,
        answer=report.answer,
        sheets=[table_message(table) for table in report.tables],
        texts=report.texts,
        pictures=[ReportPicture(name, svg, caption) for name, (svg, caption) in report.pictures.items()],
        facts={name: str(value) for name, value in report.facts.items()},
        commands=report.commands,
        notes=report.notes,
        files=report.files,
    )


def value_message(estimate: Estimate | None) -> ValueWithInterval | None:
    """Convert an estimate; the interval has no width if there was only one deal, None if there is no value."""
    if estimate is None or not math.isfinite(estimate.value):
        return None
    low, high = (bound if math.isfinite(bound) else estimate.value for bound in (estimate.low, estimate.high))
    return ValueWithInterval(float(estimate.value), float(low), float(high))


def table_message(table: ReportTable) -> ReportTableMessage:
    """Convert a table of a report."""
    columns = [
        ReportColumnMessage(column.name, column.title or column.name, column.kind, column.on_screen)
        for column in table.columns
    ]
    rows = [[_cell(value) for value in row] for row in table.rows]
    return ReportTableMessage(
        table.name, table.caption, columns, rows, None if table.screen_rows is None else list(table.screen_rows)
    )


def _cell(value: Any) -> TableCell:
    return value if value is None or isinstance(value, bool | int | str) else number_message(value)


def number_message(value: Estimate | float) -> ValueWithInterval | float | None:
    """Convert an estimate or a plain number; None if it is not finite."""
    if isinstance(value, Estimate):
        return value_message(value)
    number = float(value)
    return number if math.isfinite(number) else None

"""Convert reports, with their tables and estimates, into protocol messages."""

from __future__ import annotations

import math
import re
from typing import Any

import msgspec

from ludus.report.report_model import Report, TextDrawing
from ludus.report.table_model import ColumnKind, Table
from ludus.stats import Estimate
from ludus.studio.protocol.jobs import (
    DesignReportMessage,
    ReportColumnMessage,
    ReportPicture,
    ReportTableMessage,
    ValueWithInterval,
)

NAMED_OPTION = re.compile(r" \(--([a-z][a-z-]*)\)")
TableCell = ValueWithInterval | str | float | int | bool | None


# Kinds of columns and partial results, as the protocol names them.
MESSAGE_KINDS: dict[ColumnKind, str] = {
    "text": "text",
    "boolean": "text",
    "integer": "count",
    "number": "number",
    "estimate": "number",
    "share": "share",
    "difference": "difference",
}


def report_message(report: Report, content_folder: str = "") -> DesignReportMessage:
    """Convert a report.

    Args:
        report: the report.
        content_folder: folder of the user's files. In texts for people they are named @NAME; commands keep their paths.

    Options that the answer and the notes name as on the command line get the names of the fields in the form.
    """

    def shorten(text: str) -> str:
        return text.replace(f"{content_folder}/", "@") if content_folder else text

    sheets = [table_message(table) for table in report.tables()]
    return DesignReportMessage(
        title=shorten(report.title),
        answer=[_name_fields(shorten(sentence)) for sentence in report.answer],
        sheets=[
            msgspec.structs.replace(
                sheet,
                about=shorten(sheet.about),
                columns=[msgspec.structs.replace(column, title=shorten(column.title)) for column in sheet.columns],
            )
            for sheet in sheets
        ],
        texts={drawing.title: drawing.text for drawing in report.all(TextDrawing)},
        pictures=[ReportPicture(name, figure.svg, figure.caption) for name, figure in report.figures().items()],
        facts={name: str(value) for name, value in report.facts.items()},
        commands=report.commands(),
        notes=[_name_fields(note) for note in report.all(str)],
        files=report.text_files(),
    )


def _name_fields(text: str) -> str:
    """A text for the page: "more games (-n)" becomes "more games", "(--win-rate)" becomes "(field win_rate)"."""
    return NAMED_OPTION.sub(lambda found: f" (field {found[1].replace('-', '_')})", text.replace(" (-n)", ""))


def value_message(estimate: Estimate | None) -> ValueWithInterval | None:
    """Convert an estimate; the interval has no width if there was only one deal, None if there is no value."""
    if estimate is None or not math.isfinite(estimate.value):
        return None
    low, high = (bound if math.isfinite(bound) else estimate.value for bound in (estimate.low, estimate.high))
    return ValueWithInterval(float(estimate.value), float(low), float(high))


def table_message(table: Table) -> ReportTableMessage:
    """Convert a table of a report."""
    columns = [
        ReportColumnMessage(column.name, column.title or column.name, MESSAGE_KINDS[column.kind], column.on_screen)
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

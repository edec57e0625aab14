"""Files of a report for one folder without subfolders, and the report as plain data for JSON."""

from __future__ import annotations

from typing import Any

from ludus.report.report_html import grouped_page
from ludus.report.report_model import Report

REPORT_PAGE = "report.html"
TABLE_SUFFIX = "_table"  # used if content and a table about it would have the same name


def report_files(report: Report) -> dict[str, str | bytes]:
    """Content of all files by name: the page, further text files, tables as CSV, figures, then binary files."""
    texts = report.text_files()
    tables = {
        f"{table.name}{TABLE_SUFFIX if f'{table.name}.csv' in texts else ''}.csv": table for table in report.tables()
    }
    return {
        REPORT_PAGE: grouped_page(report, list(tables)),
        **texts,
        **{name: table.csv() for name, table in tables.items()},
        **{name: figure.svg for name, figure in report.figures().items()},
        **report.binary_files(),
    }


def report_data(report: Report) -> dict[str, Any]:
    """The report as plain data, with all tables complete."""
    return {
        "title": report.title,
        "answer": report.answer,
        "facts": report.facts,
        "tables": {table.name: table.records() for table in report.tables()},
        "commands": report.commands(),
        "notes": report.all(str),
    }

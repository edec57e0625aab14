"""Output of a designer's report: on the terminal, as data, and as a folder with a page, tables and pictures."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.cli.console import facts_table, make_table, program_name, write_file

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.report.design_report_model import DesignReport, ReportTable
    from ludus.report.typed_tables import Table

REPORT_PAGE = "report.html"
MAX_ROWS = 40  # of a table on the terminal


def print_report(report: DesignReport, console: Console) -> None:
    """Print a report on the terminal."""
    console.print(report.title, style="bold")
    print_answer(report, console)
    console.print()
    console.print(facts_table(report.facts))
    for note in report.notes:
        console.print(f"\n{note}", soft_wrap=True)
    if report.commands:
        console.print("\nSee the games:", style="bold")
        for what, command in list(report.commands.items())[:4]:
            console.print(f"  {what}\n    {command.replace('ludus', program_name(), 1)}", soft_wrap=True)


def print_answer(report: DesignReport, console: Console) -> None:
    """Print sentences, text pictures and tables, without their sources."""
    for sentence in report.answer:
        console.print(sentence, soft_wrap=True)
    for title, text in report.texts.items():
        console.print(f"\n{title}", style="bold")
        console.print(text)
    for sheet in report.tables:
        if sheet.rows:
            console.print(f"\n{sheet.caption}", style="bold", soft_wrap=True)
            console.print(_screen_table(sheet))


def report_data(report: DesignReport) -> dict[str, Any]:
    """The report as plain data, with all tables complete."""
    return {
        "title": report.title,
        "answer": report.answer,
        "facts": report.facts,
        "tables": {sheet.name: _data(sheet.to_table()) for sheet in report.tables},
        "commands": report.commands,
        "notes": report.notes,
    }


def make_empty_folder(folder: str) -> None:
    """Create an empty folder.

    Files of two commands in one folder would look like one result, and an existing file may be the very card list that
    this command reads.

    Raises:
        OptionError: the folder cannot be created or holds files.
    """
    from ludus.util.errors import OptionError

    home = Path(folder)
    try:
        home.mkdir(parents=True, exist_ok=True)
        names = sorted(file.name for file in home.iterdir() if not file.name.startswith("."))
    except OSError as error:
        raise OptionError(f"--to {folder}: no folder can be made there: {error.strerror}") from None
    if names:
        kind = "results of another command" if REPORT_PAGE in names else "other files"
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        raise OptionError(
            f"--to {folder}: the folder holds {kind} ({REPORT_PAGE if REPORT_PAGE in names else names[0]}{more}); "
            "name a new one, or empty it first"
        )


def write_report_files(report: DesignReport, folder: str) -> list[str]:
    """Write a report into a folder; returns the files written."""
    home, written = Path(folder), []
    for name, text in _files(report).items():
        write_file(home / name, text)
        written.append(str(home / name))
    for name, image in report.images.items():
        write_file(home / name, image)
        written.append(str(home / name))
    return written


def _files(found: DesignReport) -> dict[str, str]:
    tables = {
        f"{sheet.name}{TABLE_SUFFIX if f'{sheet.name}.csv' in found.files else ''}.csv": sheet for sheet in found.tables
    }
    files = {REPORT_PAGE: _page(found, list(tables))}
    files |= found.files
    files |= {name: sheet.to_table().csv().decode() for name, sheet in tables.items()}
    return files | {name: svg for name, (svg, _) in found.pictures.items()}


TABLE_SUFFIX = "_table"  # used if content and a table about it would have the same name


def _page(found: DesignReport, tables: list[str]) -> str:
    from ludus.report.html import facts_table, html_page, paragraph
    from ludus.report.report_html import DESIGN_STYLE, design_figures_html, design_table_html

    body = [paragraph(" ".join(found.answer), "answer"), *design_figures_html(found)]
    body += [f"<h2>{escape(title)}</h2><pre>{escape(text)}</pre>" for title, text in found.texts.items()]
    body += [part for sheet in found.tables for part in design_table_html(sheet)]
    body += [paragraph(note, "lead") for note in found.notes]
    if found.commands:
        rows = [
            f"<tr><th>{escape(what)}</th><td><code>{escape(text)}</code></td></tr>"
            for what, text in found.commands.items()
        ]
        body += ["<h2>See the games</h2>", f"<table>{''.join(rows)}</table>"]
    body += ["<h2>Where this comes from</h2>", facts_table(found.facts)]
    body.append(paragraph(f"Other files in this folder: {', '.join([*tables, *found.files, *found.images])}.", "lead"))
    return html_page(found.title, body, DESIGN_STYLE)


def _screen_table(sheet: ReportTable) -> Any:
    columns, rows = sheet.shown()
    right = tuple(column.heading for column in columns if column.kind != "text")
    screen_table = make_table(*(column.heading for column in columns), right=right)
    chosen = list(range(len(rows))) if sheet.screen_rows is None else list(sheet.screen_rows)
    for index, number in enumerate(chosen[:MAX_ROWS]):
        if index and number != chosen[index - 1] + 1:
            screen_table.add_row("...")
        screen_table.add_row(*rows[number])
    if len(chosen) > MAX_ROWS:
        screen_table.add_row("...")
    return screen_table


def _data(whole: Table) -> list[dict[str, Any]]:
    names = [name for column in whole.columns for name in column.file_columns]
    kinds = {"text": str, "whole": int}
    read = [kinds.get(column.kind, float) for column in whole.columns for _ in column.file_columns]
    return [
        {name: None if cell is None else kind(cell) for name, kind, cell in zip(names, read, row, strict=True)}
        for row in whole.csv_rows()
    ]

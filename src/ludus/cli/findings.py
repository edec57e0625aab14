"""Output of a designer's report: on the terminal, as data, and as a folder with a page, tables and pictures."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.cli.screen import facts, program, table, write_file

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.design.contract import Findings, Sheet
    from ludus.lab.table import Column, Table

PAGE = "report.html"
MOST_ROWS = 40  # of a table on the terminal
PAGE_STYLE = """
td.text { white-space: nowrap; }
table.sheet th, table.sheet td { padding-right: 1.2rem; }
table.sheet thead th { white-space: normal; vertical-align: bottom; }
"""


def show(found: Findings, console: Console) -> None:
    """Print a report on the terminal."""
    console.print(found.title, style="bold")
    show_answer(found, console)
    console.print()
    console.print(facts(found.facts))
    for note in found.notes:
        console.print(f"\n{note}", soft_wrap=True)
    if found.commands:
        console.print("\nSee the games:", style="bold")
        for what, command in list(found.commands.items())[:4]:
            console.print(f"  {what}\n    {command.replace('ludus', program(), 1)}", soft_wrap=True)


def show_answer(found: Findings, console: Console) -> None:
    """Print sentences, text pictures and tables, without their sources."""
    for sentence in found.answer:
        console.print(sentence, soft_wrap=True)
    for title, text in found.texts.items():
        console.print(f"\n{title}", style="bold")
        console.print(text)
    for sheet in found.sheets:
        if sheet.rows:
            console.print(f"\n{sheet.about}", style="bold", soft_wrap=True)
            console.print(_screen_table(sheet))


def as_data(found: Findings) -> dict[str, Any]:
    """The report as plain data, with all tables complete."""
    return {
        "title": found.title,
        "answer": found.answer,
        "facts": found.facts,
        "tables": {sheet.name: _data(_table(sheet)) for sheet in found.sheets},
        "commands": found.commands,
        "notes": found.notes,
    }


def make_folder(folder: str) -> None:
    """Create an empty folder.

    Files of two commands in one folder would look like one result, and an existing file may be the very card list that
    this command reads.

    Raises:
        OptionError: the folder cannot be created or holds files.
    """
    from ludus.core.errors import OptionError

    home = Path(folder)
    try:
        home.mkdir(parents=True, exist_ok=True)
        names = sorted(file.name for file in home.iterdir() if not file.name.startswith("."))
    except OSError as error:
        raise OptionError(f"--to {folder}: no folder can be made there: {error.strerror}") from None
    if names:
        kind = "results of another command" if PAGE in names else "other files"
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        raise OptionError(
            f"--to {folder}: the folder holds {kind} ({PAGE if PAGE in names else names[0]}{more}); "
            "name a new one, or empty it first"
        )


def write(found: Findings, folder: str) -> list[str]:
    """Write a report into a folder; returns the files written."""
    home, written = Path(folder), []
    for name, text in _files(found).items():
        write_file(home / name, text)
        written.append(str(home / name))
    for name, image in found.images.items():
        write_file(home / name, image)
        written.append(str(home / name))
    return written


def _files(found: Findings) -> dict[str, str]:
    tables = {f"{sheet.name}{TAIL if f'{sheet.name}.csv' in found.files else ''}.csv": sheet for sheet in found.sheets}
    files = {PAGE: _page(found, list(tables))}
    files |= found.files
    files |= {name: _table(sheet).csv().decode() for name, sheet in tables.items()}
    return files | {name: svg for name, (svg, _) in found.pictures.items()}


TAIL = "_table"  # used if content and a table about it would have the same name


def _page(found: Findings, tables: list[str]) -> str:
    from ludus.lab.page_style import fact_rows, page, paragraph

    body = [paragraph(" ".join(found.answer), "answer"), *figures(found)]
    body += [f"<h2>{escape(title)}</h2><pre>{escape(text)}</pre>" for title, text in found.texts.items()]
    body += [part for sheet in found.sheets for part in sheet_parts(sheet)]
    body += [paragraph(note, "lead") for note in found.notes]
    if found.commands:
        rows = [
            f"<tr><th>{escape(what)}</th><td><code>{escape(text)}</code></td></tr>"
            for what, text in found.commands.items()
        ]
        body += ["<h2>See the games</h2>", f"<table>{''.join(rows)}</table>"]
    body += ["<h2>Where this comes from</h2>", fact_rows(found.facts)]
    body.append(paragraph(f"Other files in this folder: {', '.join([*tables, *found.files, *found.images])}.", "lead"))
    return page(found.title, body, PAGE_STYLE)


def figures(found: Findings) -> list[str]:
    """The pictures as HTML."""
    pictures = found.pictures.values()
    return [f"<figure>{svg}<figcaption>{escape(about)}</figcaption></figure>" for svg, about in pictures]


def sheet_parts(sheet: Sheet, level: int = 2) -> list[str]:
    """A table with its heading as HTML; empty if it has no rows."""
    heading = f"<h{level}>{escape(sheet.about)}</h{level}>"
    return [heading, f'<div class="scroll">{_html(sheet)}</div>'] if sheet.rows else []


def _screen_table(sheet: Sheet) -> Any:
    columns, rows = _shown(sheet)
    right = tuple(column.heading for column in columns if column.kind != "text")
    screen_table = table(*(column.heading for column in columns), right=right)
    chosen = list(range(len(rows))) if sheet.shown is None else list(sheet.shown)
    for index, number in enumerate(chosen[:MOST_ROWS]):
        if index and number != chosen[index - 1] + 1:
            screen_table.add_row("...")
        screen_table.add_row(*rows[number])
    if len(chosen) > MOST_ROWS:
        screen_table.add_row("...")
    return screen_table


def _html(sheet: Sheet) -> str:
    columns, rows = _shown(sheet)
    head = "".join(f"<th>{escape(column.heading)}</th>" for column in columns)
    kinds = ["text" if column.kind == "text" else "number" for column in columns]
    lines = [
        "<tr>"
        + "".join(f'<td class="{kind}">{escape(cell)}</td>' for kind, cell in zip(kinds, row, strict=True))
        + "</tr>"
        for row in rows
    ]
    return f'<table class="sheet"><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def _shown(sheet: Sheet) -> tuple[list[Column], list[list[str]]]:
    """The columns for people, and all rows as formatted text."""
    indices = [k for k, column in enumerate(sheet.columns) if column.shown]
    full_table = _table(sheet)
    columns = [full_table.columns[k] for k in indices]
    return columns, [
        [column.show(row[k]) for column, k in zip(columns, indices, strict=True)] for row in full_table.rows
    ]


def _table(sheet: Sheet) -> Table:
    """The table in the lab's format, which knows how to format numbers."""
    from ludus.lab.table import Column, Table
    from ludus.stats import Estimate

    columns: list[Column] = []
    for k, column in enumerate(sheet.columns):
        title = column.title or column.name.replace("_", " ")
        if column.kind == "number" and not any(isinstance(row[k], Estimate) for row in sheet.rows):
            columns.append(Column.number(column.name, title))
        elif column.kind == "number":
            columns.append(Column.estimate(column.name, title, shown=2))
        elif column.kind in ("share", "difference"):
            columns.append(Column.estimate(column.name, title, shown=1 if column.kind == "share" else 2, percent=True))
        else:
            columns.append(
                Column.whole(column.name, title) if column.kind == "count" else Column.text(column.name, title)
            )
    return Table(sheet.name, columns, sheet.rows)


def _data(whole: Table) -> list[dict[str, Any]]:
    names = [name for column in whole.columns for name in column.names]
    kinds = {"text": str, "whole": int}
    read = [kinds.get(column.kind, float) for column in whole.columns for _ in column.names]
    return [
        {name: None if cell is None else kind(cell) for name, kind, cell in zip(names, read, row, strict=True)}
        for row in whole.fields()
    ]

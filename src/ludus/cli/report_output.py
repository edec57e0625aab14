"""Output of a report: on the terminal, and as a folder with a page, tables and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.console import facts_table, make_table, program_name, write_file
from ludus.report.report_files import REPORT_PAGE, report_files
from ludus.report.report_model import Report, TextDrawing
from ludus.report.table_model import Table

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

MAX_ROWS = 40  # of a table on the terminal


def print_report(report: Report, console: Console) -> None:
    """Print a report on the terminal."""
    console.print(report.title, style="bold")
    print_answer(report, console)
    console.print()
    console.print(facts_table(report.facts))
    for note in report.all(str):
        console.print(f"\n{note}", soft_wrap=True)
    if commands := report.commands():
        console.print("\nSee the games:", style="bold")
        for caption, text in list(commands.items())[:4]:
            console.print(f"  {caption}\n    {text.replace('ludus', program_name(), 1)}", soft_wrap=True)


def print_answer(report: Report, console: Console) -> None:
    """Print sentences, text drawings and tables, without their sources."""
    for sentence in report.answer:
        console.print(sentence, soft_wrap=True)
    for drawing in report.all(TextDrawing):
        console.print(f"\n{drawing.title}", style="bold")
        console.print(drawing.text)
    for table in report.tables():
        if table.rows:
            console.print(f"\n{table.caption}", style="bold", soft_wrap=True)
            console.print(_screen_table(table))


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


def write_report_files(report: Report, folder: str) -> list[str]:
    """Write a report into a folder; returns the files written."""
    written = []
    for name, content in report_files(report).items():
        file = Path(folder) / name
        write_file(file, content)
        written.append(str(file))
    return written


def _screen_table(table: Table) -> rich.table.Table:
    columns, rows = table.on_screen()
    right = tuple(column.heading for column in columns if column.is_numeric)
    screen_table = make_table(*(column.heading for column in columns), right=right)
    chosen = list(range(len(rows))) if table.screen_rows is None else list(table.screen_rows)
    for index, number in enumerate(chosen[:MAX_ROWS]):
        if index and number != chosen[index - 1] + 1:
            screen_table.add_row("...")
        screen_table.add_row(*(column.format(cell) for column, cell in zip(columns, rows[number], strict=True)))
    if len(chosen) > MAX_ROWS:
        screen_table.add_row("...")
    return screen_table

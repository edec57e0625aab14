"""Output of a report: on the terminal, and as a folder with a page, tables and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from ludus.cli.console import facts_table, program_name, write_file
from ludus.report.report_files import REPORT_PAGE, report_files
from ludus.report.report_model import Report, TextDrawing
from ludus.report.table_model import Column, Table

if TYPE_CHECKING:
    from rich.console import Console

FILE_SUFFIXES = {
    *(".toml", ".json", ".csv", ".graphml", ".dot", ".gv", ".txt", ".level"),
    *(".html", ".svg", ".png", ".pdf", ".md", ".zip", ".xz", ".gz"),
}
MAX_ROWS = 40  # of a table on the terminal
COLUMN_GAP, NARROW_GAP = 3, 2  # blanks between columns, and where space is short
MIN_COLUMNS = 2  # the first columns are always shown, unless the second is empty


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
    """Print the answer as a list, then tables and text drawings, without their sources."""
    for sentence in report.answer:
        console.print(f"- {sentence}", soft_wrap=True)
    for table in report.tables():
        if table.rows:
            console.print(f"\n{table.caption}", style="bold", soft_wrap=True)
            _print_table(table, console)
    for drawing in report.all(TextDrawing):
        console.print(f"\n{drawing.title}", style="bold")
        console.print(drawing.text)


@contextmanager
def output_folder(folder: str | None, may_resume: bool = False) -> Iterator[None]:
    """Context manager: the folder of `--to`, the same for all games and commands. It is removed again if the work fails
    before anything was written.

    Args:
        folder: the folder, new or empty; None if nothing is written.
        may_resume: whether the folder may hold unfinished work, which is resumed.

    Raises:
        OptionError: this is the name of a file, or the folder cannot be created or holds files.
    """
    from ludus.design.base.checkpoint import has_checkpoint

    if folder is None:
        yield
        return
    home = Path(folder)
    is_new = not home.exists()
    if not (may_resume and has_checkpoint(home)):
        make_empty_folder(folder)
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):  # it holds something
                home.rmdir()
        raise


def make_empty_folder(folder: str) -> None:
    """Create an empty folder.

    Files of two commands in one folder would look like one result, and an existing file may be the very card list that
    this command reads.

    Raises:
        OptionError: this is the name of a file, or the folder cannot be created or holds files.
    """
    from ludus.util.errors import OptionError

    home = Path(folder)
    if home.suffix.lower() in FILE_SUFFIXES and not home.is_dir():
        raise OptionError(f"--to {folder}: this is the name of a file; name a folder, such as {home.stem or 'report'}")
    try:
        home.mkdir(parents=True, exist_ok=True)
        names = sorted(file.name for file in home.iterdir() if not file.name.startswith("."))
    except OSError as error:
        raise OptionError(f"--to {folder}: no folder can be made there: {error.strerror}") from None
    if names:
        kind = "the results of an earlier command" if REPORT_PAGE in names else "other files"
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


def _print_table(table: Table, console: Console) -> None:
    """Print a table; of one that is too wide, the columns that fit, and a note with the others."""
    from rich.table import Table as ScreenTable

    columns, rows = table.on_screen()
    chosen = list(range(len(rows))) if table.screen_rows is None else list(table.screen_rows)
    shown = chosen[:MAX_ROWS]
    cells = [[column.format(cell) for column, cell in zip(columns, rows[number], strict=True)] for number in shown]
    widths = [_column_widths(column, [row[k] for row in cells]) for k, column in enumerate(columns)]
    gap = COLUMN_GAP if sum(width.most + COLUMN_GAP for width in widths) <= console.width else NARROW_GAP
    filled = [any(row[k] for row in cells) for k in range(len(columns))]
    kept = fitting_columns([width.least for width in widths], filled, console.width, gap)
    spare = console.width - sum(widths[k].least + gap for k in kept) + gap
    screen_table = ScreenTable(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
    for k in kept:
        width = min(widths[k].most, widths[k].least + max(spare, 0))
        spare -= width - widths[k].least
        heading = "\n".join(wrap(columns[k].heading, width, break_long_words=False))
        screen_table.add_column(
            heading, justify="right" if columns[k].is_numeric else "left", width=width, overflow="fold"
        )
    for index, number in enumerate(shown):
        if index and number != shown[index - 1] + 1:
            screen_table.add_row("...")
        screen_table.add_row(*(cells[index][k] for k in kept))
    if len(chosen) > MAX_ROWS:
        screen_table.add_row("...")
    console.print(screen_table)
    if missing := [column.heading for k, column in enumerate(columns) if k not in kept]:
        note = f"Too wide for this terminal: {', '.join(missing)}. A wider one shows them; --to FOLDER writes them."
        console.print(note, style="dim")


class ColumnWidths(NamedTuple):
    """Widths of a column on the terminal."""

    least: int  # without a cut
    most: int  # without a line break


def _column_widths(column: Column, cells: list[str]) -> ColumnWidths:
    from rich.cells import cell_len

    words = [word for text in [column.heading, *([] if column.is_numeric else cells)] for word in text.split()]
    numbers = cells if column.is_numeric else []  # a number and its interval stay on one line
    least = max(map(cell_len, [*words, *numbers, "..."]))
    return ColumnWidths(least, max(map(cell_len, [column.heading, *cells]), default=least))


def fitting_columns(widths: list[int], filled: list[bool], available: int, gap: int) -> list[int]:
    """Return the columns of a table that fit next to each other.

    Args:
        widths: the least width of each column.
        filled: whether a column has any text; empty ones are left out first, then the last ones.
        available: the width of the terminal.
        gap: the number of blanks between two columns.
    """
    kept = list(range(len(widths)))
    candidates = [k for k in kept if not filled[k]] + [k for k in reversed(kept) if filled[k]]
    for k in candidates:
        if k < (MIN_COLUMNS if filled[k] else 1) or sum(widths[other] + gap for other in kept) - gap <= available:
            continue
        kept.remove(k)
    return kept

"""`ludus runs` and `ludus report`: list runs, and write a report again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.ending import one_line
from ludus.cli.screen import count_text, program_name, make_console, size_text, make_table

if TYPE_CHECKING:
    from rich.table import Table

    from ludus.lab.listing import RunSummary

RUNS_FOLDER = "runs"
COLUMNS = ("run", "study", "state", "progress", "seed", "size")
OPTIONAL_COLUMNS = (
    "study",
    "seed",
    "size",
)  # columns omitted on a narrow terminal, in this order: a run's name must be complete
COLUMN_GAP = 3  # characters between two columns


def runs(
    folder: Annotated[
        str, typer.Argument(metavar="[FOLDER]", help="Where to look; or the folder of one run.")
    ] = RUNS_FOLDER,
) -> None:
    """List the runs in a FOLDER: study, state, games so far, seed, size on disk.

    A run is finished, running (a process works on it now), stopped (`ludus resume` continues it), damaged or
    unreadable. All stored results are compared with their digests. On a narrow terminal some columns are left out.
    """
    from ludus.lab.listing import list_runs

    listed = list_runs(Path(folder))
    if not listed:
        make_console().print(
            f"No runs in {folder}. `{program_name()} studies` lists the studies; `{program_name()} run STUDY` begins one."
        )
        return
    console = make_console()
    console.print(_runs_table([_run_cells(item) for item in listed], console.width))
    for item in listed:
        if item.damage:
            typer.echo(f"ludus: {one_line(printable_path(item.damage))}", err=True)
    stopped = [printable_path(item.folder) for item in listed if item.state == "stopped"]
    if stopped:
        console.print(f"\nTo continue: {program_name()} resume {stopped[0]}", soft_wrap=True)


def report(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run; `ludus runs` lists them.")],
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser, too.")] = False,
) -> None:
    """Write tables, figures and report of a finished RUN again, from stored results. Plays nothing."""
    from ludus.cli.run import print_run as tell
    from ludus.lab import write_report

    finished = write_report(folder)
    tell(make_console(), finished)
    if show:
        import webbrowser

        webbrowser.open((finished.folder / "report.html").resolve().as_uri())


def printable_path(text: str | Path) -> str:
    """A path as printable text; bytes that are not text are escaped."""
    return os.fsencode(text).decode(errors="backslashreplace")


def _run_cells(each: RunSummary) -> dict[str, str]:
    share = f" ({each.games_done / each.games_planned:.0%})" if each.games_planned and each.state != "finished" else ""
    seed = "" if each.seed is None else str(each.seed)
    games, large = count_text(each.games_done, "game") + share, size_text(each.size_bytes)
    if each.state == "unreadable":
        games = large = ""
    return dict(zip(COLUMNS, (printable_path(each.folder), each.study, each.state, games, seed, large), strict=True))


def _runs_table(rows: list[dict[str, str]], width: int) -> Table:
    """All columns that fit; names of runs are folded rather than cut."""
    columns = list(COLUMNS)
    widths = {name: max(len(name), *(len(row[name]) for row in rows)) for name in columns}
    for name in OPTIONAL_COLUMNS:
        if sum(widths[column] + COLUMN_GAP for column in columns) - COLUMN_GAP > width:
            columns.remove(name)
    runs_table = make_table(*columns, right=("seed", "size"))
    runs_table.columns[0].overflow = "fold"
    runs_table.columns[0].min_width = min(widths["run"], width // 2)
    for row in rows:
        runs_table.add_row(*(row[name] for name in columns))
    return runs_table

"""`ludus runs` and `ludus report`: list runs, and write a report again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.ending import one_line
from ludus.cli.screen import count, program, screen, size, table

if TYPE_CHECKING:
    from rich.table import Table

    from ludus.lab.listing import Listed

HOME = "runs"
COLUMNS = ("run", "study", "state", "progress", "seed", "size")
LESS = ("study", "seed", "size")  # columns omitted on a narrow terminal, in this order: a run's name must be complete
GAP = 3  # characters between two columns


def runs(
    folder: Annotated[str, typer.Argument(metavar="[FOLDER]", help="Where to look; or the folder of one run.")] = HOME,
) -> None:
    """List the runs in a FOLDER: study, state, games so far, seed, size on disk.

    A run is finished, running (a process works on it now), stopped (`ludus resume` continues it), damaged or
    unreadable. All stored results are compared with their digests. On a narrow terminal some columns are left out.
    """
    from ludus.lab.listing import list_runs

    listed = list_runs(Path(folder))
    if not listed:
        screen().print(
            f"No runs in {folder}. `{program()} studies` lists the studies; `{program()} run STUDY` begins one."
        )
        return
    console = screen()
    console.print(_table([_cells(item) for item in listed], console.width))
    for item in listed:
        if item.fault:
            typer.echo(f"ludus: {one_line(shown(item.fault))}", err=True)
    stopped = [shown(item.folder) for item in listed if item.state == "stopped"]
    if stopped:
        console.print(f"\nTo continue: {program()} resume {stopped[0]}", soft_wrap=True)


def report(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run; `ludus runs` lists them.")],
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser, too.")] = False,
) -> None:
    """Write tables, figures and report of a finished RUN again, from stored results. Plays nothing."""
    from ludus.cli.run import show as tell
    from ludus.lab import write_report

    finished = write_report(folder)
    tell(screen(), finished)
    if show:
        import webbrowser

        webbrowser.open((finished.folder / "report.html").resolve().as_uri())


def shown(text: str | Path) -> str:
    """A path as printable text; bytes that are not text are escaped."""
    return os.fsencode(text).decode(errors="backslashreplace")


def _cells(each: Listed) -> dict[str, str]:
    share = f" ({each.done / each.planned:.0%})" if each.planned and each.state != "finished" else ""
    seed = "" if each.seed is None else str(each.seed)
    games, large = count(each.done, "game") + share, size(each.size)
    if each.state == "unreadable":
        games = large = ""
    return dict(zip(COLUMNS, (shown(each.folder), each.study, each.state, games, seed, large), strict=True))


def _table(rows: list[dict[str, str]], width: int) -> Table:
    """All columns that fit; names of runs are folded rather than cut."""
    columns = list(COLUMNS)
    widths = {name: max(len(name), *(len(row[name]) for row in rows)) for name in columns}
    for name in LESS:
        if sum(widths[column] + GAP for column in columns) - GAP > width:
            columns.remove(name)
    runs_table = table(*columns, right=("seed", "size"))
    runs_table.columns[0].overflow = "fold"
    runs_table.columns[0].min_width = min(widths["run"], width // 2)
    for row in rows:
        runs_table.add_row(*(row[name] for name in columns))
    return runs_table

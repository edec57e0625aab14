"""`ludus runs` and `ludus report`: what there is, and its report once more."""

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
LESS = ("study", "seed", "size")  # what a narrow terminal goes without, in this order: a run's name must be whole
GAP = 3  # columns of the terminal between two of the table


def runs(
    folder: Annotated[str, typer.Argument(metavar="[FOLDER]", help="Where to look; or the folder of one run.")] = HOME,
) -> None:
    """List the runs in a FOLDER: study, state, games so far, seed, size on disk.

    A run is finished, running (a process works on it now), stopped (`ludus resume` goes on), damaged or unreadable. All
    that is kept is compared with its digests. On a narrow terminal some columns are left out.
    """
    from ludus.lab.listing import list_runs

    found = list_runs(Path(folder))
    if not found:
        screen().print(
            f"No runs in {folder}. `{program()} studies` lists the studies; `{program()} run STUDY` begins one."
        )
        return
    console = screen()
    console.print(_table([_cells(each) for each in found], console.width))
    for each in found:
        if each.fault:
            typer.echo(f"ludus: {one_line(shown(each.fault))}", err=True)
    stopped = [shown(each.folder) for each in found if each.state == "stopped"]
    if stopped:
        console.print(f"\nTo go on: {program()} resume {stopped[0]}", soft_wrap=True)


def report(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run; `ludus runs` lists them.")],
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser, too.")] = False,
) -> None:
    """Write tables, figures and report of a finished RUN again, from what is kept. Plays nothing."""
    from ludus.cli.run import show as tell
    from ludus.lab import write_report

    done = write_report(folder)
    tell(screen(), done)
    if show:
        import webbrowser

        webbrowser.open((done.folder / "report.html").resolve().as_uri())


def shown(text: str | Path) -> str:
    """A path for the screen, where bytes that are no text can be seen as such."""
    return os.fsencode(text).decode(errors="backslashreplace")


def _cells(each: Listed) -> dict[str, str]:
    share = f" ({each.done / each.planned:.0%})" if each.planned and each.state != "finished" else ""
    seed = "" if each.seed is None else str(each.seed)
    games, large = count(each.done, "game") + share, size(each.size)
    if each.state == "unreadable":
        games = large = ""
    return dict(zip(COLUMNS, (shown(each.folder), each.study, each.state, games, seed, large), strict=True))


def _table(rows: list[dict[str, str]], width: int) -> Table:
    """All columns that there is room for; names of runs are folded rather than cut."""
    columns = list(COLUMNS)
    wide = {name: max(len(name), *(len(row[name]) for row in rows)) for name in columns}
    for name in LESS:
        if sum(wide[each] + GAP for each in columns) - GAP > width:
            columns.remove(name)
    found = table(*columns, right=("seed", "size"))
    found.columns[0].overflow = "fold"
    found.columns[0].min_width = min(wide["run"], width // 2)
    for row in rows:
        found.add_row(*(row[name] for name in columns))
    return found

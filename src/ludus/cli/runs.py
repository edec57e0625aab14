"""`ludus runs` and `ludus report`: what there is, and its report once more."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.ending import one_line
from ludus.cli.screen import count, program, screen, size, table

HOME = "runs"


def runs(
    folder: Annotated[str, typer.Argument(metavar="[FOLDER]", help="Where to look; or the folder of one run.")] = HOME,
) -> None:
    """List the runs in a FOLDER: study, state, games so far, seed, size on disk.

    A run is finished, running (a process works on it now), stopped (`ludus resume` goes on) or damaged. All that is
    kept is compared with its digests.
    """
    from ludus.lab.listing import list_runs

    found = list_runs(Path(folder))
    if not found:
        screen().print(
            f"No runs in {folder}. `{program()} studies` lists the studies; `{program()} run STUDY` begins one."
        )
        return
    rows = table("run", "study", "state", "progress", "seed", "size", right=("seed", "size"))
    for each in found:
        share = f" ({each.done / each.planned:.0%})" if each.planned and each.state != "finished" else ""
        seed = "" if each.seed is None else str(each.seed)
        rows.add_row(str(each.folder), each.study, each.state, count(each.done, "game") + share, seed, size(each.size))
    screen().print(rows)
    for each in found:
        if each.fault:
            typer.echo(f"ludus: {one_line(each.fault)}", err=True)
    stopped = [each.folder for each in found if each.state == "stopped"]
    if stopped:
        screen().print(f"\nTo go on: {program()} resume {stopped[0]}")


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

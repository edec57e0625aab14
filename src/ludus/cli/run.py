"""`ludus run` and `ludus resume`: a study in a folder, from its beginning or from where it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.run_progress import compiling, run_progress
from ludus.cli.screen import program, screen

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.lab import Finished

PLACE = "Where games run: threads, threads:4, processes:2, ray, ray:ADDRESS, cuda. The tables do not depend on it."
ANYWAY = (
    "Go on though code or libraries have changed since the run began; its tables may then mix two kinds of results."
)
MARKS = {"holds": "✓", "fails": "✗", "undecided": "?"}


def run(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="A study; `ludus studies` lists them.")],
    config: Annotated[
        str | None, typer.Option("--config", metavar="FILE", help="A TOML file with the keys that you choose.")
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="A choice of keys that comes with the study.")
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="One key, such as seed=7; lists as in TOML. May be repeated."),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="The folder of the run; one in ./runs if not given.")
    ] = None,
    place: Annotated[str, typer.Option(metavar="PLACE", help=PLACE)] = "threads",
    anyway: Annotated[bool, typer.Option("--anyway", help=ANYWAY)] = False,
) -> None:
    """Run a STUDY: play its games, write tables and a report into a folder. `ludus studies STUDY` tells its keys.

    Presets come before the file, single keys after it. Stop it with Ctrl-C or in any other way: the same command, or
    `ludus resume`, goes on where it was stopped, and the tables come out the same.
    """
    from ludus.lab import find_study
    from ludus.lab import run as run_study
    from ludus.lab.config import read_config
    from ludus.lab.folder import default_folder

    found = find_study(study)
    chosen = read_config(found, config, preset, sets or [])
    folder = Path(out) if out is not None else default_folder(found, chosen)
    _work(folder, place, lambda **more: run_study(found, chosen, folder, anyway=anyway, **more))


def resume(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run; `ludus runs` lists them.")],
    place: Annotated[str, typer.Option(metavar="PLACE", help=PLACE)] = "threads",
    anyway: Annotated[bool, typer.Option("--anyway", help=ANYWAY)] = False,
) -> None:
    """Go on with a RUN that was stopped, killed or ran out of disk space; what it has found is not played again."""
    from ludus.lab import resume as resume_run

    _work(Path(folder), place, lambda **more: resume_run(folder, anyway=anyway, **more))


def _work(folder: Path, place: str, work: Callable[..., Finished]) -> None:
    from ludus.compute import find_place

    where = find_place(place)
    try:
        with run_progress() as listener, compiling():
            done = work(place=where, listener=listener, warn=_warn)
    except KeyboardInterrupt:
        typer.echo(f"\nWhat was found is kept. To go on: {program()} resume {folder}", err=True)
        raise
    show(screen(), done)


def show(console: Console, done: Finished) -> None:
    """What a run has found, in a few lines."""
    from ludus.core.extras import install_hint
    from ludus.lab.report import Verdict

    report = done.report
    console.print(report.title, style="bold")
    console.print(report.lead)
    for each in report.parts(Verdict):
        console.print(f"{MARKS[each.state]} {each.state}: {each.claim} ({each.because})")
    tables = len(list(report.tables()))
    console.print(f"\nReport: {done.folder / 'report.html'}; {tables} tables are in {done.folder / 'tables'}")
    if not done.parquet:
        hint = install_hint("analysis")
        console.print(f"Tables are written as CSV; for Parquet as well: {hint}", soft_wrap=True)


def _warn(text: str) -> None:
    typer.echo(f"ludus: {text}", err=True)

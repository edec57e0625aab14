"""`ludus run` and `ludus resume`: run a study in a folder, from its beginning or from where it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.run_progress import announce_compilation, run_progress
from ludus.cli.screen import program_name, make_console

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.lab import FinishedRun

RUN_BACKEND_HELP = (
    "Where games run: threads, threads:4, processes:2, ray, ray:ADDRESS, cuda. The tables do not depend on it."
)
ANYWAY_HELP = "Continue although code or libraries have changed since the run began; its tables may then mix results."
MARKS = {"holds": "✓", "fails": "✗", "undecided": "?"}


def run(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="A study; `ludus studies` lists them.")],
    config: Annotated[
        str | None, typer.Option("--config", metavar="FILE", help="A TOML file with the keys to set.")
    ] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="Predefined keys of the study.")] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="One key, such as seed=7; lists as in TOML. May be repeated."),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="The folder of the run; one in ./runs if not given.")
    ] = None,
    place: Annotated[str, typer.Option(metavar="PLACE", help=RUN_BACKEND_HELP)] = "threads",
    anyway: Annotated[bool, typer.Option("--anyway", help=ANYWAY_HELP)] = False,
) -> None:
    """Run a STUDY: play its games, write tables and a report into a folder. `ludus studies STUDY` lists its keys.

    Presets come before the file, single keys after it. It can be stopped with Ctrl-C or in any other way: the same
    command, or `ludus resume`, continues where it was stopped, and the tables are the same.
    """
    from ludus.lab import find_study
    from ludus.lab import run as run_study
    from ludus.lab.config import read_config
    from ludus.lab.folder import default_folder

    loaded = find_study(study)
    values = read_config(loaded, config, preset, sets or [])
    folder = Path(out) if out is not None else default_folder(loaded, values)
    _run_with_progress(folder, place, lambda **more: run_study(loaded, values, folder, allow_changes=anyway, **more))


def resume(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run; `ludus runs` lists them.")],
    place: Annotated[str, typer.Option(metavar="PLACE", help=RUN_BACKEND_HELP)] = "threads",
    anyway: Annotated[bool, typer.Option("--anyway", help=ANYWAY_HELP)] = False,
) -> None:
    """Continue a RUN that was stopped, killed or ran out of disk space; finished steps are not repeated."""
    from ludus.lab import resume as resume_run

    _run_with_progress(Path(folder), place, lambda **more: resume_run(folder, allow_changes=anyway, **more))


def _run_with_progress(folder: Path, place: str, work: Callable[..., FinishedRun]) -> None:
    from ludus.compute import parse_backend

    backend = parse_backend(place)
    try:
        with run_progress() as listener, announce_compilation():
            finished = work(place=backend, listener=listener, warn=_warn)
    except KeyboardInterrupt:
        typer.echo(f"\nFinished steps are stored. To continue: {program_name()} resume {folder}", err=True)
        raise
    print_run(make_console(), finished)


def print_run(console: Console, done: FinishedRun) -> None:
    """Print the results of a run in a few lines."""
    from ludus.core.extras import install_hint
    from ludus.lab.report import Verdict

    report = done.report
    console.print(report.title, style="bold")
    console.print(report.lead)
    for verdict in report.parts(Verdict):
        console.print(f"{MARKS[verdict.state]} {verdict.state}: {verdict.claim} ({verdict.because})")
    tables = len(list(report.tables()))
    console.print(f"\nReport: {done.folder / 'report.html'}; {tables} tables are in {done.folder / 'tables'}")
    if not done.wrote_parquet:
        hint = install_hint("analysis")
        console.print(f"Tables are written as CSV; for Parquet as well: {hint}", soft_wrap=True)


def _warn(text: str) -> None:
    typer.echo(f"ludus: {text}", err=True)

"""`ludus run`, `resume`, `runs` and `report`: run studies in folders, continue and list them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.console import make_console, make_table, program_name, size_text
from ludus.cli.errors import EXIT_TERMINATED, one_line
from ludus.cli.progress_bars import announce_compilation, run_progress
from ludus.util.text import plural

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ludus.lab import FinishedRun
    from ludus.lab.run_index import RunSummary
    from ludus.util.errors import LudusError


RUN_BACKEND_HELP = (
    "Where games run: threads, threads:4, processes:2, ray, ray:ADDRESS, cuda. The tables do not depend on it."
)
ANYWAY_HELP = "Continue although code or libraries have changed; the tables may then mix results of both versions."

MAX_TABLE_NAMES = 6  # names of tables that are printed; the last one is always there: it may be that of the verdicts

MAX_UNDECIDED = 10  # undecided claims that are printed; the report has all
MOST_UNDECIDED = 0.5  # share of undecided claims above which the size of the run is said to be too small

RUNS_FOLDER = "runs"
ANYWAY_MARK = "(--anyway)"  # after the state of a run that was continued with --anyway
COLUMNS = ("run", "study", "state", "progress", "seed", "size")
OPTIONAL_COLUMNS = (
    "study",
    "seed",
    "size",
)  # columns omitted on a narrow terminal, in this order: a run's name must be complete
COLUMN_GAP = 3  # characters between two columns


def run(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="A study; `ludus studies` lists them.")],
    config: Annotated[
        str | None, typer.Option("--config", metavar="FILE", help="A TOML file with the keys to set.")
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="A preset of the study: predefined values of its keys.")
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help='Set one key: seed=7, or a list: \'names=["a", "b"]\'. May be repeated.'
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="The folder of the run; default: a folder in ./runs.")
    ] = None,
    backend: Annotated[str, typer.Option("--backend", "--place", metavar="BACKEND", help=RUN_BACKEND_HELP)] = "threads",
    anyway: Annotated[bool, typer.Option("--anyway", help=ANYWAY_HELP)] = False,
) -> None:
    """Run a STUDY: play its games, write tables and a report into a folder. `ludus studies STUDY` lists its keys.

    The file of --config overrides the preset, and --set overrides both. You can stop a run with Ctrl-C or kill it. The
    same command, or `ludus resume`, continues it, and the tables are the same.
    """
    from ludus.lab import find_study
    from ludus.lab import run as run_study
    from ludus.lab.config import read_config
    from ludus.lab.run_folder import default_folder

    loaded = find_study(study)
    values = read_config(loaded, config, preset, sets or [])
    folder = Path(out) if out is not None else default_folder(loaded, values)
    _run_with_progress(folder, backend, lambda **more: run_study(loaded, values, folder, allow_changes=anyway, **more))


def resume(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run; `ludus runs` lists them.")],
    backend: Annotated[str, typer.Option("--backend", "--place", metavar="BACKEND", help=RUN_BACKEND_HELP)] = "threads",
    anyway: Annotated[bool, typer.Option("--anyway", help=ANYWAY_HELP)] = False,
) -> None:
    """Continue a RUN that was stopped, killed or ran out of disk space; finished steps are not repeated."""
    from ludus.lab import resume as resume_run

    _run_with_progress(Path(folder), backend, lambda **more: resume_run(folder, allow_changes=anyway, **more))


def runs(
    folder: Annotated[
        str, typer.Argument(metavar="[FOLDER]", help="A folder with runs, or the folder of one run.")
    ] = RUNS_FOLDER,
) -> None:
    """List the runs in a FOLDER: study, state, games so far, seed, size on disk.

    A run is finished, running (a process works on it now), stopped (`ludus resume` continues it), damaged or
    unreadable. All stored results are compared with their digests. `--anyway` after the state: the run was continued
    although code or libraries had changed. On a narrow terminal some columns are left out.
    """
    from ludus.lab.run_index import list_runs

    listed = list_runs(Path(folder))
    if not listed:
        program = program_name()
        make_console().print(
            f"No runs in {folder}. `{program} studies` lists the studies; `{program} run STUDY` begins one."
        )
        return
    console = make_console()
    console.print(_runs_table([_run_cells(item) for item in listed], console.width))
    obstacles = {item.folder: obstacle for item in listed if (obstacle := _obstacle(item)) is not None}
    for item in listed:
        for note in _run_notes(item, obstacles.get(item.folder)):
            typer.echo(f"ludus: {one_line(printable_path(note))}", err=True)
    stopped = [item.folder for item in listed if item.state == "stopped" and item.folder not in obstacles]
    if stopped:
        console.print(f"\nTo continue: {program_name()} resume {printable_path(stopped[0])}", soft_wrap=True)


def _obstacle(item: RunSummary) -> LudusError | None:
    from ludus.lab.run_index import resume_obstacle

    return resume_obstacle(item.folder) if item.state == "stopped" else None


def _run_notes(item: RunSummary, obstacle: LudusError | None) -> Iterator[str]:
    """What the user must know about a run in the list: damage, changes, and why it cannot continue."""
    from ludus.lab.run_folder import CodeChanged
    from ludus.lab.run_index import changed_study_files

    if item.damage:
        yield item.damage
    if isinstance(obstacle, CodeChanged):
        yield (
            f"{obstacle.reason}. Undo the change and resume it, begin a new run with --out, or continue nevertheless: "
            f"{program_name()} resume {item.folder} --anyway"
        )
    elif obstacle is not None:
        yield f"{item.folder} cannot continue: {obstacle}"
    elif item.state != "stopped":  # a stopped run without an obstacle is up to date, or starts over
        changed = [*(changed_study_files(item.folder) if item.state == "finished" else ()), *item.outdated]
        if changed:
            yield f"{item.folder}: its results come from an earlier version of {', '.join(dict.fromkeys(changed))}"
    if item.allowed_changes:
        yield (
            f"{item.folder}: continued with --anyway after changes ({'; '.join(item.allowed_changes)}), so its tables "
            "may mix results of both versions"
        )


def report(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run; `ludus runs` lists them.")],
    show: Annotated[bool, typer.Option("--open", help="Also open the report in a browser.")] = False,
) -> None:
    """Write tables, figures and report of a finished RUN again, from stored results. This plays no games."""
    from ludus.lab import write_report

    finished = write_report(folder, _warn)
    print_run(make_console(), finished)
    if show:
        import webbrowser

        webbrowser.open((finished.folder / "report.html").resolve().as_uri())


def _run_with_progress(folder: Path, backend: str, work: Callable[..., FinishedRun]) -> None:
    from ludus.backends import parse_backend
    from ludus.lab.run_folder import VERSIONS, CodeChanged
    from ludus.util.files import FolderError

    parsed_backend = parse_backend(backend)
    is_resumed = (folder / VERSIONS).is_file()
    try:
        with sigterm_as_interrupt(), run_progress(is_resumed) as listener, announce_compilation():
            finished = work(backend=parsed_backend, listener=listener, warn=_warn)
    except CodeChanged as error:
        raise FolderError(f"{error.reason}. Continue with --anyway, or begin a new run with --out") from None
    except KeyboardInterrupt as stop:
        typer.echo(f"\nFinished steps are stored. To continue: {program_name()} resume {folder}", err=True)
        if isinstance(stop, Terminated):
            raise typer.Exit(EXIT_TERMINATED) from None
        raise
    if finished.was_finished:
        what = f"all {plural(finished.games, 'game')}" if finished.games else "all results"
        typer.echo(f"ludus: {printable_path(folder)}: {what} were there already; nothing was played", err=True)
    print_run(make_console(), finished)


class Terminated(KeyboardInterrupt):
    """The process received SIGTERM."""


@contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """Context manager: SIGTERM raises Terminated, so that the command ends as with Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread can handle signals
        yield
        return
    owner = os.getpid()

    def stop(number: int, frame: object) -> None:
        if os.getpid() == owner:
            raise Terminated
        signal.signal(number, signal.SIG_DFL)  # a forked process ends as usual
        os.kill(os.getpid(), number)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def print_run(console: Console, done: FinishedRun) -> None:
    """Print the results of a run in a few lines."""
    from ludus.report.report_html import VERDICT_SYMBOLS, verdict_summary_text
    from ludus.report.report_model import Verdict
    from ludus.util.extras import install_hint

    report = done.report
    console.print(report.title, style="bold")
    console.print(report.answer_text)
    verdicts = report.all(Verdict)
    if summary := verdict_summary_text(report):
        console.print(summary)
    states = [verdict.state for verdict in verdicts]
    if verdicts and states.count("undecided") > MOST_UNDECIDED * len(verdicts):
        many = "Most claims are" if {"holds", "fails"} & {*states} else "No claim is"
        state = "undecided" if many.startswith("Most") else "decided"
        console.print(f"{many} {state} at this size. More games, or a larger preset, can decide more.")
    undecided = [verdict for verdict in verdicts if verdict.state == "undecided"]
    hidden = undecided[MAX_UNDECIDED:]
    for verdict in verdicts:
        if verdict not in hidden:
            console.print(f"{VERDICT_SYMBOLS[verdict.state]} {verdict.state}: {verdict.claim} ({verdict.reason})")
    if hidden:
        console.print(f"{plural(len(hidden), 'more undecided claim')}: see the report")
    console.print(f"\nReport: {done.folder / 'report.html'}; {_tables_text(done)}", soft_wrap=True)
    if not done.wrote_parquet:
        hint = install_hint("analysis")
        console.print(f"Tables are written as CSV; for Parquet as well: {hint}", soft_wrap=True)


def _tables_text(done: FinishedRun) -> str:
    """`2 tables are in runs/x/tables: seats, claims (the verdicts)`."""
    from ludus.report.report_model import CLAIMS_TABLE

    names = [table.name for table in done.report.tables()]
    if not names:
        return "it has no tables"
    listed = [f"{name} (the verdicts)" if name == CLAIMS_TABLE else name for name in names]
    if len(listed) > MAX_TABLE_NAMES:
        listed[MAX_TABLE_NAMES - 1 : -1] = [f"{len(listed) - MAX_TABLE_NAMES} more"]
    verb = "is" if len(names) == 1 else "are"
    return f"{plural(len(names), 'table')} {verb} in {done.folder / 'tables'}: {', '.join(listed)}"


def _warn(text: str) -> None:
    typer.echo(f"ludus: {text}", err=True)


def printable_path(text: str | Path) -> str:
    """A path as printable text; bytes that are not text are escaped."""
    return os.fsencode(text).decode(errors="backslashreplace")


def _run_cells(each: RunSummary) -> dict[str, str]:
    share = f" ({each.games_done / each.games_planned:.0%})" if each.games_planned and each.state != "finished" else ""
    seed = "" if each.seed is None else str(each.seed)
    games, large = plural(each.games_done, "game") + share, size_text(each.size_bytes)
    if each.state == "unreadable":
        games = large = ""
    state = f"{each.state} {ANYWAY_MARK}" if each.allowed_changes else each.state
    return dict(zip(COLUMNS, (printable_path(each.folder), each.study, state, games, seed, large), strict=True))


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

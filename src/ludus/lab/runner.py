"""Runner of studies: start or resume, run the experiment, write the report.

A run that is killed at any moment resumes and ends with identical tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludus.backends import Backend, Threads, try_backend
from ludus.lab.config import ConfigLayer, merge_layers, read_toml
from ludus.lab.event_log import EventLog, read_events
from ludus.lab.progress import ProgressListener, ignore_progress
from ludus.lab.report_writer import write_report_files
from ludus.lab.run_context import ResultMissing, RunContext
from ludus.lab.run_folder import (
    CONFIG,
    check_folder_exists,
    check_same_config,
    config_data,
    default_folder,
    open_run_folder,
    outdated_files,
    read_versions,
)
from ludus.lab.study import C, Config, Study, find_study
from ludus.report.report_model import Report
from ludus.util.errors import LudusError
from ludus.util.extras import require_extra
from ludus.util.files import FolderError
from ludus.util.use_log import observe_uses


class OutOfMemory(LudusError):
    """The run needs more memory than is available."""


@dataclass(frozen=True)
class FinishedRun:
    """A run whose report is written."""

    folder: Path
    report: Report
    wrote_parquet: bool  # whether tables were also written as Parquet
    games: int = 0  # games behind the stored results
    was_finished: bool = False  # all results were stored already: this call played nothing


def run(
    study: Study[C],
    config: C,
    folder: str | Path | None = None,
    backend: Backend | None = None,
    listener: ProgressListener = ignore_progress,
    warn: Callable[[str], None] = print,
    allow_changes: bool = False,
) -> FinishedRun:
    """Run a study in a folder, or resume it there.

    Args:
        study: Study to run.
        config: Its configuration.
        folder: Run folder; default: a folder named after study and configuration.
        backend: Backend for games; default: threads.
        listener: Receives progress updates.
        warn: Receives warnings.
        allow_changes: Resume even if code or libraries have changed since the run began.

    Returns:
        The finished run: its folder and its report.

    Raises:
        FolderError: the folder cannot be used.
        CodeChanged: the code of Ludus, the study, a game, a bot or a library has changed since the run began.
        BackendError: the backend does not work; no folder is made.
        OutOfMemory: the run does not fit into memory.
        MissingExtra: the libraries for studies are not installed.
        LudusError: the study rejects its configuration, or fails.
    """
    where = Path(folder) if folder is not None else default_folder(study, config)
    require_extra("studies", f"the study {study.name}")
    study.check(config)
    if backend is not None:
        try_backend(backend)  # before the folder is made
    log, used = open_run_folder(where, study, config, allow_changes, warn)
    with closing(log), _clear_memory_errors(where):
        context = RunContext(where, backend or Threads(), log, listener, warn, study.unit)
        try:
            with observe_uses(used):
                study.experiment(config, context)
            finished = _make_report(where, study, config)
        except BaseException as error:
            _log_early_end(log, error)
            if isinstance(error, FolderError):
                check_folder_exists(where)
            raise
        games = sum(context.games_by_stage().values())
        log.append("finished", done=games, planned=games)
        was_finished = context.computed_steps == 0 and bool(context.result_names())
        return replace(finished, games=games, was_finished=was_finished)


def resume(
    folder: str | Path,
    backend: Backend | None = None,
    listener: ProgressListener = ignore_progress,
    warn: Callable[[str], None] = print,
    allow_changes: bool = False,
) -> FinishedRun:
    """Resume the run in a folder: `run` with the study and the configuration that the folder names.

    Args:
        folder: Run folder.
        backend: As for `run`; so are the other arguments.
        listener: Receives progress updates.
        warn: Receives warnings.
        allow_changes: Resume even if code or libraries have changed since the run began.

    Returns:
        The finished run: its folder and its report.

    Raises:
        FolderError: the folder has no run, or cannot be used.
        UnknownName: its study is not installed.
        LudusError: as for `run`.
    """
    study, config = load_run(Path(folder))
    return run(study, config, folder, backend, listener, warn, allow_changes)


def write_report(folder: str | Path, warn: Callable[[str], None] = print) -> FinishedRun:
    """Write tables, figures and page again from stored results; plays nothing.

    Args:
        folder: Run folder.
        warn: Receives a warning if games, bots or content have changed since they were used.

    Returns:
        The run with its new report.

    Raises:
        ResultMissing: the run is not finished.
        FolderError: the folder has no run, or another process works on it.
        OutOfMemory: the report does not fit into memory.
    """
    where = Path(folder)
    study, config = load_run(where)
    require_extra("studies", f"the report of the study {study.name}", "matplotlib")
    log = EventLog(where)
    with closing(log), _clear_memory_errors(where):
        try:
            finished = _make_report(where, study, config)
        except ResultMissing as error:
            raise ResultMissing(f"{error}. The run is not finished: ludus resume {where}") from None
        if changed := outdated_files(where):
            warn(f"{where}: these results come from an earlier version of {', '.join(changed)}")
        log.append("reported")
        return finished


def load_run(folder: Path) -> tuple[Study[Any], Config]:
    """Load study and configuration of a run folder; both must be unchanged since the run began.

    Raises:
        FolderError: the folder has no run, or its configuration has changed.
        UnknownName: its study is not installed.
    """
    recorded = read_versions(folder)
    study = find_study(recorded["study"])
    path = folder / CONFIG
    config = merge_layers(study, [ConfigLayer(str(path), read_toml(path))])
    check_same_config(folder, recorded, study, config, f"Restore {CONFIG}, or begin another run")
    return study, config


@contextmanager
def _clear_memory_errors(folder: Path) -> Iterator[None]:
    """Context manager: a lack of memory is an OutOfMemory that says what to do."""
    try:
        yield
    except MemoryError as error:
        raise OutOfMemory(_memory_message(folder, error)) from None


def _make_report(folder: Path, study: Study[Any], config: Config) -> FinishedRun:
    context = RunContext(folder, Threads(1))
    report = study.report(config, context)
    parquet = write_report_files(
        folder, study, config_data(config), report, context.games_by_stage(), read_events(folder)
    )
    return FinishedRun(folder, report, parquet)


def _memory_message(folder: Path, error: MemoryError) -> str:
    why = str(error).rstrip(".") or "no memory was left"
    return f"{folder}: this run does not fit into memory ({why}); begin one with fewer games, players or generations"


def _log_early_end(log: EventLog, error: BaseException) -> None:
    """Log how a run ended early; an error while logging is ignored in favour of the original error."""
    what = "stopped" if isinstance(error, KeyboardInterrupt) else "failed"
    try:
        log.append(what, **({} if what == "stopped" else {"error": f"{type(error).__name__}: {error}"}))
    except LudusError:
        return

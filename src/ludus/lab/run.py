"""Runner of studies: start or resume, run the experiment, write the report.

A run that is killed at any moment resumes and ends with identical tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludus.arena.folder import FolderError
from ludus.compute import Place, Threads
from ludus.core.errors import LudusError
from ludus.lab.config import Layer, assemble, read_toml
from ludus.lab.desk import Desk, NotKept
from ludus.lab.events import EventLog, read_events
from ludus.lab.folder import (
    CONFIG,
    check_there,
    compare_config,
    config_data,
    default_folder,
    enter,
    read_versions,
)
from ludus.lab.output import write_output
from ludus.lab.progress import Listener, nobody
from ludus.lab.registry import find_study
from ludus.lab.report import Report
from ludus.lab.study import C, Config, Study


class TooLarge(LudusError):
    """The run needs more memory than is available."""


@dataclass(frozen=True)
class Finished:
    """A run whose report is written."""

    folder: Path
    report: Report
    parquet: bool  # whether tables were also written as Parquet


def run(
    study: Study[C],
    config: C,
    folder: str | Path | None = None,
    place: Place | None = None,
    listener: Listener = nobody,
    warn: Callable[[str], None] = print,
    anyway: bool = False,
) -> Finished:
    """Run a study in a folder, or resume it there.

    Args:
        study: Study to run.
        config: Its configuration.
        folder: Run folder; default: a folder named after study and configuration.
        place: Backend for games; default: threads.
        listener: Receives progress updates.
        warn: Receives warnings.
        anyway: Resume even if code or libraries have changed since the run began.

    Raises:
        FolderError: the folder cannot be used.
        OutOfMemory: the run does not fit into memory.
    """
    where = Path(folder) if folder is not None else default_folder(study, config)
    study.check(config)
    log, _ = enter(where, study, config, anyway, warn)
    try:
        desk = Desk(where, place or Threads(), log, listener, warn)
        try:
            study.work(config, desk)
            finished = _report(where, study, config, log)
        except BaseException as error:
            _note_end(log, error)
            if isinstance(error, FolderError):
                check_there(where)
            if isinstance(error, MemoryError):
                raise TooLarge(_too_large(where, error)) from None
            raise
        games = sum(desk.games_by_stage().values())
        log.note("finished", done=games, planned=games)
        return finished
    finally:
        log.close()


def resume(
    folder: str | Path,
    place: Place | None = None,
    listener: Listener = nobody,
    warn: Callable[[str], None] = print,
    anyway: bool = False,
) -> Finished:
    """Resume the run in a folder; arguments as for `run`."""
    study, config = opened(Path(folder))
    return run(study, config, folder, place, listener, warn, anyway)


def write_report(folder: str | Path) -> Finished:
    """Write tables, figures and page again from stored results; plays nothing.

    Raises:
        ResultMissing: the run is not finished.
    """
    where = Path(folder)
    study, config = opened(where)
    log = EventLog(where)
    try:
        finished = _report(where, study, config, log)
        log.note("reported")
        return finished
    except NotKept as error:
        raise NotKept(f"{error}. The run is not finished: ludus resume {where}") from None
    except MemoryError as error:
        raise TooLarge(_too_large(where, error)) from None
    finally:
        log.close()


def opened(folder: Path) -> tuple[Study[Any], Config]:
    """Load study and configuration of a run folder; both must be unchanged since the run began."""
    recorded = read_versions(folder)
    study = find_study(recorded["study"])
    path = folder / CONFIG
    config = assemble(study, [Layer(str(path), read_toml(path))])
    compare_config(folder, recorded, study, config)
    return study, config


def _report(folder: Path, study: Study[Any], config: Config, log: EventLog) -> Finished:
    desk = Desk(folder, Threads(1))
    report = study.report(config, desk)
    parquet = write_output(folder, study, config_data(config), report, desk.games_by_stage(), read_events(folder))
    return Finished(folder, report, parquet)


def _too_large(folder: Path, error: MemoryError) -> str:
    why = str(error).rstrip(".") or "no memory was left"
    return f"{folder}: this run does not fit into memory ({why}); begin one with fewer games, players or generations"


def _note_end(log: EventLog, error: BaseException) -> None:
    """Log how a run ended early; an error while logging is ignored in favour of the original error."""
    what = "stopped" if isinstance(error, KeyboardInterrupt) else "failed"
    try:
        log.note(what, **({} if what == "stopped" else {"error": f"{type(error).__name__}: {error}"}))
    except LudusError:
        return

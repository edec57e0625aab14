"""Index of the runs in a folder: study, progress and integrity of each run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ludus.arena.tournament_dir import PLAN_FILE
from ludus.lab.event_log import EVENTS, Event, code_changes, is_locked, read_events
from ludus.lab.provenance import current_versions, version_changes
from ludus.lab.run_folder import (
    CHECKPOINTS,
    CONFIG,
    REPORT_PAGE,
    RESULTS,
    VERSIONS,
    CodeChanged,
    has_stored_results,
    outdated_files,
    read_versions,
)
from ludus.lab.runner import load_run
from ludus.lab.study import find_study
from ludus.lab.used_files import changed_names, current_digests
from ludus.util.checksummed_io import read_checksummed
from ludus.util.errors import LudusError
from ludus.util.files import FolderError, file_errors

RunState = Literal["finished", "running", "stopped", "damaged", "unreadable"]
LUDUS_FILES = "ludus/"  # beginning of the names of the files of Ludus itself
WORK_EVENTS = ("kept", "generation", "evolved")  # events after which a finished run is not finished any more


@dataclass(frozen=True)
class RunSummary:
    """Summary of one run."""

    folder: Path
    study: str
    state: RunState
    games_done: int  # games done
    games_planned: int  # games planned, for the known stages
    seed: int | None
    size_bytes: int  # bytes
    damage: str = ""  # what is damaged, or why it cannot be read
    outdated: tuple[str, ...] = ()  # files of games, bots and content that have changed since the run used them
    allowed_changes: tuple[str, ...] = ()  # changes of code or libraries after which it was continued nevertheless


def list_runs(folder: Path) -> list[RunSummary]:
    """Summarise all runs in a folder, or one run if the folder is a run folder. Unreadable runs are listed as such."""
    with file_errors(folder, "read"):
        if (folder / VERSIONS).exists():
            return [summarise_run(folder)]
        if not folder.is_dir():
            return []
        inside = sorted(subfolder for subfolder in folder.iterdir() if subfolder.is_dir())
    runs = []
    for subfolder in inside:
        try:
            with file_errors(subfolder, "read"):
                names = {file.name for file in subfolder.iterdir()}
            if VERSIONS in names or (EVENTS in names and PLAN_FILE not in names):  # tournaments have events, too
                runs.append(summarise_run(subfolder))
        except FolderError as error:
            runs.append(RunSummary(subfolder, "", "unreadable", 0, 0, None, 0, str(error)))
    return runs


def summarise_run(folder: Path) -> RunSummary:
    """Summarise one run; verifies the checksums of all stored results."""
    events = read_events(folder)
    finished = _is_finished(folder, events)
    games, planned = _game_counts(events, finished)
    study, seed, fault, outdated = "", None, "", list[str]()
    try:
        recorded = read_versions(folder)
        study, seed = recorded["study"], recorded["config"].get("seed")
        outdated = outdated_files(folder)
        fault = _find_damage(folder)
    except LudusError as error:
        fault = str(error)
    state: RunState = "damaged" if fault else "finished" if finished else "stopped"
    if is_locked(folder):
        state = "running"
    allowed = tuple(code_changes(events))
    return RunSummary(folder, study, state, games, planned, seed, _folder_size(folder), fault, tuple(outdated), allowed)


def resume_obstacle(folder: Path) -> LudusError | None:
    """The error with which `resume` would refuse to continue a stopped run; None if it can continue.

    CodeChanged means that it can continue if changes are allowed.
    """
    try:
        study, _ = load_run(folder)
        recorded = read_versions(folder)["versions"]
        if has_stored_results(folder):
            now, used_now = current_versions(study.experiment), current_digests(recorded, folder)
            if changed := version_changes(recorded, now, used_now):
                return CodeChanged(folder, changed)
    except LudusError as error:
        return error
    return None


def changed_study_files(folder: Path) -> list[str]:
    """Names of the files of a study of the user that have changed since the run began; empty for studies of Ludus."""
    recorded = read_versions(folder)
    before = _own_files(recorded["versions"].get("files", {}))
    if not before:
        return []
    try:
        study = find_study(recorded["study"])
    except LudusError:  # not installed any more: nothing to compare with
        return []
    return changed_names(before, _own_files(current_versions(study.experiment)["files"]))


def _own_files(digests: dict[str, str]) -> dict[str, str]:
    return {name: digest for name, digest in digests.items() if not name.startswith(LUDUS_FILES)}


def _find_damage(folder: Path) -> str:
    if not (folder / CONFIG).is_file():
        return f"{folder / CONFIG} is missing"
    for part in (folder / RESULTS, folder / CHECKPOINTS):
        with file_errors(part, "read"):
            if part.is_dir():
                next(part.iterdir(), None)  # rglob would treat an unreadable folder as empty
    for file in sorted((folder / RESULTS).rglob("*.kept")) + sorted((folder / CHECKPOINTS).rglob("*.checkpoint")):
        try:
            read_checksummed(file)
        except LudusError as error:
            if file.exists():  # a running process removes old checkpoints
                return str(error)
    return ""


def _game_counts(events: list[Event], finished: bool) -> tuple[int, int]:
    """Games done and planned; for a finished run the numbers at its end."""
    for event in reversed(events):
        if "done" in event and (event["what"] == "finished" or not finished):
            return event["done"], event.get("planned", 0)
    return 0, 0


def _is_finished(folder: Path, events: list[Event]) -> bool:
    """Whether the report is written and nothing was computed or failed since; rewriting the report does not count."""
    turns = [event["what"] for event in events if event["what"] in ("begun", "failed", "finished", *WORK_EVENTS)]
    return turns[-1:] == ["finished"] and (folder / REPORT_PAGE).is_file()


def _folder_size(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.lstat().st_size if not file.is_dir() else 0
        except OSError:  # removed meanwhile
            continue
    return total

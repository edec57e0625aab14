"""The runs in a folder: what each is, how far it has come, and whether it is whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ludus.arena.folder import FolderError, told
from ludus.core.errors import LudusError
from ludus.lab.events import EVENTS, Event, is_held, read_events
from ludus.lab.folder import CHECKPOINTS, CONFIG, KEPT, PAGE, VERSIONS, read_versions
from ludus.lab.sealed import read_sealed

State = Literal["finished", "running", "stopped", "damaged", "unreadable"]
MADE = ("kept", "generation", "evolved")  # events after which a run is not what it was when it was finished


@dataclass(frozen=True)
class Listed:
    """One run at a glance."""

    folder: Path
    study: str
    state: State
    done: int  # games
    planned: int  # as far as its stages are known
    seed: int | None
    size: int  # bytes
    fault: str = ""  # what is damaged, or why it cannot be read


def list_runs(folder: Path) -> list[Listed]:
    """All runs in a folder; the folder of one run gives that one. One that cannot be read does not hide the others."""
    with told(folder, "read"):
        if (folder / VERSIONS).exists():
            return [look(folder)]
        if not folder.is_dir():
            return []
        inside = sorted(each for each in folder.iterdir() if each.is_dir())
    found = []
    for each in inside:
        try:
            with told(each, "read"):
                names = {file.name for file in each.iterdir()}
            if names & {VERSIONS, EVENTS}:
                found.append(look(each))
        except FolderError as error:
            found.append(Listed(each, "", "unreadable", 0, 0, None, 0, str(error)))
    return found


def look(folder: Path) -> Listed:
    """One run. Everything kept is compared with its digest."""
    events = read_events(folder)
    finished = _finished(folder, events)
    done, planned = _games(events, finished)
    study, seed, fault = "", None, ""
    try:
        known = read_versions(folder)
        study, seed = known["study"], known["config"].get("seed")
        fault = _fault(folder)
    except LudusError as error:
        fault = str(error)
    state: State = "damaged" if fault else "finished" if finished else "stopped"
    if is_held(folder):
        state = "running"
    return Listed(folder, study, state, done, planned, seed, _size(folder), fault)


def _fault(folder: Path) -> str:
    if not (folder / CONFIG).is_file():
        return f"{folder / CONFIG} is missing"
    for part in (folder / KEPT, folder / CHECKPOINTS):
        with told(part, "read"):
            if part.is_dir():
                next(part.iterdir(), None)  # what follows would take a folder that cannot be read for an empty one
    for file in sorted((folder / KEPT).rglob("*.kept")) + sorted((folder / CHECKPOINTS).rglob("*.checkpoint")):
        try:
            read_sealed(file)
        except LudusError as error:
            if file.exists():  # a run that is going on removes old checkpoints
                return str(error)
    return ""


def _games(events: list[Event], finished: bool) -> tuple[int, int]:
    """Done and planned; of a finished run what it said at its end, whatever has looked at it again since."""
    for event in reversed(events):
        if "done" in event and (event["what"] == "finished" or not finished):
            return event["done"], event.get("planned", 0)
    return 0, 0


def _finished(folder: Path, events: list[Event]) -> bool:
    """Whether its report is written, and nothing was made or has failed since: to write it again changes nothing."""
    turns = [event["what"] for event in events if event["what"] in ("begun", "failed", "finished", *MADE)]
    return turns[-1:] == ["finished"] and (folder / PAGE).is_file()


def _size(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.lstat().st_size if not file.is_dir() else 0
        except OSError:  # gone since it was listed
            continue
    return total

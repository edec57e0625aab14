"""The runs in a folder: what each is, how far it has come, and whether it is whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ludus.core.errors import LudusError
from ludus.lab.events import EVENTS, Event, is_held, read_events
from ludus.lab.folder import CHECKPOINTS, CONFIG, KEPT, PAGE, VERSIONS, read_versions
from ludus.lab.sealed import read_sealed

State = Literal["finished", "running", "stopped", "damaged"]


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
    fault: str = ""  # what is damaged


def list_runs(folder: Path) -> list[Listed]:
    """All runs in a folder; the folder of one run gives that one."""
    if (folder / VERSIONS).exists():
        return [look(folder)]
    if not folder.is_dir():
        return []
    inside = sorted(each for each in folder.iterdir() if each.is_dir())
    return [look(each) for each in inside if (each / VERSIONS).exists() or (each / EVENTS).exists()]


def look(folder: Path) -> Listed:
    """One run. Everything kept is compared with its digest."""
    events = read_events(folder)
    done, planned = _games(events)
    study, seed, fault = "", None, ""
    try:
        known = read_versions(folder)
        study, seed = known["study"], known["config"].get("seed")
        fault = _fault(folder)
    except LudusError as error:
        fault = str(error)
    state: State = "damaged" if fault else "finished" if _finished(folder, events) else "stopped"
    if is_held(folder):
        state = "running"
    return Listed(folder, study, state, done, planned, seed, _size(folder), fault)


def _fault(folder: Path) -> str:
    if not (folder / CONFIG).is_file():
        return f"{folder / CONFIG} is missing"
    for file in sorted((folder / KEPT).rglob("*.kept")) + sorted((folder / CHECKPOINTS).rglob("*.checkpoint")):
        try:
            read_sealed(file)
        except LudusError as error:
            if file.exists():  # a run that is going on removes old checkpoints
                return str(error)
    return ""


def _games(events: list[Event]) -> tuple[int, int]:
    for event in reversed(events):
        if "done" in event:
            return event["done"], event.get("planned", 0)
    return 0, 0


def _finished(folder: Path, events: list[Event]) -> bool:
    turns = [event["what"] for event in events if event["what"] in ("begun", "resumed", "finished")]
    return turns[-1:] == ["finished"] and (folder / PAGE).is_file()


def _size(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.lstat().st_size if not file.is_dir() else 0
        except OSError:  # gone since it was listed
            continue
    return total

"""The folder of a tournament: what lies in it, and files written whole or not at all.

    tournament.json   what is played: everything the results depend on, and the versions they were made with
    games.csv         one row a game, appended while the tournament runs
    players.csv, ratings.csv, pairs.csv, seats.csv, endings.csv    what follows from it, written at the end
    index.sqlite      all tables once more, for questions
    games/, logs/     games that cannot be played again, move by move, and what their players wrote
    events.jsonl      when it began, was continued and ended; the only place with times in it
    report.html       the results as a page, where the command line played it

All of it but index.sqlite, events.jsonl and report.html is the same, byte for byte, for the same tournament.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ludus.core.errors import LudusError

PLAN, GAMES, EVENTS = "tournament.json", "games.csv", "events.jsonl"
UNFINISHED = ".part"  # files that are being written end like this


class FolderError(LudusError):
    """The folder of a tournament cannot be written or is not what it should be."""


@contextmanager
def told(path: Path, doing: str = "written") -> Iterator[None]:
    """Turn what the system says about a file into a sentence."""
    try:
        yield
    except OSError as error:
        what = error.strerror or str(error)
        hint = ""
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            hint = "; nothing that was written before is lost: free some space and give the same command again"
        raise FolderError(f"{path}: cannot be {doing}: {what}{hint}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is either the old one or the new one, never half of it."""
    unfinished = path.with_name(path.name + UNFINISHED)
    with told(path):
        try:
            with open(unfinished, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
            _sync_folder(path.parent)
        except OSError:
            with suppress(OSError):  # what a full disk took is given back to it
                os.unlink(unfinished)
            raise


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk before anything that relies on it; other systems than Unix cannot."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_json(path: Path, data: Any) -> None:
    write_whole(path, json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False).encode() + b"\n")


def enter(folder: Path, plan: dict[str, Any]) -> bool:
    """Make the folder of a tournament, or see that it is the folder of this one. Whether it was there before."""
    with told(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)
        others = [file.name for file in folder.iterdir() if not file.name.endswith(UNFINISHED)]
    if PLAN not in others and others:
        raise FolderError(f"{folder}: holds other files ({_some(others)}); a tournament needs a folder of its own")
    if PLAN not in others:
        write_json(folder / PLAN, plan)
        return False
    compare(folder, read_plan(folder), plan)
    return True


def compare(folder: Path, known: dict[str, Any], plan: dict[str, Any], but: tuple[str, ...] = ("versions",)) -> None:
    """Refuse a folder whose plan is another one; `but` names what may differ."""
    differences = [
        said
        for name in {**plan, **known}
        if name not in but
        for said in _differences(name, known.get(name), plan.get(name))
    ]
    if differences:
        raise FolderError(f"{folder}: holds another tournament: {'; '.join(differences)}")


def read_plan(folder: Path) -> dict[str, Any]:
    """What is played in a folder."""
    path = folder / PLAN
    if not path.is_file():
        raise FolderError(f"{folder}: no tournament there ({PLAN} is missing)")
    with told(path, "read"):
        data = path.read_bytes()
    try:
        found = json.loads(data)
    except ValueError as error:
        raise FolderError(f"{path}: cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise FolderError(f"{path}: this is not the plan of a tournament")
    return found


def note(folder: Path, what: str, **more: Any) -> None:
    """A line in the event log."""
    line = json.dumps({"time": time.strftime("%Y-%m-%dT%H:%M:%S%z"), "what": what, **more}, ensure_ascii=False)
    with told(folder / EVENTS), open(folder / EVENTS, "a", encoding="utf-8") as file:
        file.write(line + "\n")


def _some(names: list[str], most: int = 3) -> str:
    return ", ".join(sorted(names)[:most]) + (" ..." if len(names) > most else "")


def _differences(name: str, there: Any, here: Any) -> list[str]:
    """What differs, part by part."""
    if there == here:
        return []
    if isinstance(there, dict) and isinstance(here, dict):
        parts = [key for key in {**here, **there} if there.get(key) != here.get(key)]
        if name == "files":  # digests, by player
            return [_changed(key, key in there, key in here) for key in parts]
        return [said for key in parts for said in _differences(key, there.get(key), here.get(key))]
    texts = [json.dumps(value, ensure_ascii=False) if value is not None else "not given" for value in (there, here)]
    pairs = enumerate(zip(*texts, strict=False))
    same = next((k for k, (one, other) in pairs if one != other), min(map(len, texts)))
    return [f"{name} is {_short(texts[0], same)} there, {_short(texts[1], same)} here"]


def _changed(player: str, there: bool, here: bool) -> str:
    if there and here:
        return f"{player} has changed since the tournament began"
    return f"{player} has files {'there' if there else 'here'} only"


def _short(text: str, same: int, most: int = 60) -> str:
    """The beginning of a text, or what is around the first `same` characters if it would not show."""
    start = 0 if same < most - 10 or len(text) <= most else same - 20
    end = "..." if len(text) > start + most else ""
    return f"{'...' if start else ''}{text[start : start + most]}{end}"

"""The folder of a tournament: its plan, its events, and the games that cannot be reproduced.

    tournament.json   the plan: everything the results depend on, and the versions they were made with
    games.csv         one row per game, appended while the tournament runs, see `tournament_games_csv`
    players.csv, ratings.csv, pairs.csv, seats.csv, endings.csv    tables computed from it, see `tournament_tables_csv`
    index.sqlite      all tables again, for queries, see `tournament_sqlite_index`
    games/0-2/17.json a game that cannot be reproduced, move by move
    logs/0-2/17.txt   the fault that ended it, if any, and the log of each bot, with the times of its decisions
    events.jsonl      when it began, was continued and ended, with times, and games that were played once more
    report.html       the results as a page, written by the command line
    kept-files/       files of kept bots, see `kept_bots`

All files except logs, index.sqlite, events.jsonl, report.html and kept-files are the same, byte for byte, for the same
tournament.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ludus.arena.episode import EpisodeRecord
from ludus.arena.pairing import Group, address_text, pair_text
from ludus.util.files import PART_SUFFIX, FolderError, atomic_write, atomic_write_json, file_errors, missing_file

PLAN_FILE, GAMES_FILE, EVENTS_FILE = "tournament.json", "games.csv", "events.jsonl"
STARVED_EVENT = "played once more"  # a game in which a bot had to wait for a processor


def open_or_create(folder: Path, plan: dict[str, Any]) -> bool:
    """Create the folder of a tournament, or check that it holds this one.

    Returns:
        Whether it existed before.

    Raises:
        FolderError: the folder holds other files or another tournament.
    """
    with file_errors(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)
    with file_errors(folder, "read"):
        others = [file.name for file in folder.iterdir() if not file.name.endswith(PART_SUFFIX)]
    if PLAN_FILE not in others and others:
        raise FolderError(f"{folder}: holds other files ({_list_some(others)}); a tournament needs its own folder")
    if PLAN_FILE not in others:
        atomic_write_json(folder / PLAN_FILE, plan)
        return False
    check_same_plan(folder, read_plan(folder), plan)
    return True


def check_same_plan(
    folder: Path, stored: dict[str, Any], plan: dict[str, Any], ignore: tuple[str, ...] = ("versions",)
) -> None:
    """Raise FolderError if the stored plan differs; `ignore` names keys that may differ."""
    differences = [
        difference
        for name in {**plan, **stored}
        if name not in ignore
        for difference in _differences(name, stored.get(name), plan.get(name))
    ]
    if differences:
        advice = "Choose another folder for this one (--out), or restore what was changed"
        raise FolderError(f"{folder}: holds another tournament: {'; '.join(differences)}. {advice}")


def write_plan(folder: Path, plan: dict[str, Any]) -> None:
    """Replace the plan of a tournament, which was extended."""
    atomic_write_json(folder / PLAN_FILE, plan)


def read_plan(folder: Path) -> dict[str, Any]:
    """The stored plan of a tournament."""
    path = folder / PLAN_FILE
    with file_errors(path, "read"):
        if not path.is_file():  # an error if the folder may not be entered
            if not folder.exists():
                raise FolderError(f"{folder}: {missing_file(folder, 'folder')}")
            raise FolderError(f"{folder}: no tournament there ({PLAN_FILE} is missing)")
        data = path.read_bytes()
    try:
        plan = json.loads(data)
    except ValueError as error:
        raise FolderError(f"{path}: cannot be read: {error}") from None
    if not isinstance(plan, dict):
        raise FolderError(f"{path}: this is not the plan of a tournament")
    return plan


def append_event(folder: Path, what: str, **more: Any) -> None:
    """Append a line to the event log."""
    line = json.dumps({"time": time.strftime("%Y-%m-%dT%H:%M:%S%z"), "what": what, **more}, ensure_ascii=False)
    with file_errors(folder / EVENTS_FILE), open(folder / EVENTS_FILE, "a+b") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(end - 1, 0))
        unfinished = file.read(1) not in (b"", b"\n")  # half a line, which a full disk or a kill has left
        file.write(b"\n" * unfinished + line.encode() + b"\n")


def read_events(folder: Path) -> list[dict[str, Any]]:
    """The events of a tournament; lines that a killed process left unfinished are skipped."""
    path, events = folder / EVENTS_FILE, []
    with file_errors(path, "read"):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
    for line in lines:
        with suppress(ValueError):
            event = json.loads(line)
            events += [event] if isinstance(event, dict) else []
    return events


def recorded_games(folder: Path) -> tuple[int, str]:
    """The largest number of games that an event of a tournament tells of, 0 if there is none; and what event it was."""
    counts = [(event["games"], event) for event in read_events(folder) if isinstance(event.get("games"), int)]
    games, event = max(counts, key=lambda count: count[0], default=(0, {}))
    return games, f"{event.get('what')}, {event.get('time')}"


def starved_games(folder: Path) -> dict[str, list[str]]:
    """Games that were played once more because a bot had to wait for a processor: their addresses by bot."""
    games: dict[str, list[str]] = {}
    for event in read_events(folder):
        if event.get("what") == STARVED_EVENT and isinstance(event.get("game"), str):
            addresses = games.setdefault(str(event.get("bot")), [])
            addresses += [event["game"]] if event["game"] not in addresses else []
    return games


def begun_in(folder: Path) -> tuple[str, dict[str, list[str]]]:
    """The working folder in which a tournament was begun or continued last, and the files of its bots by text.

    Empty if the events do not say so: they were written by a release before 0.3, or removed.
    """
    for event in reversed(read_events(folder)):
        if isinstance(event.get("working_folder"), str) and isinstance(event.get("files"), dict):
            return event["working_folder"], event["files"]
    return "", {}


def _list_some(names: list[str], most: int = 3) -> str:
    return ", ".join(sorted(names)[:most]) + (" ..." if len(names) > most else "")


def _differences(name: str, there: Any, here: Any) -> list[str]:
    """The differences between two values, one text per part."""
    if there == here:
        return []
    if isinstance(there, dict) and isinstance(here, dict):
        parts = [key for key in {**here, **there} if there.get(key) != here.get(key)]
        if name == "files":  # digests, by player
            return [_changed(key, key in there, key in here) for key in parts]
        return [difference for key in parts for difference in _differences(key, there.get(key), here.get(key))]
    texts = [json.dumps(value, ensure_ascii=False) if value is not None else "not given" for value in (there, here)]
    pairs = enumerate(zip(*texts, strict=False))
    same = next((k for k, (one, other) in pairs if one != other), min(map(len, texts)))
    return [f"{name} is {_short(texts[0], same)} there, {_short(texts[1], same)} here"]


def _changed(player: str, there: bool, here: bool) -> str:
    if there and here:
        return f"{player} has changed since the tournament began"
    return f"{player} has files {'there' if there else 'here'} only"


def _short(text: str, same: int, most: int = 60) -> str:
    """The beginning of a text, or the part around the first difference if that is further on."""
    start = 0 if same < most - 10 or len(text) <= most else same - 20
    end = "..." if len(text) > start + most else ""
    return f"{'...' if start else ''}{text[start : start + most]}{end}"


def replay_file(folder: Path, group: Group, number: int) -> Path:
    return folder / "games" / pair_text(group) / f"{number}.json"


def log_file(folder: Path, group: Group, number: int) -> Path:
    return folder / "logs" / pair_text(group) / f"{number}.txt"


class ReplayStore:
    """Stores the games of one group; called by a match from the thread on which a game ended."""

    def __init__(self, folder: Path, group: Group, names: list[str], named: bool = False) -> None:
        """`named`: the replay has these names, which the user gave, instead of the texts of the bots."""
        self.folder, self.group, self.names, self.named = folder, group, names, named

    def __call__(self, played: EpisodeRecord) -> None:
        file = replay_file(self.folder, self.group, played.number)
        with file_errors(file):
            file.parent.mkdir(parents=True, exist_ok=True)
        seats = len(self.names)
        by_seat = [self.names[(seat + played.number) % seats] for seat in range(seats)]
        replay = msgspec.structs.replace(played.replay, players=by_seat) if self.named else played.replay
        atomic_write(file, replay.file_content(), durable=False)
        log = log_file(self.folder, self.group, played.number)
        with file_errors(log):
            text = self._text(played)
            if text:
                log.parent.mkdir(parents=True, exist_ok=True)
                log.write_text(text, encoding="utf-8", errors="replace")
            else:
                log.unlink(missing_ok=True)  # left by an aborted run

    def remove_from(self, last: int) -> None:
        """Remove stored games from number `last` on: they were started before a sequential test had decided."""
        for path_of in (replay_file, log_file):
            directory = path_of(self.folder, self.group, 0).parent
            with file_errors(directory, "tidied"):
                for file in directory.glob("*") if directory.is_dir() else ():
                    number = file.name.partition(".")[0]
                    if number.isdecimal() and int(number) >= last:
                        file.unlink()

    def _text(self, played: EpisodeRecord) -> str:
        parts = [f"fault: {played.fault}\n"] if played.fault else []
        for name, log in zip(self.names, played.logs, strict=True):
            if log:
                parts.append(f"--- {name}\n{log}" + ("" if log.endswith("\n") else "\n"))
        return f"game {address_text(self.group, played.number)}\n{''.join(parts)}" if parts else ""

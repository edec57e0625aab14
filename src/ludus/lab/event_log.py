"""Event log of a run, events.jsonl, and what follows from it: time by stage, learning curves, playing speed.

The log is append-only and the only file with times. A killed process may leave a partial line at the end: readers skip
it, the next writer truncates it and logs that. The process that has the log open for writing holds a lock on the run.
A step that was computed twice, because the process was killed before it was stored, counts once.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from ludus.util.files import FolderError, file_errors

EVENTS = "events.jsonl"

Event = dict[str, Any]
AXIS_FACTS = ("generation",)  # facts that are positions on the axis, not values
MAX_SPEED_POINTS = 200  # points of the speed curve


class EventLog:
    """Event log opened for writing; locks the run for this process.

    Args:
        folder: Run folder.

    Raises:
        FolderError: another process works on the run.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / EVENTS
        with file_errors(self.path):
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            if not _try_lock(self._file):
                raise FolderError(f"{folder}: another process is working on this run; wait for it, or stop it")
            self._truncate_partial_line()
        except BaseException:
            os.close(self._file)
            raise

    def append(self, what: str, **more: Any) -> None:
        """Append an event with the current time.

        Args:
            what: Kind of the event.
            more: Further fields.
        """
        event = {"time": time.strftime("%Y-%m-%dT%H:%M:%S%z"), "what": what, **more}
        data = json.dumps(event, ensure_ascii=False).encode() + b"\n"
        with file_errors(self.path):
            end = os.fstat(self._file).st_size
            try:
                while data:
                    data = data[os.write(self._file, data) :]
            except OSError:
                os.ftruncate(self._file, end)  # a full disk may have taken part of the line
                raise

    def close(self) -> None:
        """Close the log and unlock the run."""
        os.close(self._file)

    def _truncate_partial_line(self) -> None:
        with file_errors(self.path, "read"):
            data = self.path.read_bytes()
        end = data.rfind(b"\n") + 1
        if end < len(data):
            with file_errors(self.path):
                os.ftruncate(self._file, end)
            self.append("mended", cut=data[end:].decode(errors="replace"))


def read_events(folder: Path) -> list[Event]:
    """Read all events of a run; partial and unreadable lines are skipped."""
    path = folder / EVENTS
    with file_errors(path, "read"):
        if not path.is_file():
            return []
        data = path.read_bytes()
    events = []
    for line in data[: data.rfind(b"\n") + 1].splitlines():
        try:
            event = json.loads(line)
        except ValueError:  # an unreadable event must not stop a run
            continue
        if isinstance(event, dict) and isinstance(event.get("what"), str):
            events.append(event)
    return events


def is_locked(folder: Path) -> bool:
    """Whether a process is working on the run now."""
    try:
        file = os.open(folder / EVENTS, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not _try_lock(file)
    finally:
        os.close(file)


def _try_lock(file: int) -> bool:
    """Lock an open file for this process until it is closed; False if another process holds the lock."""
    try:
        import fcntl
    except ImportError:  # no file locks on this system
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@dataclass
class StageTiming:
    """Games of a stage that were timed, and their time."""

    games: int = 0
    seconds: float = 0.0

    @property
    def games_per_second(self) -> float | None:
        """Games per second."""
        return self.games / self.seconds if self.games and self.seconds > 0 else None


def stage_timings(events: Iterable[Event]) -> dict[str, StageTiming]:
    """Timing by stage. A step that was computed twice, because its process was killed, counts once."""
    pieces: dict[tuple[Any, ...], Event] = {}
    for event in events:
        if event["what"] in ("kept", "generation"):
            pieces[event.get("name"), event.get("generation")] = event
    timings: dict[str, StageTiming] = {}
    for event in pieces.values():
        pace = timings.setdefault(event.get("stage", ""), StageTiming())
        pace.games += event.get("games", 0)
        pace.seconds += event.get("seconds", 0.0)
    return timings


def process_count(events: Iterable[Event]) -> int:
    """Number of processes that worked on the run."""
    return sum(event["what"] in ("begun", "resumed") for event in events)


def code_changes(events: Iterable[Event]) -> list[str]:
    """Differences of code and libraries when the run was resumed."""
    changes = [change for event in events if event["what"] == "resumed" for change in event.get("changed", ())]
    return list(dict.fromkeys(changes))


def format_duration(seconds: float) -> str:
    """Format a duration: `4.2 s`, `3:07 min`, `5:12 h`."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"


@dataclass(frozen=True)
class LearningCurve:
    """One number that an evolution reported; points are (generation, value)."""

    name: str
    fact: str
    points: list[tuple[float, float]]


def learning_curves(events: Iterable[Event]) -> list[LearningCurve]:
    """Collect all numbers that evolutions reported, in order of first appearance."""
    series: dict[tuple[str, str], dict[int, float]] = {}
    for event in events:
        generation, facts = event.get("generation"), event.get("told")
        if event["what"] != "generation" or not isinstance(generation, int) or not isinstance(facts, dict):
            continue
        for fact, value in facts.items():
            if fact not in AXIS_FACTS and _is_finite_number(value):
                series.setdefault((str(event.get("name", "")), fact), {})[generation + 1] = float(value)
    return [LearningCurve(name, fact, sorted(points.items())) for (name, fact), points in series.items()]


def speed_curve(events: Iterable[Event], max_points: int = MAX_SPEED_POINTS) -> list[tuple[float, float]]:
    """Compute the speed curve of a run.

    Args:
        events: Event log of the run.
        max_points: Upper limit for the number of points.

    Returns:
        Points (games done so far, games per second since the previous point).
    """
    pieces: dict[tuple[Any, Any], tuple[float, float]] = {}
    for event in events:
        games, seconds = event.get("games"), event.get("seconds")
        if (
            event["what"] in ("kept", "generation")
            and _is_finite_number(games)
            and _is_finite_number(seconds)
            and games
        ):
            pieces[event.get("name"), event.get("generation")] = float(games), float(seconds)
    if not pieces:
        return []
    step = sum(games for games, _ in pieces.values()) / max_points
    points, games_done, games, seconds = [], 0.0, 0.0, 0.0
    for more, spent in pieces.values():
        games_done, games, seconds = games_done + more, games + more, seconds + spent
        if games >= step and seconds > 0:
            points.append((games_done, games / seconds))
            games = seconds = 0.0
    return points


def _is_finite_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)

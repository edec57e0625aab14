"""Event log of a run, events.jsonl: what happened when. It is append-only and the only file with times.

A killed process may leave a partial line at the end. Readers skip it; the next writer truncates it and logs that. The
process that has the log open for writing holds a lock on the run.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from ludus.arena.folder import FolderError, file_errors

EVENTS = "events.jsonl"

Event = dict[str, Any]


class EventLog:
    """Event log opened for writing; locks the run for this process.

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
        """Append an event with the current time."""
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

"""events.jsonl: what happened in a run and when. Appended, never rewritten, and the only place with times in it.

A process that is killed may leave half a line at the end; readers leave it out, and the next process that writes
cuts it off and says so. Whoever has the log open for writing holds the run: nobody else can.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from ludus.arena.folder import FolderError, told

EVENTS = "events.jsonl"

Event = dict[str, Any]


class EventLog:
    """The log of a run that this process works on."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / EVENTS
        with told(self.path):
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            if not _lock(self._file):
                raise FolderError(f"{folder}: another process is working on this run; wait for it, or stop it")
            self._cut_torn_line()
        except BaseException:
            os.close(self._file)
            raise

    def note(self, what: str, **more: Any) -> None:
        """One line: what happened, now."""
        event = {"time": time.strftime("%Y-%m-%dT%H:%M:%S%z"), "what": what, **more}
        data = json.dumps(event, ensure_ascii=False).encode() + b"\n"
        with told(self.path):
            end = os.fstat(self._file).st_size
            try:
                while data:
                    data = data[os.write(self._file, data) :]
            except OSError:
                os.ftruncate(self._file, end)  # a full disk takes half a line and refuses the rest
                raise

    def close(self) -> None:
        os.close(self._file)

    def _cut_torn_line(self) -> None:
        with told(self.path, "read"):
            data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with told(self.path):
                os.ftruncate(self._file, whole)
            self.note("mended", cut=data[whole:].decode(errors="replace"))


def read_events(folder: Path) -> list[Event]:
    """All events of a run, without half a line at the end; a line in between that cannot be read is left out, too."""
    path = folder / EVENTS
    with told(path, "read"):
        if not path.is_file():
            return []
        data = path.read_bytes()
    found = []
    for line in data[: data.rfind(b"\n") + 1].splitlines():
        try:
            event = json.loads(line)
        except ValueError:  # times are not worth stopping a run for
            continue
        if isinstance(event, dict) and isinstance(event.get("what"), str):
            found.append(event)
    return found


def is_held(folder: Path) -> bool:
    """Whether a process works on the run of this folder now."""
    try:
        file = os.open(folder / EVENTS, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not _lock(file)
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    """Hold an open file for this process alone, until it is closed; False if another process does."""
    try:
        import fcntl
    except ImportError:  # not a Unix: nobody watches for a second process there
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

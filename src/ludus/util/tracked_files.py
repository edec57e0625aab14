"""Files that a function read, and whether they have changed since: for results that are computed once and used again.

    with track_files() as files:
        cards = parse(read_tracked("cards.csv"))
    ...
    if files.unchanged():  # `cards` can be used again

What counts is the digest of the bytes. A file whose stat has not changed is not read again, unless it was written so
shortly before it was read that a second change could have the same time stamp.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from ludus.util.use_log import Use, listeners, note_use

SETTLED_AFTER = 2_000_000_000  # nanoseconds: longer than the steps of any file system's time stamps
_Stat = tuple[int, ...]


@dataclass
class FilesRead:
    """The files that were read, with their digests."""

    _files: dict[str, _FileState] = field(default_factory=dict)

    def unchanged(self) -> bool:
        """Return whether every file still has the bytes that were read."""
        for path, state in self._files.items():  # noqa: SIM110 - runs before every game, `all` takes longer
            if not state.unchanged(path):
                return False
        return True

    def note_uses(self) -> None:
        """Report that the files are used again, without reading them; see `ludus.util.use_log`."""
        for path in self._files:
            note_use(Use("content", Path(path), is_code=False))


@dataclass
class _FileState:
    """What is known of a file: its digest, and its stat if that alone shows that the file has not changed."""

    digest: bytes
    settled_stat: _Stat | None

    def unchanged(self, path: str) -> bool:
        try:
            if self.settled_stat is not None and _stat(path) == self.settled_stat:
                return True
            now, _ = _read(path)
        except OSError:
            return False
        if now.digest != self.digest:
            return False
        self.settled_stat = now.settled_stat
        return True


_tracking: ContextVar[FilesRead | None] = ContextVar("_tracking", default=None)


@contextmanager
def track_files() -> Iterator[FilesRead]:
    """Context manager: record every file that this thread reads with `read_tracked`."""
    files = FilesRead()
    token = _tracking.set(files)
    try:
        yield files
    finally:
        _tracking.reset(token)


@contextmanager
def untracked_files() -> Iterator[None]:
    """Context manager: do not record files; for a function that reads a file of the package once and keeps it."""
    token = _tracking.set(None)
    try:
        yield
    finally:
        _tracking.reset(token)


def read_tracked(path: str | Path) -> bytes:
    """Return the bytes of a file; `track_files` records it.

    Raises:
        OSError: the file cannot be read.
        ValueError: the path contains a null character.
    """
    if listeners:
        note_use(Use("content", Path(path), is_code=False))
    files = _tracking.get()
    if files is None:
        return Path(path).read_bytes()
    absolute = os.path.abspath(path)  # a later call may come from another folder
    files._files[absolute], data = _read(absolute)
    return data


def _read(path: str) -> tuple[_FileState, bytes]:
    before = _stat(path)
    data = Path(path).read_bytes()
    settled = _stat(path) == before and time.time_ns() - max(before[:2]) > SETTLED_AFTER
    return _FileState(hashlib.sha256(data).digest(), before if settled else None), data


def _stat(path: str) -> _Stat:
    """Return the time of the last change of content and of attributes, size and identity of a file."""
    stat = os.stat(path)
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino, stat.st_dev

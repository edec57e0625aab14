"""Files that a kept bot writes in its private folder: read after or between games, stored, and written again.

Everything in the private folder was made by the bot, so it is read with care: links, pipes and other special files are
never opened, files with several names are left out, and number, depth and size are bounded. Only files are kept;
folders follow from their paths.

A stored folder is replaced as a whole: it is written beside the old one first, so a kill at any moment leaves one of
the two, and `read_stored` finds it.

The working folder of a Python bot, `WORK_FOLDER` in its private folder, is a copy of the bot's own folders. Of it, only
files that the bot wrote or changed are kept, so a later edit of the original is seen. `READY_MARK` is written when the
copy and the files of earlier games are in place: a file of the copy that changed later is the bot's.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

MAX_FILES, MAX_ENTRIES = 10_000, 20_000  # files that are kept; files and folders that are looked at
MAX_DEPTH = 24  # folders inside each other
WORK_FOLDER = "work"  # the copy of a Python bot's folders, in its private folder
READY_MARK = ".ludus-ready"  # in the private folder: everything is in place, and the bot may begin
CLOCK_SECONDS = 0.02  # more than a tick of the clock that file systems use
_CACHE_FOLDER = "__pycache__"
_NEW, _OLD = ".new", ".old"  # beside a stored folder, while it is replaced


@dataclass(frozen=True)
class KeptFile:
    """A file by its path in the private folder."""

    path: str
    data: bytes
    mode: int  # of the owner: read, write, execute
    changed: int  # time of the last change of its content, in ns


@dataclass
class KeptFiles:
    """The files of a private folder, and how many were left out."""

    files: list[KeptFile] = field(default_factory=list)
    size: int = 0  # bytes of all files
    left_out: int = 0  # links, special files, and what is beyond the bounds

    def add(self, file: KeptFile) -> None:
        self.files.append(file)
        self.size += len(file.data)

    def report(self) -> dict[str, int]:
        """Number and size of the files as plain data."""
        return {"files": len(self.files), "bytes": self.size, "left_out": self.left_out}


def read_private(folder: int, max_bytes: int, since: int, kept_before: Iterable[str] = ()) -> KeptFiles:
    """Read what a bot has in its private folder, which it may be changing.

    Args:
        folder: Descriptor of the private folder.
        max_bytes: Most bytes of all files together.
        since: When the folder was ready, see `ready_since`.
        kept_before: Paths of files that were kept from earlier games: they stay even if the bot did not change them.
    """
    known, found = frozenset(kept_before), KeptFiles()
    for path, status, parent in _walk(folder, found):
        name = os.path.basename(path)
        if path == READY_MARK or _CACHE_FOLDER in path.split(os.sep):
            continue
        is_copy = path.startswith(WORK_FOLDER + os.sep) and path not in known
        if is_copy and status.st_ctime_ns <= since:
            continue
        _read_file(found, path, name, parent, max_bytes)
    return found


def read_stored(folder: str, max_bytes: int) -> KeptFiles:
    """Read a stored folder; empty if there is none. One whose replacement was interrupted is completed first."""
    _recover(folder)
    found = KeptFiles()
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return found
    try:
        for path, _, parent in _walk(descriptor, found):
            _read_file(found, path, os.path.basename(path), parent, max_bytes)
    finally:
        os.close(descriptor)
    return found


def store(folder: str, kept: KeptFiles) -> None:
    """Replace a stored folder.

    Raises:
        OSError: it cannot be written; the old one is still there.
    """
    _recover(folder)
    new, old = folder + _NEW, folder + _OLD
    _remove(new)
    os.makedirs(new, 0o700)
    write_files(new, kept.files)
    if os.path.lexists(folder):
        _remove(old)
        os.rename(folder, old)
    os.rename(new, folder)
    _remove(old)


def write_files(folder: str, files: Iterable[KeptFile]) -> None:
    """Write files into a folder. A link or file in the way is replaced, never written through.

    Raises:
        OSError: a file cannot be written.
    """
    for file in files:
        *parents, name = file.path.split(os.sep)
        parent = folder
        for part in parents:
            parent = os.path.join(parent, part)
            if os.path.islink(parent) or (os.path.lexists(parent) and not os.path.isdir(parent)):
                os.unlink(parent)
            if not os.path.lexists(parent):
                os.mkdir(parent, 0o700)
        path = os.path.join(parent, name)
        if os.path.islink(path) or os.path.isfile(path):
            os.unlink(path)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, file.mode)
        with open(descriptor, "wb") as stream:
            stream.write(file.data)
        with suppress(PermissionError):  # times cannot be set in every sandbox
            os.utime(path, ns=(file.changed, file.changed))


def mark_ready(folder: str) -> None:
    """Mark a private folder as ready: what is written from now on was written by the bot.

    Raises:
        OSError: it cannot be written.
    """
    with open(os.path.join(folder, READY_MARK), "wb"):
        pass
    time.sleep(CLOCK_SECONDS)  # so that later files have a later time


def ready_since(folder: int) -> int | None:
    """When a private folder was marked as ready, in ns; None if it never was, or the bot removed the mark."""
    try:
        return os.stat(READY_MARK, dir_fd=folder, follow_symlinks=False).st_ctime_ns
    except OSError:
        return None


def _walk(folder: int, found: KeptFiles) -> Iterator[tuple[str, os.stat_result, int]]:
    """All regular files below a folder in a fixed order: path, status, and the descriptor of the folder it is in."""
    entries = 0

    def visit(prefix: str, here: int, depth: int) -> Iterator[tuple[str, os.stat_result, int]]:
        nonlocal entries
        for name in _names(here):
            entries += 1
            path = os.path.join(prefix, name)
            try:
                status = os.stat(name, dir_fd=here, follow_symlinks=False)
            except OSError:
                continue  # removed meanwhile
            if stat.S_ISREG(status.st_mode) and entries <= MAX_ENTRIES:
                yield path, status, here
            elif stat.S_ISDIR(status.st_mode) and depth < MAX_DEPTH and entries <= MAX_ENTRIES:
                try:
                    inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=here)
                except OSError:
                    found.left_out += 1
                    continue
                try:
                    yield from visit(path, inner, depth + 1)
                finally:
                    os.close(inner)
            elif not (stat.S_ISLNK(status.st_mode) and path.startswith(WORK_FOLDER + os.sep)):
                found.left_out += 1  # links of the copy are ours

    yield from visit("", folder, 0)


def _names(folder: int) -> list[str]:
    # a descriptor of a path alone cannot be listed
    descriptor = os.open(".", os.O_RDONLY | os.O_DIRECTORY, dir_fd=folder)
    try:
        return sorted(os.listdir(descriptor))
    except OSError:
        return []
    finally:
        os.close(descriptor)


def _read_file(found: KeptFiles, path: str, name: str, parent: int, max_bytes: int) -> None:
    """Add a file, or count it as left out. Its size is checked again when it is open: the bot may have changed it."""
    try:
        # without waiting, if it became a pipe meanwhile
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=parent)
    except OSError:
        found.left_out += 1
        return
    with open(descriptor, "rb") as stream:
        status, space = os.fstat(descriptor), max_bytes - found.size
        is_plain = stat.S_ISREG(status.st_mode) and status.st_nlink == 1
        if not is_plain or status.st_size > space or len(found.files) >= MAX_FILES:
            found.left_out += 1
            return
        data = stream.read(space + 1)
    if len(data) > space:
        found.left_out += 1
        return
    found.add(KeptFile(path, data, status.st_mode & 0o700 | 0o600, status.st_mtime_ns))


def _recover(folder: str) -> None:
    if not os.path.lexists(folder) and os.path.isdir(folder + _OLD):
        os.rename(folder + _OLD, folder)


def _remove(folder: str) -> None:
    if os.path.islink(folder) or os.path.isfile(folder):
        os.unlink(folder)
    elif os.path.isdir(folder):
        shutil.rmtree(folder)

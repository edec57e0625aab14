"""Atomic file writing, reading of content files, and file errors as messages."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ludus.util.errors import ContentError, LudusError

PART_SUFFIX = ".part"  # suffix of files that are being written


class FolderError(LudusError):
    """A folder of results cannot be written, or is not what it should be."""


@contextmanager
def file_errors(path: Path, action: str = "written") -> Iterator[None]:
    """Turn an OSError about a file into a FolderError.

    Args:
        path: The file, named in the message.
        doing: What could not be done to it, as a participle.
    """
    try:
        yield
    except OSError as error:
        cause = error.strerror or str(error)
        hint = ""
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            hint = "; nothing that was written before is lost: free some space and give the same command again"
        raise FolderError(f"{path}: cannot be {action}: {cause}{hint}") from None


def atomic_write(path: Path, data: bytes) -> None:
    """Write a file atomically: it is either the old one or the new one, never a part.

    Raises:
        FolderError: the file cannot be written; the old one is unchanged.
    """
    unfinished = path.with_name(path.name + PART_SUFFIX)
    with file_errors(path):
        try:
            with open(unfinished, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
            _sync_folder(path.parent)
        except OSError:
            with suppress(OSError):  # free the space on a full disk
                os.unlink(unfinished)
            raise


def _sync_folder(folder: Path) -> None:
    """Flush a rename to disk before anything relies on it; possible on Unix only."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def atomic_write_json(path: Path, data: Any) -> None:
    """Write JSON atomically, with indentation."""
    atomic_write(path, json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False).encode() + b"\n")


def read_content_text(path: str | Path, what: str, max_bytes: int) -> str:
    """Read a UTF-8 text file with content of a game; a byte order mark is skipped.

    Args:
        path: the file.
        what: kind of file for messages, such as "card file".
        max_bytes: largest accepted size.

    Raises:
        ContentError: the file is unreadable, too large or not UTF-8.
    """
    try:
        if Path(path).stat().st_size > max_bytes:
            raise ContentError(f"too large for a {what}; at most {max_bytes:,} bytes", path)
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ContentError("not UTF-8 text", path) from None
    except (OSError, ValueError) as error:
        raise ContentError(f"the {what} cannot be read: {getattr(error, 'strerror', None) or error}", path) from None

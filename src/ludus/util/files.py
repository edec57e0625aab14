"""Atomic file writing, reading of content and JSON files, and file errors as messages.

Errors of JSON files name the file and the line or field.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ludus.util.errors import ContentError, LudusError, UnknownName
from ludus.util.tracked_files import read_tracked

PART_SUFFIX = ".part"  # suffix of files that are being written


class FolderError(LudusError):
    """A folder of results cannot be written, or is not what it should be."""


def missing_file(path: str | Path, what: str = "file") -> str:
    """Say that a file does not exist, and where a relative path begins: most such files are in another folder.

    Args:
        path: The path as the user gave it.
        what: What was looked for.
    """
    where = "" if os.path.isabs(path) else f"; paths begin in the current folder, {os.getcwd()}"
    return f"there is no such {what}{where}"


def reading_error(error: Exception, path: str | Path) -> str:
    """Return why a file cannot be read, without its name.

    Args:
        error: An OSError, or a ValueError about the path.
        path: The path as the user gave it.
    """
    if isinstance(error, FileNotFoundError):
        return missing_file(path)
    return getattr(error, "strerror", None) or str(error)


@contextmanager
def file_errors(path: Path, action: str = "written") -> Iterator[None]:
    """Turn an OSError about a file into a FolderError.

    Args:
        path: The file, named in the message.
        action: What could not be done to it, as a participle.
    """
    try:
        yield
    except OSError as error:
        cause = reading_error(error, path) if action == "read" else error.strerror or str(error)
        hint = ""
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            hint = "; nothing that was written before is lost: free some space and give the same command again"
        raise FolderError(f"{path}: cannot be {action}: {cause}{hint}") from None


def atomic_write(path: Path, data: bytes, *, durable: bool = True, part_suffix: str = PART_SUFFIX) -> None:
    """Write a file atomically: it is either the old one or the new one, never a part.

    Args:
        path: the file.
        data: its new content.
        durable: wait until the data are on the disk, so that they survive a power failure.
        part_suffix: suffix of the unfinished file; two threads that may write the same file need different ones.

    Raises:
        FolderError: the file cannot be written; the old one is unchanged.
    """
    with file_errors(path):
        replace_file(path, data, durable=durable, part_suffix=part_suffix)


def replace_file(path: Path, data: bytes, *, durable: bool = True, part_suffix: str = PART_SUFFIX) -> None:
    """Write a file as `atomic_write` does, for callers with an error message of their own.

    Raises:
        OSError: the file cannot be written; the old one is unchanged.
    """
    unfinished = path.with_name(path.name + part_suffix)
    try:
        with open(unfinished, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(unfinished, path)
        if durable:
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
        return read_tracked(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ContentError("not UTF-8 text", path) from None
    except (OSError, ValueError) as error:
        raise ContentError(f"the {what} cannot be read: {reading_error(error, path)}", path) from None


def read_json(file: str | Path, what: str) -> Any:
    """Read a JSON file.

    Args:
        file: path of the file.
        what: description of the content, used in the message if the file does not exist.

    Raises:
        ContentError: the file does not exist or is not valid JSON.
    """
    try:
        return json.loads(read_tracked(file).decode("utf-8"))
    except FileNotFoundError:
        raise ContentError(missing_file(file, f"file with {what}"), file) from None
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
    except (OSError, ValueError, RecursionError) as error:  # not UTF-8, numbers with thousands of digits
        raise ContentError(f"this file cannot be read: {error}", file) from None


def require_keys(file: str | Path, where: str, data: Any, names: Sequence[str]) -> dict[str, Any]:
    """Check that data is a dict with exactly these keys and return it.

    Raises:
        ContentError: it is not a dict, or keys are unknown or missing.
    """
    if not isinstance(data, dict):
        raise ContentError(f"here must be {', '.join(names[:3])} ... with their values", file, field=where)
    if unknown := next((name for name in data if name not in names), None):
        raise ContentError(str(UnknownName("name here", unknown, list(names))), file, field=where)
    if missing := next((name for name in names if name not in data), None):
        raise ContentError(f"{missing!r} is missing", file, field=where)
    return data


def is_number_within(value: Any, limit: float) -> bool:
    """Return whether a value is a number from -limit to limit; bool and NaN are not."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= limit

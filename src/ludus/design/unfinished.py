"""Checkpoints of long design work, kept in its output folder so that the same command can resume it.

    checkpoint = WorkCheckpoint.open(folder, request={"seed": "7"})   # empty, or of the same request
    state = checkpoint.load("search", bytes)                          # None if nothing was saved
    checkpoint.save("search", state)                                  # writes every few seconds at most
    checkpoint.delete()                                               # the work is done

A designer finds its checkpoint in `request.checkpoint` and must give the same result whether it was resumed or not.
Without a folder nothing is saved.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ludus.core.errors import ContentError, OptionError

FOLDER = ".unfinished"  # inside the output folder
ORDER, PIECE, PART = "order.json", ".piece", ".part"
SECONDS = 5.0  # least time between two saves

T = TypeVar("T")


class Unfinished:
    """Saved state of one piece of work."""

    def __init__(self, folder: Path | None = None, of: dict[str, str] | None = None) -> None:
        self._folder, self._of, self._saved = folder, of or {}, time.monotonic()

    @classmethod
    def open(cls, home: Path, of: dict[str, str]) -> Unfinished:
        """Open the checkpoint of the work that writes to `folder`.

        Args:
            folder: output folder of the work.
            request: everything that the result depends on.

        Raises:
            OptionError: the folder holds a checkpoint of another request.
        """
        inner = home / FOLDER
        before = _read(inner / ORDER, dict[str, str]) if is_unfinished(home) else of
        for name in {**before, **of}:
            if before.get(name) != of.get(name):
                raise OptionError(
                    f"{home}: other unfinished work is in this folder ({name}: {_told(before.get(name))} there, "
                    f"{_told(of.get(name))} now); repeat that command to resume it, choose another folder, or "
                    f"delete {inner}"
                )
        return cls(inner, of)

    @property
    def began(self) -> bool:
        """Whether something has been saved."""
        return self._folder is not None and is_unfinished(self._folder.parent)

    def load(self, name: str, kind: type[T]) -> T | None:
        """Read the value saved last under a name; None if there is none."""
        file = self._file(name)
        return _read(file, kind) if file is not None and file.is_file() else None

    def save(self, name: str, value: Any, now: bool = False) -> None:
        """Save a value for `load`; skipped if the last save was less than SAVE_INTERVAL ago, unless `now`."""
        file = self._file(name)
        if file is not None and (now or time.monotonic() - self._saved >= SECONDS):
            _write(file, msgspec.msgpack.encode(value))
            _write(file.parent / ORDER, msgspec.json.encode(self._of))
            self._saved = time.monotonic()

    def forget(self) -> None:
        """Delete the checkpoint: the work is done."""
        if self.began:
            shutil.rmtree(str(self._folder))

    def _file(self, name: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{name}{PIECE}"


def is_unfinished(home: Path) -> bool:
    """Whether the folder holds the checkpoint of unfinished work."""
    return (home / FOLDER / ORDER).is_file()


def _read(file: Path, kind: type[T]) -> T:
    read = msgspec.json.decode if file.name == ORDER else msgspec.msgpack.decode
    try:
        return read(file.read_bytes(), type=kind)
    except msgspec.MsgspecError as error:
        raise ContentError(f"cannot be read ({error}); delete the folder {file.parent} to start again", file) from None


def _write(file: Path, data: bytes) -> None:
    """Write a file atomically."""
    part = file.with_name(file.name + PART)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, file)
    except OSError as error:
        raise OptionError(f"{file}: the checkpoint cannot be written: {error.strerror}") from None


def _told(value: str | None) -> str:
    return "nothing" if value is None else value if len(value) <= 60 else f"{value[:57]}..."

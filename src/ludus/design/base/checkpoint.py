"""Checkpoints of long design work, kept in its output folder so that the same command can resume it.

    checkpoint = WorkCheckpoint.open(folder, request={"seed": "7"})   # empty, or of the same request
    state = checkpoint.load("search", bytes)                          # None if nothing was saved
    checkpoint.save("search", state)                                  # writes every few seconds at most
    checkpoint.delete()                                               # the work is done

A designer finds its checkpoint in `request.checkpoint` and must give the same result whether it was resumed or not.
Without a folder nothing is saved.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ludus.util.errors import ContentError, OptionError
from ludus.util.files import replace_file

CHECKPOINT_FOLDER = ".unfinished"  # inside the output folder
REQUEST_FILE, ITEM_SUFFIX = "order.json", ".piece"
SAVE_INTERVAL = 5.0  # least time between two saves

T = TypeVar("T")


class WorkCheckpoint:
    """Saved state of one piece of work."""

    def __init__(self, folder: Path | None = None, request: dict[str, str] | None = None) -> None:
        self._folder, self._request, self._saved = folder, request or {}, time.monotonic()

    @classmethod
    def open(cls, folder: Path, request: dict[str, str]) -> WorkCheckpoint:
        """Open the checkpoint of the work that writes to `folder`.

        Args:
            folder: output folder of the work.
            request: everything that the result depends on.

        Raises:
            OptionError: the folder holds a checkpoint of another request.
        """
        inner = folder / CHECKPOINT_FOLDER
        before = _read(inner / REQUEST_FILE, dict[str, str]) if has_checkpoint(folder) else request
        for name in {**before, **request}:
            if before.get(name) != request.get(name):
                raise OptionError(
                    f"{folder}: other unfinished work is in this folder ({name}: {_shortened(before.get(name))} there, "
                    f"{_shortened(request.get(name))} now); repeat that command to resume it, choose another folder, "
                    f"or delete {inner}"
                )
        return cls(inner, request)

    @property
    def exists(self) -> bool:
        """Whether something has been saved."""
        return self._folder is not None and has_checkpoint(self._folder.parent)

    def load(self, name: str, kind: type[T]) -> T | None:
        """Read the value saved last under a name; None if there is none."""
        file = self._path(name)
        return _read(file, kind) if file is not None and file.is_file() else None

    def save(self, name: str, value: Any, now: bool = False) -> None:
        """Save a value for `load`; skipped if the last save was less than SAVE_INTERVAL ago, unless `now`."""
        file = self._path(name)
        if file is not None and (now or time.monotonic() - self._saved >= SAVE_INTERVAL):
            _write(file, msgspec.msgpack.encode(value))
            _write(file.parent / REQUEST_FILE, msgspec.json.encode(self._request))
            self._saved = time.monotonic()

    def delete(self) -> None:
        """Delete the checkpoint: the work is done."""
        if self.exists:
            shutil.rmtree(str(self._folder))

    def _path(self, name: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{name}{ITEM_SUFFIX}"


def has_checkpoint(folder: Path) -> bool:
    """Whether the folder holds the checkpoint of unfinished work."""
    return (folder / CHECKPOINT_FOLDER / REQUEST_FILE).is_file()


def _read(file: Path, kind: type[T]) -> T:
    read = msgspec.json.decode if file.name == REQUEST_FILE else msgspec.msgpack.decode
    try:
        return read(file.read_bytes(), type=kind)
    except msgspec.MsgspecError as error:
        raise ContentError(f"cannot be read ({error}); delete the folder {file.parent} to start again", file) from None


def _write(file: Path, data: bytes) -> None:
    """Write a file atomically; a checkpoint that a power failure loses can be made again, so it does not wait."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, data, durable=False)
    except OSError as error:
        raise OptionError(f"{file}: the checkpoint cannot be written: {error.strerror}") from None


def _shortened(value: str | None) -> str:
    return "nothing" if value is None else value if len(value) <= 60 else f"{value[:57]}..."

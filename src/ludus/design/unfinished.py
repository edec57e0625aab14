"""Work that takes long, kept in a folder while it is under way, so that the same command can go on with it.

    kept = Unfinished.open(folder, of={"seed": "7"})     nothing is there yet, or what was kept of the same work
    state = kept.load("search", bytes)                    None if there is nothing
    kept.save("search", state)                            every few seconds at most
    kept.forget()                                         the work is done

A designer finds it in its order (`order.kept`), saves what it comes to, and must come to the same result whether it
went on or not. Without a folder nothing is kept.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ludus.core.errors import ContentError, OptionError

FOLDER = ".unfinished"  # in the folder that the result will go to
ORDER, PIECE, PART = "order.json", ".piece", ".part"
SECONDS = 5.0  # from one save to the next

T = TypeVar("T")


class Unfinished:
    """What is kept of one piece of work."""

    def __init__(self, folder: Path | None = None, of: dict[str, str] | None = None) -> None:
        self._folder, self._of, self._saved = folder, of or {}, time.monotonic()

    @classmethod
    def open(cls, home: Path, of: dict[str, str]) -> Unfinished:
        """Of the work that goes to a folder; `of` is all that its result depends on."""
        folder = home / FOLDER
        before = _read(folder / ORDER, dict[str, str]) if is_unfinished(home) else of
        for name in {**before, **of}:
            if before.get(name) != of.get(name):
                raise OptionError(
                    f"{home}: other work is under way there ({name}: {_told(before.get(name))} there, "
                    f"{_told(of.get(name))} now); do that again to go on with it, name a new folder, or delete {folder}"
                )
        return cls(folder, of)

    @property
    def began(self) -> bool:
        """Whether something was kept already."""
        return self._folder is not None and is_unfinished(self._folder.parent)

    def load(self, name: str, kind: type[T]) -> T | None:
        """What was saved last under a name."""
        file = self._file(name)
        return _read(file, kind) if file is not None and file.is_file() else None

    def save(self, name: str, value: Any, now: bool = False) -> None:
        """Keep what `load` is to give; unless it must be `now`, only when the last save is some seconds old."""
        file = self._file(name)
        if file is not None and (now or time.monotonic() - self._saved >= SECONDS):
            _write(file, msgspec.msgpack.encode(value))
            _write(file.parent / ORDER, msgspec.json.encode(self._of))
            self._saved = time.monotonic()

    def forget(self) -> None:
        """The work is done."""
        if self.began:
            shutil.rmtree(str(self._folder))

    def _file(self, name: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{name}{PIECE}"


def is_unfinished(home: Path) -> bool:
    """Whether work that goes to this folder was begun and not ended."""
    return (home / FOLDER / ORDER).is_file()


def _read(file: Path, kind: type[T]) -> T:
    read = msgspec.json.decode if file.name == ORDER else msgspec.msgpack.decode
    try:
        return read(file.read_bytes(), type=kind)
    except msgspec.MsgspecError as error:
        raise ContentError(f"cannot be read ({error}); delete the folder {file.parent} to begin anew", file) from None


def _write(file: Path, data: bytes) -> None:
    """All of it or nothing, whenever the process is killed."""
    part = file.with_name(file.name + PART)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, file)
    except OSError as error:
        raise OptionError(f"{file}: work under way cannot be kept there: {error.strerror}") from None


def _told(value: str | None) -> str:
    return "nothing" if value is None else value if len(value) <= 60 else f"{value[:57]}..."

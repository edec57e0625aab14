"""Checkpoint of a running evolution: state of the optimiser and notes of all generations so far.

Notes are appended to one file, each with its own checksum, so that a long evolution does not rewrite its history. A
checkpoint records how many notes belong to it. The last two checkpoints are kept: if the newest is damaged, the
evolution continues from the one before and repeats one generation.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludus.lab.run_folder import CHECKPOINTS, make_subfolder
from ludus.util.checksummed_io import (
    CorruptFile,
    add_checksum,
    pack,
    read_checksummed,
    unpack_checked,
    write_checksummed,
)
from ludus.util.files import file_errors

NOTES = "notes"
CHECKPOINT_SUFFIX = ".checkpoint"
KEPT_CHECKPOINTS = 2  # number of checkpoints that are kept
LENGTH_BYTES = 8  # bytes of the length prefix of a note


class EvolutionCheckpoint:
    """Checkpoint folder of one unfinished evolution."""

    def __init__(self, run: Path, name: str, warn: Callable[[str], None]) -> None:
        self.run_folder, self.name, self.folder, self._warn = run, name, run / CHECKPOINTS / name, warn
        self.games, self.stage, self._ends = 0, "", [0]

    @property
    def generations(self) -> int:
        """Number of finished generations."""
        return len(self._ends) - 1

    def load(self, make: Callable[[], Any], space: Any) -> Any:
        """Restore the optimiser from the newest intact checkpoint, or create it.

        Raises:
            CorruptFile: there are checkpoints, and all of them are damaged.
        """
        damaged: list[str] = []
        for file in reversed(self._checkpoints()):
            try:
                optimiser = self._restore(file, space)
            except CorruptFile as error:
                damaged.append(str(error))
                continue
            for complaint in damaged:
                self._warn(f"{complaint}. Continuing from the checkpoint before it, {file.name}")
            return optimiser
        if damaged:
            raise CorruptFile(
                f"{'; '.join(damaged)}. No checkpoint of {self.name!r} is left. Delete the folder {self.folder}; "
                f"`ludus resume {self.run_folder}` then starts this evolution again"
            )
        make_subfolder(self.run_folder, self.folder)
        self._truncate_notes(0)
        return make()

    def add_generation(self, optimiser: Any, note: Any, games: int, stage: str) -> None:
        """Store one more generation: first its note, then the checkpoint that counts it."""
        self._append(note)
        self.games, self.stage = self.games + games, stage
        number = self.generations
        record = {
            "name": self.name,
            "generation": number,
            "games": self.games,
            "stage": stage,
            "end": self._ends[-1],
            "optimiser": optimiser.dump(),
        }
        write_checksummed(self.folder / f"{number:06}{CHECKPOINT_SUFFIX}", record)
        for old in self._checkpoints()[:-KEPT_CHECKPOINTS]:
            with file_errors(old, "removed"):
                old.unlink()

    def notes(self) -> list[Any]:
        """Read back the notes of all generations."""
        return self._read_notes(self.generations)

    def delete(self) -> None:
        """Delete the checkpoints of an evolution whose result is stored."""
        if self.folder.is_dir():
            with file_errors(self.folder, "removed"):
                shutil.rmtree(self.folder)

    def _restore(self, file: Path, space: Any) -> Any:
        from ludus.evolve.optimiser import load_optimiser

        record = read_checksummed(file)
        if record["name"] != self.name or file.name != f"{record['generation']:06}{CHECKPOINT_SUFFIX}":
            raise CorruptFile(f"{file}: damaged: it is generation {record['generation']} of {record['name']!r}")
        self._read_notes(record["generation"])
        if self._ends[-1] != record["end"]:
            raise CorruptFile(f"{self.folder / NOTES}: damaged: its notes do not match the checkpoint {file.name}")
        self._truncate_notes(record["end"])
        self.games, self.stage = record["games"], record["stage"]
        return load_optimiser(record["optimiser"], space)

    def _append(self, note: Any) -> None:
        body = add_checksum(pack(note))
        data, path = len(body).to_bytes(LENGTH_BYTES, "little") + body, self.folder / NOTES
        with file_errors(path), open(path, "ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        self._ends.append(self._ends[-1] + len(data))

    def _read_notes(self, count: int) -> list[Any]:
        path = self.folder / NOTES
        with file_errors(path, "read"):
            raw = path.read_bytes() if path.is_file() else b""
        self._ends, notes = [0], []
        for number in range(count):
            begin = self._ends[-1] + LENGTH_BYTES
            end = begin + int.from_bytes(raw[begin - LENGTH_BYTES : begin], "little")
            if end > len(raw):
                raise CorruptFile(f"{path}: damaged: the note of generation {number} is missing")
            notes.append(unpack_checked(raw[begin:end], path))
            self._ends.append(end)
        return notes

    def _truncate_notes(self, end: int) -> None:
        """Truncate notes of generations that no checkpoint counts; the last one may be incomplete."""
        path = self.folder / NOTES
        with file_errors(path), open(path, "ab") as file:
            file.truncate(end)
        self._ends = [note_end for note_end in self._ends if note_end <= end]

    def _checkpoints(self) -> list[Path]:
        return sorted(self.folder.glob(f"*{CHECKPOINT_SUFFIX}"))

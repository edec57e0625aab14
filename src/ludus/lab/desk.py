"""The desk that a study works at: one run folder, one place to play in.

    shares = desk.keep("tournament", play)       made once, kept, and read back ever after
    notes = desk.evolve("linear-1", space, make_optimiser, score, generations=50, note=note)
    desk.stage("tournament", games=9000)         what is done now, for the live display
    desk.advance(100, best=0.61)                 games done, and whatever else a watcher may want to see

Whatever a piece of work gives is read back from its bytes before it is handed on, so that a run which was stopped
sees exactly what one that never stopped sees.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.arena.folder import told
from ludus.compute import Place
from ludus.core.errors import LudusError
from ludus.lab.events import EventLog
from ludus.lab.evolving import Evolving
from ludus.lab.folder import KEPT, make_inside
from ludus.lab.progress import Listener, Meter, nobody
from ludus.lab.sealed import Damaged, KeepError, plain, read_sealed, write_sealed

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+-]*(/[A-Za-z0-9][A-Za-z0-9 ._+-]*)*")
SUFFIX = ".kept"


class NotKept(LudusError):
    """Something is asked for that no finished piece of work has given."""


@dataclass
class Piece:
    """A piece of work under way, with what it took beside the pieces inside it."""

    name: str
    began: float
    games: int = 0
    inner: float = 0.0  # seconds of the pieces inside

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began - self.inner


class Desk:
    """What a study works at. Without a log, nothing can be made there: it serves a report."""

    def __init__(
        self,
        folder: Path,
        place: Place,
        log: EventLog | None = None,
        listener: Listener = nobody,
        warn: Callable[[str], None] = print,
    ) -> None:
        self.folder, self.place = folder, place
        self._log, self._warn = log, warn
        self._meter = Meter(listener)
        self._pieces: list[Piece] = []
        self._seen: set[str] = set()
        self._underway: dict[str, list[Any]] = {}  # notes of evolutions that are not finished, by name

    def keep(self, name: str, make: Callable[[], Any]) -> Any:
        """What the piece of work `name` gives: made once, kept, and read back ever after.

        It may be None, true or false, numbers, texts, bytes, NumPy arrays, and lists and dictionaries of these.
        """
        if not self.has(name):
            with self._piece(name) as piece:
                data = plain(make(), f"{name!r}")
                self._write(piece, data)
            self._note("kept", piece)
        else:
            self._remember(name)
        return self.kept(name)

    def kept(self, name: str) -> Any:
        """What a finished piece of work gave."""
        return self._read(name)["data"]

    def has(self, name: str) -> bool:
        """Whether a piece of work is finished."""
        file = self._file(name)
        with told(file, "read"):
            return file.is_file()

    def evolve(
        self,
        name: str,
        space: Any,
        make_optimiser: Callable[[], Any],
        score: Callable[[int, list[Any]], ArrayLike],
        generations: int,
        note: Callable[[int, list[Any], Any], Any] | None = None,
        until: Callable[[list[Any]], bool] | None = None,
    ) -> list[Any]:
        """So many generations of an optimiser, with a checkpoint after each of them; the notes of all generations.

        `space` is what the optimiser works in: from it a checkpoint can be read back.
        `score(generation, genomes)` gives the numbers that the optimiser is told, generations counted from 0, and
        `note(generation, genomes, scores)` what is worth keeping of it: data as in `keep`. Without `note` that is
        {"scores": ...}. Afterwards `desk.kept(name)` gives the list again. Meanwhile `desk.notes(name)` has those so
        far, and `until(notes)` may end the evolution early.
        """
        if self.has(name):
            self._remember(name)
            self._evolving(name).clear()
            return self.kept(name)  # type: ignore[no-any-return]
        self._must_work(name)
        evolving = self._evolving(name)
        optimiser = evolving.load(make_optimiser, space)
        self._meter.remember(evolving.stage or self._meter.stage_title, evolving.games)
        notes = self._underway[name] = evolving.notes()
        for generation in range(evolving.generations, generations):
            if until is not None and notes and until(notes):
                break
            with self._piece(name) as piece:
                genomes = optimiser.ask()
                scores = score(generation, genomes)
                found = note(generation, genomes, scores) if note else {"scores": np.asarray(scores).tolist()}
                found = plain(found, f"{name!r}, generation {generation}")
                optimiser.tell(scores)
            evolving.add(optimiser, found, piece.games, self._meter.stage_title)
            notes.append(found)
            self._note("generation", piece, generation=generation)
        del self._underway[name]
        done = Piece(name, time.perf_counter(), evolving.games)
        self._write(done, evolving.notes())
        evolving.clear()
        self._note("evolved", done)
        return self.kept(name)  # type: ignore[no-any-return]

    def notes(self, name: str) -> list[Any]:
        """The notes of an evolution, all of them or those so far: for scores that depend on what came before."""
        return self.kept(name) if self.has(name) else self._underway.get(name, [])

    def plan(self, stages: Mapping[str, int]) -> None:
        """All stages to come with their games, so that the time left is that of the whole run."""
        self._meter.plan(stages)

    def stage(self, title: str, games: int | None = None) -> None:
        """What is done now, and how many games it takes; a stage that was planned knows them."""
        self._meter.stage(title, games)
        if self._log is not None:
            self._log.note("stage", title=title, done=self._meter.done, planned=self._meter.planned)

    def advance(self, games: int, **told: Any) -> None:
        """Games that are done, and other things worth seeing: generation=3, best=0.61."""
        if self._pieces:
            self._pieces[-1].games += games
        self._meter.advance(games, told)

    def warn(self, text: str) -> None:
        """A sentence to whoever runs the study, also kept in the log."""
        if self._log is not None:
            self._log.note("warning", text=text)
        self._warn(text)

    def names(self) -> list[str]:
        """All finished pieces of work."""
        root = self.folder / KEPT
        return sorted(file.relative_to(root).as_posix().removesuffix(SUFFIX) for file in root.rglob(f"*{SUFFIX}"))

    def games_by_stage(self) -> dict[str, int]:
        """The games behind what is kept."""
        found: dict[str, int] = {}
        for name in self.names():
            record = self._read(name)
            found[record["stage"]] = found.get(record["stage"], 0) + record["games"]
        return found

    @contextmanager
    def _piece(self, name: str) -> Iterator[Piece]:
        self._must_work(name)
        piece = Piece(name, time.perf_counter())
        self._pieces.append(piece)
        try:
            yield piece
        finally:
            self._pieces.pop()
            if self._pieces:
                self._pieces[-1].inner += time.perf_counter() - piece.began

    def _must_work(self, name: str) -> None:
        if self._log is None:
            raise NotKept(f"{name!r} is not kept; a report plays nothing, so it must be made in the study's work")

    def _write(self, piece: Piece, data: Any) -> None:
        record = {"name": piece.name, "stage": self._meter.stage_title, "games": piece.games, "data": data}
        file = self._file(piece.name)
        make_inside(self.folder, file.parent)
        write_sealed(file, record)
        self._seen.add(piece.name)

    def _read(self, name: str) -> dict[str, Any]:
        file = self._file(name)
        if not self.has(name):
            raise NotKept(f"{self.folder}: {name!r} is not kept yet (there is no {file.relative_to(self.folder)})")
        try:
            record = read_sealed(file)
            if record["name"] != name:
                raise Damaged(f"{file}: damaged: it holds {record['name']!r}, not {name!r}")
        except Damaged as error:
            raise Damaged(f"{error}. Delete it; `ludus resume {self.folder}` makes it again") from None
        return record  # type: ignore[no-any-return]

    def _remember(self, name: str) -> None:
        """Count the games of a piece that was read back, once."""
        if name not in self._seen:
            self._seen.add(name)
            record = self._read(name)
            self._meter.remember(record["stage"], record["games"])

    def _note(self, what: str, piece: Piece, **more: Any) -> None:
        assert self._log is not None
        facts = {key: value for key, value in self._meter.facts.items() if isinstance(value, bool | int | float | str)}
        self._log.note(
            what,
            name=piece.name,
            stage=self._meter.stage_title,
            games=piece.games,
            seconds=round(piece.seconds, 3),
            done=self._meter.done,
            planned=self._meter.planned,
            **more,
            **({"told": facts} if facts else {}),
        )

    def _evolving(self, name: str) -> Evolving:
        self._file(name)
        return Evolving(self.folder, name, self.warn)

    def _file(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise KeepError(
                f"{name!r} cannot name a piece of work: use letters, digits, blanks and . _ + -, with / between parts"
            )
        return self.folder / KEPT / f"{name}{SUFFIX}"

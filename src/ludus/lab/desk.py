"""RunContext: what a study uses to compute, cache and report inside one run folder.

    payoffs = context.cached("tournament", play)         # computed once, stored, and read back on resume
    notes = context.evolve("linear-1", space, make_optimiser, score, generations=50, note=note)
    context.begin_stage("tournament", games=9000)        # current stage, for the live display
    context.advance(100, best=0.61)                      # games done, and other facts for the display

Results are always read back from their stored bytes, so a resumed run sees exactly what an uninterrupted run sees.
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
    """A result was requested that no finished step has stored."""


@dataclass
class Piece:
    """A running step; its time and games exclude those of nested steps."""

    name: str
    began: float
    games: int = 0
    inner: float = 0.0  # seconds spent in nested steps

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began - self.inner


class Desk:
    """Caches the results of a study's steps on disk, with progress reports and an event log.

    Opened without an event log it is read-only and serves reports.

    Attributes:
        folder: Run folder.
        place: Backend on which games run.
    """

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
        self._underway: dict[str, list[Any]] = {}  # notes of running evolutions, by name

    def keep(self, name: str, make: Callable[[], Any]) -> Any:
        """Return the stored result `name`; compute and store it first if it does not exist.

        Args:
            name: Name of the result, and of its file below `kept/`.
            make: Computes the result: None, booleans, numbers, texts, bytes, NumPy arrays, and lists and dictionaries
                of these.

        Raises:
            ResultMissing: the context is read-only and the result does not exist.
            UnstorableValue: the result cannot be stored.
            CorruptFile: the stored file is damaged.
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
        """Return a stored result; raises ResultMissing if it does not exist."""
        return self._read(name)["data"]

    def has(self, name: str) -> bool:
        """Whether a result is stored."""
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
        """Run an optimiser, with a checkpoint after every generation.

        Args:
            name: Name of the result.
            space: Search space of the optimiser; needed to read a checkpoint.
            make_optimiser: Creates the optimiser if there is no checkpoint.
            score: `score(generation, genomes)` returns the fitness values for the optimiser; generations count from 0.
            generations: Number of generations.
            note: `note(generation, genomes, scores)` returns data to store for a generation, as for `cached`; by
                default {"scores": ...}.
            until: `until(notes)` may end the evolution early.

        Returns:
            The notes of all generations. `generation_notes(name)` returns those so far while the evolution runs.
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
                generation_note = note(generation, genomes, scores) if note else {"scores": np.asarray(scores).tolist()}
                generation_note = plain(generation_note, f"{name!r}, generation {generation}")
                optimiser.tell(scores)
            evolving.add(optimiser, generation_note, piece.games, self._meter.stage_title)
            notes.append(generation_note)
            self._note("generation", piece, generation=generation)
        del self._underway[name]
        finished = Piece(name, time.perf_counter(), evolving.games)
        self._write(finished, evolving.notes())
        evolving.clear()
        self._note("evolved", finished)
        return self.kept(name)  # type: ignore[no-any-return]

    def notes(self, name: str) -> list[Any]:
        """Notes of an evolution, complete or so far; for scores that depend on earlier generations."""
        return self.kept(name) if self.has(name) else self._underway.get(name, [])

    def plan(self, stages: Mapping[str, int]) -> None:
        """Announce all stages with their games, so that the time left covers the whole run."""
        self._meter.plan(stages)

    def stage(self, title: str, games: int | None = None) -> None:
        """Begin a stage.

        Args:
            title: Title of the stage.
            games: Number of games; may be omitted if the stage was planned.
        """
        self._meter.stage(title, games)
        if self._log is not None:
            self._log.note("stage", title=title, done=self._meter.done, planned=self._meter.planned)

    def advance(self, games: int, **facts: Any) -> None:
        """Report finished games and other facts for the display, such as generation=3, best=0.61."""
        if self._pieces:
            self._pieces[-1].games += games
        self._meter.advance(games, facts)

    def warn(self, text: str) -> None:
        """Show a warning to the user and write it to the event log."""
        if self._log is not None:
            self._log.note("warning", text=text)
        self._warn(text)

    def names(self) -> list[str]:
        """Names of all stored results."""
        root = self.folder / KEPT
        return sorted(file.relative_to(root).as_posix().removesuffix(SUFFIX) for file in root.rglob(f"*{SUFFIX}"))

    def games_by_stage(self) -> dict[str, int]:
        """Number of games behind the stored results, by stage."""
        games: dict[str, int] = {}
        for name in self.names():
            record = self._read(name)
            games[record["stage"]] = games.get(record["stage"], 0) + record["games"]
        return games

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
            raise NotKept(f"{name!r} is not stored; a report plays nothing, so the study's experiment must compute it")

    def _write(self, piece: Piece, data: Any) -> None:
        record = {"name": piece.name, "stage": self._meter.stage_title, "games": piece.games, "data": data}
        file = self._file(piece.name)
        make_inside(self.folder, file.parent)
        write_sealed(file, record)
        self._seen.add(piece.name)

    def _read(self, name: str) -> dict[str, Any]:
        file = self._file(name)
        if not self.has(name):
            raise NotKept(f"{self.folder}: {name!r} is not stored yet (there is no {file.relative_to(self.folder)})")
        try:
            record = read_sealed(file)
            if record["name"] != name:
                raise Damaged(f"{file}: damaged: it holds {record['name']!r}, not {name!r}")
        except Damaged as error:
            raise Damaged(f"{error}. Delete it; `ludus resume {self.folder}` computes it again") from None
        return record  # type: ignore[no-any-return]

    def _remember(self, name: str) -> None:
        """Count the games of a result that was read back, once."""
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
                f"{name!r} is not a valid name of a result: use letters, digits, blanks and . _ + -, "
                "with / between parts"
            )
        return self.folder / KEPT / f"{name}{SUFFIX}"

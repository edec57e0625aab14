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

from ludus.backends import Backend
from ludus.lab.event_log import EventLog
from ludus.lab.evolution_checkpoint import EvolutionCheckpoint
from ludus.lab.progress import ProgressListener, ProgressMeter, ignore_progress
from ludus.lab.run_folder import RESULTS, make_subfolder
from ludus.util.checksummed_io import CorruptFile, UnstorableValue, read_checksummed, to_plain_data, write_checksummed
from ludus.util.errors import LudusError
from ludus.util.files import file_errors

RESULT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+-]*(/[A-Za-z0-9][A-Za-z0-9 ._+-]*)*")
RESULT_SUFFIX = ".kept"


class ResultMissing(LudusError):
    """A result was requested that no finished step has stored."""


@dataclass
class RunningStep:
    """A running step; its time and games exclude those of nested steps."""

    name: str
    started_at: float
    games: int = 0
    nested_seconds: float = 0.0  # seconds spent in nested steps

    @property
    def seconds(self) -> float:
        """Seconds since the start, without nested steps."""
        return time.perf_counter() - self.started_at - self.nested_seconds


class RunContext:
    """Caches the results of a study's steps on disk, with progress reports and an event log.

    Opened without an event log it is read-only and serves reports.

    Args:
        folder: Run folder.
        backend: Backend on which games run.
        log: Event log; None opens the run read-only.
        listener: Receives progress updates.
        warn: Receives warnings.
        unit: What the progress counts.
    """

    def __init__(
        self,
        folder: Path,
        backend: Backend,
        log: EventLog | None = None,
        listener: ProgressListener = ignore_progress,
        warn: Callable[[str], None] = print,
        unit: str = "game",
    ) -> None:
        self.folder, self.backend = folder, backend
        self._log, self._warn = log, warn
        self._meter = ProgressMeter(listener, unit)
        self._steps: list[RunningStep] = []
        self._counted_results: set[str] = set()
        self.computed_steps = 0  # results and generations that this process computed
        self._unfinished_notes: dict[str, list[Any]] = {}  # notes of running evolutions, by name

    def cached(self, name: str, make: Callable[[], Any]) -> Any:
        """Return the stored result `name`; compute and store it first if it does not exist.

        Args:
            name: Name of the result, and of its file below `kept/`.
            make: Computes the result: None, booleans, numbers, texts, bytes, NumPy arrays, and lists and dictionaries
                of these.

        Returns:
            The result as it is stored: tuples become lists, for example.

        Raises:
            ResultMissing: the context is read-only and the result does not exist.
            UnstorableValue: the result cannot be stored.
            CorruptFile: the stored file is damaged.
        """
        if not self.has_result(name):
            with self._step(name) as piece:
                data = to_plain_data(make(), f"{name!r}")
                self._write(piece, data)
            self._log_step("kept", piece)
        else:
            self._count_earlier_games(name)
        return self.result(name)

    def result(self, name: str) -> Any:
        """Return a stored result.

        Args:
            name: Name of the result.

        Raises:
            ResultMissing: it does not exist.
            CorruptFile: the stored file is damaged.
        """
        return self._read(name)["data"]

    def has_result(self, name: str) -> bool:
        """Whether a result is stored."""
        file = self._result_file(name)
        with file_errors(file, "read"):
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

        Raises:
            ResultMissing: the context is read-only and the evolution is not finished.
            UnstorableValue: a note cannot be stored.
            CorruptFile: the stored file, or every checkpoint, is damaged.
        """
        if self.has_result(name):
            self._count_earlier_games(name)
            self._checkpoint(name).delete()
            return self.result(name)  # type: ignore[no-any-return]
        self._require_writable(name)
        evolving = self._checkpoint(name)
        optimiser = evolving.load(make_optimiser, space)
        self._meter.add_earlier_games(evolving.stage or self._meter.stage_title, evolving.games)
        notes = self._unfinished_notes[name] = evolving.notes()
        for generation in range(evolving.generations, generations):
            if until is not None and notes and until(notes):
                break
            with self._step(name) as piece:
                genomes = optimiser.ask()
                scores = score(generation, genomes)
                generation_note = note(generation, genomes, scores) if note else {"scores": np.asarray(scores).tolist()}
                generation_note = to_plain_data(generation_note, f"{name!r}, generation {generation}")
                optimiser.tell(scores)
            evolving.add_generation(optimiser, generation_note, piece.games, self._meter.stage_title)
            notes.append(generation_note)
            self._log_step("generation", piece, generation=generation)
        del self._unfinished_notes[name]
        finished = RunningStep(name, time.perf_counter(), evolving.games)
        self._write(finished, evolving.notes())
        evolving.delete()
        self._log_step("evolved", finished)
        return self.result(name)  # type: ignore[no-any-return]

    def generation_notes(self, name: str) -> list[Any]:
        """Notes of an evolution, complete or so far; for scores that depend on earlier generations.

        Args:
            name: Name of the evolution.

        Returns:
            One note per generation; empty if the evolution has not begun.
        """
        return self.result(name) if self.has_result(name) else self._unfinished_notes.get(name, [])

    def plan_stages(self, stages: Mapping[str, int]) -> None:
        """Announce all stages with their games, so that the time left covers the whole run.

        Args:
            stages: Number of games by title.
        """
        self._meter.plan(stages)

    def begin_stage(self, title: str, games: int | None = None) -> None:
        """Begin a stage.

        Args:
            title: Title of the stage.
            games: Number of games; may be omitted if the stage was planned.

        Raises:
            ContractError: the stage was not planned and has no number of games.
        """
        self._meter.stage(title, games)
        if self._log is not None:
            self._log.append("stage", title=title, done=self._meter.games_done, planned=self._meter.games_planned)

    def advance(self, games: int, **facts: Any) -> None:
        """Report finished games and other facts for the display, such as generation=3, best=0.61.

        Args:
            games: Number of games that finished since the last call.
            facts: Facts by name; they stay on the display until they change or the next stage begins.
        """
        if self._steps:
            self._steps[-1].games += games
        self._meter.advance(games, facts)

    def warn(self, text: str) -> None:
        """Show a warning to the user and write it to the event log."""
        if self._log is not None:
            self._log.append("warning", text=text)
        self._warn(text)

    def result_names(self) -> list[str]:
        """Names of all stored results."""
        root = self.folder / RESULTS
        return sorted(
            file.relative_to(root).as_posix().removesuffix(RESULT_SUFFIX) for file in root.rglob(f"*{RESULT_SUFFIX}")
        )

    def games_by_stage(self) -> dict[str, int]:
        """Number of games behind the stored results, by stage."""
        games: dict[str, int] = {}
        for name in self.result_names():
            record = self._read(name)
            games[record["stage"]] = games.get(record["stage"], 0) + record["games"]
        return games

    @contextmanager
    def _step(self, name: str) -> Iterator[RunningStep]:
        self._require_writable(name)
        piece = RunningStep(name, time.perf_counter())
        self._steps.append(piece)
        try:
            yield piece
            self.computed_steps += 1
        finally:
            self._steps.pop()
            if self._steps:
                self._steps[-1].nested_seconds += time.perf_counter() - piece.started_at

    def _require_writable(self, name: str) -> None:
        if self._log is None:
            raise ResultMissing(
                f"{name!r} is not stored; a report plays nothing, so the study's experiment must compute it"
            )

    def _write(self, piece: RunningStep, data: Any) -> None:
        record = {"name": piece.name, "stage": self._meter.stage_title, "games": piece.games, "data": data}
        file = self._result_file(piece.name)
        make_subfolder(self.folder, file.parent)
        write_checksummed(file, record)
        self._counted_results.add(piece.name)

    def _read(self, name: str) -> dict[str, Any]:
        file = self._result_file(name)
        if not self.has_result(name):
            raise ResultMissing(
                f"{self.folder}: {name!r} is not stored yet (there is no {file.relative_to(self.folder)})"
            )
        try:
            record = read_checksummed(file)
            if record["name"] != name:
                raise CorruptFile(f"{file}: damaged: it holds {record['name']!r}, not {name!r}")
        except CorruptFile as error:
            raise CorruptFile(f"{error}. Delete it; `ludus resume {self.folder}` computes it again") from None
        return record  # type: ignore[no-any-return]

    def _count_earlier_games(self, name: str) -> None:
        """Count the games of a result that was read back, once."""
        if name not in self._counted_results:
            self._counted_results.add(name)
            record = self._read(name)
            self._meter.add_earlier_games(record["stage"], record["games"])

    def _log_step(self, what: str, piece: RunningStep, **more: Any) -> None:
        assert self._log is not None
        facts = {key: value for key, value in self._meter.facts.items() if isinstance(value, bool | int | float | str)}
        self._log.append(
            what,
            name=piece.name,
            stage=self._meter.stage_title,
            games=piece.games,
            seconds=round(piece.seconds, 3),
            done=self._meter.games_done,
            planned=self._meter.games_planned,
            **more,
            **({"told": facts} if facts else {}),
        )

    def _checkpoint(self, name: str) -> EvolutionCheckpoint:
        self._result_file(name)
        return EvolutionCheckpoint(self.folder, name, self.warn)

    def _result_file(self, name: str) -> Path:
        if not RESULT_NAME.fullmatch(name):
            raise UnstorableValue(
                f"{name!r} is not a valid name of a result: use letters, digits, blanks and . _ + -, "
                "with / between parts"
            )
        return self.folder / RESULTS / f"{name}{RESULT_SUFFIX}"

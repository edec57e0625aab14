"""Players held against the published histogram: what is fitted, on which cells, and how far off it is.

    cells = fitted_cells()                       every second filled cell; the others are for testing
    found = measure(calibration, Sample(seed=7), seed=8)
    found.miss(cells)                            weighted root mean square error

Cells are taken like the black and white fields of a board, so that each has neighbours of the other kind. The weight of
a cell is the number of our traces in it: how many the thesis had is not known.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ludus.compute import Place, Threads, units
from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.difficulty.challenges import LevelMap, map_level
from ludus.design.levels.difficulty.histogram import FEWEST, SHAPE, Histogram, count_traces, published
from ludus.design.levels.people.filter import Calibration, SyntheticPlayer, draw_skill
from ludus.design.levels.people.play import Stage
from ludus.design.levels.sessions.schedule import LEVELS, SESSIONS, schedule
from ludus.design.levels.sessions.traces import find_traces

COUNTS = ("deaths", "skipped", "unmapped", "plays")


@dataclass(frozen=True)
class Sample:
    """Levels of the schedule, each played by so many players."""

    seed: int
    sessions: int = SESSIONS
    levels: int = LEVELS
    rounds: int = 1


@dataclass(frozen=True)
class Found:
    """What players did."""

    histogram: Histogram
    deaths: int
    skipped: int
    unmapped: int  # traces without a challenge in the graph
    plays: int

    def as_data(self) -> dict[str, Any]:
        """Plain data, to be kept in a file."""
        counts = {name: getattr(self, name) for name in COUNTS}
        table = self.histogram
        return counts | {"traces": table.traces, "successes": table.successes, "beyond": table.beyond}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Found:
        return cls(Histogram(data["traces"], data["successes"], data["beyond"]), *(data[name] for name in COUNTS))

    @property
    def traces(self) -> int:
        return int(self.histogram.traces.sum()) + self.histogram.beyond + self.unmapped

    def miss(self, cells: np.ndarray) -> float:
        """Weighted root mean square error over some cells of the published histogram."""
        traces, errors = self._compared(cells)
        if not traces:
            raise LudusError(f"no cell that is asked for has {FEWEST} traces; play more sessions")
        squares = math.fsum(n * error * error for n, error in zip(traces, errors, strict=True))
        return math.sqrt(squares / sum(traces))

    def plain_miss(self, cells: np.ndarray) -> float:
        """The same with all cells alike."""
        _, errors = self._compared(cells)
        return math.sqrt(math.fsum(error * error for error in errors) / len(errors))

    def compared(self, cells: np.ndarray) -> int:
        """How many cells have enough traces."""
        return len(self._compared(cells)[0])

    def _compared(self, cells: np.ndarray) -> tuple[list[int], list[float]]:
        used = cells & (self.histogram.traces >= FEWEST)
        traces = self.histogram.traces[used]
        errors = self.histogram.successes[used] / traces - published()[used]
        return traces.tolist(), errors.tolist()


def fitted_cells() -> np.ndarray:
    """The cells that calibration may look at."""
    return _every_second(0)


def held_out_cells() -> np.ndarray:
    """Those that it may not."""
    return _every_second(1)


def _every_second(colour: int) -> np.ndarray:
    cells: np.ndarray = ~np.isnan(published()) & (np.indices(SHAPE).sum(axis=0) % 2 == colour)
    return cells


def measure(calibration: Calibration, sample: Sample, seed: int, place: Place | None = None) -> Found:
    """All levels of a sample, played by players who are drawn with this seed."""
    return together(measure_sessions(calibration, sample, seed, place))


def measure_sessions(calibration: Calibration, sample: Sample, seed: int, place: Place | None = None) -> list[Found]:
    """The same, session by session."""
    parts = units(sample.sessions, 1)
    return list((place or Threads(1)).run(partial(_play_sessions, calibration, sample, seed), parts))


def _play_sessions(calibration: Calibration, sample: Sample, seed: int, part: range) -> Found:
    rows: list[tuple[float, float, int, bool]] = []
    deaths = skipped = unmapped = plays = 0
    for session in part:
        stages = _stages(sample, session)
        for round_ in range(sample.rounds):
            own = derive(seed, "player", round_, session)
            player = SyntheticPlayer(draw_skill(own, 0), calibration)
            for order, (stage, mapped) in enumerate(stages):
                played = stage.play(player, derive(own, "play", order))
                deaths, skipped, plays = deaths + played.deaths, skipped + (not played.arrived), plays + 1
                for trace in find_traces(played.events, stage.level):
                    met = trace.encounter
                    challenge = None if met is None else mapped.challenge_of(trace.start, met)
                    if challenge is None:
                        unmapped += 1
                    else:
                        rows.append((*challenge.parameters, trace.success))
    t_cycle, t_timing, j, success = np.array(rows, float).reshape(-1, 4).T
    return Found(count_traces(t_cycle, t_timing, j, success == 1), deaths, skipped, unmapped, plays)


def together(parts: Iterable[Found]) -> Found:
    """All sessions as one."""
    traces, successes = np.zeros(SHAPE, int), np.zeros(SHAPE, int)
    beyond = deaths = skipped = unmapped = plays = 0
    for part in parts:
        traces, successes = traces + part.histogram.traces, successes + part.histogram.successes
        beyond, deaths, skipped = beyond + part.histogram.beyond, deaths + part.deaths, skipped + part.skipped
        unmapped, plays = unmapped + part.unmapped, plays + part.plays
    return Found(Histogram(traces, successes, beyond), deaths, skipped, unmapped, plays)


_made: dict[tuple[Sample, int], list[tuple[Stage, LevelMap]]] = {}
_lock = threading.Lock()


def _stages(sample: Sample, session: int) -> list[tuple[Stage, LevelMap]]:
    """The levels of a session, made once in each process. A session is played by one thread at a time."""
    with _lock:
        found = _made.get((sample, session))
    if found is None:
        tasks = schedule(sample.seed, sample.sessions, sample.levels)
        levels = [task.make().level for task in tasks if task.session == session]
        found = [(Stage(level), map_level(level)) for level in levels]
        with _lock:
            _made[sample, session] = found
    return found

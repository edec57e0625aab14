"""Comparison of synthetic players with the published histogram, used to calibrate them.

    cells = fitting_cells()                      # every second filled cell; the others are held out
    result = measure_calibration(calibration, CalibrationSample(seed=7), seed=8)
    result.weighted_error(cells)                 # weighted root mean square error

Cells are split like the black and white fields of a chessboard, so that each has neighbours of the other kind. A cell
is weighted by the number of simulated traces in it: the number in the thesis is not known.
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
    """Levels of the schedule, each played by `rounds` players."""

    seed: int
    sessions: int = SESSIONS
    levels: int = LEVELS
    rounds: int = 1


@dataclass(frozen=True)
class Found:
    """Behaviour of players on a sample."""

    histogram: Histogram
    deaths: int
    skipped: int
    unmapped: int  # traces that match no challenge of the graph
    plays: int

    def as_data(self) -> dict[str, Any]:
        """Plain data for a file."""
        counts = {name: getattr(self, name) for name in COUNTS}
        histogram = self.histogram
        return counts | {"traces": histogram.traces, "successes": histogram.successes, "beyond": histogram.beyond}

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
            raise LudusError(f"none of these cells has {FEWEST} traces; play more sessions")
        squares = math.fsum(n * error * error for n, error in zip(traces, errors, strict=True))
        return math.sqrt(squares / sum(traces))

    def plain_miss(self, cells: np.ndarray) -> float:
        """Root mean square error with equal weights."""
        _, errors = self._compared(cells)
        return math.sqrt(math.fsum(error * error for error in errors) / len(errors))

    def compared(self, cells: np.ndarray) -> int:
        """Number of cells with enough traces."""
        return len(self._compared(cells)[0])

    def _compared(self, cells: np.ndarray) -> tuple[list[int], list[float]]:
        used = cells & (self.histogram.traces >= FEWEST)
        traces = self.histogram.traces[used]
        errors = self.histogram.successes[used] / traces - published()[used]
        return traces.tolist(), errors.tolist()


def fitted_cells() -> np.ndarray:
    """Cells used for calibration."""
    return _every_second(0)


def held_out_cells() -> np.ndarray:
    """Cells held out from calibration."""
    return _every_second(1)


def _every_second(colour: int) -> np.ndarray:
    cells: np.ndarray = ~np.isnan(published()) & (np.indices(SHAPE).sum(axis=0) % 2 == colour)
    return cells


def measure(calibration: Calibration, sample: Sample, seed: int, place: Place | None = None) -> Found:
    """Play all levels of a sample by players drawn with this seed."""
    return together(measure_sessions(calibration, sample, seed, place))


def measure_sessions(calibration: Calibration, sample: Sample, seed: int, place: Place | None = None) -> list[Found]:
    """The same, by session."""
    parts = units(sample.sessions, 1)
    return list((place or Threads(1)).run(partial(_play_sessions, calibration, sample, seed), parts))


def _play_sessions(calibration: Calibration, sample: Sample, seed: int, part: range) -> Found:
    rows: list[tuple[float, float, int, bool]] = []
    deaths = skipped = unmapped = plays = 0
    for session in part:
        stages = _stages(sample, session)
        for round_ in range(sample.rounds):
            player_seed = derive(seed, "player", round_, session)
            player = SyntheticPlayer(draw_skill(player_seed, 0), calibration)
            for order, (stage, mapped) in enumerate(stages):
                played = stage.play(player, derive(player_seed, "play", order))
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
    """Pool the results of all sessions."""
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
    """Levels of a session, cached per process. A session is played by one thread at a time."""
    with _lock:
        levels_of_session = _made.get((sample, session))
    if levels_of_session is None:
        tasks = schedule(sample.seed, sample.sessions, sample.levels)
        levels = [task.make().level for task in tasks if task.session == session]
        levels_of_session = [(Stage(level), map_level(level)) for level in levels]
        with _lock:
            _made[sample, session] = levels_of_session
    return levels_of_session

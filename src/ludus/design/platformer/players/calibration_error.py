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

from ludus.backends import Backend, Threads, split_range
from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenge_models import (
    HISTOGRAM_SHAPE,
    MIN_TRACES_PER_BIN,
    TraceHistogram,
    count_traces,
    published_histogram,
)
from ludus.design.platformer.difficulty.challenges import ChallengeGraph, find_challenges
from ludus.design.platformer.players.player_kinds import PLAYER_KINDS, AnyCalibration, Stage, kind_of
from ludus.design.platformer.players.synthetic_player import draw_skill
from ludus.design.platformer.recordings.challenge_traces import find_traces
from ludus.design.platformer.recordings.thesis_study_levels import LEVELS_PER_SESSION, SESSIONS, schedule
from ludus.util.errors import LudusError

COUNT_FIELDS = ("deaths", "skipped", "unmapped", "plays")


@dataclass(frozen=True)
class CalibrationSample:
    """Levels of the schedule, each played by `rounds` players."""

    seed: int
    sessions: int = SESSIONS
    levels: int = LEVELS_PER_SESSION
    rounds: int = 1


@dataclass(frozen=True)
class CalibrationResult:
    """Behaviour of players on a sample."""

    histogram: TraceHistogram
    deaths: int
    skipped: int
    unmapped: int  # traces that match no challenge of the graph
    plays: int

    def as_data(self) -> dict[str, Any]:
        """Plain data for a file."""
        counts = {name: getattr(self, name) for name in COUNT_FIELDS}
        histogram = self.histogram
        return counts | {"traces": histogram.traces, "successes": histogram.successes, "beyond": histogram.outside}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> CalibrationResult:
        return cls(
            TraceHistogram(data["traces"], data["successes"], data["beyond"]), *(data[name] for name in COUNT_FIELDS)
        )

    @property
    def traces(self) -> int:
        return int(self.histogram.traces.sum()) + self.histogram.outside + self.unmapped

    def weighted_error(self, cells: np.ndarray) -> float:
        """Weighted root mean square error over some cells of the published histogram."""
        traces, errors = self._compare(cells)
        if not traces:
            raise LudusError(f"none of these cells has {MIN_TRACES_PER_BIN} traces; play more sessions")
        squares = math.fsum(n * error * error for n, error in zip(traces, errors, strict=True))
        return math.sqrt(squares / sum(traces))

    def unweighted_error(self, cells: np.ndarray) -> float:
        """Root mean square error with equal weights."""
        _, errors = self._compare(cells)
        return math.sqrt(math.fsum(error * error for error in errors) / len(errors))

    def compared_cells(self, cells: np.ndarray) -> int:
        """Number of cells with enough traces."""
        return len(self._compare(cells)[0])

    def _compare(self, cells: np.ndarray) -> tuple[list[int], list[float]]:
        used = cells & (self.histogram.traces >= MIN_TRACES_PER_BIN)
        traces = self.histogram.traces[used]
        errors = self.histogram.successes[used] / traces - published_histogram()[used]
        return traces.tolist(), errors.tolist()


def fitting_cells() -> np.ndarray:
    """Cells used for calibration."""
    return _cells_of_colour(0)


def held_out_cells() -> np.ndarray:
    """Cells held out from calibration."""
    return _cells_of_colour(1)


def _cells_of_colour(colour: int) -> np.ndarray:
    cells: np.ndarray = ~np.isnan(published_histogram()) & (np.indices(HISTOGRAM_SHAPE).sum(axis=0) % 2 == colour)
    return cells


def measure_calibration(
    calibration: AnyCalibration, sample: CalibrationSample, seed: int, backend: Backend | None = None
) -> CalibrationResult:
    """Play all levels of a sample by players drawn with this seed."""
    return pool_results(measure_by_session(calibration, sample, seed, backend))


def measure_by_session(
    calibration: AnyCalibration, sample: CalibrationSample, seed: int, backend: Backend | None = None
) -> list[CalibrationResult]:
    """The same, by session."""
    parts = split_range(sample.sessions, 1)
    return list((backend or Threads(1)).run(partial(_play_sessions, calibration, sample, seed), parts))


def _play_sessions(calibration: AnyCalibration, sample: CalibrationSample, seed: int, part: range) -> CalibrationResult:
    kind = kind_of(calibration)
    rows: list[tuple[float, float, int, bool]] = []
    deaths = skipped = unmapped = plays = 0
    for session in part:
        stages = _session_levels(sample, session, kind.name)
        for round_ in range(sample.rounds):
            player_seed = derive(seed, "player", round_, session)
            player = kind.player(draw_skill(player_seed, 0), calibration)
            for order, (stage, challenge_graph) in enumerate(stages):
                played = stage.play(player, derive(player_seed, "play", order))
                deaths, skipped, plays = deaths + played.deaths, skipped + (not played.reached_exit), plays + 1
                for trace in find_traces(played.events, stage.level):
                    met = trace.encounter
                    challenge = None if met is None else challenge_graph.challenge_of(trace.start, met)
                    if challenge is None:
                        unmapped += 1
                    else:
                        rows.append((*challenge.parameters, trace.success))
    t_cycle, t_timing, j, success = np.array(rows, float).reshape(-1, 4).T
    return CalibrationResult(count_traces(t_cycle, t_timing, j, success == 1), deaths, skipped, unmapped, plays)


def pool_results(parts: Iterable[CalibrationResult]) -> CalibrationResult:
    """Pool the results of all sessions."""
    traces, successes = np.zeros(HISTOGRAM_SHAPE, int), np.zeros(HISTOGRAM_SHAPE, int)
    beyond = deaths = skipped = unmapped = plays = 0
    for part in parts:
        traces, successes = traces + part.histogram.traces, successes + part.histogram.successes
        beyond, deaths, skipped = beyond + part.histogram.outside, deaths + part.deaths, skipped + part.skipped
        unmapped, plays = unmapped + part.unmapped, plays + part.plays
    return CalibrationResult(TraceHistogram(traces, successes, beyond), deaths, skipped, unmapped, plays)


_session_cache: dict[tuple[CalibrationSample, int, str], list[tuple[Stage, ChallengeGraph]]] = {}
_lock = threading.Lock()


def _session_levels(sample: CalibrationSample, session: int, kind: str) -> list[tuple[Stage, ChallengeGraph]]:
    """Levels of a session, cached per process. A session is played by one thread at a time."""
    with _lock:
        levels_of_session = _session_cache.get((sample, session, kind))
    if levels_of_session is None:
        tasks = schedule(sample.seed, sample.sessions, sample.levels)
        levels = [task.make().level for task in tasks if task.session == session]
        prepare = PLAYER_KINDS[kind].prepare
        levels_of_session = [(prepare(level, "checkpoint"), find_challenges(level)) for level in levels]
        with _lock:
            _session_cache[sample, session, kind] = levels_of_session
    return levels_of_session

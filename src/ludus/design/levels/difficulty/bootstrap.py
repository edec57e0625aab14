"""Bootstrap over sessions: standard errors and intervals of statistics.

Sessions are drawn with replacement; traces of one session are not independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from statistics import NormalDist

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.records import TraceRecords
from ludus.evolve.state import numpy_generator
from ludus.stats import Estimate
from ludus.stats.intervals import CONFIDENCE

MIN_DRAWS = 5  # draws needed for a standard error

Statistic = Callable[[TraceRecords, np.ndarray], Mapping[str, float]]  # of records and the original session of each


def draw_sessions(records: TraceRecords, seed: int, number: int) -> np.ndarray:
    """Session numbers of one bootstrap draw."""
    numbers: np.ndarray = numpy_generator(seed, "bootstrap", number).integers(records.sessions, size=records.sessions)
    return numbers


def bootstrap_draw(records: TraceRecords, seed: int, number: int, statistic: Statistic) -> dict[str, float]:
    """Statistics of one bootstrap draw; empty if its traces are too few for a model."""
    chosen = draw_sessions(records, seed, number)
    try:
        return dict(statistic(records.resample(chosen), chosen))
    except LudusError:
        return {}


def bootstrap_estimates(values: Mapping[str, float], draws: list[dict[str, float]], count: int) -> dict[str, Estimate]:
    """Each statistic with a normal interval from the standard deviation of the draws."""
    intervals, z = {}, NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    for name, value in values.items():
        others = [draw[name] for draw in draws if name in draw and math.isfinite(draw[name])]
        half = z * float(np.std(others, ddof=1)) if len(others) >= MIN_DRAWS else math.inf
        intervals[name] = Estimate(float(value), float(value - half), float(value + half), count)
    return intervals

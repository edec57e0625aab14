"""Bootstrap over sessions: standard errors and intervals of statistics.

Sessions are drawn with replacement; traces of one session are not independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from statistics import NormalDist

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.records import Records
from ludus.evolve.state import generator
from ludus.stats import Estimate
from ludus.stats.intervals import CONFIDENCE

FEWEST = 5  # draws needed for a standard error

Tell = Callable[[Records, np.ndarray], Mapping[str, float]]  # of records and the original session of each


def draw_sessions(records: Records, seed: int, number: int) -> np.ndarray:
    """Session numbers of one bootstrap draw."""
    numbers: np.ndarray = generator(seed, "bootstrap", number).integers(records.sessions, size=records.sessions)
    return numbers


def told_again(records: Records, seed: int, number: int, tell: Tell) -> dict[str, float]:
    """Statistics of one bootstrap draw; empty if its traces are too few for a model."""
    chosen = draw_sessions(records, seed, number)
    try:
        return dict(tell(records.again(chosen), chosen))
    except LudusError:
        return {}


def estimates(values: Mapping[str, float], draws: list[dict[str, float]], count: int) -> dict[str, Estimate]:
    """Each statistic with a normal interval from the standard deviation of the draws."""
    intervals, z = {}, NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    for name, value in values.items():
        others = [draw[name] for draw in draws if name in draw and math.isfinite(draw[name])]
        half = z * float(np.std(others, ddof=1)) if len(others) >= FEWEST else math.inf
        intervals[name] = Estimate(float(value), float(value - half), float(value + half), count)
    return intervals

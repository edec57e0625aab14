"""Intervals for numbers that come of sessions: what they would be with other sessions of the same kind.

    spread(records, seed=1, draws=100, tell)            standard errors of what `tell` says about records

Sessions are drawn again and again, with repetition; traces of one session are not independent of each other.
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

FEWEST = 5  # draws that a standard error is told from

Tell = Callable[[Records, np.ndarray], Mapping[str, float]]  # of records and the sessions that they are copies of


def draw_sessions(records: Records, seed: int, number: int) -> np.ndarray:
    """The sessions of one draw."""
    found: np.ndarray = generator(seed, "bootstrap", number).integers(records.sessions, size=records.sessions)
    return found


def told_again(records: Records, seed: int, number: int, tell: Tell) -> dict[str, float]:
    """What one draw says; nothing where its traces are too few for a model."""
    chosen = draw_sessions(records, seed, number)
    try:
        return dict(tell(records.again(chosen), chosen))
    except LudusError:
        return {}


def estimates(values: Mapping[str, float], draws: list[dict[str, float]], count: int) -> dict[str, Estimate]:
    """Each number with a normal interval of the draws' standard deviation."""
    found, z = {}, NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    for name, value in values.items():
        others = [draw[name] for draw in draws if name in draw and math.isfinite(draw[name])]
        half = z * float(np.std(others, ddof=1)) if len(others) >= FEWEST else math.inf
        found[name] = Estimate(float(value), float(value - half), float(value + half), count)
    return found

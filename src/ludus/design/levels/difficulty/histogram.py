"""Histogram of traces in 60 bins of the three parameters (thesis 5.1), and the histogram that the thesis printed.

    histogram = count_traces(t_cycle, t_timing, j, success)
    histogram.points()                  # bin centres and success rates, without bins of less than ten traces

Five bins of t_timing up to 1.25 s, four of j from 0 to 3, three of t_cycle from 1.2 to 2 s. Traces beyond these limits
are counted separately. The thesis puts j in the middle of its bin as well, but that only shifts a constant of its
models, so here j is used unchanged.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product

import numpy as np

T_CYCLE, T_TIMING, J = (1.2, 2.0, 3), (0.0, 1.25, 5), (0, 4, 4)  # from, to, bins
SHAPE = (3, 4, 5)  # by t_cycle, j, t_timing
BINS = 60
FEWEST = 10  # traces that a bin needs
CLOSE = 1e-9  # seconds: a period of 2 s is not beyond 2 s because of rounding
TABLE = "figure_5_2.csv"


@dataclass(frozen=True)
class Points:
    """Data that models are fitted to: parameters and success rate, one row per bin."""

    t_cycle: np.ndarray
    t_timing: np.ndarray
    j: np.ndarray
    success: np.ndarray

    def __len__(self) -> int:
        return len(self.success)


@dataclass(frozen=True)
class Histogram:
    """Traces and successes of every bin, by t_cycle, j and t_timing."""

    traces: np.ndarray
    successes: np.ndarray
    beyond: int  # traces outside the bins

    @property
    def shares(self) -> np.ndarray:
        """Success rate of bins with enough traces; NaN for the others."""
        used = self.traces >= FEWEST
        rates: np.ndarray = np.where(used, self.successes / np.maximum(self.traces, 1), np.nan)
        return rates

    @property
    def filled(self) -> int:
        """Number of bins with enough traces."""
        return int((self.traces >= FEWEST).sum())

    def points(self) -> Points:
        return _points(self.shares)


def count_traces(t_cycle: np.ndarray, t_timing: np.ndarray, j: np.ndarray, success: np.ndarray) -> Histogram:
    """Count traces by bin."""
    places = [_bins(np.asarray(x, float), *axis) for x, axis in ((t_cycle, T_CYCLE), (j, J), (t_timing, T_TIMING))]
    inside = np.logical_and.reduce([(place >= 0) for place in places])
    cells = tuple(place[inside] for place in places)
    traces, successes = np.zeros(SHAPE, int), np.zeros(SHAPE, int)
    np.add.at(traces, cells, 1)
    np.add.at(successes, cells, np.asarray(success, bool)[inside].astype(int))
    return Histogram(traces, successes, int((~inside).sum()))


def centres() -> Points:
    """Centres of all 60 bins, without success rates: where models are compared."""
    return _points(np.full(SHAPE, np.nan), everything=True)


@cache
def published() -> np.ndarray:
    """Figure 5.2 of the thesis: success rates of its 53 players, NaN where it has a dash."""
    rates = np.full(SHAPE, np.nan)
    text = resources.files(__package__).joinpath(TABLE).read_text(encoding="utf-8")
    for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        rates[int(row["cycle_bin"]), int(row["j"]), int(row["timing_bin"])] = float(row["success"])
    rates.setflags(write=False)
    return rates


def published_points() -> Points:
    return _points(published())


def middle(axis: tuple[float, float, int], k: int) -> float:
    """Centre of a bin."""
    low, high, bins = axis
    return low + (high - low) * (k + 0.5) / bins


def _points(shares: np.ndarray, everything: bool = False) -> Points:
    rows = [
        (middle(T_CYCLE, c), middle(T_TIMING, t), float(j), float(shares[c, j, t]))
        for c, j, t in product(*map(range, SHAPE))
        if everything or not np.isnan(shares[c, j, t])
    ]
    columns = np.array(rows).reshape(-1, 4).T
    return Points(*columns)


def _bins(x: np.ndarray, low: float, high: float, bins: int) -> np.ndarray:
    """Bin of each number, -1 outside; the last bin includes its upper end."""
    place = np.floor((x - low) * bins / (high - low) + CLOSE).astype(int)
    place[np.abs(x - high) <= CLOSE] = bins - 1
    return np.where((place >= 0) & (place < bins), place, -1)

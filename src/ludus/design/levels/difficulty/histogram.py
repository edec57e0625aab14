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

CYCLE_AXIS, TIMING_AXIS, JUMPS_AXIS = (1.2, 2.0, 3), (0.0, 1.25, 5), (0, 4, 4)  # from, to, bins
HISTOGRAM_SHAPE = (3, 4, 5)  # by t_cycle, j, t_timing
HISTOGRAM_BINS = 60
MIN_TRACES_PER_BIN = 10  # traces that a bin needs
ROUNDING_TOLERANCE = 1e-9  # seconds: a period of 2 s is not beyond 2 s because of rounding
PUBLISHED_FILE = "figure_5_2.csv"


@dataclass(frozen=True)
class BinPoints:
    """Data that models are fitted to: parameters and success rate, one row per bin."""

    t_cycle: np.ndarray
    t_timing: np.ndarray
    j: np.ndarray
    success: np.ndarray

    def __len__(self) -> int:
        return len(self.success)


@dataclass(frozen=True)
class TraceHistogram:
    """Traces and successes of every bin, by t_cycle, j and t_timing."""

    traces: np.ndarray
    successes: np.ndarray
    outside: int  # traces outside the bins

    @property
    def success_rates(self) -> np.ndarray:
        """Success rate of bins with enough traces; NaN for the others."""
        used = self.traces >= MIN_TRACES_PER_BIN
        rates: np.ndarray = np.where(used, self.successes / np.maximum(self.traces, 1), np.nan)
        return rates

    @property
    def filled_bins(self) -> int:
        """Number of bins with enough traces."""
        return int((self.traces >= MIN_TRACES_PER_BIN).sum())

    def points(self) -> BinPoints:
        return _points(self.success_rates)


def count_traces(t_cycle: np.ndarray, t_timing: np.ndarray, j: np.ndarray, success: np.ndarray) -> TraceHistogram:
    """Count traces by bin."""
    places = [
        _bin_index(np.asarray(x, float), *axis)
        for x, axis in ((t_cycle, CYCLE_AXIS), (j, JUMPS_AXIS), (t_timing, TIMING_AXIS))
    ]
    inside = np.logical_and.reduce([(place >= 0) for place in places])
    cells = tuple(place[inside] for place in places)
    traces, successes = np.zeros(HISTOGRAM_SHAPE, int), np.zeros(HISTOGRAM_SHAPE, int)
    np.add.at(traces, cells, 1)
    np.add.at(successes, cells, np.asarray(success, bool)[inside].astype(int))
    return TraceHistogram(traces, successes, int((~inside).sum()))


def bin_centres() -> BinPoints:
    """Centres of all 60 bins, without success rates: where models are compared."""
    return _points(np.full(HISTOGRAM_SHAPE, np.nan), all_bins=True)


@cache
def published_histogram() -> np.ndarray:
    """Figure 5.2 of the thesis: success rates of its 53 players, NaN where it has a dash."""
    rates = np.full(HISTOGRAM_SHAPE, np.nan)
    text = resources.files(__package__).joinpath(PUBLISHED_FILE).read_text(encoding="utf-8")
    for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        rates[int(row["cycle_bin"]), int(row["j"]), int(row["timing_bin"])] = float(row["success"])
    rates.setflags(write=False)
    return rates


def published_points() -> BinPoints:
    return _points(published_histogram())


def bin_centre(axis: tuple[float, float, int], k: int) -> float:
    """Centre of a bin."""
    low, high, bins = axis
    return low + (high - low) * (k + 0.5) / bins


def _points(shares: np.ndarray, all_bins: bool = False) -> BinPoints:
    rows = [
        (bin_centre(CYCLE_AXIS, c), bin_centre(TIMING_AXIS, t), float(j), float(shares[c, j, t]))
        for c, j, t in product(*map(range, HISTOGRAM_SHAPE))
        if all_bins or not np.isnan(shares[c, j, t])
    ]
    columns = np.array(rows).reshape(-1, 4).T
    return BinPoints(*columns)


def _bin_index(x: np.ndarray, low: float, high: float, bins: int) -> np.ndarray:
    """Bin of each number, -1 outside; the last bin includes its upper end."""
    place = np.floor((x - low) * bins / (high - low) + ROUNDING_TOLERANCE).astype(int)
    place[np.abs(x - high) <= ROUNDING_TOLERANCE] = bins - 1
    return np.where((place >= 0) & (place < bins), place, -1)

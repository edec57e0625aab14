"""How many sessions a challenge model needs (thesis 5.2), and what it is worth on traps that it never saw (6).

enough(records, seed=1)             the model of n sessions against that of all, for every n
transfer(records, kind)             trained without one kind of trap, held against that kind
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.fitting import distance
from ludus.design.levels.difficulty.histogram import BINS
from ludus.design.levels.difficulty.models import Kind
from ludus.design.levels.difficulty.partitions import Fit, difficulties, fit_records
from ludus.design.levels.difficulty.records import Records
from ludus.design.levels.difficulty.verifying import brier, rank_agreement, slope, tell_apart
from ludus.evolve.state import generator
from ludus.games.platformer.table import KINDS, SAW, SQUEEZE, WALL_SPIKES

TRAPS = {kind: KINDS[kind] for kind in (SAW, WALL_SPIKES, SQUEEZE)}  # that the thesis has, with their names
DIFFERENCE = 0.02  # d of the thesis: of two models, at a bin
ALLOWED = BINS * DIFFERENCE**2


@dataclass(frozen=True)
class Sizes:
    """Distances of models of few sessions from the one of all, by the number of sessions."""

    sessions: tuple[int, ...]
    mean: tuple[float, ...]
    high: tuple[float, ...]  # 95 of 100 draws are below
    needed: int | None  # from here on the mean is allowed
    needed_surely: int | None  # from here on 95 of 100 are


def enough(records: Records, seed: int, draws: int, sizes: Sequence[int], kind: Kind = "linear") -> Sizes:
    """Draw sessions, fit, compare; a draw whose bins are too few for a model is infinitely far off."""
    reference = fit_records(records, None, kind)
    mean, high = [], []
    for size in sizes:
        found = []
        for draw in range(draws):
            chosen = generator(seed, "sessions needed", size, draw).permutation(records.sessions)[:size]
            try:
                found.append(distance(fit_records(records, np.isin(records.trace_session, chosen), kind), reference))
            except LudusError:
                found.append(math.inf)
        mean.append(math.fsum(found) / draws)
        high.append(float(np.sort(found)[min(draws - 1, math.ceil(0.95 * draws) - 1)]))
    return Sizes(tuple(sizes), tuple(mean), tuple(high), _from(sizes, mean), _from(sizes, high))


@dataclass(frozen=True)
class Transfer:
    """A model that never saw a kind of trap, on it; beside it the model that saw all."""

    traces: int
    success: float  # what came
    predicted: float
    predicted_by_all: float
    brier: float
    brier_of_all: float
    auc: float  # of getting through, within the kind
    rank: float  # of difficulty and deaths, over all levels
    t: float


def transfer(records: Records, trap: int, kind: Kind = "linear", by: Fit = "bins") -> Transfer | None:
    """Train without a kind of trap; None where too few other traces are left, or none of the kind."""
    own = records.trap == trap
    try:
        without, with_all = fit_records(records, ~own, kind, by), fit_records(records, None, kind, by)
    except LudusError:
        return None
    if not own.any():
        return None
    numbers = (records.t_cycle[own], records.t_timing[own], records.j[own])
    chance, usual, came = without.success(*numbers), with_all.success(*numbers), records.success[own]
    x = difficulties(records, without)
    return Transfer(
        int(own.sum()),
        float(came.mean()),
        float(chance.mean()),
        float(usual.mean()),
        brier(chance, came),
        brier(usual, came),
        tell_apart(chance, came),
        rank_agreement(x, records.deaths),
        slope(x, records.deaths.astype(float)).t,
    )


def _from(sizes: Sequence[int], off: Sequence[float]) -> int | None:
    """The first size from which on all are allowed."""
    bad = [k for k, each in enumerate(off) if each > ALLOWED]
    first = bad[-1] + 1 if bad else 0
    return sizes[first] if first < len(sizes) else None

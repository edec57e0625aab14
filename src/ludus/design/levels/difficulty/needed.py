"""Sample size of a challenge model (thesis 5.2), and its accuracy on trap kinds that it was not fitted to (6).

sessions_needed(records, seed=1)    # the model of n sessions compared with that of all, for every n
transfer_to_trap(records, kind)     # fitted without one kind of trap, tested on it
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.fitting import model_distance
from ludus.design.levels.difficulty.histogram import HISTOGRAM_BINS
from ludus.design.levels.difficulty.models import ModelKind
from ludus.design.levels.difficulty.partitions import FitMethod, level_difficulties, fit_model
from ludus.design.levels.difficulty.records import TraceRecords
from ludus.design.levels.difficulty.verifying import brier_score, spearman, fit_line, auc
from ludus.evolve.state import numpy_generator
from ludus.games.platformer.table import TRAP_KINDS, SAW, SQUEEZE, WALL_SPIKES

THESIS_TRAPS = {
    kind: TRAP_KINDS[kind] for kind in (SAW, WALL_SPIKES, SQUEEZE)
}  # trap kinds of the thesis, with their names
ALLOWED_DIFFERENCE = 0.02  # d of the thesis: allowed difference of two models at a bin
ALLOWED_DISTANCE = HISTOGRAM_BINS * ALLOWED_DIFFERENCE**2


@dataclass(frozen=True)
class SampleSizes:
    """Distances of models of few sessions from the model of all, by the number of sessions."""

    sessions: tuple[int, ...]
    mean: tuple[float, ...]
    high: tuple[float, ...]  # 95 % quantile of the draws
    needed: int | None  # sessions from which on the mean is allowed
    needed_for_95_percent: int | None  # sessions from which on the 95 % quantile is allowed


def sessions_needed(
    records: TraceRecords, seed: int, draws: int, sizes: Sequence[int], kind: ModelKind = "linear"
) -> SampleSizes:
    """Draw sessions, fit a model, compare; a draw with too few bins for a model has infinite distance."""
    reference = fit_model(records, None, kind)
    mean, high = [], []
    for size in sizes:
        distances = []
        for draw in range(draws):
            chosen = numpy_generator(seed, "sessions needed", size, draw).permutation(records.sessions)[:size]
            try:
                distances.append(
                    model_distance(fit_model(records, np.isin(records.trace_session, chosen), kind), reference)
                )
            except LudusError:
                distances.append(math.inf)
        mean.append(math.fsum(distances) / draws)
        high.append(float(np.sort(distances)[min(draws - 1, math.ceil(0.95 * draws) - 1)]))
    return SampleSizes(tuple(sizes), tuple(mean), tuple(high), _first_allowed(sizes, mean), _first_allowed(sizes, high))


@dataclass(frozen=True)
class TransferResult:
    """Accuracy of a model on a kind of trap that it was not fitted to, compared with a model fitted to all."""

    traces: int
    success: float  # measured success rate
    predicted: float
    predicted_by_all: float
    brier: float
    brier_of_all: float
    auc: float  # AUC of success, within the kind
    rank: float  # rank correlation of difficulty and deaths, over all levels
    t: float


def transfer_to_trap(
    records: TraceRecords, trap: int, kind: ModelKind = "linear", by: FitMethod = "bins"
) -> TransferResult | None:
    """Fit without a kind of trap and test on it; None if there are too few traces."""
    of_kind = records.trap == trap
    try:
        without, with_all = fit_model(records, ~of_kind, kind, by), fit_model(records, None, kind, by)
    except LudusError:
        return None
    if not of_kind.any():
        return None
    numbers = (records.t_cycle[of_kind], records.t_timing[of_kind], records.j[of_kind])
    chance, chance_by_all, success = without.success(*numbers), with_all.success(*numbers), records.success[of_kind]
    x = level_difficulties(records, without)
    return TransferResult(
        int(of_kind.sum()),
        float(success.mean()),
        float(chance.mean()),
        float(chance_by_all.mean()),
        brier_score(chance, success),
        brier_score(chance_by_all, success),
        auc(chance, success),
        spearman(x, records.deaths),
        fit_line(x, records.deaths.astype(float)).t,
    )


def _first_allowed(sizes: Sequence[int], off: Sequence[float]) -> int | None:
    """First size from which on all distances are allowed."""
    bad = [k for k, value in enumerate(off) if value > ALLOWED_DISTANCE]
    first = bad[-1] + 1 if bad else 0
    return sizes[first] if first < len(sizes) else None

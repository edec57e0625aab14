"""Cross-validation of challenge models (thesis 5.3, 5.4), sample size (5.2), transfer to other traps (6), bootstrap.

    results = cross_validate(records, seed=1, count=25, training=25)
    results[0].outcomes["ALL"].t, results[0].outcomes["BAD"].accuracy
    sessions_needed(records, seed=1, ...)   # the model of n sessions compared with that of all, for every n
    transfer_to_trap(records, kind)         # fitted without one kind of trap, tested on it
    bootstrap_draw(records, seed, number, statistic)

A partition is by sessions, so that no player is on both sides, or by levels, so that no level is (reading, G29). The
challenge model is fitted to the traces of one side and rates the levels of both; deaths by difficulty are compared.
Players are in three skill groups by the share of challenges that they passed (G30). The bootstrap draws sessions with
replacement; traces of one session are not independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludus.design.platformer.difficulty.challenge_models import (
    HISTOGRAM_BINS,
    ChallengeModel,
    ModelKind,
    fit_bins,
    fit_traces,
    model_distance,
)
from ludus.design.platformer.difficulty.prediction_metrics import (
    auc,
    brier_score,
    equal_count_edges,
    equal_width_edges,
    fit_line,
    histogram_agreement,
    spearman,
)
from ludus.design.platformer.difficulty.trace_records import TraceRecords
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.platformer.game_data_records import SAW, SQUEEZE, TRAP_KINDS, WALL_SPIKES
from ludus.stats import Estimate
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import CONFIDENCE
from ludus.util.errors import LudusError

ALL_PLAYERS, GROUP_NAMES = "ALL", ("GOOD", "AVERAGE", "BAD")
FitMethod = Literal["bins", "traces"]
SplitBy = Literal["sessions", "levels"]
THESIS_TRAPS = {
    kind: TRAP_KINDS[kind] for kind in (SAW, WALL_SPIKES, SQUEEZE)
}  # trap kinds of the thesis, with their names
ALLOWED_DIFFERENCE = 0.02  # d of the thesis: allowed difference of two models at a bin
ALLOWED_DISTANCE = HISTOGRAM_BINS * ALLOWED_DIFFERENCE**2
MIN_DRAWS = 5  # draws needed for a standard error
DIFFICULTY_DIGITS = 9  # decimals of the difficulty of a level
Statistic = Callable[[TraceRecords, np.ndarray], Mapping[str, float]]  # of records and the original session of each


@dataclass(frozen=True)
class PredictionQuality:
    """How well the difficulty of levels predicts the deaths of held-out plays."""

    t: float
    p_one_tailed: float
    p_two_tailed: float
    slope: float
    accuracy: float  # over bins of equal counts
    accuracy_widths: float  # over bins of equal width
    rank: float  # Spearman's correlation of difficulty and deaths
    auc: float  # AUC of dying at least once
    brier: float
    levels: int


@dataclass(frozen=True)
class PartitionResult:
    """Result of one partition; arrays have one entry per play."""

    model: ChallengeModel
    difficulty: np.ndarray
    training: np.ndarray  # whether a play is in the training set
    outcomes: dict[str, PredictionQuality]  # of ALL and of the three groups


def skill_groups(records: TraceRecords) -> np.ndarray:
    """Group of each session: 0 for GOOD, 1 for AVERAGE, 2 for BAD; thirds by score, the middle one the smallest."""
    order = np.lexsort((np.arange(records.sessions), -records.scores))
    third = (records.sessions + 1) // 3
    group = np.ones(records.sessions, int)
    group[order[:third]], group[order[records.sessions - third :]] = 0, 2
    return group


def cross_validate(
    records: TraceRecords,
    seed: int,
    count: int,
    training: int,
    kind: ModelKind = "linear",
    by: FitMethod = "bins",
    split: SplitBy = "sessions",
    originals: np.ndarray | None = None,
) -> list[PartitionResult]:
    """Cross-validate with random partitions.

    Args:
        records: all plays and traces.
        seed: seed of the partitions.
        count: number of partitions.
        training: number of training sessions; by levels, the same share of the levels.
        kind: kind of challenge model.
        by: fit to bins or to traces.
        split: partition sessions or levels.
        originals: in a bootstrap, the original of each session; copies stay on one side.

    Raises:
        LudusError: no sessions would be left for one side.
    """
    names = np.arange(records.sessions) if originals is None else originals
    distinct = np.unique(names)
    if not 1 <= training < records.sessions:
        raise LudusError(f"of {records.sessions} sessions, {training} cannot be for training and others left to verify")
    groups, results = skill_groups(records), []
    for number in range(count):
        rng = numpy_generator(seed, "partition", split, number)
        if split == "sessions":
            chosen = rng.permutation(distinct)[: max(1, round(len(distinct) * training / records.sessions))]
            plays = np.isin(names[records.session], chosen)
        else:
            levels = rng.permutation(len(records.levels_reduced))
            plays = np.isin(records.level, levels[: max(1, round(len(levels) * training / records.sessions))])
        results.append(_evaluate_partition(records, plays, groups, kind, by))
    return results


def fit_model(
    records: TraceRecords, chosen: np.ndarray | None, kind: ModelKind, by: FitMethod = "bins"
) -> ChallengeModel:
    """Fit a model to these traces."""
    if by == "traces":
        rows = slice(None) if chosen is None else chosen
        return fit_traces(records.t_cycle[rows], records.t_timing[rows], records.j[rows], records.success[rows])
    return fit_bins(records.histogram(chosen).points(), kind)


def level_difficulties(records: TraceRecords, model: ChallengeModel) -> np.ndarray:
    """Difficulty of the level of every play.

    It is rounded: the constants of a model differ between processors in their last bits, and so do sums of the same
    addends in another order. Levels that differ by such errors alone are equally difficult, on every machine.
    """
    by_level = np.array([short.rate(model).difficulty for short in records.levels_reduced])
    by_play: np.ndarray = by_level.round(DIFFICULTY_DIGITS)[records.level]
    return by_play


def prediction_quality(x: np.ndarray, deaths: np.ndarray, training: np.ndarray) -> PredictionQuality:
    """How well difficulty predicts deaths on the held-out side."""
    there, here = ~training, training
    line, died = fit_line(x[there], deaths[there].astype(float)), deaths[there] > 0
    halves = ((x[here], deaths[here]), (x[there], deaths[there]))
    enough = here.any() and there.any()
    return PredictionQuality(
        line.t,
        line.p_one_tailed,
        line.p_two_tailed,
        line.slope,
        histogram_agreement(*halves, equal_count_edges(x[here])) if enough else np.nan,
        histogram_agreement(*halves, equal_width_edges(x[here])) if enough else np.nan,
        spearman(x[there], deaths[there]),
        auc(x[there], died),
        brier_score(x[there], died),
        int(there.sum()),
    )


def _evaluate_partition(
    records: TraceRecords, training: np.ndarray, groups: np.ndarray, kind: ModelKind, by: FitMethod
) -> PartitionResult:
    model = fit_model(records, training[records.trace_play], kind, by)
    x = level_difficulties(records, model)
    outcomes = {ALL_PLAYERS: prediction_quality(x, records.deaths, training)}
    for number, name in enumerate(GROUP_NAMES):
        in_group = groups[records.session] == number
        outcomes[name] = prediction_quality(x[in_group], records.deaths[in_group], training[in_group])
    return PartitionResult(model, x, training, outcomes)


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
    """Each statistic with an interval from the standard deviation of the draws.

    Draws with replacement vary too little by a factor of sqrt((count - 1) / count), and the standard deviation itself
    is uncertain: the interval allows for both, by Student's t.
    """
    freedom = max(count - 1, 1)
    factor = student_t_quantile(freedom, 0.5 + CONFIDENCE / 2) * math.sqrt(count / freedom)
    intervals = {}
    for name, value in values.items():
        others = [draw[name] for draw in draws if name in draw and math.isfinite(draw[name])]
        half = factor * float(np.std(others, ddof=1)) if len(others) >= MIN_DRAWS else math.inf
        intervals[name] = Estimate(float(value), float(value - half), float(value + half), count, freedom)
    return intervals

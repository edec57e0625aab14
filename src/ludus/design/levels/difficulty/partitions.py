"""Cross-validation of challenge models: fitted to one part of the sessions, tested on the rest (thesis 5.3, 5.4).

    results = cross_validate(records, seed=1, count=25, training=25)
    results[0].outcomes["ALL"].t, results[0].outcomes["BAD"].accuracy

A partition is by sessions, so that no player is on both sides, or by levels, so that no level is (reading, G29). The
challenge model is fitted to the traces of one side and rates the levels of both; deaths by difficulty are compared.
Players are in three skill groups by the share of challenges that they passed (G30).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.fitting import fit_bins, fit_traces
from ludus.design.levels.difficulty.models import ChallengeModel, ModelKind
from ludus.design.levels.difficulty.records import TraceRecords
from ludus.design.levels.difficulty.verifying import (
    histogram_agreement,
    brier_score,
    equal_count_edges,
    equal_width_edges,
    spearman,
    fit_line,
    auc,
)
from ludus.evolve.state import numpy_generator

ALL_PLAYERS, GROUP_NAMES = "ALL", ("GOOD", "AVERAGE", "BAD")
FitMethod = Literal["bins", "traces"]
SplitBy = Literal["sessions", "levels"]


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
    """Difficulty of the level of every play."""
    by_level = np.array([short.rate(model).difficulty for short in records.levels_reduced])
    by_play: np.ndarray = by_level[records.level]
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

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
from ludus.design.levels.difficulty.fitting import fit, fit_traces
from ludus.design.levels.difficulty.models import ChallengeModel, Kind
from ludus.design.levels.difficulty.records import Records
from ludus.design.levels.difficulty.verifying import (
    accuracy,
    brier,
    equal_counts,
    equal_widths,
    rank_agreement,
    slope,
    tell_apart,
)
from ludus.evolve.state import generator

ALL, GROUPS = "ALL", ("GOOD", "AVERAGE", "BAD")
Fit = Literal["bins", "traces"]
Split = Literal["sessions", "levels"]


@dataclass(frozen=True)
class Outcome:
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
class Partition:
    """Result of one partition; arrays have one entry per play."""

    model: ChallengeModel
    difficulty: np.ndarray
    training: np.ndarray  # whether a play is in the training set
    outcomes: dict[str, Outcome]  # of ALL and of the three groups


def skill_groups(records: Records) -> np.ndarray:
    """Group of each session: 0 for GOOD, 1 for AVERAGE, 2 for BAD; thirds by score, the middle one the smallest."""
    order = np.lexsort((np.arange(records.sessions), -records.scores))
    third = (records.sessions + 1) // 3
    group = np.ones(records.sessions, int)
    group[order[:third]], group[order[records.sessions - third :]] = 0, 2
    return group


def partition(
    records: Records,
    seed: int,
    count: int,
    training: int,
    kind: Kind = "linear",
    by: Fit = "bins",
    split: Split = "sessions",
    originals: np.ndarray | None = None,
) -> list[Partition]:
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
        rng = generator(seed, "partition", split, number)
        if split == "sessions":
            chosen = rng.permutation(distinct)[: max(1, round(len(distinct) * training / records.sessions))]
            plays = np.isin(names[records.session], chosen)
        else:
            levels = rng.permutation(len(records.shorts))
            plays = np.isin(records.level, levels[: max(1, round(len(levels) * training / records.sessions))])
        results.append(_held_against(records, plays, groups, kind, by))
    return results


def fit_records(records: Records, chosen: np.ndarray | None, kind: Kind, by: Fit = "bins") -> ChallengeModel:
    """Fit a model to these traces."""
    if by == "traces":
        rows = slice(None) if chosen is None else chosen
        return fit_traces(records.t_cycle[rows], records.t_timing[rows], records.j[rows], records.success[rows])
    return fit(records.histogram(chosen).points(), kind)


def difficulties(records: Records, model: ChallengeModel) -> np.ndarray:
    """Difficulty of the level of every play."""
    by_level = np.array([short.rate(model).difficulty for short in records.shorts])
    by_play: np.ndarray = by_level[records.level]
    return by_play


def outcome(x: np.ndarray, deaths: np.ndarray, training: np.ndarray) -> Outcome:
    """How well difficulty predicts deaths on the held-out side."""
    there, here = ~training, training
    line, died = slope(x[there], deaths[there].astype(float)), deaths[there] > 0
    halves = ((x[here], deaths[here]), (x[there], deaths[there]))
    enough = here.any() and there.any()
    return Outcome(
        line.t,
        line.p_one_tailed,
        line.p_two_tailed,
        line.slope,
        accuracy(*halves, equal_counts(x[here])) if enough else np.nan,
        accuracy(*halves, equal_widths(x[here])) if enough else np.nan,
        rank_agreement(x[there], deaths[there]),
        tell_apart(x[there], died),
        brier(x[there], died),
        int(there.sum()),
    )


def _held_against(records: Records, training: np.ndarray, groups: np.ndarray, kind: Kind, by: Fit) -> Partition:
    model = fit_records(records, training[records.trace_play], kind, by)
    x = difficulties(records, model)
    outcomes = {ALL: outcome(x, records.deaths, training)}
    for number, name in enumerate(GROUPS):
        in_group = groups[records.session] == number
        outcomes[name] = outcome(x[in_group], records.deaths[in_group], training[in_group])
    return Partition(model, x, training, outcomes)

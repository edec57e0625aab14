"""Models fitted to one part of the sessions and held against the rest, many times over (thesis 5.3, 5.4).

    results = partition(records, seed=1, count=25, training=25)
    results[0].all.t, results[0].groups["BAD"].accuracy

A partition is by sessions, so that no player is on both sides, or by levels, so that no level is (reading, G29). The
challenge model is fitted to the traces of one side, rates the levels of both, and deaths by difficulty are compared.
Players are in three groups of skill by the share of challenges that they got through (G30).
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
    """How the difficulty of levels tells the deaths of those who were not asked."""

    t: float
    p_one_tailed: float
    p_two_tailed: float
    slope: float
    accuracy: float  # over bins of equal counts
    accuracy_widths: float  # over bins of equal width
    rank: float  # Spearman's correlation of difficulty and deaths
    auc: float  # of dying at least once
    brier: float
    levels: int


@dataclass(frozen=True)
class Partition:
    """One partition; arrays are by play."""

    model: ChallengeModel
    difficulty: np.ndarray
    training: np.ndarray  # whether a play is of the training side
    outcomes: dict[str, Outcome]  # ALL and the three groups


def skill_groups(records: Records) -> np.ndarray:
    """The group of each session: 0 for GOOD, 1 for AVERAGE, 2 for BAD. Thirds by score, the middle one the smallest."""
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
    """So many random partitions with this number of training sessions, or that share of the levels.

    `originals` names what sessions are copies of, in a bootstrap: copies stay on one side.
    """
    names = np.arange(records.sessions) if originals is None else originals
    distinct = np.unique(names)
    if not 1 <= training < records.sessions:
        raise LudusError(f"of {records.sessions} sessions, {training} cannot be for training and others left to verify")
    groups, found = skill_groups(records), []
    for number in range(count):
        rng = generator(seed, "partition", split, number)
        if split == "sessions":
            chosen = rng.permutation(distinct)[: max(1, round(len(distinct) * training / records.sessions))]
            plays = np.isin(names[records.session], chosen)
        else:
            levels = rng.permutation(len(records.shorts))
            plays = np.isin(records.level, levels[: max(1, round(len(levels) * training / records.sessions))])
        found.append(_held_against(records, plays, groups, kind, by))
    return found


def fit_records(records: Records, chosen: np.ndarray | None, kind: Kind, by: Fit = "bins") -> ChallengeModel:
    """A model of these traces."""
    if by == "traces":
        rows = slice(None) if chosen is None else chosen
        return fit_traces(records.t_cycle[rows], records.t_timing[rows], records.j[rows], records.success[rows])
    return fit(records.histogram(chosen).points(), kind)


def difficulties(records: Records, model: ChallengeModel) -> np.ndarray:
    """The difficulty of the level of every play."""
    each = np.array([short.rate(model).difficulty for short in records.shorts])
    found: np.ndarray = each[records.level]
    return found


def outcome(x: np.ndarray, deaths: np.ndarray, training: np.ndarray) -> Outcome:
    """What difficulty tells about deaths on the side that was not trained on."""
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
        own = groups[records.session] == number
        outcomes[name] = outcome(x[own], records.deaths[own], training[own])
    return Partition(model, x, training, outcomes)

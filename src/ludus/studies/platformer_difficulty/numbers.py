"""Measures of sessions, by name; computed for all sessions and for every bootstrap draw."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from ludus.design.levels.difficulty.fitting import error, explained, fit
from ludus.design.levels.difficulty.histogram import FEWEST, Histogram, published
from ludus.design.levels.difficulty.partitions import (
    ALL,
    GROUPS,
    Partition,
    difficulties,
    fit_records,
    partition,
    skill_groups,
)
from ludus.design.levels.difficulty.records import Records
from ludus.design.levels.difficulty.verifying import rank_agreement, slope
from ludus.design.levels.people.calibrating import fitted_cells, held_out_cells
from ludus.studies.platformer_difficulty.beside import BY_TRACES, constants, levels_of_groups, sixths, unseen
from ludus.studies.platformer_difficulty.config import OF, Settings
from ludus.studies.platformer_difficulty.published import GIVEN_UP

BY_LEVELS = "split by levels"
SURE = 2.0  # t-score above which a slope counts as significant
MEASURES = ("t", "p_one_tailed", "p_two_tailed", "accuracy", "accuracy_widths", "rank", "auc", "brier")


def tell(settings: Settings, records: Records, originals: np.ndarray, partitions: int) -> dict[str, float]:
    """Compute all measures."""
    measures = {**counts(records), **fits(records), **levels(settings, records), **skills(records)}
    measures |= levels_of_groups(records, fit_records(records, None, settings.model))
    partition_args = (records, settings.seed, partitions, training_of(settings, records))
    split = partition(*partition_args, settings.model, originals=originals)
    measures |= averages(split) | sixths(records, split)
    by_levels = partition(*partition_args, settings.model, split="levels", originals=originals)
    by_traces = partition(*partition_args, "logistic", by="traces", originals=originals)
    for word, partitions_by in ((BY_LEVELS, by_levels), (BY_TRACES, by_traces)):
        measures |= {f"{name}, {word}": value for name, value in averages(partitions_by).items()}
    if "transfer" in settings.parts:
        measures |= unseen(records, fit_records(records, None, settings.model))
    return measures


def training_of(settings: Settings, records: Records) -> int:
    """Number of training sessions: the same share as in the thesis, which has 53 sessions."""
    return min(max(round(records.sessions * settings.training / OF), 2), records.sessions - 2)


def counts(records: Records) -> dict[str, float]:
    """Counts of traces, deaths and filled bins."""
    counted = records.histogram()
    theirs = ~np.isnan(published())
    ours = counted.traces >= FEWEST
    plays = len(records.session)
    return {
        "traces of 530 levels": 530 * len(records.success) / plays,
        "success": float(records.success.mean()),
        "deaths a level": float(records.deaths.mean()),
        "filled bins": counted.filled,
        "filled like theirs": float((ours & theirs).sum()),
        "off in fitted cells": _off(counted, fitted_cells()),
        "off in other cells": _off(counted, held_out_cells()),
        "traces outside": counted.beyond / len(records.success),
        GIVEN_UP: 530 * float((~records.finished).mean()),
        "minutes of a session": records.minutes,
    }


def fits(records: Records) -> dict[str, float]:
    """Constants and errors of the challenge models."""
    points = records.histogram().points()
    linear, measures = fit(points, "linear"), constants(records)
    measures["linear error"], measures["linear R2"] = error(linear, points), explained(linear, points)
    for kind in ("exponential", "exponential-failure", "logistic"):
        measures[f"{kind} error"] = error(fit(points, kind), points)
    measures["refined exponential-failure error"] = error(fit(points, "exponential-failure", refined=True), points)
    measures["refined logistic error"] = error(fit(points, "logistic", refined=True), points)
    measures["exponential-failure less than linear"] = measures["linear error"] - measures["exponential-failure error"]
    return measures


def levels(settings: Settings, records: Records) -> dict[str, float]:
    """Difficulty of the levels, by the model of all sessions."""
    model = fit_records(records, None, settings.model)
    x = difficulties(records, model)
    expected = np.array([short.rate(model).expected_deaths for short in records.shorts])[records.level]
    return {
        "expected deaths": float(expected.mean()),
        "rank of expected deaths": rank_agreement(expected, records.deaths),
        "difficulty": float(x.mean()),
        "difficulty 0.8 to 0.9": float(((x >= 0.8) & (x < 0.9)).mean()),
        "difficulty below 0.7": float((x < 0.7).mean()),
        "died": float((records.deaths > 0).mean()),
    }


def skills(records: Records) -> dict[str, float]:
    """Groups of players, and learning."""
    groups = skill_groups(records)
    measures = {}
    for number, name in enumerate(GROUPS):
        measures[f"score {name}"] = float(records.scores[groups == number].mean())
        measures[f"deaths {name}"] = float(records.deaths[groups[records.session] == number].mean())
    orders = records.order[records.trace_play]
    late = orders >= min(4, int(orders.max()))  # periods have the same distribution from the fifth level on
    measures["learning"] = slope(orders[late].astype(float), records.success[late].astype(float)).slope
    measures["scores apart"] = measures["score GOOD"] - measures["score BAD"]
    return measures


def averages(split: list[Partition]) -> dict[str, float]:
    """Means over partitions; partitions with an unknown value are left out."""
    means = {}
    for name in (ALL, *GROUPS):
        for measure in MEASURES:
            values = [getattr(part.outcomes[name], measure) for part in split]
            means[f"{measure} {name}"] = _mean(values)
    means["sure slopes"] = sum(part.outcomes[ALL].t > SURE for part in split) / len(split)
    return means


def _off(counted: Histogram, cells: np.ndarray) -> float:
    """Root mean square difference from the printed histogram, every trace with equal weight."""
    used = cells & (counted.traces >= FEWEST)
    weight, off = counted.traces[used], (counted.shares - published())[used]
    return math.sqrt(math.fsum((weight * off * off).tolist()) / weight.sum()) if used.any() else math.nan


def _mean(values: list[float]) -> float:
    finite = [value for value in values if math.isfinite(value)]
    return math.fsum(finite) / len(finite) if finite else math.nan


def plain(told: Mapping[str, float]) -> dict[str, float]:
    return {name: float(value) for name, value in told.items()}

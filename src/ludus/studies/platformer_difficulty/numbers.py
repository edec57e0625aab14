"""Every number that the study tells of sessions, by name; what is told of the sessions that were drawn again."""

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
SURE = 2.0  # a t-score above which a slope is believed
MEASURES = ("t", "p_one_tailed", "p_two_tailed", "accuracy", "accuracy_widths", "rank", "auc", "brier")


def tell(settings: Settings, records: Records, originals: np.ndarray, partitions: int) -> dict[str, float]:
    """All of them."""
    told = {**counts(records), **fits(records), **levels(settings, records), **skills(records)}
    told |= levels_of_groups(records, fit_records(records, None, settings.model))
    asked = (records, settings.seed, partitions, training_of(settings, records))
    split = partition(*asked, settings.model, originals=originals)
    told |= averages(split) | sixths(records, split)
    by_levels = partition(*asked, settings.model, split="levels", originals=originals)
    by_traces = partition(*asked, "logistic", by="traces", originals=originals)
    for word, other in ((BY_LEVELS, by_levels), (BY_TRACES, by_traces)):
        told |= {f"{name}, {word}": value for name, value in averages(other).items()}
    if "transfer" in settings.parts:
        told |= unseen(records, fit_records(records, None, settings.model))
    return told


def training_of(settings: Settings, records: Records) -> int:
    """Sessions for training: the share that the thesis takes of its 53."""
    return min(max(round(records.sessions * settings.training / OF), 2), records.sessions - 2)


def counts(records: Records) -> dict[str, float]:
    """What there is."""
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
    linear, told = fit(points, "linear"), constants(records)
    told["linear error"], told["linear R2"] = error(linear, points), explained(linear, points)
    for kind in ("exponential", "exponential-failure", "logistic"):
        told[f"{kind} error"] = error(fit(points, kind), points)
    told["refined exponential-failure error"] = error(fit(points, "exponential-failure", refined=True), points)
    told["refined logistic error"] = error(fit(points, "logistic", refined=True), points)
    told["exponential-failure less than linear"] = told["linear error"] - told["exponential-failure error"]
    return told


def levels(settings: Settings, records: Records) -> dict[str, float]:
    """How hard the levels are, by the model of all sessions."""
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
    """Groups of players, and what they learn."""
    groups = skill_groups(records)
    told = {}
    for number, name in enumerate(GROUPS):
        told[f"score {name}"] = float(records.scores[groups == number].mean())
        told[f"deaths {name}"] = float(records.deaths[groups[records.session] == number].mean())
    orders = records.order[records.trace_play]
    late = orders >= min(4, int(orders.max()))  # periods are drawn alike from the fifth level on
    told["learning"] = slope(orders[late].astype(float), records.success[late].astype(float)).slope
    told["scores apart"] = told["score GOOD"] - told["score BAD"]
    return told


def averages(split: list[Partition]) -> dict[str, float]:
    """Means over partitions; partitions in which a number is not known are left out of it."""
    told = {}
    for name in (ALL, *GROUPS):
        for measure in MEASURES:
            values = [getattr(each.outcomes[name], measure) for each in split]
            told[f"{measure} {name}"] = _mean(values)
    told["sure slopes"] = sum(each.outcomes[ALL].t > SURE for each in split) / len(split)
    return told


def _off(counted: Histogram, cells: np.ndarray) -> float:
    """The root of the mean squared difference from the printed histogram, every trace counting alike."""
    used = cells & (counted.traces >= FEWEST)
    weight, off = counted.traces[used], (counted.shares - published())[used]
    return math.sqrt(math.fsum((weight * off * off).tolist()) / weight.sum()) if used.any() else math.nan


def _mean(values: list[float]) -> float:
    known = [value for value in values if math.isfinite(value)]
    return math.fsum(known) / len(known) if known else math.nan


def plain(told: Mapping[str, float]) -> dict[str, float]:
    return {name: float(value) for name, value in told.items()}

"""Measures of sessions, by name; computed for all sessions and for every bootstrap draw."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping

import numpy as np

from ludus.design.platformer.difficulty.challenge_models import (
    CONSTANT_NAMES,
    MIN_TRACES_PER_BIN,
    MODEL_KINDS,
    ChallengeModel,
    TraceHistogram,
    fit_bins,
    published_histogram,
    r_squared,
    squared_error,
)
from ludus.design.platformer.difficulty.cross_validation import (
    ALL_PLAYERS,
    DIFFICULTY_DIGITS,
    GROUP_NAMES,
    THESIS_TRAPS,
    PartitionResult,
    cross_validate,
    fit_model,
    level_difficulties,
    skill_groups,
    transfer_to_trap,
)
from ludus.design.platformer.difficulty.prediction_metrics import (
    DIFFICULTY_BINS,
    equal_count_edges,
    fit_line,
    mean_by_bin,
    spearman,
)
from ludus.design.platformer.difficulty.trace_records import TraceRecords
from ludus.design.platformer.players.calibration_error import fitting_cells, held_out_cells
from ludus.studies.platformer_difficulty.config import THESIS_SESSIONS, DifficultyConfig
from ludus.studies.platformer_difficulty.published import GIVEN_UP

TRAINING_SIDE, BY_TRACES_MODEL = "training", "logistic, by traces"
DIFFICULTY_TENTHS = 10
UNSEEN_MEASURES = ("success", "predicted", "predicted_by_all", "brier", "brier_of_all", "auc", "rank", "t")
SPLIT_BY_LEVELS = "split by levels"
T_THRESHOLD = 2.0  # t-score above which a slope counts as significant
PARTITION_MEASURES = ("t", "p_one_tailed", "p_two_tailed", "accuracy", "accuracy_widths", "rank", "auc", "brier")


def model_constants(records: TraceRecords) -> dict[str, float]:
    """Constants of all kinds of models, and of one in which every trace has equal weight."""
    models: dict[str, ChallengeModel] = {kind: fit_model(records, None, kind) for kind in MODEL_KINDS}
    models[BY_TRACES_MODEL] = fit_model(records, None, "logistic", "traces")
    return {f"{kind} {name}": x for kind, model in models.items() for name, x in _named_constants(model)}


def deaths_by_sixth(records: TraceRecords, split: list[PartitionResult]) -> dict[str, float]:
    """Figures 5.4 and 5.8: mean deaths in bins of difficulty, for training sessions and for groups of the others."""
    groups = skill_groups(records)[records.session]
    rows: dict[str, list[np.ndarray]] = {name: [] for name in (TRAINING_SIDE, ALL_PLAYERS, *GROUP_NAMES)}
    for item in split:
        held_out, edges = ~item.training, equal_count_edges(item.difficulty[item.training])
        sides = {TRAINING_SIDE: item.training, ALL_PLAYERS: held_out}
        sides |= {name: held_out & (groups == number) for number, name in enumerate(GROUP_NAMES)}
        for name, plays in sides.items():
            rows[name].append(mean_by_bin(item.difficulty[plays], records.deaths[plays], edges)[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # NaN for a sixth without levels in any partition
        means = {name: np.nanmean(np.array(item), axis=0) for name, item in rows.items()}
    return {sixth_name(k, name): float(item[k]) for name, item in means.items() for k in range(DIFFICULTY_BINS)}


def sixth_name(number: int, who: str) -> str:
    """Name of the measure: mean deaths in a sixth of the levels; the easiest is 0."""
    return f"deaths in sixth {number + 1}, {who}"


def levels_by_tenth(records: TraceRecords, model: ChallengeModel) -> dict[str, float]:
    """Figure 5.7: levels of each group of players by difficulty."""
    x, groups = level_difficulties(records, model), skill_groups(records)[records.session]
    edges = np.linspace(0, 1, DIFFICULTY_TENTHS + 1)
    shares: dict[str, float] = {}
    for number, name in enumerate(GROUP_NAMES):
        counts = np.histogram(x[groups == number], edges)[0]
        shares |= {tenth_name(k, name): float(counts[k] / max(counts.sum(), 1)) for k in range(DIFFICULTY_TENTHS)}
    return shares


def tenth_name(number: int, who: str) -> str:
    """Name of the measure: share of a group's levels in a tenth of difficulty."""
    return f"levels in tenth {number + 1}, {who}"


def unseen_trap_measures(records: TraceRecords, model: ChallengeModel) -> dict[str, float]:
    """Quality of a model on a kind of trap that it was not trained on."""
    measures: dict[str, float] = {}
    for trap, title in THESIS_TRAPS.items():
        outcome = transfer_to_trap(records, trap, model.kind)
        if outcome is not None:
            measures |= {f"unseen {title} {name}": getattr(outcome, name) for name in UNSEEN_MEASURES}
    return measures


def _named_constants(model: ChallengeModel) -> list[tuple[str, float]]:
    return list(zip(CONSTANT_NAMES, model.constants, strict=True))


def measure_sessions(
    settings: DifficultyConfig, records: TraceRecords, originals: np.ndarray, partitions: int
) -> dict[str, float]:
    """Compute all measures."""
    measures = {
        **count_measures(records),
        **model_measures(records),
        **level_measures(settings, records),
        **skill_measures(records),
    }
    measures |= levels_by_tenth(records, fit_model(records, None, settings.model))
    partition_args = (records, settings.seed, partitions, training_sessions(settings, records))
    split = cross_validate(*partition_args, settings.model, originals=originals)
    measures |= partition_means(split) | deaths_by_sixth(records, split)
    by_levels = cross_validate(*partition_args, settings.model, split="levels", originals=originals)
    by_traces = cross_validate(*partition_args, "logistic", by="traces", originals=originals)
    for word, partitions_by in ((SPLIT_BY_LEVELS, by_levels), (BY_TRACES_MODEL, by_traces)):
        measures |= {f"{name}, {word}": value for name, value in partition_means(partitions_by).items()}
    if "transfer" in settings.parts:
        measures |= unseen_trap_measures(records, fit_model(records, None, settings.model))
    return measures


def training_sessions(settings: DifficultyConfig, records: TraceRecords) -> int:
    """Number of training sessions: the same share as in the thesis, which has 53 sessions."""
    return min(max(round(records.sessions * settings.training / THESIS_SESSIONS), 2), records.sessions - 2)


def count_measures(records: TraceRecords) -> dict[str, float]:
    """Counts of traces, deaths and filled bins."""
    counted = records.histogram()
    theirs = ~np.isnan(published_histogram())
    ours = counted.traces >= MIN_TRACES_PER_BIN
    plays = len(records.session)
    return {
        "traces of 530 levels": 530 * len(records.success) / plays,
        "success": float(records.success.mean()),
        "deaths a level": float(records.deaths.mean()),
        "filled bins": counted.filled_bins,
        "filled like theirs": float((ours & theirs).sum()),
        "off in fitted cells": _histogram_error(counted, fitting_cells()),
        "off in other cells": _histogram_error(counted, held_out_cells()),
        "traces outside": counted.outside / len(records.success),
        GIVEN_UP: 530 * float((~records.finished).mean()),
        "minutes of a session": records.minutes,
    }


def model_measures(records: TraceRecords) -> dict[str, float]:
    """Constants and errors of the challenge models."""
    points = records.histogram().points()
    linear, measures = fit_bins(points, "linear"), model_constants(records)
    measures["linear error"], measures["linear R2"] = squared_error(linear, points), r_squared(linear, points)
    for kind in ("exponential", "exponential-failure", "logistic"):
        measures[f"{kind} error"] = squared_error(fit_bins(points, kind), points)
    measures["refined exponential-failure error"] = squared_error(
        fit_bins(points, "exponential-failure", refined=True), points
    )
    measures["refined logistic error"] = squared_error(fit_bins(points, "logistic", refined=True), points)
    measures["exponential-failure less than linear"] = measures["linear error"] - measures["exponential-failure error"]
    return measures


def level_measures(settings: DifficultyConfig, records: TraceRecords) -> dict[str, float]:
    """Difficulty of the levels, by the model of all sessions."""
    model = fit_model(records, None, settings.model)
    x = level_difficulties(records, model)
    by_level = np.array([short.rate(model).expected_deaths for short in records.levels_reduced])
    expected = by_level.round(DIFFICULTY_DIGITS)[records.level]  # rounded as difficulties are
    return {
        "expected deaths": float(expected.mean()),
        "rank of expected deaths": spearman(expected, records.deaths),
        "difficulty": float(x.mean()),
        "difficulty 0.8 to 0.9": float(((x >= 0.8) & (x < 0.9)).mean()),
        "difficulty below 0.7": float((x < 0.7).mean()),
        "died": float((records.deaths > 0).mean()),
    }


def skill_measures(records: TraceRecords) -> dict[str, float]:
    """Groups of players, and learning."""
    groups = skill_groups(records)
    measures = {}
    for number, name in enumerate(GROUP_NAMES):
        measures[f"score {name}"] = float(records.scores[groups == number].mean())
        measures[f"deaths {name}"] = float(records.deaths[groups[records.session] == number].mean())
    orders = records.order[records.trace_play]
    late = orders >= min(4, int(orders.max()))  # periods have the same distribution from the fifth level on
    measures["learning"] = fit_line(orders[late].astype(float), records.success[late].astype(float)).slope
    measures["scores apart"] = measures["score GOOD"] - measures["score BAD"]
    return measures


def partition_means(split: list[PartitionResult]) -> dict[str, float]:
    """Means over partitions; partitions with an unknown value are left out."""
    means = {}
    for name in (ALL_PLAYERS, *GROUP_NAMES):
        for measure in PARTITION_MEASURES:
            values = [getattr(part.outcomes[name], measure) for part in split]
            means[f"{measure} {name}"] = _finite_mean(values)
    means["sure slopes"] = sum(part.outcomes[ALL_PLAYERS].t > T_THRESHOLD for part in split) / len(split)
    return means


def _histogram_error(counted: TraceHistogram, cells: np.ndarray) -> float:
    """Root mean square difference from the printed histogram, every trace with equal weight."""
    used = cells & (counted.traces >= MIN_TRACES_PER_BIN)
    weight, off = counted.traces[used], (counted.success_rates - published_histogram())[used]
    return math.sqrt(math.fsum((weight * off * off).tolist()) / weight.sum()) if used.any() else math.nan


def _finite_mean(values: list[float]) -> float:
    finite = [value for value in values if math.isfinite(value)]
    return math.fsum(finite) / len(finite) if finite else math.nan


def plain_floats(measures: Mapping[str, float]) -> dict[str, float]:
    return {name: float(value) for name, value in measures.items()}

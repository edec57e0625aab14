"""Extra analyses of sessions: other splits, sixths of levels, levels of groups, unseen traps."""

from __future__ import annotations

import warnings

import numpy as np

from ludus.design.levels.difficulty.models import MODEL_KINDS, CONSTANT_NAMES, ChallengeModel
from ludus.design.levels.difficulty.needed import THESIS_TRAPS, transfer_to_trap
from ludus.design.levels.difficulty.partitions import (
    ALL_PLAYERS,
    GROUP_NAMES,
    PartitionResult,
    level_difficulties,
    fit_model,
    skill_groups,
)
from ludus.design.levels.difficulty.records import TraceRecords
from ludus.design.levels.difficulty.verifying import DIFFICULTY_BINS, mean_by_bin, equal_count_edges

TRAINING_SIDE, BY_TRACES_MODEL = "training", "logistic, by traces"
DIFFICULTY_TENTHS = 10
UNSEEN_MEASURES = ("success", "predicted", "predicted_by_all", "brier", "brier_of_all", "auc", "rank", "t")


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

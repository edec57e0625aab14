"""Extra analyses of sessions: other splits, sixths of levels, levels of groups, unseen traps."""

from __future__ import annotations

import warnings

import numpy as np

from ludus.design.levels.difficulty.models import KINDS, NAMES, ChallengeModel
from ludus.design.levels.difficulty.needed import TRAPS, transfer
from ludus.design.levels.difficulty.partitions import (
    ALL,
    GROUPS,
    Partition,
    difficulties,
    fit_records,
    skill_groups,
)
from ludus.design.levels.difficulty.records import Records
from ludus.design.levels.difficulty.verifying import BINS, by_bin, equal_counts

TRAINING, BY_TRACES = "training", "logistic, by traces"
TENTHS = 10
UNSEEN = ("success", "predicted", "predicted_by_all", "brier", "brier_of_all", "auc", "rank", "t")


def constants(records: Records) -> dict[str, float]:
    """Constants of all kinds of models, and of one in which every trace has equal weight."""
    models: dict[str, ChallengeModel] = {kind: fit_records(records, None, kind) for kind in KINDS}
    models[BY_TRACES] = fit_records(records, None, "logistic", "traces")
    return {f"{kind} {name}": x for kind, model in models.items() for name, x in _named(model)}


def sixths(records: Records, split: list[Partition]) -> dict[str, float]:
    """Figures 5.4 and 5.8: mean deaths in bins of difficulty, for training sessions and for groups of the others."""
    groups = skill_groups(records)[records.session]
    rows: dict[str, list[np.ndarray]] = {name: [] for name in (TRAINING, ALL, *GROUPS)}
    for item in split:
        held_out, edges = ~item.training, equal_counts(item.difficulty[item.training])
        sides = {TRAINING: item.training, ALL: held_out}
        sides |= {name: held_out & (groups == number) for number, name in enumerate(GROUPS)}
        for name, plays in sides.items():
            rows[name].append(by_bin(item.difficulty[plays], records.deaths[plays], edges)[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # NaN for a sixth without levels in any partition
        means = {name: np.nanmean(np.array(item), axis=0) for name, item in rows.items()}
    return {sixth(k, name): float(item[k]) for name, item in means.items() for k in range(BINS)}


def sixth(number: int, who: str) -> str:
    """Name of the measure: mean deaths in a sixth of the levels; the easiest is 0."""
    return f"deaths in sixth {number + 1}, {who}"


def levels_of_groups(records: Records, model: ChallengeModel) -> dict[str, float]:
    """Figure 5.7: levels of each group of players by difficulty."""
    x, groups = difficulties(records, model), skill_groups(records)[records.session]
    edges = np.linspace(0, 1, TENTHS + 1)
    shares: dict[str, float] = {}
    for number, name in enumerate(GROUPS):
        counts = np.histogram(x[groups == number], edges)[0]
        shares |= {tenth(k, name): float(counts[k] / max(counts.sum(), 1)) for k in range(TENTHS)}
    return shares


def tenth(number: int, who: str) -> str:
    """Name of the measure: share of a group's levels in a tenth of difficulty."""
    return f"levels in tenth {number + 1}, {who}"


def unseen(records: Records, model: ChallengeModel) -> dict[str, float]:
    """Quality of a model on a kind of trap that it was not trained on."""
    measures: dict[str, float] = {}
    for trap, title in TRAPS.items():
        outcome = transfer(records, trap, model.kind)
        if outcome is not None:
            measures |= {f"unseen {title} {name}": getattr(outcome, name) for name in UNSEEN}
    return measures


def _named(model: ChallengeModel) -> list[tuple[str, float]]:
    return list(zip(NAMES, model.constants, strict=True))

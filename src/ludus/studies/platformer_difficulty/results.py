"""Results of the study, read from the run folder, for tables, figures and claims."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludus.design.platformer.difficulty.challenge_models import HISTOGRAM_SHAPE, ChallengeModel, TraceHistogram
from ludus.design.platformer.difficulty.cross_validation import bootstrap_estimates, fit_model, skill_groups
from ludus.design.platformer.difficulty.model_uncertainty import FittedModel, models_from_rows
from ludus.design.platformer.difficulty.trace_records import TraceRecords
from ludus.lab import RunContext
from ludus.stats import Estimate, mean
from ludus.stats.intervals import ratio_proportion
from ludus.studies.claims import clipped, scaled
from ludus.studies.platformer_difficulty.config import DifficultyConfig
from ludus.studies.platformer_difficulty.experiment import load_draws, load_records, player_kind_text
from ludus.studies.platformer_difficulty.published import GIVEN_UP

SHARE_MEASURES = (
    "success",
    "died",
    "traces outside",
    "difficulty",
    "difficulty 0.8 to 0.9",
    "difficulty below 0.7",
    "sure slopes",
)


@dataclass(frozen=True)
class DifficultyResults:
    """All results of the study."""

    settings: DifficultyConfig
    player_text: str  # synthetic players, people, or both
    records: TraceRecords
    measures: dict[str, Estimate]  # session measures with intervals over sessions
    partitions: dict[str, Any]
    model_draws: list[list[float]]
    sizes: dict[str, Any] | None
    dial: dict[str, Any] | None
    dial_file: str | None

    @classmethod
    def read(cls, settings: DifficultyConfig, context: RunContext) -> DifficultyResults:
        records = load_records(settings, context)
        numbers = bootstrap_estimates(context.result("numbers"), load_draws(settings, context), records.sessions)
        numbers = {name: _clip_interval(name, estimate) for name, estimate in numbers.items()}
        numbers[GIVEN_UP] = _given_up_estimate(records)
        sizes = context.result("sizes") if "sizes" in settings.parts else None
        dial = context.result("dial/against") if "dial" in settings.parts else None
        file = context.result("dial/model") if "dial" in settings.parts else None
        return cls(
            *(settings, player_kind_text(settings, context), records, numbers, context.result("partitions")),
            *(context.result("models"), sizes, dial, file),
        )

    @cached_property
    def histogram(self) -> TraceHistogram:
        return self.records.histogram()

    @cached_property
    def model(self) -> ChallengeModel:
        """Challenge model of all sessions."""
        return fit_model(self.records, None, self.settings.model)

    @property
    def fitted(self) -> FittedModel:
        """Challenge model of all sessions, with those of all bootstrap draws."""
        return FittedModel(self.model, models_from_rows(self.model_draws, self.settings.model))

    @cached_property
    def groups(self) -> np.ndarray:
        return skill_groups(self.records)

    def bin_success(self, bin_index: tuple[int, ...]) -> Estimate:
        """Success in one bin, with an interval over sessions."""
        won, tried = self._cells
        x, d = (
            counts.reshape(len(counts), -1)[:, np.ravel_multi_index(bin_index, HISTOGRAM_SHAPE)]
            for counts in (won, tried)
        )
        return ratio_proportion(*_ratio_sums(x, d))

    @cached_property
    def _cells(self) -> tuple[np.ndarray, np.ndarray]:
        records = self.records
        won, tried = (np.zeros((records.sessions, *HISTOGRAM_SHAPE)) for _ in range(2))
        for k in range(records.sessions):
            counted = records.histogram(records.trace_session == k)
            won[k], tried[k] = counted.successes, counted.traces
        return won, tried

    def success_by_order(self) -> list[Estimate]:
        """Success on the first level of a session, the second, and so on."""
        records, scores = self.records, []
        orders = records.order[records.trace_play]
        for order in range(int(records.order.max()) + 1):
            in_order = orders == order
            d = np.bincount(records.trace_session[in_order], minlength=records.sessions)
            x = np.bincount(records.trace_session[in_order], records.success[in_order], minlength=records.sessions)
            scores.append(ratio_proportion(*_ratio_sums(x, d)))
        return scores

    def group_success(self, group: int) -> Estimate:
        """Success of a group of players, each with equal weight."""
        return mean(self.records.scores[self.groups == group])

    def partition_mean(self, measure: str, group: str) -> float:
        """Mean of an outcome over partitions."""
        values = [part[group][measure] for part in self.partitions["outcomes"]]
        finite = [value for value in values if math.isfinite(value)]
        return math.fsum(finite) / len(finite) if finite else math.nan


def _clip_interval(name: str, estimate: Estimate) -> Estimate:
    """Clip an interval to possible values: squares and counts from 0, shares from 0 to 1."""
    if name.endswith(" error") or name.startswith("deaths"):
        return clipped(estimate, 0.0)
    if name in SHARE_MEASURES or name.startswith(("accuracy", "auc", "brier", "score ", "levels in tenth")):
        return clipped(estimate, 0.0, 1.0)
    return estimate


def _given_up_estimate(records: TraceRecords) -> Estimate:
    """Levels given up of 530, over sessions; if there are none, bootstrap draws do not say how rare that is."""
    plays = np.bincount(records.session, minlength=records.sessions)
    given_up = np.bincount(records.session, ~records.finished, minlength=records.sessions)
    return scaled(ratio_proportion(*_ratio_sums(given_up, plays)), 530)


def _ratio_sums(x: np.ndarray, d: np.ndarray) -> tuple[int, float, float, float, float, float]:
    """Arguments of a ratio's interval over sessions: sessions with data, sums, squares."""
    x, d = x.astype(float), d.astype(float)
    return int((d > 0).sum()), *(float(total) for total in (x.sum(), d.sum(), x @ x, x @ d, d @ d))  # type: ignore[return-value]

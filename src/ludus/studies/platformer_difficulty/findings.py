"""What was kept, as tables, figures and claims ask for it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludus.design.levels.difficulty.bootstrap import estimates
from ludus.design.levels.difficulty.fitted import FittedModel, as_kind
from ludus.design.levels.difficulty.histogram import SHAPE, Histogram
from ludus.design.levels.difficulty.models import ChallengeModel
from ludus.design.levels.difficulty.partitions import fit_records, skill_groups
from ludus.design.levels.difficulty.records import Records
from ludus.lab import Desk
from ludus.stats import Estimate, mean, share
from ludus.stats.ratios import ratio_share
from ludus.studies.platformer_difficulty.config import Settings
from ludus.studies.platformer_difficulty.published import GIVEN_UP
from ludus.studies.platformer_difficulty.work import drawn, records_of, who

SHARES = (
    "success",
    "died",
    "traces outside",
    "difficulty",
    "difficulty 0.8 to 0.9",
    "difficulty below 0.7",
    "sure slopes",
)


@dataclass(frozen=True)
class Findings:
    """All of the study."""

    settings: Settings
    who: str  # synthetic players, people, or both
    records: Records
    numbers: dict[str, Estimate]  # of numbers.py, with intervals over sessions
    partitions: dict[str, Any]
    model_draws: list[list[float]]
    sizes: dict[str, Any] | None
    dial: dict[str, Any] | None
    dial_file: str | None

    @classmethod
    def read(cls, settings: Settings, desk: Desk) -> Findings:
        records = records_of(settings, desk)
        numbers = estimates(desk.kept("numbers"), drawn(settings, desk), records.sessions)
        numbers = {name: _possible(name, each) for name, each in numbers.items()}
        numbers[GIVEN_UP] = _given_up(records)
        sizes = desk.kept("sizes") if "sizes" in settings.parts else None
        dial = desk.kept("dial/against") if "dial" in settings.parts else None
        file = desk.kept("dial/model") if "dial" in settings.parts else None
        return cls(
            *(settings, who(settings, desk), records, numbers, desk.kept("partitions")),
            *(desk.kept("models"), sizes, dial, file),
        )

    @cached_property
    def histogram(self) -> Histogram:
        return self.records.histogram()

    @cached_property
    def model(self) -> ChallengeModel:
        """That of all sessions."""
        return fit_records(self.records, None, self.settings.model)

    @property
    def fitted(self) -> FittedModel:
        """The same, with those of all draws of sessions."""
        return FittedModel(self.model, as_kind(self.model_draws, self.settings.model))

    @cached_property
    def groups(self) -> np.ndarray:
        return skill_groups(self.records)

    def cell(self, place: tuple[int, ...]) -> Estimate:
        """The success in one bin, with an interval over sessions."""
        won, tried = self._cells
        x, d = (each.reshape(len(each), -1)[:, np.ravel_multi_index(place, SHAPE)] for each in (won, tried))
        return ratio_share(*_sums(x, d))

    @cached_property
    def _cells(self) -> tuple[np.ndarray, np.ndarray]:
        records = self.records
        won, tried = (np.zeros((records.sessions, *SHAPE)) for _ in range(2))
        for k in range(records.sessions):
            counted = records.histogram(records.trace_session == k)
            won[k], tried[k] = counted.successes, counted.traces
        return won, tried

    def score_by_order(self) -> list[Estimate]:
        """The success on the first level of a session, the second, and so on."""
        records, found = self.records, []
        orders = records.order[records.trace_play]
        for order in range(int(records.order.max()) + 1):
            here = orders == order
            d = np.bincount(records.trace_session[here], minlength=records.sessions)
            x = np.bincount(records.trace_session[here], records.success[here], minlength=records.sessions)
            found.append(ratio_share(*_sums(x, d)))
        return found

    def score_of(self, group: int) -> Estimate:
        """The success of a group of players; each counts alike."""
        return mean(self.records.scores[self.groups == group])

    def over_partitions(self, measure: str, group: str) -> float:
        """The mean of an outcome over partitions."""
        values = [part[group][measure] for part in self.partitions["outcomes"]]
        known = [value for value in values if math.isfinite(value)]
        return math.fsum(known) / len(known) if known else math.nan


def _possible(name: str, each: Estimate) -> Estimate:
    """An interval that ends where the number must: nothing squared is below 0, and no share above 1."""
    if name.endswith(" error") or name.startswith("deaths"):
        return Estimate(each.value, max(each.low, 0.0), each.high, each.count)
    if name in SHARES or name.startswith(("accuracy", "auc", "brier", "score ", "levels in tenth")):
        return Estimate(each.value, max(each.low, 0.0), min(each.high, 1.0), each.count)
    return each


def _given_up(records: Records) -> Estimate:
    """Of 530 levels; where nobody gives up, draws of sessions tell nothing of how rare it is."""
    each = share((~records.finished).astype(float))
    return Estimate(530 * each.value, 530 * each.low, 530 * each.high, each.count)


def _sums(x: np.ndarray, d: np.ndarray) -> tuple[int, float, float, float, float, float]:
    """What the interval of a ratio over sessions needs: sessions that have any, sums, squares."""
    x, d = x.astype(float), d.astype(float)
    return int((d > 0).sum()), *(float(each) for each in (x.sum(), d.sum(), x @ x, x @ d, d @ d))  # type: ignore[return-value]

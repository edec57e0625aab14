"""Results of the study, read from the run folder; intervals are over levels."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.design.levels.making.dialling import HELD_OUT_PLAYERS
from ludus.lab import RunContext
from ludus.stats import Estimate, mean_of_runs
from ludus.studies.platformer_dial.config import DialConfig
from ludus.studies.platformer_dial.work import result_name

TOLERANCE = 0.08  # tolerance around a target


@dataclass(frozen=True)
class TargetLevels:
    """Levels for one target."""

    target: float
    levels: list[dict[str, Any]]

    @property
    def failures(self) -> list[float]:
        return [level["failure"][0] for level in self.levels]

    @property
    def failure(self) -> Estimate:
        """Share of players that die, over all levels."""
        return clip_estimate(mean_of_runs(self.failures), 1.0)

    @property
    def mean_error(self) -> Estimate:
        """Mean absolute error of a single level."""
        return clip_estimate(mean_of_runs([abs(failure - self.target) for failure in self.failures]), 1.0)

    @property
    def spread(self) -> tuple[float, float]:
        """Standard deviation over levels, and the part that is not due to the small number of players."""
        failures = np.array(self.failures)
        luck = failures * (1 - failures) / (HELD_OUT_PLAYERS - 1)
        variance = failures.var(ddof=1)
        return math.sqrt(variance), math.sqrt(max(variance - luck.mean(), 0.0))

    @property
    def levels_within_tolerance(self) -> int:
        """Number of levels within the tolerance."""
        return sum(abs(failure - self.target) <= TOLERANCE for failure in self.failures)

    def mean(self, what: str, most: float | None = None) -> Estimate:
        """Mean of another number over all levels that have it."""
        return clip_estimate(mean_of_runs([level[what][0] for level in self.levels if level[what]]), most)

    @property
    def rejected(self) -> Counter[str]:
        """Rejected levels, by reason."""
        return sum((Counter(level["rejected"]) for level in self.levels), Counter[str]())


def clip_estimate(estimate: Estimate, most: float | None) -> Estimate:
    """Clip an interval at 0 and, if given, at an upper limit."""
    high = estimate.high if most is None else min(estimate.high, most)
    return Estimate(estimate.value, max(estimate.low, 0.0), high, estimate.count)


def load_results(settings: DialConfig, context: RunContext) -> list[TargetLevels]:
    """All targets, the easiest first."""
    return [TargetLevels(target, context.result(result_name(target))) for target in settings.targets]

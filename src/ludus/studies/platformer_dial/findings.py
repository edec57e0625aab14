"""Results of the study, read from the run folder; intervals are over levels."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.design.levels.making.dialling import PROVED
from ludus.lab import Desk
from ludus.stats import Estimate, mean_of_runs
from ludus.studies.platformer_dial.config import Settings
from ludus.studies.platformer_dial.work import piece

CLOSE = 0.08  # tolerance around a target


@dataclass(frozen=True)
class Asked:
    """Levels for one target."""

    target: float
    levels: list[dict[str, Any]]

    @property
    def failures(self) -> list[float]:
        return [level["failure"][0] for level in self.levels]

    @property
    def failure(self) -> Estimate:
        """Share of players that die, over all levels."""
        return within(mean_of_runs(self.failures), 1.0)

    @property
    def off(self) -> Estimate:
        """Mean absolute error of a single level."""
        return within(mean_of_runs([abs(failure - self.target) for failure in self.failures]), 1.0)

    @property
    def spread(self) -> tuple[float, float]:
        """Standard deviation over levels, and the part that is not due to the small number of players."""
        failures = np.array(self.failures)
        luck = failures * (1 - failures) / (PROVED - 1)
        variance = failures.var(ddof=1)
        return math.sqrt(variance), math.sqrt(max(variance - luck.mean(), 0.0))

    @property
    def close(self) -> int:
        """Number of levels within the tolerance."""
        return sum(abs(failure - self.target) <= CLOSE for failure in self.failures)

    def mean(self, what: str, most: float | None = None) -> Estimate:
        """Mean of another number over all levels that have it."""
        return within(mean_of_runs([level[what][0] for level in self.levels if level[what]]), most)

    @property
    def rejected(self) -> Counter[str]:
        """Rejected levels, by reason."""
        return sum((Counter(level["rejected"]) for level in self.levels), Counter[str]())


def within(each: Estimate, most: float | None) -> Estimate:
    """Clip an interval at 0 and, if given, at an upper limit."""
    high = each.high if most is None else min(each.high, most)
    return Estimate(each.value, max(each.low, 0.0), high, each.count)


def read(settings: Settings, desk: Desk) -> list[Asked]:
    """All targets, the easiest first."""
    return [Asked(target, desk.kept(piece(target))) for target in settings.targets]

"""What was found, read from what is kept; intervals are over levels."""

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

CLOSE = 0.08  # what a target may be missed by


@dataclass(frozen=True)
class Asked:
    """The levels for one target."""

    target: float
    levels: list[dict[str, Any]]

    @property
    def failures(self) -> list[float]:
        return [level["failure"][0] for level in self.levels]

    @property
    def failure(self) -> Estimate:
        """The share of players that die, over all levels."""
        return within(mean_of_runs(self.failures), 1.0)

    @property
    def off(self) -> Estimate:
        """How far a single level is off, either way."""
        return within(mean_of_runs([abs(each - self.target) for each in self.failures]), 1.0)

    @property
    def spread(self) -> tuple[float, float]:
        """The standard deviation over levels, and what is left of it without the luck of so many players."""
        failures = np.array(self.failures)
        luck = failures * (1 - failures) / (PROVED - 1)
        whole = failures.var(ddof=1)
        return math.sqrt(whole), math.sqrt(max(whole - luck.mean(), 0.0))

    @property
    def close(self) -> int:
        """Levels that are no further off than a target may be missed by."""
        return sum(abs(each - self.target) <= CLOSE for each in self.failures)

    def mean(self, what: str, most: float | None = None) -> Estimate:
        """Another number of players, over all levels that have it."""
        return within(mean_of_runs([level[what][0] for level in self.levels if level[what]]), most)

    @property
    def rejected(self) -> Counter[str]:
        """Levels that were not taken, by the reason."""
        return sum((Counter(level["rejected"]) for level in self.levels), Counter[str]())


def within(each: Estimate, most: float | None) -> Estimate:
    """Shares and deaths are not below 0, whatever few levels tell."""
    high = each.high if most is None else min(each.high, most)
    return Estimate(each.value, max(each.low, 0.0), high, each.count)


def read(settings: Settings, desk: Desk) -> list[Asked]:
    """All targets, the easiest first."""
    return [Asked(target, desk.kept(piece(target))) for target in settings.targets]

"""A row of the table of simulations: a share of simulated studies, and what it must be."""

from __future__ import annotations

import math
from dataclasses import dataclass

COVERAGE = (0.94, 0.96)
MAX_FALSE = 0.05
COLUMNS = ("kind", "case", "sample", "claims", "studies", "measure", "value", "required", "slack", "met")


@dataclass(frozen=True)
class Result:
    """A row of the table: a share of simulated studies, and what it must be."""

    kind: str
    case: str
    sample: str
    claims: int
    studies: int
    measure: str
    value: float
    required: tuple[float, float] | None

    @property
    def is_met(self) -> bool:
        """Whether the share is as required, up to the slack."""
        if self.required is None:
            return True
        low, high = self.required
        return low - self.slack <= self.value <= high + self.slack

    @property
    def slack(self) -> float:
        """Three standard errors of the share: what chance in the simulated studies may add."""
        return 3 * math.sqrt(max(self.value * (1 - self.value), 1e-4) / self.studies)

    def cells(self) -> list[str]:
        required = "" if self.required is None else "{:g} to {:g}".format(*self.required)
        met = "" if self.required is None else "yes" if self.is_met else "no"
        row = (self.kind, self.case, self.sample, self.claims, self.studies, self.measure, f"{self.value:.4f}")
        return [*map(str, row), required, f"{self.slack:.4f}" if required else "", met]

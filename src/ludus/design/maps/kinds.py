"""Axes of an archive: two measures, each cut into steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Axis:
    """One measure; values beyond its ends count as the outermost step."""

    title: str
    low: float
    high: float
    steps: int

    @property
    def width(self) -> float:
        """Width of a step."""
        return (self.high - self.low) / self.steps

    def label(self, step: int) -> str:
        """Label of a step: the number itself if steps are whole numbers, else where the step begins."""
        at = self.low + self.width * step
        return f"{at + self.width / 2:g}" if self.width == 1 else f"{at:.2g}"

    def marks(self) -> Iterator[tuple[float, str]]:
        """Labels and their positions in steps: at the middle of whole numbers, else between steps."""
        if self.width == 1:
            yield from ((step + 0.5, self.label(step)) for step in range(self.steps))
        else:
            yield from ((step, self.label(step)) for step in range(self.steps + 1))


Axes = tuple[Axis, Axis]  # vertical, then horizontal

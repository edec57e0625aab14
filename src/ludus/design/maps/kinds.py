"""What a map is drawn by: two measures, down and across, each cut into steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Axis:
    """One measure; what is beyond its ends counts to the outermost step."""

    title: str
    low: float
    high: float
    steps: int

    @property
    def width(self) -> float:
        """Of a step."""
        return (self.high - self.low) / self.steps

    def label(self, step: int) -> str:
        """Where a step begins; the number itself where a step is one whole number."""
        at = self.low + self.width * step
        return f"{at + self.width / 2:g}" if self.width == 1 else f"{at:.2g}"

    def marks(self) -> Iterator[tuple[float, str]]:
        """Labels for a picture and where they stand, in steps: in the middle of whole numbers, else between steps."""
        if self.width == 1:
            yield from ((step + 0.5, self.label(step)) for step in range(self.steps))
        else:
            yield from ((step, self.label(step)) for step in range(self.steps + 1))


Axes = tuple[Axis, Axis]  # down, then across

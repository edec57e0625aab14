"""Colours of the picture, and conversion from level to picture coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.games.platformer.units import CELL

SKY, STONE, SEAM = "#fffdf8", "#6b6257", "#554d44"
STEEL, DANGER, ZONE = "#8a8f98", "#b3261e", "#f6ddd3"  # ZONE: all cells of a trap
BODY, ROOF = "#1f6f6b", "#164f4c"
GATE, FLAG = "#c8891a", "#3f7d3a"


@dataclass(frozen=True)
class Sheet:
    """Conversion from level coordinates (y upwards) to picture coordinates (y downwards)."""

    left: float
    bottom: float
    cell: float  # side length of a cell in the picture

    def x(self, units: float) -> float:
        return self.left + units / CELL * self.cell

    def y(self, units: float) -> float:
        return self.bottom - units / CELL * self.cell

    def long(self, units: float) -> float:
        return units / CELL * self.cell

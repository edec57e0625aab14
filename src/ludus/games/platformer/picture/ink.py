"""Colours of the picture, and conversion from level to picture coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.games.platformer.units import CELL

BACKGROUND_COLOUR, SOLID_COLOUR, OUTLINE_COLOUR = "#fffdf8", "#6b6257", "#554d44"
SAFE_COLOUR, DANGER_COLOUR, ZONE_COLOUR = "#8a8f98", "#b3261e", "#f6ddd3"  # ZONE: all cells of a trap
BODY_COLOUR, ROOF_COLOUR = "#1f6f6b", "#164f4c"
EXIT_COLOUR, FLAG_COLOUR = "#c8891a", "#3f7d3a"


@dataclass(frozen=True)
class PictureScale:
    """Conversion from level coordinates (y upwards) to picture coordinates (y downwards)."""

    left: float
    bottom: float
    cell: float  # side length of a cell in the picture

    def x(self, units: float) -> float:
        return self.left + units / CELL * self.cell

    def y(self, units: float) -> float:
        return self.bottom - units / CELL * self.cell

    def length(self, units: float) -> float:
        return units / CELL * self.cell

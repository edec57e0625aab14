"""A map as SVG: cells in rows and columns, each with its number, the darker the more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ludus.design.kingdoms.pictures import FAINT, INK, WIDTH, opening
from ludus.stats import Estimate

LEFT, TOP, RIGHT, CELL_HEIGHT, BELOW = 90, 50, 20, 46, 62
PALE, DARK = (236, 240, 232), (30, 98, 62)
BRIGHT = 0.55  # so dark that ink would not be read
SMALL = 10  # values below are shares, or nearly so


@dataclass(frozen=True)
class Cell:
    row: int
    column: int
    value: Estimate
    told: str  # by a mouse over it


def grid(cells: Sequence[Cell], title: str, columns: Sequence[str], across: str, down: str) -> str:
    """Row 0 is the lowest one."""
    rows = 1 + max(cell.row for cell in cells)
    width = (WIDTH - LEFT - RIGHT) / len(columns)
    bottom = TOP + CELL_HEIGHT * rows
    low, high = min(cell.value.value for cell in cells), max(cell.value.value for cell in cells)
    parts = [opening(bottom + BELOW, title), f'<text x="{LEFT}" y="22" font-size="14">{escape(title)}</text>']
    for cell in cells:
        strength = (cell.value.value - low) / (high - low) if high > low else 0.5
        colour = [round(a + (b - a) * strength) for a, b in zip(PALE, DARK, strict=True)]
        x, y = LEFT + width * cell.column, bottom - CELL_HEIGHT * (cell.row + 1)
        parts.append(
            f"<g><title>{escape(f'{cell.value:.3f}: {cell.told}')}</title>"
            f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{width - 2:.1f}" height="{CELL_HEIGHT - 2}" rx="3" '
            f'fill="rgb({colour[0]} {colour[1]} {colour[2]})"/>'
            f'<text x="{x + width / 2:.1f}" y="{y + CELL_HEIGHT / 2 + 4}" text-anchor="middle" font-size="12" '
            f'fill="{"white" if strength > BRIGHT else INK}">{_short(cell.value.value)}</text></g>'
        )
    for k, label in enumerate(columns):
        at = LEFT + width * k
        parts.append(f'<text x="{at:.1f}" y="{bottom + 18}" text-anchor="middle" fill="{FAINT}">{escape(label)}</text>')
    for row in range(rows):
        at = bottom - CELL_HEIGHT * (row + 0.5) + 4
        parts.append(f'<text x="{LEFT - 12}" y="{at}" text-anchor="end" fill="{FAINT}">{row}</text>')
    middle = (TOP + bottom) / 2
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{bottom + 46}" text-anchor="middle">{escape(across)}</text>')
    parts.append(
        f'<text x="34" y="{middle}" text-anchor="middle" transform="rotate(-90 34 {middle})">{escape(down)}</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _short(value: float) -> str:
    return f"{value:.1f}" if abs(value) >= SMALL else f"{value:.3f}"

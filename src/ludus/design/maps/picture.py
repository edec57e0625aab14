"""SVG picture of an archive: one rectangle per filled cell, darker for higher quality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ludus.design.drawing import FAINT, INK, WIDTH, svg_opening
from ludus.design.maps.kinds import Axes

LIGHT_COLOUR, DARK_COLOUR = (236, 240, 232), (30, 98, 62)
WHITE_TEXT_ABOVE = 0.55  # above this strength text is white
LEFT, TOP, RIGHT, BOTTOM, ROW_HEIGHT = 96, 50, 24, 60, 30


@dataclass(frozen=True)
class MapCell:
    """Filled cell of the picture; row 0 is the lowest."""

    row: int
    column: int
    value: float
    text: str  # inside the cell
    tooltip: str  # shown while the mouse is over it


def map_svg(cells: Sequence[MapCell], axes: Axes, title: str) -> str:
    """Draw cells in rows and columns, with axes."""
    down, across = axes
    width, bottom = (WIDTH - LEFT - RIGHT) / across.steps, TOP + ROW_HEIGHT * down.steps
    low, high = min(cell.value for cell in cells), max(cell.value for cell in cells)
    parts = [svg_opening(bottom + BOTTOM, title), f'<text x="{LEFT}" y="24" font-size="14">{escape(title)}</text>']
    for cell in cells:
        strength = (cell.value - low) / (high - low) if high > low else 0.5
        red, green, blue = (round(a + (b - a) * strength) for a, b in zip(LIGHT_COLOUR, DARK_COLOUR, strict=True))
        x, y = LEFT + width * cell.column, bottom - ROW_HEIGHT * (cell.row + 1)
        parts.append(
            f"<g><title>{escape(cell.tooltip)}</title>"
            f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{width - 2:.1f}" height="{ROW_HEIGHT - 2}" rx="3" '
            f'fill="rgb({red} {green} {blue})"/><text x="{x + width / 2:.1f}" y="{y + ROW_HEIGHT / 2 + 4:.1f}" '
            f'font-size="11" text-anchor="middle" fill="{"white" if strength > WHITE_TEXT_ABOVE else INK}">'
            f"{escape(cell.text)}</text></g>"
        )
    for at, label in across.marks():
        x = LEFT + width * at
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="{FAINT}">{escape(label)}</text>')
    for at, label in down.marks():
        place = f'x="{LEFT - 12}" y="{bottom - ROW_HEIGHT * at + 4:.1f}"'
        parts.append(f'<text {place} text-anchor="end" fill="{FAINT}">{escape(label)}</text>')
    middle = (TOP + bottom) / 2
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{bottom + 44}" text-anchor="middle">{escape(across.title)}</text>')
    parts.append(
        f'<text x="34" y="{middle}" text-anchor="middle" transform="rotate(-90 34 {middle})">'
        f"{escape(down.title)}</text>"
    )
    return "\n".join([*parts, "</svg>"]) + "\n"

"""SVG of rewards and decoration, in pale colours, so that traps and platforms stay prominent."""

from __future__ import annotations

import math

from ludus.core.svg import element, format_number, title_tooltip
from ludus.games.platformer.level import Ornament
from ludus.games.platformer.picture.ink import PictureScale
from ludus.games.platformer.units import CELL, HALF_CELL

GOLD, RIM = "#e3b341", "#a87a12"
GEM, CUT = "#5b8fc7", "#39699c"
CLOUD, LEAF, SHARD, BONE = "#e9e6dd", "#6f9a5b", "#8f8478", "#857a6d"


def draw_ornament(sheet: PictureScale, ornament: Ornament) -> str:
    """Draw a reward or decoration in its cell."""
    x, y = sheet.x(ornament.x * CELL + HALF_CELL), sheet.y(ornament.y * CELL + HALF_CELL)
    drawers = {"coin": _coin, "gem": _gem, "cloud": _cloud, "vine": _vine, "crystal": _crystal, "fossil": _fossil}
    return element("g", title_tooltip(ornament.kind), drawers[ornament.kind](x, y, sheet.cell))


def _coin(x: float, y: float, cell: float) -> str:
    radius = 0.17 * cell
    rim = element("circle", cx=x, cy=y, r=radius, fill=GOLD, stroke=RIM, stroke_width=0.04 * cell)
    return rim + element("ellipse", cx=x, cy=y, rx=radius * 0.35, ry=radius * 0.62, fill=RIM, opacity=0.55)


def _gem(x: float, y: float, cell: float) -> str:
    half, top, low = 0.2 * cell, 0.14 * cell, 0.22 * cell
    outline = [(-half, 0.0), (-half / 2, -top), (half / 2, -top), (half, 0.0), (0.0, low)]
    body = element("polygon", points=_points(x, y, outline), fill=GEM, stroke=CUT, stroke_width=0.03 * cell)
    return body + element("polygon", points=_points(x, y, [(-half / 2, 0.0), (half / 2, 0.0), (0.0, low)]), fill=CUT)


def _cloud(x: float, y: float, cell: float) -> str:
    puffs = ((-0.2, 0.04, 0.13), (0.0, -0.04, 0.19), (0.21, 0.05, 0.12))
    return "".join(
        element("circle", cx=x + dx * cell, cy=y + dy * cell, r=radius * cell, fill=CLOUD) for dx, dy, radius in puffs
    )


def _vine(x: float, y: float, cell: float) -> str:
    """Draw stems from the ceiling with leaves on both sides."""
    parts = []
    for dx, length in ((-0.25, 0.45), (0.02, 0.7), (0.27, 0.35)):
        top, left = y - cell / 2, x + dx * cell
        stem = f"M{format_number(left)} {format_number(top)}V{format_number(top + length * cell)}"
        parts.append(element("path", d=stem, fill="none", stroke=LEAF, stroke_width=0.05 * cell))
        for k in range(1, round(length / 0.16)):
            side = 0.06 if k % 2 else -0.06
            parts.append(element("circle", cx=left + side * cell, cy=top + k * 0.16 * cell, r=0.06 * cell, fill=LEAF))
    return "".join(parts)


def _crystal(x: float, y: float, cell: float) -> str:
    shards = ((-0.16, 0.16, 0.5), (0.04, 0.22, 0.7), (0.2, 0.12, 0.4))
    return "".join(
        element(
            "polygon",
            points=_points(
                x + dx * cell,
                y + 0.32 * cell,
                [(-wide * cell / 2, 0.0), (-wide * cell / 4, -high * cell), (wide * cell / 2, -0.1 * cell), (0.0, 0.0)],
            ),
            fill=SHARD,
        )
        for dx, wide, high in shards
    )


def _fossil(x: float, y: float, cell: float) -> str:
    """Draw a shell as a spiral."""
    turns = [
        (0.03 * cell * (1 + k / 3) * math.cos(k / 2), 0.03 * cell * (1 + k / 3) * math.sin(k / 2)) for k in range(26)
    ]
    path = " ".join(
        f"{'L' if k else 'M'}{format_number(x + dx)} {format_number(y + dy)}" for k, (dx, dy) in enumerate(turns)
    )
    return element("path", d=path, fill="none", stroke=BONE, stroke_width=0.06 * cell)


def _points(x: float, y: float, corners: list[tuple[float, float]]) -> str:
    return " ".join(f"{format_number(x + dx)},{format_number(y + dy)}" for dx, dy in corners)

"""Pictograms of the targets of nodes: what is hit around the outside, what is paid in the middle.

    area        a burst of rays                mana      a drop
    targeted    a ring with four cross hairs   energy    a bolt

A target that says both has both; one that says only what is hit has a dot in the middle. The shapes are paths in a
square of 16 by 16 for `ludus.util.svg.pictogram`.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from ludus.games.delve.constants import TARGETS
from ludus.util.svg import path_data, pictogram

CENTRE = 8.0
RAYS, RAY_WIDTH = 8, 0.24  # of a burst; half the width of a ray, in radians at its foot


def target_icon(target: int, x: float, y: float, size: float, fill: str) -> str:
    """Draw the pictogram of a target, an index into TARGETS, centred at x, y."""
    return pictogram(icon_path(target), fill, x - size / 2, y - size / 2, size)


@cache
def icon_path(target: int) -> str:
    """Return the path of a target's pictogram."""
    words = TARGETS[target].split()
    framed = "area" in words or "targeted" in words
    parts = []
    if "area" in words:
        parts.append(_burst())
    if "targeted" in words:
        parts.append(_cross_hairs())
    scale = 0.62 if framed else 1.0
    if "mana" in words:
        parts.append(_drop(scale))
    elif "energy" in words:
        parts.append(_bolt(scale))
    else:
        parts.append(_circle(2.0))
    return " ".join(parts)


def _burst() -> str:
    rays = []
    for k in range(RAYS):
        angle = 2 * pi * k / RAYS
        tip, left, right = _at(8.0, angle), _at(5.2, angle - RAY_WIDTH), _at(5.2, angle + RAY_WIDTH)
        rays.append(path_data("M", *tip, "L", *left, "L", *right, "Z"))
    return " ".join(rays)


def _cross_hairs() -> str:
    hairs = []
    for k in range(4):
        angle = pi * k / 2
        corners = [_at(8.0, angle - 0.1), _at(8.0, angle + 0.1), _at(4.6, angle + 0.17), _at(4.6, angle - 0.17)]
        hairs.append(path_data("M", *corners[0], "L", *corners[1], "L", *corners[2], "L", *corners[3], "Z"))
    return " ".join([_circle(6.3), _circle(5.1, back=True), *hairs])


def _drop(scale: float) -> str:
    top, wide, low = CENTRE - 6 * scale, 4.2 * scale, CENTRE + 1.6 * scale
    return path_data(
        *("M", CENTRE, top, "C", CENTRE + 1.4 * scale, top + 3 * scale, CENTRE + wide, low - 2.4 * scale),
        *(CENTRE + wide, low, "A", wide, wide, 0, 1, 1, CENTRE - wide, low),
        *("C", CENTRE - wide, low - 2.4 * scale, CENTRE - 1.4 * scale, top + 3 * scale, CENTRE, top, "Z"),
    )


def _bolt(scale: float) -> str:
    points = [(1.6, -6.4), (-3.6, 1.2), (-0.5, 1.2), (-1.6, 6.4), (3.6, -1.6), (0.5, -1.6)]
    corners = [(CENTRE + x * scale, CENTRE + y * scale) for x, y in points]
    return path_data("M", *corners[0], *(part for corner in corners[1:] for part in ("L", *corner)), "Z")


def _circle(radius: float, back: bool = False) -> str:
    """Circle around the centre; `back` draws it the other way round, for a hole."""
    turn = 0 if back else 1
    left, right = CENTRE - radius, CENTRE + radius
    arcs = [("A", radius, radius, 0, 1, turn, x, CENTRE) for x in (right, left)]
    return path_data("M", left, CENTRE, *arcs[0], *arcs[1], "Z")


def _at(radius: float, angle: float) -> tuple[float, float]:
    return round(CENTRE + radius * cos(angle), 2), round(CENTRE + radius * sin(angle), 2)

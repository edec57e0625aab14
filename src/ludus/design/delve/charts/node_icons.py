"""Pictograms of what nodes do.

Nodes that raise damage show their target: what is hit around the outside, what is paid in the middle.

    area        a burst of rays                mana      a drop
    targeted    a ring with four cross hairs   energy    a bolt

A target that says both has both; one that says only what is hit has a dot in the middle. Nodes with another effect show
a sign of it, in a ring if they change a rule:

    block       a shield                       strength, weak    two arrowheads up or down
    heal        a cross                        vulnerable        a broken shield
    draw        a card with an arrow           poison            bubbles
    energy      a bolt                         add_card          a card with a cross
    mana        a drop                         unlock            a key
    hit points  a heart

The shapes are paths in a square of 16 by 16 for `ludus.util.svg.pictogram`, which leaves out where two shapes overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

from ludus.games.delve.constants import DAMAGE_NODE, NODE_EFFECTS, RULES, TARGETS
from ludus.util.svg import path_data, pictogram

CENTRE = 8.0
RAYS, RAY_WIDTH = 8, 0.24  # of a burst; half the width of a ray, in radians at its foot
RING_OUTSIDE, RING_INSIDE = 7.8, 6.7  # radii of the ring of a rule
IN_RING = 0.66  # size of a sign in a ring

# Corners of signs, seen from the centre.
SHIELD = [(0, -7.2), (6, -5), (6, 0), (5, 3.2), (3, 5.6), (0, 7.4), (-3, 5.6), (-5, 3.2), (-6, 0), (-6, -5)]
CRACK = [(0.4, -7.2), (-2, -2), (1.2, -0.4), (-1.4, 7.2), (3.4, -1.4), (0.6, -3), (2.4, -6.6)]
CROSS = [(-2, -7), (2, -7), (2, -2), (7, -2), (7, 2), (2, 2), (2, 7), (-2, 7), (-2, 2), (-7, 2), (-7, -2), (-2, -2)]
CARD = [(-5.2, -7.2), (5.2, -7.2), (5.2, 7.2), (-5.2, 7.2)]
DOWN_ARROW = [(-1.2, -5), (1.2, -5), (1.2, 0), (3.8, 0), (0, 5), (-3.8, 0), (-1.2, 0)]
THREE_CARDS = [[(x, -5), (x + 4, -5), (x + 4, 5), (x, 5)] for x in (-7, -2, 3)]
ARROWHEADS = [[(0, y), (6.4, y + 6), (4.2, y + 8), (0, y + 4), (-4.2, y + 8), (-6.4, y + 6)] for y in (-7.6, -0.8)]
KEY = [(0, -1.2), (7.6, -1.2), (7.6, 4), (5.6, 4), (5.6, 1.2), (4, 1.2), (4, 3.2), (2, 3.2), (2, 1.2), (0, 1.2)]


def node_icon(effect: int, target: int, x: float, y: float, size: float, fill: str) -> str:
    """Draw the pictogram of a node with this effect, an index into NODE_EFFECTS, and target, centred at x, y."""
    path = icon_path(target) if effect == DAMAGE_NODE else effect_path(effect)
    return pictogram(path, fill, x - size / 2, y - size / 2, size)


@cache
def effect_path(effect: int) -> str:
    """Return the path of the pictogram of an effect other than damage."""
    name = NODE_EFFECTS[effect]
    is_rule = name in RULES
    scale = IN_RING if is_rule else 1.0
    sign = {"turn_block": "block", "regeneration": "heal"}.get(name, name.removeprefix("max_"))
    if sign == "block":
        drawn = _polygon(SHIELD, scale)
    elif sign == "vulnerable":
        drawn = f"{_polygon(SHIELD, scale)} {_polygon(CRACK, scale)}"
    elif sign == "heal":
        drawn = _polygon(CROSS, scale)
    elif sign == "draw":
        drawn = f"{_polygon(CARD, scale)} {_polygon(DOWN_ARROW, scale)}"
    elif sign == "add_card":
        drawn = f"{_polygon(CARD, scale)} {_polygon(CROSS, 0.5)}"
    elif sign == "hand_size":
        drawn = " ".join(_polygon(card, scale) for card in THREE_CARDS)
    elif sign in ("energy", "gain_energy"):
        drawn = _bolt(scale) if is_rule else f"{_bolt(1.0)} {_polygon(CROSS, 0.3, (5, -5))}"
    elif sign in ("mana", "gain_mana"):
        drawn = _drop(scale) if is_rule else f"{_drop(1.0)} {_polygon(CROSS, 0.3, (5, -5))}"
    elif sign == "strength":
        drawn = " ".join(_polygon(head, scale) for head in ARROWHEADS)
    elif sign == "weak":
        drawn = " ".join(_polygon([(x, -y) for x, y in head], scale) for head in ARROWHEADS)
    elif sign == "poison":
        drawn = " ".join([_circle(4.4, at=(-2, 2.6)), _circle(2.6, at=(4.2, -2.6)), _circle(1.7, at=(-2.6, -5.2))])
    elif sign == "hit_points":
        drawn = _heart(scale)
    else:  # unlock
        drawn = " ".join([_circle(3.8, at=(-3.9, 0)), _circle(1.6, at=(-3.9, 0)), _polygon(KEY, 1.0)])
    return f"{_circle(RING_OUTSIDE)} {_circle(RING_INSIDE)} {drawn}" if is_rule else drawn


@cache
def icon_path(target: int) -> str:
    """Return the path of the pictogram of a target, an index into TARGETS."""
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


def _heart(scale: float) -> str:
    corners = [(-5, 3.2), (-7, 0.8), (-7, -2.2), (-7, -6.8), (-1.8, -7.6), (0, -3.4)]  # of curves, the left half
    corners += [(1.8, -7.6), (7, -6.8), (7, -2.2), (7, 0.8), (5, 3.2), (0, 7)]
    numbers = [round(CENTRE + scale * number, 2) for corner in corners for number in corner]
    return path_data("M", CENTRE, round(CENTRE + 7 * scale, 2), "C", *numbers, "Z")


def _polygon(corners: Sequence[tuple[float, float]], scale: float, at: tuple[float, float] = (0, 0)) -> str:
    """Polygon of corners seen from the centre, or from a point that is itself seen from there."""
    points = [(round(CENTRE + at[0] + x * scale, 2), round(CENTRE + at[1] + y * scale, 2)) for x, y in corners]
    return path_data("M", *points[0], *(part for point in points[1:] for part in ("L", *point)), "Z")


def _circle(radius: float, back: bool = False, at: tuple[float, float] = (0, 0)) -> str:
    """Circle around the centre, or a point seen from there; `back` draws it the other way round, for a hole."""
    turn = 0 if back else 1
    left, right, middle = CENTRE + at[0] - radius, CENTRE + at[0] + radius, CENTRE + at[1]
    arcs = [("A", radius, radius, 0, 1, turn, x, middle) for x in (right, left)]
    return path_data("M", left, middle, *arcs[0], *arcs[1], "Z")


def _at(radius: float, angle: float) -> tuple[float, float]:
    return round(CENTRE + radius * cos(angle), 2), round(CENTRE + radius * sin(angle), 2)

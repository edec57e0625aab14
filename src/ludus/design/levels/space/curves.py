"""How hard the levels of a campaign are to be, one after another.

curve([0.2, 0.8], 5)            0.2, 0.35, 0.5, 0.65, 0.8: points, spread over as many levels as there are
read_curve("0.2,0.5,0.4,0.8", 7)
waves(0.2, 0.8, 9)              rises, with an easier level after every two harder ones
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ludus.core.errors import OptionError

EVERY, EASE = 3, 0.4  # of the levels of a wave one is easier, by this part of the way from the lowest to where it is
MOST = 500  # levels
WAVES = "waves"


def curve(points: Sequence[float], count: int) -> list[float]:
    """Points at equal distances, with straight lines between them, at as many levels."""
    if not 1 <= count <= MOST:
        raise OptionError(f"a campaign has 1 to {MOST} levels, not {count}")
    for point in points:
        if not (math.isfinite(point) and 0 < point < 1):
            raise OptionError(f"how hard a level is is a share between 0 and 1, not {point:g}")
    if len(points) < 1:
        raise OptionError("a curve has one point at least")
    at = np.linspace(0, len(points) - 1, count)
    return [float(round(x, 6)) for x in np.interp(at, range(len(points)), points)]


def waves(low: float, high: float, count: int) -> list[float]:
    """A rising line with rests."""
    line = curve([low, high], count)
    return [low + (x - low) * EASE if k % EVERY == EVERY - 1 and k < count - 1 else x for k, x in enumerate(line)]


def read_curve(text: str, count: int | None = None) -> list[float]:
    """Points with commas between them, one a level or over `count` levels; or `waves:LOW-HIGH`."""
    kind, colon, rest = text.partition(":")
    try:
        if colon and kind.strip() == WAVES:
            low, high = (float(part) for part in rest.split("-"))
            return waves(low, high, count or 2 * EVERY)
        points = [float(part) for part in text.split(",")]
    except ValueError:
        raise OptionError(f"a curve is points such as 0.2,0.5,0.8, or {WAVES}:0.2-0.8, not {text!r}") from None
    return curve(points, count or len(points))

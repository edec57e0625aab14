"""Difficulty curves of campaigns.

interpolate_curve([0.2, 0.8], 5)        # 0.2, 0.35, 0.5, 0.65, 0.8: points interpolated over the levels
parse_curve("0.2,0.5,0.4,0.8", 7)
wave_curve(0.2, 0.8, 9)                 # rises, with an easier level after every two harder ones
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ludus.core.errors import OptionError

WAVE_LENGTH, WAVE_DROP = 3, 0.4  # one level in three is easier: this share of the way from the lowest value
MAX_LEVELS = 500  # levels, at most
WAVES = "waves"


def interpolate_curve(points: Sequence[float], count: int) -> list[float]:
    """Interpolate points linearly over `count` levels."""
    if not 1 <= count <= MAX_LEVELS:
        raise OptionError(f"a campaign has 1 to {MAX_LEVELS} levels, not {count}")
    for point in points:
        if not (math.isfinite(point) and 0 < point < 1):
            raise OptionError(f"how hard a level is is a share between 0 and 1, not {point:g}")
    if len(points) < 1:
        raise OptionError("a curve has one point at least")
    at = np.linspace(0, len(points) - 1, count)
    return [float(round(x, 6)) for x in np.interp(at, range(len(points)), points)]


def wave_curve(low: float, high: float, count: int) -> list[float]:
    """Rising line with easier levels in between."""
    line = interpolate_curve([low, high], count)
    return [
        low + (x - low) * WAVE_DROP if k % WAVE_LENGTH == WAVE_LENGTH - 1 and k < count - 1 else x
        for k, x in enumerate(line)
    ]


def parse_curve(text: str, count: int | None = None) -> list[float]:
    """Parse points separated by commas, one per level or over `count` levels; or `waves:LOW-HIGH`."""
    kind, colon, rest = text.partition(":")
    try:
        if colon and kind.strip() == WAVES:
            low, high = (float(part) for part in rest.split("-"))
            return wave_curve(low, high, count or 2 * WAVE_LENGTH)
        points = [float(part) for part in text.split(",")]
    except ValueError:
        raise OptionError(f"a curve is points such as 0.2,0.5,0.8, or {WAVES}:0.2-0.8, not {text!r}") from None
    return interpolate_curve(points, count or len(points))

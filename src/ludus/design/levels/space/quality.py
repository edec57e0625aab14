"""How good a level is among levels of its kind: traps of many kinds, spread evenly over the way."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from ludus.design.levels.space.measures import Way
from ludus.games.platformer.level import Level
from ludus.games.platformer.table import MINE

MANY = 3  # kinds of traps, equally often, are all the variety that is asked for


def quality(level: Level, way: Way) -> float:
    """From 0 to 1: the mean of both."""
    return (variety(level) + evenness(way.trapped)) / 2


def variety(level: Level) -> float:
    """The entropy of the kinds of traps, mines aside, in parts of that of MANY kinds; 1 at most."""
    counts = Counter(trap.kind for trap in level.traps if trap.kind != MINE)
    shares = [count / sum(counts.values()) for _, count in sorted(counts.items())]
    return min(1.0, -math.fsum(share * math.log(share) for share in shares) / math.log(MANY))


def evenness(trapped: np.ndarray) -> float:
    """1 less the farthest that the share of traps met so far is from the share of the way gone so far."""
    if not trapped.any():
        return 0.0
    met = np.cumsum(trapped) / trapped.sum()
    gone = np.arange(1, len(trapped) + 1) / len(trapped)
    return 1 - float(np.abs(met - gone).max())

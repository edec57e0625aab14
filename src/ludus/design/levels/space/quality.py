"""Quality of a level within its cell of an archive: varied traps, spread evenly over the path."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from ludus.design.levels.space.measures import LevelPath
from ludus.games.platformer.level import Level
from ludus.games.platformer.table import MINE

FULL_VARIETY = 3  # kinds of traps, equally frequent, for full variety


def level_quality(level: Level, path: LevelPath) -> float:
    """Mean of variety and evenness, from 0 to 1."""
    return (trap_variety(level) + trap_evenness(path.trapped)) / 2


def trap_variety(level: Level) -> float:
    """Entropy of the trap kinds, mines aside, relative to that of FULL_VARIETY kinds; 1 at most."""
    counts = Counter(trap.kind for trap in level.traps if trap.kind != MINE)
    shares = [count / sum(counts.values()) for _, count in sorted(counts.items())]
    return min(1.0, -math.fsum(share * math.log(share) for share in shares) / math.log(FULL_VARIETY))


def trap_evenness(trapped: np.ndarray) -> float:
    """1 minus the largest difference between the share of traps and the share of the path so far."""
    if not trapped.any():
        return 0.0
    trap_share = np.cumsum(trapped) / trapped.sum()
    path_share = np.arange(1, len(trapped) + 1) / len(trapped)
    return 1 - float(np.abs(trap_share - path_share).max())

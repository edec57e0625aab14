"""The Elo scale: 400 points are odds of ten to one."""

from __future__ import annotations

import math

POINTS = 400 / math.log(10)  # Elo points to one unit of log-odds


def share_of_elo(points: float) -> float:
    """The share of wins that a lead of so many points leads one to expect."""
    return 1 / (1 + 10 ** (-points / 400))


def elo_of_share(share: float) -> float:
    """The lead in points that a share of wins is worth; infinite for all or nothing."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return POINTS * math.log(share / (1 - share))

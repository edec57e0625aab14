"""Elo scale: 400 points are odds of ten to one."""

from __future__ import annotations

import math

ELO_PER_LOGIT = 400 / math.log(10)  # Elo points per unit of log-odds


def elo_to_win_rate(points: float) -> float:
    """Return the expected win rate for a lead in Elo points."""
    return 1 / (1 + 10 ** (-points / 400))


def win_rate_to_elo(share: float) -> float:
    """Return the lead in Elo points that corresponds to a win rate; infinite for 0 and 1."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return ELO_PER_LOGIT * math.log(share / (1 - share))

"""Statistics: estimates with confidence intervals, sequential tests, ratings, rank tests, association rules."""

from ludus.stats.differences import difference
from ludus.stats.elo import win_rate_to_elo, elo_to_win_rate
from ludus.stats.intervals import (
    Estimate,
    probability_above_zero,
    mean,
    pooled_mean,
    proportion,
    proportion_difference,
    pooled_proportion,
)
from ludus.stats.online import OpenSkillRating, openskill_ratings
from ludus.stats.ratings import GroupResults, Ratings, rate
from ludus.stats.runs import difference_of_runs, mean_of_runs
from ludus.stats.sequential import Sprt, SprtVerdict, SprtMonitor

__all__ = [
    "GroupResults",
    "Estimate",
    "Ratings",
    "OpenSkillRating",
    "Sprt",
    "SprtVerdict",
    "SprtMonitor",
    "probability_above_zero",
    "difference",
    "difference_of_runs",
    "win_rate_to_elo",
    "mean",
    "mean_of_runs",
    "pooled_mean",
    "rate",
    "proportion",
    "proportion_difference",
    "elo_to_win_rate",
    "pooled_proportion",
    "openskill_ratings",
]

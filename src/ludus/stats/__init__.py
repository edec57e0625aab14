"""Statistics: estimates with confidence intervals, sample sizes, sequential and rank tests, ratings, rules."""

from ludus.stats.intervals import (
    Estimate,
    contrast_of_runs,
    difference,
    difference_of_runs,
    mean,
    mean_count,
    mean_of_runs,
    pooled_mean,
    pooled_proportion,
    probability_above_zero,
    proportion,
    proportion_difference,
)
from ludus.stats.ratings import (
    GroupResults,
    OpenSkillRating,
    Ratings,
    elo_to_win_rate,
    openskill_ratings,
    rate,
    win_rate_to_elo,
)
from ludus.stats.sequential_test import Sprt, SprtMonitor, SprtVerdict
from ludus.stats.simultaneous_intervals_and_power import needed_size, simultaneous_interval

__all__ = [
    "Estimate",
    "GroupResults",
    "OpenSkillRating",
    "Ratings",
    "Sprt",
    "SprtMonitor",
    "SprtVerdict",
    "contrast_of_runs",
    "difference",
    "difference_of_runs",
    "elo_to_win_rate",
    "mean",
    "mean_count",
    "mean_of_runs",
    "needed_size",
    "openskill_ratings",
    "pooled_mean",
    "pooled_proportion",
    "probability_above_zero",
    "proportion",
    "proportion_difference",
    "rate",
    "simultaneous_interval",
    "win_rate_to_elo",
]

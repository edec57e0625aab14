"""Statistics: estimates with confidence intervals, sequential tests, ratings, rank tests, association rules."""

from ludus.stats.differences import difference
from ludus.stats.elo import elo_of_share, share_of_elo
from ludus.stats.intervals import Estimate, above_zero, mean, mean_over, share, share_difference, share_over
from ludus.stats.online import Skill, skills
from ludus.stats.ratings import Contest, Ratings, rate
from ludus.stats.runs import difference_of_runs, mean_of_runs
from ludus.stats.sequential import Sprt, Verdict, Watch

__all__ = [
    "Contest",
    "Estimate",
    "Ratings",
    "Skill",
    "Sprt",
    "Verdict",
    "Watch",
    "above_zero",
    "difference",
    "difference_of_runs",
    "elo_of_share",
    "mean",
    "mean_of_runs",
    "mean_over",
    "rate",
    "share",
    "share_difference",
    "share_of_elo",
    "share_over",
    "skills",
]

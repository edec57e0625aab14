"""Numbers in, numbers out: intervals for what was measured."""

from ludus.stats.intervals import Estimate, mean, share

__all__ = ["Estimate", "mean", "share"]

"""Estimates of designers: standard errors, bounds and differences."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

from ludus.stats import Estimate, difference
from ludus.stats.intervals import DIFFERENCE_BOUNDS

UNKNOWN_ESTIMATE = Estimate(math.nan, -math.inf, math.inf, 0)


def standard_error(estimate: Estimate) -> float:
    """Return the standard error of an estimate, from its 95 % interval."""
    return (estimate.high - estimate.low) / (2 * NormalDist().inv_cdf(0.975))


def known_or_none(estimate: Estimate) -> Estimate | None:
    """Return None for an unknown estimate."""
    return None if math.isnan(estimate.value) else estimate


def as_share(estimate: Estimate) -> Estimate:
    """Return an estimate of a share with its value and interval inside 0..1; an unknown one stays unknown."""
    return inside_bounds(estimate, 0.0, 1.0)


def inside_bounds(estimate: Estimate, least: float, most: float) -> Estimate:
    """Return an estimate with its value and interval inside bounds; an unknown one stays unknown."""
    if math.isnan(estimate.value):
        return UNKNOWN_ESTIMATE
    value, low, high = (min(most, max(least, number)) for number in (estimate.value, estimate.low, estimate.high))
    return replace(estimate, value=value, low=low, high=high, bounds=(least, most))


def independent_difference(one: Estimate, other: Estimate) -> Estimate:
    """Return `other` minus `one`, of two shares, as if they were independent; the interval is too wide if not."""
    plain, (least, most) = difference(one, other), DIFFERENCE_BOUNDS
    return replace(plain, low=max(least, plain.low), high=min(most, plain.high), bounds=DIFFERENCE_BOUNDS)

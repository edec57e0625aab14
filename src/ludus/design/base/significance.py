"""Estimates of designers: standard errors, differences, and which of many are surely above a value."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from statistics import NormalDist
from typing import TypeVar

import numpy as np

from ludus.stats import Estimate
from ludus.stats.intervals import benjamini_hochberg

UNKNOWN_ESTIMATE = Estimate(math.nan, -math.inf, math.inf, 0)

Key = TypeVar("Key", bound=Hashable)


def standard_error(estimate: Estimate) -> float:
    """Return the standard error of an estimate, from its 95 % interval."""
    return (estimate.high - estimate.low) / (2 * NormalDist().inv_cdf(0.975))


def known_or_none(estimate: Estimate) -> Estimate | None:
    """Return None for an unknown estimate."""
    return None if math.isnan(estimate.value) else estimate


def independent_difference(one: Estimate, other: Estimate) -> Estimate:
    """Return `other` minus `one` as if they were independent; the interval is too wide if they are not."""
    value = other.value - one.value
    down = float(np.hypot(other.value - other.low, one.high - one.value))
    up = float(np.hypot(other.high - other.value, one.value - one.low))
    return Estimate(value, value - down, value + up, min(one.count, other.count))


def surely_above(estimates: Mapping[Key, Estimate], limit: float) -> set[Key]:
    """Return which estimates are surely above a limit; at most 5 % of these are expected to be wrong."""
    p_values = [p_value(estimate, limit) for estimate in estimates.values()]
    return {key for key, sure in zip(estimates, benjamini_hochberg(p_values), strict=True) if sure}


def p_value(estimate: Estimate, limit: float) -> float:
    """Return the p-value of an estimate under the hypothesis that the true value is `limit`; NaN if unknown."""
    error = standard_error(estimate)
    if not 0 < error < math.inf:
        return math.nan
    return NormalDist().cdf((limit - estimate.value) / error)

"""Draws of deals, runs and agents, whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from ludus.stats import Estimate
from ludus.stats.distributions import student_t_quantile
from ludus.stats.skewness import UnitSkewness


def means_and_halves(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Means over the last axis, and half the widths of their 95 % intervals."""
    size = values.shape[-1]
    errors = values.std(axis=-1, ddof=1) / math.sqrt(size)
    return values.mean(axis=-1), student_t_quantile(size - 1, 0.975) * errors


def sample_skewnesses(values: np.ndarray) -> list[UnitSkewness]:
    """Skewness of each sample along the last axis, the same as `sample_skewness` of each."""
    n = values.shape[-1]
    apart = values - values.mean(axis=-1, keepdims=True)
    biased = (apart**3).mean(axis=-1) / (apart**2).mean(axis=-1) ** 1.5
    scale, variance = math.sqrt(n * (n - 1)) / (n - 2), 6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3))
    return [UnitSkewness(scale * value, variance) for value in biased.ravel().tolist()]


def run_estimates(
    values: np.ndarray, halves: np.ndarray, size: int, skewnesses: Iterable[UnitSkewness]
) -> list[Estimate]:
    """Estimates of runs, as by `mean_of_runs`."""
    return [
        Estimate(value, value - half, value + half, size, size - 1, skewness=skewness)
        for value, half, skewness in zip(values.tolist(), halves.tolist(), skewnesses, strict=True)
    ]


def deals(rng: np.random.Generator, count: int, rate: float) -> np.ndarray:
    """Mean payoff of two games on a deal; the luck of the deal is shared."""
    luck = rng.normal(0, 0.15, count)
    chance = np.clip(rate + luck * 4 * rate * (1 - rate), 0, 1)
    return rng.binomial(2, chance) / 2


def true_rate(rate: float, nodes: int = 2001) -> float:
    """Mean payoff of `_deals`: chances are clipped, so it is not exactly the rate."""
    z = np.linspace(-8, 8, nodes)
    weights = np.exp(-z * z / 2)
    chances = np.clip(rate + 0.15 * z * 4 * rate * (1 - rate), 0, 1)
    return float((chances * weights).sum() / weights.sum())


def agents(rng: np.random.Generator, bases: int, count: int) -> np.ndarray:
    """Strengths of agents, `count` of each base; those of a base are related."""
    return rng.normal(0, 1, (bases, 1)) + rng.normal(0, 1, (bases, count))

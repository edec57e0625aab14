"""Intervals of results over decks: a deck is the unit, because decks differ far more than orders of cards.

    wins_over_decks(shares)             shares of fights won, by deck and card order
    turns_over_decks(turns, shares)     turns of a fight won
    ratio_over_decks(sums, weights)     a weighted mean
    difference_over_decks(one, other)   paired by deck

So an interval says how far other decks of the same kind may be from these. With a single deck nothing is known about
others: then an order of cards is the unit, and the result holds for that deck only.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ludus.stats import Estimate, proportion_difference
from ludus.stats.intervals import COUNT_BOUNDS, mean_of_runs, proportion


def wins_over_decks(shares: np.ndarray) -> Estimate:
    """Estimate a win ratio from shares of fights won, by deck and card order.

    If too few decks differ for Student's t, such as 11 of 12 that win all fights, each is a trial, unless Student's t
    is less sure.
    """
    trials = proportion(_units(shares))
    by_deck = _bounded(mean_of_runs(_units(shares).tolist()), trials, 0.0)
    return trials if by_deck.is_tied and trials.high - trials.low > by_deck.high - by_deck.low else by_deck


def difference_over_decks(one: np.ndarray, other: np.ndarray) -> Estimate:
    """Estimate how much larger one win ratio is than another, with the same decks and card orders."""
    first, second = _units(one), _units(other)
    return _bounded(mean_of_runs((first - second).tolist()), proportion_difference(first, second), -1.0)


def turns_over_decks(turns: np.ndarray, shares: np.ndarray) -> Estimate:
    """Estimate the turns of a fight won.

    Args:
        turns: turns of fights won, times the share of fights won, by deck and card order.
        shares: shares of fights won, by deck and card order.

    Returns:
        The estimate; its value is NaN if no fight is won.
    """
    return replace(ratio_over_decks(_units(turns), _units(shares)), bounds=COUNT_BOUNDS)


def ratio_over_decks(sums: np.ndarray, weights: np.ndarray) -> Estimate:
    """Estimate a weighted mean from the weighted sum and the weight of each deck; NaN if no deck has a weight."""
    if not weights.sum() > 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    value = float(sums.sum() / weights.sum())
    spread = mean_of_runs(((sums - value * weights) / weights.mean()).tolist())
    return Estimate(value, value + spread.low, value + spread.high, len(weights), spread.freedom)


def _units(values: np.ndarray) -> np.ndarray:
    """Means of independent groups: of decks, or of card orders if there is one deck."""
    means: np.ndarray = values.mean(axis=1) if len(values) > 1 else values[0]
    return means


def _bounded(estimate: Estimate, equal: Estimate, lowest: float) -> Estimate:
    """Cut an interval at its bounds; if all units are equal, take the interval that does not vanish."""
    if not estimate.low < estimate.high:
        return equal
    low, high = max(lowest, estimate.low), min(1.0, estimate.high)
    return replace(estimate, low=low, high=high, bounds=(lowest, 1.0))

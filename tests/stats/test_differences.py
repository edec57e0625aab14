"""The difference of two measured numbers from their intervals alone."""

import numpy as np
import pytest

from ludus.stats import Estimate, difference, proportion


def test_equal_halves_add_like_the_sides_of_a_triangle():
    found = difference(Estimate(1.0, 0.7, 1.3, 50), Estimate(3.0, 2.6, 3.4, 20))
    assert (found.value, found.low, found.high, found.count) == pytest.approx((2.0, 1.5, 2.5, 20))


def test_lopsided_intervals_stay_lopsided():
    found = difference(Estimate(0.99, 0.90, 1.0, 10), Estimate(0.5, 0.5, 0.5, 10))
    assert (found.low, found.high) == pytest.approx((-0.5, -0.4))


def test_it_covers_the_true_difference_of_two_shares():
    dice = np.random.default_rng(5)
    truth, hits, tries = 0.62 - 0.5, 0, 1500
    for _ in range(tries):
        one, other = (proportion((dice.random(400) < p).astype(float)) for p in (0.5, 0.62))
        found = difference(one, other)
        hits += found.low <= truth <= found.high
    assert 0.935 < hits / tries < 0.965

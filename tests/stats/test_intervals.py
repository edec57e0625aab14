import math

import numpy as np
import pytest

from ludus.stats import Estimate, mean, share


def trials(wins, count):
    return np.array([1.0] * wins + [0.0] * (count - wins))


# The examples of Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
@pytest.mark.parametrize(
    ("wins", "count", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
)
def test_yes_or_no_trials_give_the_published_intervals(wins, count, low, high):
    found = share(trials(wins, count))
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


@pytest.mark.parametrize(("wins", "count"), [(1, 2), (5, 11), (1, 29), (50, 101)])
def test_yes_or_no_trials_give_wilsons_interval_for_one_trial_less(wins, count):
    # one less, because the spread is estimated from the trials themselves
    p, n, z = wins / count, count - 1, 1.959964
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    found = share(trials(wins, count))
    assert (found.value, found.count) == (pytest.approx(p), count)
    assert (found.low, found.high) == (pytest.approx(centre - half, abs=1e-6), pytest.approx(centre + half, abs=1e-6))


def test_a_win_every_time_does_not_make_it_certain():
    always, never = share(np.ones(20)), share(np.zeros(20))
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(1 - never.high)
    assert (never.value, never.low) == (0.0, 0.0)


def test_deals_that_decide_nothing_still_leave_an_interval():
    found = share(np.full(100, 0.5))
    assert 0.4 < found.low < found.value < found.high < 0.6


def test_pairs_that_balance_each_other_are_worth_more_than_single_games():
    rng = np.random.default_rng(1)
    single = rng.integers(0, 2, 1000).astype(float)
    balanced = np.where(rng.random(1000) < 0.8, 0.5, rng.integers(0, 2, 1000))
    wide, narrow = share(single), share(balanced)
    assert narrow.high - narrow.low < 0.6 * (wide.high - wide.low)


def test_nothing_measured_is_nothing_known():
    assert math.isnan(share(np.array([])).value)
    assert (share(np.array([])).low, share(np.array([])).high) == (0.0, 1.0)
    assert mean(np.array([])).count == 0
    assert math.isinf(mean(np.array([3.0])).high)


def covered(estimates, truth):
    return np.mean([estimate.low <= truth <= estimate.high for estimate in estimates])


@pytest.mark.parametrize("truth", [0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("size", [30, 300])
def test_intervals_of_shares_hold_the_truth_19_times_in_20(truth, size):
    rng = np.random.default_rng(7)
    samples = (rng.random((2000, size)) < truth).astype(float)
    assert 0.93 <= covered([share(sample) for sample in samples], truth) <= 0.985


def test_intervals_of_paired_games_hold_the_truth_19_times_in_20():
    # some deals favour one player in both of their games, so the two are not independent
    rng = np.random.default_rng(8)
    strength = rng.beta(0.8, 0.6, (2000, 200))
    pairs = (rng.random((2, 2000, 200)) < strength).mean(axis=0)
    assert 0.93 <= covered([share(sample) for sample in pairs], 0.8 / 1.4) <= 0.97


def test_intervals_of_means_hold_the_truth_19_times_in_20():
    rng = np.random.default_rng(9)
    assert 0.93 <= covered([mean(sample) for sample in rng.exponential(5, (2000, 200))], 5) <= 0.97


def test_more_confidence_is_a_wider_interval():
    sample = trials(40, 100)
    assert share(sample, 0.99).low < share(sample, 0.95).low < share(sample, 0.5).low < 0.4
    assert mean(sample, 0.99).high > mean(sample, 0.95).high


def test_an_estimate_reads_as_value_and_interval():
    estimate = Estimate(0.5, 0.25, 0.75, 12)
    assert f"{estimate:.2f}" == "0.50 [0.25, 0.75]"
    assert str(f"{estimate}") == "0.500 [0.250, 0.750]"
    assert estimate.as_dict() == {"value": 0.5, "low": 0.25, "high": 0.75, "count": 12}

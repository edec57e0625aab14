import math

import numpy as np
import pytest

from ludus.stats import (
    Estimate,
    mean,
    pooled_mean,
    pooled_proportion,
    probability_above_zero,
    proportion,
    proportion_difference,
)


def trials(wins, count):
    return np.record([1.0] * wins + [0.0] * (count - wins))


# The examples of Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
@pytest.mark.parametrize(
    ("wins", "count", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
)
def test_yes_or_no_trials_give_the_published_intervals(wins, count, low, high):
    found = proportion(trials(wins, count))
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


@pytest.mark.parametrize(("wins", "count"), [(1, 2), (5, 11), (1, 29), (50, 101)])
def test_yes_or_no_trials_give_wilsons_interval_for_one_trial_less(wins, count):
    # one less, because the spread is estimated from the trials themselves
    p, n, z = wins / count, count - 1, 1.959964
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    found = proportion(trials(wins, count))
    assert (found.value, found.count) == (pytest.approx(p), count)
    assert (found.low, found.high) == (pytest.approx(centre - half, abs=1e-6), pytest.approx(centre + half, abs=1e-6))


def test_a_win_every_time_does_not_make_it_certain():
    always, never = proportion(np.ones(20)), proportion(np.zeros(20))
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(1 - never.high)
    assert (never.value, never.low) == (0.0, 0.0)


def test_deals_that_decide_nothing_still_leave_an_interval():
    found = proportion(np.full(100, 0.5))
    assert 0.4 < found.low < found.value < found.high < 0.6


def test_pairs_that_balance_each_other_are_worth_more_than_single_games():
    rng = np.random.default_rng(1)
    single = rng.integers(0, 2, 1000).astype(float)
    balanced = np.where(rng.random(1000) < 0.8, 0.5, rng.integers(0, 2, 1000))
    wide, narrow = proportion(single), proportion(balanced)
    assert narrow.high - narrow.low < 0.6 * (wide.high - wide.low)


def test_nothing_measured_is_nothing_known():
    assert math.isnan(proportion(np.record([])).value)
    assert (proportion(np.record([])).low, proportion(np.record([])).high) == (0.0, 1.0)
    assert mean(np.record([])).count == 0
    assert math.isinf(mean(np.record([3.0])).high)


def covered(estimates, truth):
    return np.mean([estimate.low <= truth <= estimate.high for estimate in estimates])


@pytest.mark.parametrize("truth", [0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("size", [30, 300])
def test_intervals_of_shares_hold_the_truth_19_times_in_20(truth, size):
    rng = np.random.default_rng(7)
    samples = (rng.random((2000, size)) < truth).astype(float)
    assert 0.93 <= covered([proportion(sample) for sample in samples], truth) <= 0.985


def test_intervals_of_paired_games_hold_the_truth_19_times_in_20():
    # some deals favour one player in both of their games, so the two are not independent
    rng = np.random.default_rng(8)
    strength = rng.beta(0.8, 0.6, (2000, 200))
    pairs = (rng.random((2, 2000, 200)) < strength).mean(axis=0)
    assert 0.93 <= covered([proportion(sample) for sample in pairs], 0.8 / 1.4) <= 0.97


def test_intervals_of_means_hold_the_truth_19_times_in_20():
    rng = np.random.default_rng(9)
    assert 0.93 <= covered([mean(sample) for sample in rng.exponential(5, (2000, 200))], 5) <= 0.97


def test_more_confidence_is_a_wider_interval():
    sample = trials(40, 100)
    assert proportion(sample, 0.99).low < proportion(sample, 0.95).low < proportion(sample, 0.5).low < 0.4
    assert mean(sample, 0.99).high > mean(sample, 0.95).high


def test_an_estimate_reads_as_value_and_interval():
    estimate = Estimate(0.5, 0.25, 0.75, 12)
    assert f"{estimate:.2f}" == "0.50 [0.25, 0.75]"
    assert str(f"{estimate}") == "0.500 [0.250, 0.750]"
    assert estimate.as_dict() == {"value": 0.5, "low": 0.25, "high": 0.75, "count": 12}


def test_several_series_on_the_same_deals_count_alike():
    wins, losses = np.record([1.0, 1.0, 0.0, 1.0]), np.record([0.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    found = pooled_proportion([wins, losses])
    assert found.value == pytest.approx((3 / 4 + 1 / 6) / 2)
    assert found.count == 6
    assert pooled_proportion([wins]) == proportion(wins)
    assert pooled_mean([losses]) == mean(losses)
    assert pooled_proportion([wins, np.record([])]) == proportion(wins)


def test_luck_of_a_deal_that_falls_on_all_series_does_not_average_out():
    rng = np.random.default_rng(10)
    luck = rng.integers(0, 2, 400).astype(float)
    alike, apart = (
        pooled_proportion([luck, luck, luck]),
        pooled_proportion([luck, *rng.integers(0, 2, (2, 400)).astype(float)]),
    )
    assert alike == proportion(luck)
    assert apart.high - apart.low < 0.65 * (alike.high - alike.low)


def test_intervals_over_series_hold_the_truth_19_times_in_20():
    rng = np.random.default_rng(11)
    strength = rng.beta(2, 3, (2000, 100))  # a deal is good or bad for all
    series = [(rng.random((2000, 100)) < strength).astype(float) for _ in range(3)]
    found = [pooled_proportion([each[k] for each in series]) for k in range(2000)]
    assert 0.93 <= covered(found, 0.4) <= 0.97


def test_a_difference_is_measured_on_the_same_deals():
    rng = np.random.default_rng(12)
    luck = rng.random(500)
    one, other = (luck < 0.5).astype(float), (luck < 0.4).astype(float)
    found = proportion_difference(one, other)
    assert 0 < found.low < found.value < found.high < 0.15
    assert probability_above_zero(found) > 0.999
    assert probability_above_zero(proportion_difference(other, one)) < 0.001


def test_nobody_ever_winning_proves_nothing():
    found = proportion_difference(np.zeros(50), np.zeros(50))
    assert (found.value, probability_above_zero(found)) == (0.0, 0.5)
    assert found.low == pytest.approx(-proportion(np.zeros(50)).high)
    assert probability_above_zero(Estimate(1.0, -math.inf, math.inf, 1)) == 0.5
    assert probability_above_zero(Estimate(0.1, 0.1, 0.1, 5)) == 1.0


def test_thirds_that_are_all_alike_still_leave_an_interval():
    found = proportion(np.full(60, 1 / 3))
    assert found.low < 0.25
    assert found.high > 0.42

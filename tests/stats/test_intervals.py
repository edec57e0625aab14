"""Estimates and their confidence intervals."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ludus.stats import (
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
    simultaneous_interval,
)
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import (
    COUNT_BOUNDS,
    SHARE_BOUNDS,
    mean_of_bounded,
    ratio_difference,
    ratio_mean,
    ratio_proportion,
)
from tests.cases import each


def trials(wins, count):
    return np.array([1.0] * wins + [0.0] * (count - wins))


# The examples of Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
@each(("wins", "count", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)])
def test_bernoulli_trials_give_the_published_intervals(wins, count, low, high):
    result = proportion(trials(wins, count))
    assert (result.low, result.high) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


@each(("wins", "count"), [(1, 2), (5, 11), (1, 29), (50, 101)])
def test_bernoulli_trials_give_wilsons_interval_for_one_trial_less(wins, count):
    # one less, because the spread is estimated from the trials themselves
    p, n, z = wins / count, count - 1, 1.959964
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    result = proportion(trials(wins, count))
    assert (result.value, result.count) == (pytest.approx(p), count)
    assert (result.low, result.high) == (pytest.approx(centre - half, abs=1e-6), pytest.approx(centre + half, abs=1e-6))


@each(("count", "freedom"), [(20, 19), (98, 97), (100, math.inf)])
def test_few_groups_of_games_have_students_t_since_their_spread_is_uncertain(count, freedom):
    groups = np.tile([0.0, 0.5], count // 2)
    result = proportion(groups)
    q = 1.959964 if math.isinf(freedom) else student_t_quantile(freedom, 0.975)
    n = 0.25 * 0.75 / (groups.var(ddof=1) / count)
    half = q * math.sqrt(0.25 * 0.75 / n + q * q / (4 * n * n)) / (1 + q * q / n)
    assert (result.high - result.low) / 2 == pytest.approx(half, abs=1e-6)
    assert result.freedom == freedom
    assert pooled_proportion([groups, groups]).freedom == freedom


def test_groups_of_which_too_few_differ_are_at_most_one_trial_each():
    nearly = proportion(np.array([1.0] * 11 + [0.99]))
    assert nearly.low == pytest.approx(proportion(np.array([1.0] * 11 + [0.999])).low, abs=0.01)
    assert nearly.low < 0.75  # as sure as 12 trials are, not as 12 equal decks seem to be


def test_winning_every_game_still_leaves_an_interval():
    always, never = proportion(np.ones(20)), proportion(np.zeros(20))
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(1 - never.high)
    assert (never.value, never.low) == (0.0, 0.0)


def test_deals_without_a_difference_still_leave_an_interval():
    result = proportion(np.full(100, 0.5))
    assert 0.4 < result.low < result.value < result.high < 0.6


def test_pairs_that_balance_each_other_are_worth_more_than_single_games():
    rng = np.random.default_rng(1)
    single = rng.integers(0, 2, 1000).astype(float)
    balanced = np.where(rng.random(1000) < 0.8, 0.5, rng.integers(0, 2, 1000))
    wide, narrow = proportion(single), proportion(balanced)
    assert narrow.high - narrow.low < 0.6 * (wide.high - wide.low)


def test_an_empty_sample_has_an_infinite_interval():
    assert math.isnan(proportion(np.array([])).value)
    assert (proportion(np.array([])).low, proportion(np.array([])).high) == (0.0, 1.0)
    assert mean(np.array([])).count == 0
    assert math.isinf(mean(np.array([3.0])).high)


def covered(estimates, truth):
    return np.mean([estimate.low <= truth <= estimate.high for estimate in estimates])


@each("truth", [0.05, 0.3, 0.5, 0.9])
@each("size", [30, 300])
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


def test_series_on_the_same_deals_have_equal_weights():
    wins, losses = np.array([1.0, 1.0, 0.0, 1.0]), np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    result = pooled_proportion([wins, losses])
    assert result.value == pytest.approx((3 / 4 + 1 / 6) / 2)
    assert result.count == 6
    assert pooled_proportion([wins]) == proportion(wins)
    assert pooled_mean([losses]) == mean(losses)
    assert pooled_proportion([wins, np.array([])]) == proportion(wins)


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
    result = [pooled_proportion([each[k] for each in series]) for k in range(2000)]
    assert 0.93 <= covered(result, 0.4) <= 0.97


def test_a_difference_is_measured_on_the_same_deals():
    rng = np.random.default_rng(12)
    luck = rng.random(500)
    one, other = (luck < 0.5).astype(float), (luck < 0.4).astype(float)
    result = proportion_difference(one, other)
    assert 0 < result.low < result.value < result.high < 0.15
    assert probability_above_zero(result) > 0.999
    assert probability_above_zero(proportion_difference(other, one)) < 0.001


def test_games_without_a_winner_prove_nothing():
    result = proportion_difference(np.zeros(50), np.zeros(50))
    assert (result.value, probability_above_zero(result)) == (0.0, 0.5)
    assert result.low == pytest.approx(-proportion(np.zeros(50)).high)
    assert probability_above_zero(Estimate(1.0, -math.inf, math.inf, 1)) == 0.5
    assert probability_above_zero(Estimate(0.1, 0.1, 0.1, 5)) == 1.0


def test_equal_thirds_still_leave_an_interval():
    result = proportion(np.full(60, 1 / 3))
    assert result.low < 0.25
    assert result.high > 0.42


def test_half_widths_of_a_difference_add_in_quadrature():
    result = difference(Estimate(1.0, 0.7, 1.3, 50), Estimate(3.0, 2.6, 3.4, 20))
    assert (result.value, result.low, result.high, result.count) == pytest.approx((2.0, 1.5, 2.5, 20))


def test_asymmetric_intervals_stay_asymmetric():
    result = difference(Estimate(0.99, 0.90, 1.0, 10), Estimate(0.5, 0.5, 0.5, 10))
    assert (result.low, result.high) == pytest.approx((-0.5, -0.4))


def test_it_covers_the_true_difference_of_two_shares():
    dice = np.random.default_rng(5)
    truth, hits, tries = 0.62 - 0.5, 0, 1500
    for _ in range(tries):
        one, other = (proportion((dice.random(400) < p).astype(float)) for p in (0.5, 0.62))
        result = difference(one, other)
        hits += result.low <= truth <= result.high
    assert 0.935 < hits / tries < 0.965


DICE = np.random.default_rng(1)


def test_intervals_are_those_of_student_and_welch():
    a, b = DICE.normal(3, 1, 4), DICE.normal(1, 2, 6)
    mean = mean_of_runs(a)
    assert (mean.low, mean.high) == pytest.approx(stats.t.interval(0.95, 3, a.mean(), stats.sem(a)))
    result = difference_of_runs(a, b)
    theirs = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    assert (result.low, result.high) == pytest.approx((theirs.low, theirs.high))
    assert result.value == pytest.approx(a.mean() - b.mean())


def test_a_contrast_of_runs_is_a_weighted_sum_of_means_with_its_own_spread():
    a, b, c = DICE.normal(3, 1, 5), DICE.normal(1, 2, 6), DICE.normal(1, 3, 7)
    result = contrast_of_runs([(1, a), (-0.5, b), (-0.5, c)])
    assert result.value == pytest.approx(a.mean() - (b.mean() + c.mean()) / 2)
    assert result.count == 18
    errors = [a.var(ddof=1) / 5, b.var(ddof=1) / 24, c.var(ddof=1) / 28]
    freedom = sum(errors) ** 2 / sum(error**2 / n for error, n in zip(errors, (4, 5, 6), strict=True))
    half = stats.t.ppf(0.975, freedom) * math.sqrt(sum(errors))
    assert (result.low, result.high) == pytest.approx((result.value - half, result.value + half))
    assert contrast_of_runs([(1, a), (-1, b[:1])]).high == math.inf
    assert math.isnan(contrast_of_runs([(1, a), (-1, [])]).value)
    covered = 0
    for _ in range(2000):
        groups = [(weight, DICE.normal(0, spread, 4)) for weight, spread in ((1, 1), (-1, 3), (-1, 1), (1, 2))]
        estimate = contrast_of_runs(groups)
        covered += estimate.low <= 0 <= estimate.high
    assert 0.93 <= covered / 2000 <= 0.98


def test_a_single_run_has_an_infinite_interval():
    assert mean_of_runs([0.5]).high == math.inf
    assert difference_of_runs([0.5], [0.1, 0.2]).low == -math.inf
    assert math.isnan(mean_of_runs([]).value)
    assert math.isnan(difference_of_runs([], [1.0]).value)


def test_identical_runs_have_an_interval_of_width_zero():
    result = difference_of_runs([0.5, 0.5], [0.25, 0.25])
    assert (result.value, result.low, result.high) == (0.25, 0.25, 0.25)


def test_intervals_of_four_runs_have_the_stated_coverage():
    covered = 0
    for _ in range(2000):
        result = difference_of_runs(DICE.normal(1, 1, 4), DICE.normal(0, 3, 4))
        covered += result.low <= 1 <= result.high
    assert 0.93 <= covered / 2000 <= 0.98


def sums(x, d):
    return np.count_nonzero(d), x.sum(), d.sum(), x @ x, x @ d, d @ d


def test_groups_of_equal_size_give_the_interval_of_a_mean():
    rng = np.random.default_rng(1)
    x, d = rng.integers(0, 5, 400).astype(float), np.full(400, 4.0)
    one, other = ratio_proportion(*sums(x, d)), proportion(x / d)
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))
    one, other = ratio_mean(*sums(x, d)), mean(x / d)
    assert (one.value, one.low, one.high, one.count) == pytest.approx((other.value, other.low, other.high, 400))


def test_the_interval_of_a_ratio_covers_the_truth_95_times_in_100():
    rng, covered, runs = np.random.default_rng(2), 0, 1000
    for _ in range(runs):
        d = rng.integers(0, 5, 300).astype(float)
        luck = rng.beta(2, 3, 300)  # of a group: its members are alike
        x = rng.binomial(d.astype(int), luck).astype(float)
        result = ratio_proportion(*sums(x, d))
        covered += result.low <= 0.4 <= result.high
    assert 0.93 < covered / runs < 0.97


def test_a_paired_difference_has_a_narrower_interval_than_its_parts():
    rng = np.random.default_rng(3)
    d = rng.integers(1, 5, 500).astype(float)
    x = rng.binomial(d.astype(int), 0.5).astype(float)
    more = np.minimum(x + (rng.random(500) < 0.1), d)
    result = ratio_difference((more, d), (x, d))
    assert result.value == pytest.approx(more.sum() / d.sum() - x.sum() / d.sum())
    alone = ratio_proportion(*sums(x, d))
    assert result.high - result.low < 0.6 * (alone.high - alone.low)


def test_the_interval_of_a_difference_has_about_the_stated_coverage():
    rng, covered, runs = np.random.default_rng(5), 0, 2000
    for _ in range(runs):
        d = rng.integers(1, 4, 60).astype(float)
        luck = rng.random((60, 3))  # on the same dice
        seen = np.arange(3) < d[:, None]
        one, other = (((luck < p) & seen).sum(axis=1).astype(float) for p in (0.5, 0.35))
        result = ratio_difference((one, d), (other, d))
        covered += result.low <= 0.15 <= result.high
    assert 0.93 < covered / runs < 0.99


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_a_difference_of_proportions_stays_within_minus_1_and_1(groups):
    table = np.array(groups, float)
    one, other = ((np.minimum(table[:, k], table[:, k + 1]), table[:, k + 1]) for k in (0, 2))
    result = ratio_difference(one, other)
    assert -1 <= result.low <= result.high <= 1
    if not math.isnan(result.value):
        assert result.low <= result.value <= result.high


def test_few_identical_groups_leave_a_wide_interval():
    all_won, none_won, d = np.full(6, 2.0), np.zeros(6), np.full(6, 2.0)
    assert ratio_difference((all_won, d), (none_won, d)).low < 0.7
    same = ratio_difference((all_won, d), (all_won, d))
    assert same.low == -same.high < -0.1
    many = np.arange(100_000.0) % 2
    assert ratio_difference((many, many + 1), (many, many + 1)).high < 1e-4


def test_unknown_itemsets_have_no_association():
    nothing = np.zeros(5)
    assert math.isnan(ratio_proportion(*sums(nothing, nothing)).value)
    assert math.isnan(ratio_mean(*sums(nothing, nothing)).value)
    assert math.isnan(ratio_difference((nothing, nothing), (nothing, nothing + 1)).value)
    assert ratio_mean(*sums(np.ones(1), np.ones(1))).high == math.inf


@given(
    st.lists(st.floats(0, 1e6), min_size=2, max_size=6),
    st.lists(st.floats(0, 1), min_size=1, max_size=6),
    st.integers(1, 500),
)
def test_intervals_of_counts_and_shares_stay_within_their_bounds(counts, shares, comparisons):
    """For any data, also for two counts or one share, and after a correction."""
    values = np.array(shares)
    other = values[::-1].copy()
    ones = np.ones(len(values))
    for estimate, least, most in (
        (mean(np.array(counts), bounds=COUNT_BOUNDS), 0.0, math.inf),
        (mean_count(np.array(counts)), 0.0, math.inf),
        (mean(values, bounds=SHARE_BOUNDS), 0.0, 1.0),
        (proportion(values), 0.0, 1.0),
        (pooled_proportion([values, other]), 0.0, 1.0),
        (ratio_proportion(*sums(values, ones)), 0.0, 1.0),
        (proportion_difference(values, other), -1.0, 1.0),
        (ratio_difference((values, ones), (other, ones)), -1.0, 1.0),
    ):
        wide = simultaneous_interval(estimate, comparisons)
        rounding = 1e-9 * max(1.0, abs(estimate.value))
        assert least <= wide.low <= estimate.low + rounding
        assert estimate.low - rounding <= estimate.value <= estimate.high + rounding
        assert estimate.high - rounding <= wide.high <= most


def test_a_single_count_has_no_interval():
    single = mean(np.array([7.0]), bounds=COUNT_BOUNDS)
    assert (single.value, single.low, single.high) == (7.0, -math.inf, math.inf)
    assert mean_count(np.array([7.0])) == single


def test_no_event_in_many_units_has_the_exact_upper_bound_of_poisson():
    nothing = mean_count(np.zeros(300))
    assert (nothing.value, nothing.low) == (0, 0)
    assert math.exp(-300 * nothing.high) == pytest.approx(0.025)  # chance of no event with a mean at the bound


def test_a_few_events_of_different_units_have_the_exact_interval_of_poisson():
    """Garwood's interval of three events is 0.619 to 8.767; units with one event each are almost Poisson's."""
    counts = np.zeros(100_000)
    counts[:3] = 1
    three = mean_count(counts)
    assert (1e5 * three.low, 1e5 * three.high) == pytest.approx((0.6187, 8.7673), abs=1e-3)


def test_many_events_of_one_unit_count_as_one():
    alone, spread = np.zeros(1000), np.zeros(1000)
    alone[0], spread[:5] = 5, 1
    assert mean_count(alone).high > 1.5 * mean_count(spread).high
    assert mean_count(alone).low < mean_count(spread).low / 5


def test_equal_counts_have_an_interval_that_does_not_vanish():
    once = mean_count(np.ones(300))
    assert 0.98 < once.low < 1 < once.high < 1.02


def test_the_interval_of_many_events_is_almost_the_normal_one():
    counts = np.random.default_rng(1).poisson(3, 20_000).astype(float)
    gamma, normal = mean_count(counts), mean(counts)
    width = normal.high - normal.low
    assert (gamma.low, gamma.high) == pytest.approx((normal.low, normal.high), abs=width / 50)


@each("rate", [0.005, 0.05, 0.5])
@each("dispersion", [0.3, 1e6])
def test_intervals_of_counts_contain_the_mean_as_often_as_they_say(rate, dispersion):
    """Deaths of 60 players, some of them much weaker than others (a small dispersion) or all alike."""
    draw = np.random.default_rng(2)
    skills = draw.gamma(dispersion, rate / dispersion, (1000, 60))
    estimates = [mean_count(draw.poisson(row).astype(float)) for row in skills]
    assert sum(estimate.low <= rate <= estimate.high for estimate in estimates) > 930


def test_the_mean_of_bounded_values_is_not_surer_than_one_more_run_at_the_bound_allows():
    ones = mean_of_bounded([1.0] * 12)
    assert (ones.value, ones.high) == (1.0, 1.0)
    assert 0.7 < ones.low < 0.8  # a run at 0 may have been missed
    few = mean_of_bounded([1.0] * 11 + [0.99])
    assert few.low == pytest.approx(ones.low, abs=0.01)
    assert not few.is_tied
    assert mean_of_bounded([1 - value for value in (0.2, 0.4, 0.9)]).low == pytest.approx(
        1 - mean_of_bounded([0.2, 0.4, 0.9]).high
    )
    many = np.random.default_rng(1).normal(0.5, 0.1, 10_000)
    wide, plain = mean_of_bounded(many), mean_of_runs(many)
    assert (wide.low, wide.high) == pytest.approx((plain.low, plain.high), abs=2e-4)
    assert (mean_of_bounded([0.5]).low, mean_of_bounded([0.5]).high) == (0.0, 1.0)

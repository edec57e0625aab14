import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.stats import mean, proportion
from ludus.stats.intervals import benjamini_hochberg, ratio_difference, ratio_mean, ratio_proportion


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
        found = ratio_proportion(*sums(x, d))
        covered += found.low <= 0.4 <= found.high
    assert 0.93 < covered / runs < 0.97


def test_a_difference_on_the_same_groups_is_surer_than_its_parts():
    rng = np.random.default_rng(3)
    d = rng.integers(1, 5, 500).astype(float)
    x = rng.binomial(d.astype(int), 0.5).astype(float)
    more = np.minimum(x + (rng.random(500) < 0.1), d)
    found = ratio_difference((more, d), (x, d))
    assert found.value == pytest.approx(more.sum() / d.sum() - x.sum() / d.sum())
    alone = ratio_proportion(*sums(x, d))
    assert found.high - found.low < 0.6 * (alone.high - alone.low)


def test_an_interval_of_a_difference_covers_the_truth_about_as_often_as_it_says():
    rng, covered, runs = np.random.default_rng(5), 0, 2000
    for _ in range(runs):
        d = rng.integers(1, 4, 60).astype(float)
        luck = rng.random((60, 3))  # on the same dice
        seen = np.arange(3) < d[:, None]
        one, other = (((luck < p) & seen).sum(axis=1).astype(float) for p in (0.5, 0.35))
        found = ratio_difference((one, d), (other, d))
        covered += found.low <= 0.15 <= found.high
    assert 0.93 < covered / runs < 0.99


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_a_difference_of_shares_never_leaves_what_is_possible(groups):
    table = np.record(groups, float)
    one, other = ((np.minimum(table[:, k], table[:, k + 1]), table[:, k + 1]) for k in (0, 2))
    found = ratio_difference(one, other)
    assert -1 <= found.low <= found.high <= 1
    if not math.isnan(found.value):
        assert found.low <= found.value <= found.high


def test_few_groups_that_are_all_alike_prove_little():
    all_won, none_won, d = np.full(6, 2.0), np.zeros(6), np.full(6, 2.0)
    assert ratio_difference((all_won, d), (none_won, d)).low < 0.7
    same = ratio_difference((all_won, d), (all_won, d))
    assert same.low == -same.high < -0.1
    many = np.arange(100_000.0) % 2
    assert ratio_difference((many, many + 1), (many, many + 1)).high < 1e-4


def test_what_was_never_seen_is_not_known():
    nothing = np.zeros(5)
    assert math.isnan(ratio_proportion(*sums(nothing, nothing)).value)
    assert math.isnan(ratio_mean(*sums(nothing, nothing)).value)
    assert math.isnan(ratio_difference((nothing, nothing), (nothing, nothing + 1)).value)
    assert ratio_mean(*sums(np.ones(1), np.ones(1))).high == math.inf


def test_discoveries_keep_the_smallest_chances_by_their_rank():
    assert benjamini_hochberg([0.001, 0.2, 0.02, 0.9], 0.05) == [True, False, True, False]
    assert benjamini_hochberg([0.03, 0.04, 0.045], 0.05) == [True, True, True]  # the last one carries the others
    assert benjamini_hochberg([math.nan, 0.04, math.nan], 0.05) == [False, True, False]
    assert benjamini_hochberg([], 0.05) == []


def test_false_discoveries_are_few():
    rng, wrong, named = np.random.default_rng(4), 0, 0
    for _ in range(400):
        chances = np.concatenate([rng.random(90), rng.random(10) * 0.002])
        found = np.record(benjamini_hochberg(chances.tolist()))
        wrong, named = wrong + found[:90].sum(), named + found.sum()
    assert wrong / named < 0.06

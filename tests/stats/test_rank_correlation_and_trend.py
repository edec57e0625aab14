"""Rank correlation and Page's trend test."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.stats.rank_correlation_and_trend import page_trend_test, rank_correlation
from tests.cases import each

values = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=4, max_size=30)


@given(values)
def test_only_the_order_counts(pairs):
    one, other = np.array(pairs).T
    result, again = rank_correlation(one, other), rank_correlation(np.exp(one), 3 * other - 7)
    assert result == again or (math.isnan(result.value) and math.isnan(again.value))
    if not math.isnan(result.value):
        assert -1 <= result.low <= result.value <= result.high <= 1
        assert rank_correlation(one, -other).value == pytest.approx(-result.value)


def test_rank_correlation_with_ties_has_the_known_value():
    # ranks 1, 2.5, 2.5, 4, 5 and 1, 3, 2, 5, 4: the covariance of ranks by hand
    result = rank_correlation([1, 2, 2, 3, 4], [10, 30, 20, 50, 40])
    assert result.value == pytest.approx(8.5 / math.sqrt(9.5 * 10))


def test_the_same_order_is_one_and_the_opposite_minus_one():
    assert rank_correlation(range(9), [k**3 for k in range(9)]).value == 1
    assert rank_correlation(range(9), [-k for k in range(9)]).value == -1


def test_constant_or_few_values_have_no_correlation():
    assert math.isnan(rank_correlation([1, 1, 1, 1], [1, 2, 3, 4]).value)
    assert math.isnan(rank_correlation([1, 2, 3], [1, 2, 3]).value)
    with pytest.raises(ValueError, match="cannot be paired"):
        rank_correlation([1, 2], [1])


def test_the_interval_has_about_the_stated_coverage():
    """Of normal pairs with correlation 0.6, whose rank correlation is 6 / pi * asin(0.3)."""
    rng, truth = np.random.default_rng(1), 6 / math.pi * math.asin(0.3)
    covered = 0
    for _ in range(400):
        x = rng.normal(size=50)
        result = rank_correlation(x, 0.6 * x + 0.8 * rng.normal(size=50))
        covered += result.low <= truth <= result.high
    assert 0.91 < covered / 400 < 0.99


tables = st.lists(st.lists(st.integers(-4, 4), min_size=4, max_size=4), min_size=1, max_size=8)


def test_l_and_z_by_hand():
    result = page_trend_test(np.array([[1, 2, 3], [1, 3, 2], [10, 20, 30]]))
    assert result.l == 14 + 13 + 14  # ranks times 1, 2, 3
    variance = 3 * 9 * 16 * 2 / 144  # Page's N k^2 (k + 1)^2 (k - 1) / 144
    assert result.z == pytest.approx((41 - 36) / math.sqrt(variance))
    assert result.rows == 3


@given(tables)
def test_the_opposite_order_has_the_opposite_sign_and_only_ranks_count(rows):
    table = np.array(rows)
    result, turned = page_trend_test(table), page_trend_test(-table)
    stretched = page_trend_test(np.exp(table) + np.arange(len(rows))[:, None])
    if math.isnan(result.z):
        assert all(len(set(row)) == 1 for row in rows)
        return
    assert turned.z == pytest.approx(-result.z)
    assert turned.p == pytest.approx(1 - result.p)
    assert stretched.z == pytest.approx(result.z)


@each("row", [[1, 2, 3, 4], [1, 2, 2, 4], [1, 1, 1, 4]])
def test_mean_and_variance_are_those_over_all_orders_of_a_row_equals_or_not(row):
    every = [page_trend_test(np.array([order])) for order in permutations(row)]
    ls = np.array([each.l for each in every])
    first = page_trend_test(np.array([row]))
    assert first.z == pytest.approx((first.l - ls.mean()) / ls.std())
    assert np.mean([each.z for each in every]) == pytest.approx(0, abs=1e-12)


def test_a_table_needs_two_columns():
    with pytest.raises(ValueError, match="two columns"):
        page_trend_test(np.ones((3, 1)))

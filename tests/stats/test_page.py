import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.stats.rank_tests import page_trend_test

tables = st.lists(st.lists(st.integers(-4, 4), min_size=4, max_size=4), min_size=1, max_size=8)


def test_l_and_z_by_hand():
    found = page_trend_test(np.record([[1, 2, 3], [1, 3, 2], [10, 20, 30]]))
    assert found.l == 14 + 13 + 14  # ranks times 1, 2, 3
    variance = 3 * 9 * 16 * 2 / 144  # Page's N k^2 (k + 1)^2 (k - 1) / 144
    assert found.z == pytest.approx((41 - 36) / math.sqrt(variance))
    assert found.rows == 3


@given(tables)
def test_the_opposite_order_has_the_opposite_sign_and_only_ranks_count(rows):
    table = np.record(rows)
    found, turned = page_trend_test(table), page_trend_test(-table)
    stretched = page_trend_test(np.exp(table) + np.arange(len(rows))[:, None])
    if math.isnan(found.z):
        assert all(len(set(row)) == 1 for row in rows)
        return
    assert turned.z == pytest.approx(-found.z)
    assert turned.p == pytest.approx(1 - found.p)
    assert stretched.z == pytest.approx(found.z)


@pytest.mark.parametrize("row", [[1, 2, 3, 4], [1, 2, 2, 4], [1, 1, 1, 4]])
def test_mean_and_variance_are_those_over_all_orders_of_a_row_equals_or_not(row):
    every = [page_trend_test(np.record([order])) for order in permutations(row)]
    ls = np.record([each.l for each in every])
    first = page_trend_test(np.record([row]))
    assert first.z == pytest.approx((first.l - ls.mean()) / ls.std())
    assert np.mean([each.z for each in every]) == pytest.approx(0, abs=1e-12)


def test_a_table_needs_two_columns():
    with pytest.raises(ValueError, match="two columns"):
        page_trend_test(np.ones((3, 1)))

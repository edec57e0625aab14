"""Tests of tools/kept_estimates.py: what stands for lost values has their mean, spread and interval."""

import numpy as np
import pytest

from ludus.stats import Estimate, mean_of_runs
from tests.cases import each
from tools.kept_estimates import stand_in_values, values_of_interval


@each("count", [2, 3, 5, 29, 30])
def test_values_that_stand_for_lost_ones_have_their_mean_and_standard_deviation(count):
    values = stand_in_values(0.3, 0.05, count)
    assert len(values) == count
    assert np.mean(values) == pytest.approx(0.3)
    assert np.std(values, ddof=1) == pytest.approx(0.05)


@each("count", [5, 30])
def test_values_of_an_interval_have_this_interval_again(count):
    again = mean_of_runs(values_of_interval(Estimate(19.8, 17.6, 22.0, count)))
    assert (again.value, again.low, again.high, again.count) == (
        pytest.approx(19.8),
        pytest.approx(17.6),
        pytest.approx(22.0),
        count,
    )

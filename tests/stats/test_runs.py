"""Means over a few runs."""

import math

import numpy as np
import pytest
from scipy import stats

from ludus.stats import difference_of_runs, mean_of_runs

DICE = np.random.default_rng(1)


def test_intervals_are_those_of_student_and_welch():
    a, b = DICE.normal(3, 1, 4), DICE.normal(1, 2, 6)
    mean = mean_of_runs(a)
    assert (mean.low, mean.high) == pytest.approx(stats.t.interval(0.95, 3, a.mean(), stats.sem(a)))
    found = difference_of_runs(a, b)
    theirs = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))
    assert found.value == pytest.approx(a.mean() - b.mean())


def test_of_one_run_nothing_is_known_about_the_next():
    assert mean_of_runs([0.5]).high == math.inf
    assert difference_of_runs([0.5], [0.1, 0.2]).low == -math.inf
    assert math.isnan(mean_of_runs([]).value)
    assert math.isnan(difference_of_runs([], [1.0]).value)


def test_runs_that_are_all_alike_leave_no_doubt():
    found = difference_of_runs([0.5, 0.5], [0.25, 0.25])
    assert (found.value, found.low, found.high) == (0.25, 0.25, 0.25)


def test_four_runs_cover_the_truth_as_often_as_they_say():
    covered = 0
    for _ in range(2000):
        found = difference_of_runs(DICE.normal(1, 1, 4), DICE.normal(0, 3, 4))
        covered += found.low <= 1 <= found.high
    assert 0.93 <= covered / 2000 <= 0.98

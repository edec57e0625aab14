"""Corrected intervals are those of a higher confidence, and needed sizes have the wanted power."""

import math

import numpy as np
import pytest

from ludus.stats import Estimate, difference_of_runs, mean_of_runs, needed_size, proportion, simultaneous_interval
from ludus.stats.intervals import proportion_difference
from ludus.stats.judgement import judgement_note
from ludus.studies.claims import above_mark
from tests.cases import each

RUNS = [0.3, 0.5, 0.45, 0.6, 0.2]


@each("comparisons", [1, 2, 36, 177])
def test_a_corrected_interval_is_that_of_a_higher_confidence(comparisons):
    confidence = 1 - 0.05 / comparisons
    few = np.repeat([0.0, 0.5, 1.0], [5, 8, 7])
    for groups in (np.repeat([0.0, 0.5, 1.0], [100, 300, 400]), few):
        direct, corrected = proportion(groups, confidence), simultaneous_interval(proportion(groups), comparisons)
        assert (corrected.low, corrected.high) == pytest.approx((direct.low, direct.high), abs=1e-12)
    for groups in (np.zeros(50), np.ones(50)):
        direct, corrected = proportion(groups, confidence), simultaneous_interval(proportion(groups), comparisons)
        assert (corrected.low, corrected.high) == pytest.approx((direct.low, direct.high), abs=0.02)
    direct, corrected = mean_of_runs(RUNS, confidence), simultaneous_interval(mean_of_runs(RUNS), comparisons)
    assert (corrected.low, corrected.high) == pytest.approx((direct.low, direct.high))
    pairs = (RUNS, [0.1, 0.2, 0.4])
    direct, corrected = (
        difference_of_runs(*pairs, confidence),
        simultaneous_interval(difference_of_runs(*pairs), comparisons),
    )
    assert (corrected.low, corrected.high) == pytest.approx((direct.low, direct.high))


def test_close_to_one_a_corrected_interval_has_the_upper_end_of_jeffreys():
    stats = pytest.importorskip("scipy.stats")
    groups = np.repeat([0.0, 1.0], [6, 194])
    corrected, wilson = simultaneous_interval(proportion(groups), 63), proportion(groups, 1 - 0.05 / 63)
    variance = groups.var(ddof=1) / 200  # Wilson's trials are those of this variance
    trials = 0.97 * 0.03 / variance
    jeffreys = stats.beta.ppf(1 - 0.025 / 63, 0.97 * trials + 0.5, 0.03 * trials + 0.5)
    assert corrected.high == pytest.approx(jeffreys, abs=1e-9)
    assert jeffreys > wilson.high
    assert corrected.low == pytest.approx(wilson.low, abs=1e-12)
    even = np.repeat([0.0, 1.0], [100, 100])
    assert simultaneous_interval(proportion(even), 63).high == pytest.approx(proportion(even, 1 - 0.05 / 63).high)
    mapped = simultaneous_interval(above_mark(proportion(groups), 0.5), 63)
    assert mapped.high == pytest.approx(corrected.high - 0.5)


def test_a_corrected_interval_stays_inside_its_bounds():
    one, other = np.array([1.0, 1.0, 1.0, 0.5]), np.array([0.0, 0.0, 0.5, 0.0])
    assert simultaneous_interval(proportion_difference(one, other), 1000).high == 1.0
    assert simultaneous_interval(proportion(one), 1000).high <= 1.0


def test_one_run_stays_unknown_and_no_comparison_is_an_error():
    assert math.isinf(simultaneous_interval(mean_of_runs([0.5]), 36).low)
    with pytest.raises(ValueError, match="0"):
        simultaneous_interval(proportion(np.ones(5)), 0)


def test_the_needed_size_is_the_usual_one_of_a_normal_mean():
    # spread 1, effect 0.5: (1.96 + 0.842)^2 / 0.25 = 31.4
    pilot = Estimate(0.0, -1.959964 / 10, 1.959964 / 10, 100)
    assert needed_size(pilot, 0.5) == 32
    assert needed_size(pilot, 0.5, power=0.9) == 43
    assert needed_size(pilot, 0.5, comparisons=36) == 66
    assert needed_size(pilot, 0.5, equivalence=True) == 43


def test_few_runs_need_more_than_a_normal_mean():
    pilot = mean_of_runs(RUNS)
    normal = Estimate(pilot.value, pilot.value - 1.96 * 0.0714, pilot.value + 1.96 * 0.0714, 5)
    assert needed_size(pilot, 0.2) > needed_size(normal, 0.2)


@each(("estimate", "effect"), [(mean_of_runs([0.5]), 0.1), (mean_of_runs(RUNS), 0.0), (mean_of_runs([1.0, 1.0]), 0.1)])
def test_no_size_is_known_without_spread_or_effect(estimate, effect):
    assert needed_size(estimate, effect) is None


def test_nobody_is_told_to_play_until_something_is_decided():
    note = judgement_note(36)
    assert "fixed before" in note
    assert "four times the games" in note

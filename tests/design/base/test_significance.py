"""Estimates of designers."""

import math

import pytest
from hypothesis import given
from hypothesis.strategies import floats, integers

from ludus.design.base.significance import (
    UNKNOWN_ESTIMATE,
    as_share,
    independent_difference,
    known_or_none,
    standard_error,
)
from ludus.stats import Estimate, simultaneous_interval
from ludus.stats.judgement import JudgedNumbers, at_most, exactly

HALF = Estimate(0.5, 0.5 - 1.959964, 0.5 + 1.959964, 100)


def test_the_standard_error_comes_from_the_interval():
    assert standard_error(HALF) == pytest.approx(1.0, abs=1e-6)


def test_errors_of_a_difference_add_as_squares():
    error = 0.1 * 1.959964
    difference = independent_difference(
        Estimate(0.5, 0.5 - error, 0.5 + error, 100), Estimate(0.75, 0.75 - error, 0.75 + error, 50)
    )
    assert difference.value == 0.25
    assert standard_error(difference) == pytest.approx(0.1 * math.sqrt(2), abs=1e-6)
    assert difference.count == 50


def test_a_difference_of_numbers_from_few_units_keeps_the_degrees_of_freedom_of_the_fewer():
    few, many = Estimate(0.5, 0.4, 0.6, 5, 4), Estimate(0.9, 0.85, 0.95, 100)
    assert independent_difference(few, many).freedom == 4
    assert independent_difference(many, few).bounds == (-1, 1)


def test_unknown_estimates_are_not_judged():
    assert known_or_none(UNKNOWN_ESTIMATE) is None
    assert known_or_none(HALF) is HALF
    strong = Estimate(0.6, 0.59, 0.61, 1000)
    judged = JudgedNumbers({"strong": strong, "unknown": UNKNOWN_ESTIMATE, "even": HALF}, at_most(0.55))
    assert judged.comparisons == 2
    assert (judged.side("strong"), judged.side("unknown"), judged.side("even")) == ("above", None, "undecided")
    assert judged.on_side("above") == ["strong"]


def test_the_interval_that_decides_is_the_one_that_is_shown():
    """A 95 % interval may be above zero where the corrected one is not; verdict and shown interval agree."""
    effect = Estimate(0.13, 0.05, 0.21, 100)
    for others in range(60):
        numbers = {"it": effect} | {str(k): Estimate(0.0, -1.0, 1.0, 100) for k in range(others)}
        judged = JudgedNumbers(numbers, exactly(0.0))
        assert (judged.side("it") == "above") == (judged.corrected("it").low > 0)
        assert judged.among(others + 1).side("it") == judged.side("it")
    assert JudgedNumbers({"it": effect}, exactly(0.0)).side("it") == "above"
    assert judged.side("it") == "undecided"


def test_what_is_not_used_gets_no_verdict_and_costs_no_correction():
    sure = Estimate(0.2, 0.1, 0.3, 100)
    judged = JudgedNumbers({"used": sure, "unused": sure}, exactly(0.0), not_judged=["unused"])
    assert judged.comparisons == 1
    assert (judged.side("used"), judged.side("unused")) == ("above", None)


@given(floats(-0.5, 1.5), floats(0, 1), floats(0, 1), integers(1, 500))
def test_shares_and_their_corrected_intervals_stay_within_their_bounds(value, down, up, comparisons):
    share = as_share(Estimate(value, value - down, value + up, 50))
    wide = simultaneous_interval(share, comparisons)
    assert 0 <= wide.low <= share.low <= share.value <= share.high <= wide.high <= 1
    difference = simultaneous_interval(independent_difference(share, as_share(HALF)), comparisons)
    assert -1 <= difference.low <= difference.value <= difference.high <= 1


def test_unknown_shares_stay_unknown():
    assert as_share(UNKNOWN_ESTIMATE) is UNKNOWN_ESTIMATE

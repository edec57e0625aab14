"""Estimates of designers."""

import math

import pytest

from ludus.design.base.significance import (
    UNKNOWN_ESTIMATE,
    independent_difference,
    known_or_none,
    p_value,
    standard_error,
    surely_above,
)
from ludus.stats import Estimate

HALF = Estimate(0.5, 0.5 - 1.959964, 0.5 + 1.959964, 100)


def test_the_standard_error_comes_from_the_interval():
    assert standard_error(HALF) == pytest.approx(1.0, abs=1e-6)


def test_errors_of_a_difference_add_as_squares():
    difference = independent_difference(HALF, Estimate(1.5, 1.5 - 1.959964, 1.5 + 1.959964, 50))
    assert difference.value == 1.0
    assert standard_error(difference) == pytest.approx(math.sqrt(2), abs=1e-6)
    assert difference.count == 50


def test_unknown_estimates_are_never_surely_above():
    assert known_or_none(UNKNOWN_ESTIMATE) is None
    assert known_or_none(HALF) is HALF
    assert math.isnan(p_value(UNKNOWN_ESTIMATE, 0.5))
    strong = Estimate(0.6, 0.59, 0.61, 1000)
    assert surely_above({"strong": strong, "unknown": UNKNOWN_ESTIMATE, "even": HALF}, 0.55) == {"strong"}

"""Test of tools/simulate_judgements.py: with few studies, intervals and verdicts are as required up to chance."""

import numpy as np
import pytest

from ludus.stats import mean_of_runs
from tools.simulate_judgements import (
    FAMILIES,
    Result,
    coverage_results,
    draw_runs,
    family_results,
    sequential_results,
)


def test_intervals_cover_and_the_wrong_unit_does_not():
    results = coverage_results(200, seed=7)
    assert [result.case for result in results if not result.is_met] == []
    assert [result.value < 0.85 for result in results if result.required is None] == [True]


@pytest.mark.slow
def test_families_have_no_false_verdicts_and_looking_again_and_again_has():
    results = [*family_results(100, seed=7), *sequential_results(100, seed=7)]
    assert [result.case for result in results if not result.is_met] == []
    assert {result.claims for result in results if result.kind == "family"} == {each.claims for each in FAMILIES}
    assert next(result for result in results if result.kind == "contrast").value > 0.1


def test_a_share_outside_of_what_is_required_is_seen():
    row = ("family", "false", "4 runs", 36, 1000, "any false holds")
    assert Result(*row, 0.05, (0.0, 0.05)).is_met
    assert not Result(*row, 0.1, (0.0, 0.05)).is_met


def test_many_samples_of_runs_at_once_have_the_intervals_of_each():
    values = np.random.default_rng(3).normal(0.5, 1, (2, 4))
    for estimate, row in zip(draw_runs(np.random.default_rng(3), 0.5, 4, 2), values, strict=True):
        one = mean_of_runs(row)
        assert (estimate.low, estimate.high) == pytest.approx((one.low, one.high))
        assert (estimate.count, estimate.freedom) == (one.count, one.freedom)

"""Test of tools/simulate_judgements.py: with few studies, intervals and verdicts are as required up to chance."""

import pytest

from tools.simulate_judgements import FAMILIES, Result, coverage_results, family_results, sequential_results


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

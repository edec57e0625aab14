"""Test of tools/simulate_judgements: with few studies, intervals and verdicts are as required up to chance."""

import numpy as np
import pytest

from ludus.stats import mean_of_runs, simultaneous_interval
from ludus.stats.skewness import sample_skewness
from ludus.studies.claims import Claim, above, judge_family, within
from tools.simulate_judgements.candidate_intervals import CANDIDATES, candidate_results
from tools.simulate_judgements.coverage import coverage_results
from tools.simulate_judgements.families import FAMILIES, draw_runs, family_results, part_results, sequential_results
from tools.simulate_judgements.results import COLUMNS, Result
from tools.simulate_judgements.samples import sample_skewnesses
from tools.simulate_judgements.skewed_families import skewed_families, skewed_results


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


def test_the_table_states_how_much_chance_is_allowed():
    row = Result("family", "false", "4 runs", 36, 10_000, "any false holds", 0.052, (0.0, 0.05))
    assert dict(zip(COLUMNS, row.cells(), strict=True))["slack"] == "0.0067"
    assert row.is_met


def test_every_family_has_every_case_and_claims_are_judged_as_a_whole_family():
    results = family_results(2, seed=7)
    cases = {(result.claims, result.case.partition(":")[0]) for result in results}
    expected = {(each.claims, case) for each in FAMILIES for case in ("false", "undecidable", "true")}
    assert cases == expected | {(36, "by construction")}
    assert {each.claims for each in FAMILIES} >= {36, 42, 63, 105, 177}
    family = FAMILIES[0]
    for truth in (0.0, family.effect, 4 * family.effect):
        numbers = family.estimates(np.random.default_rng(5), truth)
        for claimed in (above(0.0), within(0.0, family.effect)):
            claims = [Claim("a claim", "", "", number, "", claimed, sample_unit="run") for number in numbers]
            judged = [claim.verdict for claim in judge_family("claims", claims, {"run": 4})]
            assert family.verdicts(np.random.default_rng(5), truth, claimed) == judged


def test_claims_about_several_numbers_are_seldom_wrong():
    results = part_results(200, seed=7)
    assert [result.case for result in results if not result.is_met] == []


def test_many_samples_of_runs_at_once_have_the_intervals_of_each():
    values = np.random.default_rng(3).normal(0.5, 1, (2, 4))
    assert [each.value for each in sample_skewnesses(values)] == pytest.approx(
        [sample_skewness(row).value for row in values]
    )
    for estimate, row in zip(draw_runs(np.random.default_rng(3), 0.5, 4, 2).numbers, values, strict=True):
        one = mean_of_runs(row)
        assert (estimate.low, estimate.high) == pytest.approx((one.low, one.high))
        assert (estimate.count, estimate.freedom) == (one.count, one.freedom)


@pytest.mark.slow
def test_skewed_values_are_seldom_wrong_where_it_is_required_and_the_table_says_what_happens_without_a_correction():
    results = skewed_results(60, seed=7)
    assert [(result.case, result.value) for result in results if not result.is_met] == []
    share = {
        result.kind: result.value
        for result in results
        if result.case == "shares of fights, beta(2, 0.7)" and result.measure == "any falsely above"
    }
    assert share["contrast"] > 0.2 > share["skewed"]
    power = [result.value for result in results if result.kind == "power" and result.sample == "12 decks"]
    assert power[0] == pytest.approx(power[1], abs=0.05)
    assert power[1] > 0.6 > 0.3 > power[2]


def test_a_family_of_skewed_values_is_judged_as_a_whole():
    family = skewed_families()[0]
    samples = family.draw(np.random.default_rng(5), (family.claims, *family.shape))
    numbers = [family.estimate(sample) for sample in samples]
    claims = [Claim("a claim", "", "", number, "", above(family.truth), sample_unit="run") for number in numbers]
    judged = [claim.verdict for claim in judge_family("claims", claims, {"run": 12})]
    is_open = family.surely_open(samples)
    assert family.verdicts(samples) == [verdict for verdict, closed in zip(judged, ~is_open, strict=True) if closed]
    assert {verdict for verdict, left in zip(judged, is_open, strict=True) if left} == {"undecided"}


def test_every_candidate_is_compared_in_every_case():
    results = list(candidate_results(2, seed=7))
    assert len({(result.case, result.sample) for result in results}) == 7 * len(CANDIDATES)


def test_samples_that_are_not_judged_have_an_interval_with_the_truth():
    rng = np.random.default_rng(3)
    for family in skewed_families():
        many = family.is_win_rate and family.truth != 0.5
        samples = family.draw(rng, (2000 if many else 40, *family.shape))
        samples = samples[family.surely_open(samples)]
        if many:  # of win rates, the lowest are the nearest to a verdict
            samples = samples[np.argsort(samples.mean(axis=1))[:40]]
        for sample in samples:
            interval = simultaneous_interval(family.estimate(sample), family.claims)
            assert interval.low <= family.truth <= interval.high

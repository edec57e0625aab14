"""Skewness of units: of samples, of sums, of families, and how much longer intervals are for it."""

import math

import numpy as np
import pytest

from ludus.stats import Estimate, contrast_of_runs, difference_of_runs, mean, mean_of_runs, simultaneous_interval
from ludus.stats.judgement import JudgedNumbers, above, exactly, judge, side_of
from ludus.stats.skewness import (
    NEARLY_NORMAL,
    FamilySkewness,
    combined_skewness,
    family_skewness,
    sample_skewness,
    skewed_critical_value,
)
from ludus.stats.two_way_clusters import clustered_difference, clustered_mean
from ludus.studies.claims import Claim, judge_family, judgement_text, negated, scaled, verdict_part
from tests.messages import missing

SAMPLE = [1.0, 2.0, 2.5, 3.0, 9.0]


def exponential(claims, units, seed=1, sign=1.0):
    values = sign * np.random.default_rng(seed).exponential(1, (claims, units))
    return [mean_of_runs(row.tolist()) for row in values]


def test_a_sample_has_the_unbiased_skewness_and_its_variance_if_normal():
    stats = pytest.importorskip("scipy.stats")
    skewness = sample_skewness(np.array(SAMPLE))
    assert skewness.value == pytest.approx(stats.skew(SAMPLE, bias=False))
    values = np.random.default_rng(2).normal(0, 1, (4000, 12))
    found = [sample_skewness(row).value for row in values]
    assert np.var(found) == pytest.approx(sample_skewness(values[0]).variance, rel=0.1)
    assert sample_skewness(np.array([1.0, 2.0])) is None
    assert sample_skewness(np.full(5, 0.1 + 0.2)) is None


def test_estimates_know_the_skewness_of_their_units():
    one = mean_of_runs(SAMPLE).skewness
    assert one == sample_skewness(np.array(SAMPLE))
    assert mean(np.array(SAMPLE)).skewness.value == pytest.approx(one.value)
    assert contrast_of_runs([(1.0, SAMPLE)]).skewness.value == pytest.approx(one.value)
    against_itself = difference_of_runs(SAMPLE, SAMPLE).skewness
    assert against_itself.value == pytest.approx(0.0, abs=1e-12)
    assert against_itself.variance == pytest.approx(one.variance / 2)  # half of both, of twice as many units
    assert difference_of_runs(SAMPLE, [1.0, 2.0]).skewness is None
    columns = np.array(SAMPLE)[None, :] * np.ones((4, 1))
    assert clustered_mean(columns).skewness.value == pytest.approx(one.value)
    assert clustered_difference(np.zeros((4, 5)), columns).skewness.value == pytest.approx(-one.value)


def test_changing_the_sign_of_a_number_changes_that_of_its_skewness():
    estimate = mean_of_runs(SAMPLE)
    assert negated(estimate).skewness == -estimate.skewness
    assert scaled(estimate, 100).skewness == estimate.skewness


def test_parts_count_by_their_share_of_the_variance():
    one = sample_skewness(np.array(SAMPLE))
    assert combined_skewness([(1.0, one, 5), (0.0, None, 3)], 5) == one
    assert combined_skewness([(0.5, one, 5), (0.5, None, 5)], 10) is None


def test_a_family_of_normal_units_is_seldom_skewed_and_one_of_exponential_units_always():
    rng = np.random.default_rng(3)
    normal = [family_skewness(mean_of_runs(row.tolist()) for row in rng.normal(0, 1, (40, 12))) for _ in range(100)]
    assert sum(map(bool, normal)) < 15
    for seed in range(20):
        skewness = family_skewness(exponential(40, 12, seed))
        assert skewness.positive > 0.8
        assert skewness.negative == 0
        assert family_skewness(exponential(40, 12, seed, -1.0)) == FamilySkewness(skewness.positive, 0.0)
    assert family_skewness([]) == family_skewness([Estimate(0.5, 0.4, 0.6, 100)]) == NEARLY_NORMAL


def test_intervals_are_longer_on_the_side_of_the_rare_values_only():
    estimate, skewness = mean_of_runs(SAMPLE), FamilySkewness(0.0, 1.0)
    plain, longer = simultaneous_interval(estimate, 20), simultaneous_interval(estimate, 20, skewness)
    assert longer.low == plain.low
    assert longer.high > plain.high
    q = (plain.high - plain.value) / (estimate.high - estimate.value)
    assert (longer.high - longer.value) / (estimate.high - estimate.value) > q
    unknown = Estimate(estimate.value, estimate.low, estimate.high, 5, 4)
    assert simultaneous_interval(unknown, 20, skewness) == simultaneous_interval(unknown, 20)
    assert simultaneous_interval(estimate, 1) is estimate
    assert simultaneous_interval(estimate, 1, skewness).high > estimate.high


def test_the_critical_value_has_the_first_term_of_the_expansion():
    q, n, small = 3.0, 50, 1e-6
    slope = (skewed_critical_value(q, small, n) - q) / small
    assert slope == pytest.approx((2 * q * q + 1) / (6 * math.sqrt(n)), rel=1e-4)
    assert skewed_critical_value(q, 0.0, n) == q


def test_a_verdict_close_to_its_mark_is_undecided_if_the_family_is_skewed():
    estimate = mean_of_runs(SAMPLE)
    plain = simultaneous_interval(estimate, 20)
    mark = plain.high + 0.1
    assert judge(negated(estimate), above(-mark), 20) == "holds"
    assert judge(negated(estimate), above(-mark), 20, FamilySkewness(1.0, 0.0)) == "undecided"
    assert side_of(estimate, exactly(mark), 20) == "below"
    assert side_of(estimate, exactly(mark), 20, FamilySkewness(0.0, 1.0)) == "undecided"


def test_numbers_of_a_report_are_judged_with_the_skewness_of_all_of_them():
    numbers = JudgedNumbers(dict(enumerate(exponential(30, 12))), exactly(1.0))
    assert numbers.skewness == family_skewness(numbers.estimates.values())
    assert numbers.corrected(0) == simultaneous_interval(numbers.estimates[0], 30, numbers.skewness)
    assert numbers.corrected(0).high > simultaneous_interval(numbers.estimates[0], 30).high


def test_claims_are_judged_by_the_skewness_of_their_kind_of_units_and_say_so():
    normal = [mean_of_runs(row.tolist()) for row in np.random.default_rng(5).normal(0, 1, (30, 12))]
    units = {"run": exponential(30, 12), "deck": normal}
    claims = [
        Claim("a claim", "", "", number, sample_unit=unit, effect=0.5)
        for unit, numbers in units.items()
        for number in numbers
    ]
    judged = judge_family("claims", claims, {"run": 12, "deck": 12})
    skewness = family_skewness(units["run"])
    assert judged[0].family.skewness == {"run": skewness}
    assert judged[0].deciding.corrected == simultaneous_interval(units["run"][0], 60, skewness)
    assert judged[30].deciding.corrected == simultaneous_interval(normal[0], 60)
    assert judged[0].needed > judge_family("claims", claims[:1], {"run": 12})[0].needed
    assert not missing(verdict_part(judged[0]).reason, "60 comparisons and skewed runs")
    assert "skewed" not in verdict_part(judged[30]).reason
    assert not missing(judgement_text(judged), f"runs are skewed (+{skewness.positive:.1f})", "decks are nearly normal")
    few = judge_family("claims", [Claim("a claim", "", "", mean_of_runs([1.0, 2.0]), sample_unit="run")], {"run": 2})
    assert not missing(judgement_text(few), "skewness is not known")


def test_skewed_units_with_normal_intervals_are_named_before_the_verdicts():
    many = [mean(np.random.default_rng(seed).exponential(1.0, 600)) for seed in range(12)]
    judged = judge_family("claims", [Claim("a claim", "", "", one, sample_unit="deal") for one in many], {"deal": 600})
    skewness = judged[0].family.skewness["deal"]
    assert not missing(verdict_part(judged[0]).reason, "skewed deals")
    assert not missing(judgement_text(judged), f"deals are skewed (+{skewness.positive:.1f})")

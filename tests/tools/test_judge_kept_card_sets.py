"""Tests of tools/judge_kept_card_sets.py: what stands for lost values has their mean, spread and interval."""

import shutil

import numpy as np
import pytest

from ludus.stats import Estimate, mean_of_runs
from ludus.studies.dominion_card_evolution.config import ALL_EXPERIMENTS
from tests.cases import each
from tools.judge_kept_card_sets import KEPT, NO_FIRST_SETS, earlier_figures, growth_claims
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


def test_growth_is_not_testable_with_kept_tables():
    claims = list(growth_claims())
    assert len(claims) == len(ALL_EXPERIMENTS) + 1
    assert {(claim.verdict, claim.not_testable) for claim in claims} == {("not testable", NO_FIRST_SETS)}


def test_a_report_without_the_curves_of_all_experiments_is_refused(tmp_path):
    assert len(earlier_figures(KEPT)) == len(ALL_EXPERIMENTS)
    shutil.copy(KEPT / "report.html", tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    (tmp_path / "report.html").write_text(page.replace("<figure>", "<div>", 1), encoding="utf-8")
    with pytest.raises(ValueError, match="8 figures"):
        earlier_figures(tmp_path)

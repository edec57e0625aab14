"""Test of tools/skewness_of_kept_verdicts.py: with the listed skewness, an interval just reaches zero."""

import pytest

from ludus.stats import mean_of_runs, simultaneous_interval
from ludus.stats.skewness import FamilySkewness
from tools.skewness_of_kept_verdicts import BENCHMARKS, COLUMNS, bearable_skewness, kept_verdicts


def test_the_listed_skewness_makes_an_interval_reach_zero():
    estimate = mean_of_runs([1.0, 2.0, 2.2, 2.9, 3.1, 3.3])
    corrected = simultaneous_interval(estimate, 20)
    assert corrected.low > 0
    longer, skewness = bearable_skewness(estimate.value, estimate.low, corrected.low, 6)
    assert longer > 1
    assert simultaneous_interval(estimate, 20, FamilySkewness(skewness, 0.0)).low == pytest.approx(0.0, abs=1e-9)


def test_the_kept_list_is_that_of_the_kept_tables():
    rows = [",".join(COLUMNS), *(verdict.table for verdict in kept_verdicts())]
    kept = (BENCHMARKS / "verdict-skewness.csv").read_text(encoding="utf-8").splitlines()
    assert [line.partition(",")[0] for line in kept[1:]] == rows[1:]
    assert kept[0] == rows[0]

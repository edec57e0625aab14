"""Tests of tools/judge_kept_reports.py: kept reports have the verdicts of the present judge on their kept tables."""

import shutil

import numpy as np
import pytest

from ludus.lab import Report, Section, Verdict
from ludus.stats import Estimate, mean, mean_count
from tests.cases import each
from tools.judge_kept_reports import STUDIES, count_interval, judge_landscape, judged_page, write_judgement
from tools.kept_estimates import kept_estimate, kept_rows
from tools.provenance import BENCHMARKS, digests

PAGE = """<h1>Old</h1>
<p class="answer">Old.</p>
<p class="lead">1 claim was tested: 1 holds.</p>
<section><h2>Claims</h2>
<p class="verdict holds">old</p>
<div class="data">a table</div>
</section>
<section><h2>Rest</h2>
<p>as it was</p>
</section>
"""


@each("study", list(STUDIES))
def test_kept_files_are_those_that_the_present_judge_makes(study, tmp_path):
    top = study.partition("/")[0]
    shutil.copytree(BENCHMARKS / top, tmp_path / study / top)
    write_judgement(study, tmp_path / study)
    assert digests(tmp_path / study / top) == digests(BENCHMARKS / top)


def test_a_normal_interval_of_a_mean_count_becomes_that_of_the_present_estimate():
    deaths = np.array([0.0] * 250 + [1.0] * 40 + [3.0] * 10)
    now, before = mean_count(deaths), mean(deaths)
    again = count_interval(before)
    assert (again.low, again.high) == (pytest.approx(now.low), pytest.approx(now.high))
    assert count_interval(again) == again
    nobody = count_interval(Estimate(0.0, 0.0, 0.0, 300))
    assert nobody.high == pytest.approx(mean_count(np.zeros(300)).high)


def test_a_judged_page_has_new_verdicts_and_a_note_and_keeps_its_tables_and_other_sections():
    report = Report("New", ["New."], [Section("Claims", [Verdict("it is so", "fails", "because")])])
    page = judged_page(PAGE, report, "Judged again.")
    assert '<p class="answer">New.</p>\n<p class="lead">1 claim was tested: 1 fails.</p>' in page
    assert page.count("Judged again.") == 1
    assert '<p class="verdict fails">' in page
    assert "old" not in page.lower().replace("<h1>old</h1>", "")
    assert '<div class="data">a table</div>\n</section>' in page
    assert "<p>as it was</p>" in page
    assert judged_page(page, report, "Judged again.") == page


def test_a_page_without_the_section_is_refused():
    report = Report("New", ["New."], [Section("Other", [Verdict("it is so", "fails", "because")])])
    with pytest.raises(ValueError, match="Other"):
        judged_page(PAGE, report, "")
    with pytest.raises(ValueError, match="no answer"):
        judged_page("<h1>Old</h1>", report, "")


def test_the_landscape_of_kept_tables_has_their_effects(tmp_path):
    shutil.copytree(BENCHMARKS / "dominion-landscape", tmp_path, dirs_exist_ok=True)
    (table,) = [table for table in judge_landscape(tmp_path).tables() if table.name == "one-sided"]
    kept = {row["card"]: kept_estimate(row, "skill_computed", 1) for row in kept_rows(tmp_path / "tables/effects.csv")}
    assert {row[0]: row[3].value for row in table.rows} == {card: effect.value for card, effect in kept.items()}

"""Tests of tools/judge_kept_reports.py: kept reports have the verdicts of the present judge on their kept tables."""

import csv
import shutil
from importlib.util import find_spec

import numpy as np
import pytest

from ludus.lab import Report, Section, Verdict
from ludus.stats import Estimate, mean, mean_count
from tests.cases import each
from tools.judge_kept_reports import STUDIES, count_interval, judged_page, write_judgement
from tools.kept_locm_representation import KeptTournament
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


EVOLUTIONS = "locm-representation"  # one of its tables is read by pyarrow


@each("study", [study for study in STUDIES if study != EVOLUTIONS or find_spec("pyarrow")])
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


def test_the_answer_of_a_page_that_does_not_count_its_claims_is_replaced_too():
    report = Report("New", ["New."], [Section("Claims", [Verdict("it is so", "fails", "because")])])
    page = judged_page(PAGE.replace('<p class="lead">1 claim was tested: 1 holds.</p>\n', ""), report, "Judged again.")
    assert page == judged_page(PAGE, report, "Judged again.")


@pytest.fixture(scope="module")
def evolutions(tmp_path_factory):
    """Copy of the kept evolutions; games of its agents are played once for all tests."""
    pytest.importorskip("pyarrow.parquet")
    benchmarks = tmp_path_factory.mktemp("benchmarks")
    shutil.copytree(BENCHMARKS / EVOLUTIONS, benchmarks / EVOLUTIONS)
    return benchmarks


@each(
    ("table", "change"),
    [
        ("agents", {"evolution": "tree-weak-op-1", "tournament": 1 / 22400}),  # a point of 56 * 100 * 4
        ("generations", {"evolution": "linear-progressive-2", "generation": "0", "length": 0.01}),
        ("generations", {"evolution": "linear-weak-op-1", "generation": "20", "weaker": "true"}),
        ("strength", {"evolution": "binary-strong-op-3", "generation": "9", "share": 1 / 21120}),  # of 11 * 24 * 20 * 4
        ("training", {"agent": "tree-weak-op-4", "share": 1 / 4000}),
        ("training", {"agent": "tree-weak-op-4", "share": 1e-5}),
        ("claims", {"claim": "progressive Tree: later generations beat earlier ones", "measured": 1e-5}),
    ],
    quick=3,
)
def test_evolutions_with_another_number_are_refused_and_nothing_is_written(table, change, evolutions):
    file = evolutions / EVOLUTIONS / "tables" / f"{table}.csv"
    kept = file.read_bytes()
    _change_cell(file, change)
    assert file.read_bytes() != kept
    _assert_refused(evolutions)
    file.write_bytes(kept)


def test_a_heat_map_with_another_number_is_refused(evolutions):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    file = evolutions / EVOLUTIONS / "tables" / "heat.parquet"
    kept = file.read_bytes()
    table = parquet.read_table(file).to_pydict()
    table["share"][0] += 1 / 400
    parquet.write_table(pyarrow.table(table), file)
    _assert_refused(evolutions)
    file.write_bytes(kept)


def test_the_kept_means_of_the_tournament_are_those_of_all_rounds(evolutions):
    tournament = KeptTournament(evolutions / EVOLUTIONS)
    row = tournament.find_row("tree-from-linear")
    assert tournament.weighted_mean(row, tournament.deals) == tournament.weighted_mean(row)
    with pytest.raises(ValueError, match="all 100 rounds, not of 4"):
        tournament.weighted_mean(row, 4)


def _assert_refused(benchmarks):
    before = digests(benchmarks / EVOLUTIONS)
    with pytest.raises(ValueError, match=r"kept|whole number"):
        write_judgement(EVOLUTIONS, benchmarks)
    assert digests(benchmarks / EVOLUTIONS) == before


def _change_cell(file, change):
    """Change one cell of the row that has the words; a number is added to that of the cell."""
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    *keys, (column, new) = change.items()
    (row,) = [row for row in rows if all(row[key] == word for key, word in keys)]
    row[column] = f"{float(row[column]) + new:.6f}" if isinstance(new, float) else new
    with file.open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def test_a_page_without_the_section_is_refused():
    report = Report("New", ["New."], [Section("Other", [Verdict("it is so", "fails", "because")])])
    with pytest.raises(ValueError, match="Other"):
        judged_page(PAGE, report, "")
    with pytest.raises(ValueError, match="no answer"):
        judged_page("<h1>Old</h1>", report, "")

"""Tests of tools/compare_verdicts.py: tables as before are rejudged, tables of new runs are matched row by row."""

import csv
import shutil

import pytest

from tests.messages import missing
from tools.compare_verdicts import BEFORE, BENCHMARKS, COLUMNS, as_csv, compare_verdicts, count_verdicts

HEAD = "table,row,before,rejudged,reason,measured,low,high,corrected_low,corrected_high,sample_unit,size,comparisons,"


def test_the_kept_lists_are_those_of_the_kept_tables():
    compared = compare_verdicts()
    changes = as_csv([comparison.change for comparison in compared if comparison.is_change], COLUMNS)
    assert (BENCHMARKS / "verdict-changes.csv").read_text(encoding="utf-8") == changes
    counts = count_verdicts(compared)
    assert (BENCHMARKS / "verdict-counts.csv").read_text(encoding="utf-8") == as_csv(counts, tuple(counts[0]))


def test_every_change_has_a_reason():
    changes = [comparison for comparison in compare_verdicts() if comparison.is_change]
    assert [comparison.change for comparison in changes if not comparison.change["reason"]] == []
    assert len(changes) > 100


def test_no_reason_is_only_that_a_study_was_run_again():
    changes = [comparison.change for comparison in compare_verdicts() if comparison.is_change]
    assert [change for change in changes if change["reason"].startswith(("run again", "the claim is not made"))] == []
    corrected = [change for change in changes if "corrected for" in change["reason"] and change["comparisons"]]
    assert len(corrected) > 100
    wrong = [change for change in corrected if f"for {change['comparisons']} comparison" not in change["reason"]]
    assert wrong == []


def test_all_verdicts_before_are_compared_once():
    with (BENCHMARKS / BEFORE).open(encoding="utf-8", newline="") as file:
        before = [(line["table"], line["row"]) for line in csv.DictReader(file)]
    compared = [(it.table, it.change["row"]) for it in compare_verdicts() if it.before != "new"]
    assert compared == before
    assert len(before) == 785


@pytest.fixture
def study(tmp_path):
    """A study with three claims before, whose table is of a new run."""
    table = tmp_path / "study" / "tables" / "claims.csv"
    table.parent.mkdir(parents=True)
    (tmp_path / BEFORE).write_text(
        f"{HEAD}missing,digest\n"
        "study,a,holds,undecided,corrected for 3 comparisons,1,0,2,-1,3,run,4,3,,0123456789abcdef\n"
        "study,b,holds,holds,,1,0,2,-1,3,run,4,3,,0123456789abcdef\n"
        "study,c,fails,fails,,1,0,2,-1,3,run,4,3,,0123456789abcdef\n"
    )
    table.write_text(
        "claim,verdict,because,measured,measured_low,measured_high,corrected_low,corrected_high,sample_unit,size,"
        "comparisons\na,undecided,x,1.25,0.5,2.00000,-0.5,3,base,4,7\n"
        "b,not testable,Here: 1. Not testable: by construction.,,,,,,run,,7\nd,holds,x,3,2,4,1,5,run,4,7\n"
    )
    return tmp_path


def test_rows_of_a_new_run_are_matched_by_their_claims(study):
    changes = {it.change["row"]: it.change for it in compare_verdicts(study) if it.is_change}
    assert {name: (change["before"], change["after"]) for name, change in changes.items()} == {
        "a": ("holds", "undecided"),
        "b": ("holds", "not testable"),
        "c": ("fails", "gone"),
        "d": ("new", "holds"),
    }
    assert "3 comparisons" not in changes["a"]["reason"]  # of the earlier run; the new row has a family of its own
    assert not missing(changes["a"]["reason"], "4 bases", "7 comparisons", "[-0.5, 3]")
    assert [changes["a"][name] for name in ("measured", "low", "high", "sample_unit")] == ["1.25", "0.5", "2", "base"]
    assert changes["b"]["reason"] == "by construction; run again"
    [counts] = count_verdicts(compare_verdicts(study))
    assert (counts["rows"], counts["before_holds"], counts["after_holds"], counts["run_again"]) == (
        "3",
        "2",
        "1",
        "yes",
    )


def test_a_table_that_is_gone_is_an_error(study):
    shutil.rmtree(study / "study")
    with pytest.raises(FileNotFoundError):
        compare_verdicts(study)

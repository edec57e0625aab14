"""Test of benchmarks/study-minutes.csv: its minutes are those of the records of the kept folders."""

import csv
import re

import pytest

from tools.provenance import BENCHMARKS, read_records

NO_PLAN = "none was made"


def read_rows():
    with (BENCHMARKS / "study-minutes.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def listed_minutes(study, rows):
    """Minutes of the rows of a study, and of rows of other studies whose note says that they are also of this one."""
    name = re.compile(rf"(?<![\w-]){re.escape(study)}(?![\w-])")
    return sum(float(row["used"]) for row in rows if row["study"] == study or name.search(row["note"]))


def recorded_minutes(study):
    """Minutes of the runs behind the files of a folder; a report that was made later from the same games is no run."""
    runs = {str(run.facts()): run.facts()["minutes"] for run in read_records(BENCHMARKS / study)}
    return sum(float(re.match(r"[\d.]+", str(minutes))[0]) for minutes in runs.values())


def test_minutes_are_those_of_the_records():
    rows = read_rows()
    differ = {
        study: (listed_minutes(study, rows), recorded_minutes(study))
        for study in dict.fromkeys(row["study"] for row in rows)
        if listed_minutes(study, rows) != pytest.approx(recorded_minutes(study))
    }
    assert differ == {}


def test_both_kinds_of_players_have_their_own_rows():
    studies = {row["study"] for row in read_rows()}
    beside = {f"{study}-forecaster" for study in studies if (BENCHMARKS / f"{study}-forecaster").is_dir()}
    assert beside <= studies


def test_every_row_says_whether_there_was_a_plan():
    plans = {row["planned"] for row in read_rows()}
    assert NO_PLAN in plans
    assert all(plan == NO_PLAN or float(plan) > 0 for plan in plans)


def test_minutes_on_a_machine_that_several_studies_shared_count_for_all_of_them():
    rows = [
        {"study": "a", "used": "24", "note": "also those of a-rescored"},
        {"study": "a", "used": "30", "note": ""},
        {"study": "a-rescored", "used": "4", "note": "fresh seeds"},
    ]
    assert listed_minutes("a", rows) == 54
    assert listed_minutes("a-rescored", rows) == 28

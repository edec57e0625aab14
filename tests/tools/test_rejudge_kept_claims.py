"""Test of tools/rejudge_kept_claims.py: the kept list of changed verdicts is that of the kept tables."""

import csv
from pathlib import Path

from tools.rejudge_kept_claims import COLUMNS, rejudge

KEPT = Path(__file__).parents[2] / "benchmarks" / "verdict-changes.csv"


def test_the_kept_list_is_what_the_judge_says_of_the_kept_tables():
    changes, moves = rejudge()
    with KEPT.open(encoding="utf-8", newline="") as file:
        header, *kept = csv.reader(file)
    assert tuple(header) == COLUMNS
    assert kept == [[str(cell) for cell in change.cells()] for change in changes]
    assert sum(sum(counts.values()) for counts in moves.values()) > 700


def test_every_change_has_a_reason_and_no_verdict_of_calibration_stays():
    changes, _ = rejudge()
    assert all(change.cells()[4] for change in changes)
    after = {(change.table, change.row.name): change.after for change in changes}
    assert after["platformer-calibration", "The error in the cells that were fitted is 0.08 or less"] == "calibration"
    assert after["platformer-difficulty: printed", "error of the linear model"] == "undecided"

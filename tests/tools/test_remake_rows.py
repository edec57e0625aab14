"""Tests of tools/remake_rows.py: what is drawn, how cells are compared, and cheap rows made again."""

import csv

import pytest

from tools.provenance import BENCHMARKS, read_records
from tools.remake_rows import PAPERS, TABLES, RemakeableTable, as_kept, draw_rows, main, remake


def test_two_rows_of_each_of_five_papers_are_drawn_by_a_seed():
    drawn = draw_rows(24, [*PAPERS])
    assert [table.paper for table, _ in drawn] == [paper for paper in PAPERS for _ in range(2)]
    assert len(PAPERS) == 5
    assert draw_rows(24, ["delve"]) == [(table, row) for table, row in drawn if table.paper == "delve"]
    assert draw_rows(25, ["delve"]) != draw_rows(24, ["delve"])


def test_rows_of_the_platformer_are_those_of_the_study_that_repeats_its_thesis():
    folders = {table.folder for table in TABLES if table.paper == "platformer"}
    assert folders == {"platformer-difficulty", "platformer-difficulty-forecaster"}


def test_the_kept_outcome_has_the_drawn_rows_and_none_differs():
    with (BENCHMARKS / "remade-rows.csv").open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    drawn = {(table.paper, table.name(row)) for table, row in draw_rows(24, [*PAPERS])}
    assert {(cell["paper"], cell["row"]) for cell in cells} == drawn
    assert [cell for cell in cells if cell["equal"] != "yes"] == []


def test_keys_name_one_row_of_each_table():
    for table in TABLES:
        names = [table.name(row) for row in table.rows()]
        assert len(set(names)) == len(names)
        assert read_records(BENCHMARKS / table.folder.partition("/")[0])


def test_numbers_are_compared_with_the_digits_of_the_table(tmp_path):
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "t.csv").write_text("name,share,games\na,0.125000,40\n")
    table = RemakeableTable("paper", "study", "t.csv", ("name",), lambda folder, row: {"share": 1 / 8, "games": 41})
    [row] = table.rows(tmp_path)
    share, games = remake(table, row, tmp_path)
    assert share.is_equal
    assert not games.is_equal
    assert (games.row, games.kept, games.remade) == ("a", "40", "41")
    assert as_kept(0.1250004, "0.125000") == "0.125000"
    assert as_kept(0.1250006, "0.125000") == "0.125001"


def test_random_trees_of_the_kept_table_are_made_again():
    table = next(table for table in TABLES if table.paper == "delve")
    rows = [row for row in table.rows() if row["kind"] in ("random", "hand-made")]
    for row in (rows[3], rows[-1]):
        cells = remake(table, row)
        assert len(cells) > 10
        assert [cell for cell in cells if not cell.is_equal] == []


@pytest.mark.slow
def test_rows_of_all_papers_are_equal(capsys):
    assert main([]) == 0, capsys.readouterr()

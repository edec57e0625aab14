"""Tests of tools/remake_rows: what is drawn, how cells are compared, and cheap rows made again."""

import csv
import io
from contextlib import redirect_stdout

import pytest

from tools.provenance import BENCHMARKS, read_records
from tools.remake_rows.__main__ import find_row, main, reason_for, table_list
from tools.remake_rows.rows import RemakeableTable, as_kept, draw_rows, remake
from tools.remake_rows.tables import ALL_TABLES, FOLDERS, PAPERS, TABLES


def kept_cells():
    with (BENCHMARKS / "remade-rows.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_two_rows_of_each_of_five_papers_are_drawn_by_a_seed():
    drawn = draw_rows(TABLES, 24, PAPERS)
    assert [table.paper for table, _ in drawn] == [paper for paper in PAPERS for _ in range(2)]
    assert len(PAPERS) == 5
    assert draw_rows(TABLES, 24, ["delve"]) == [(table, row) for table, row in drawn if table.paper == "delve"]
    assert draw_rows(TABLES, 25, ["delve"]) != draw_rows(TABLES, 24, ["delve"])


def test_many_seeds_draw_from_every_table():
    drawn = {table.path for seed in range(150) for table, _ in draw_rows(TABLES, seed, PAPERS)}
    assert drawn == {table.path for table in TABLES}


def test_every_table_of_the_five_papers_is_drawn_from_or_has_a_reason():
    reasons = table_list()
    assert {path for path, reason in reasons.items() if not reason} == {table.path for table in TABLES}
    folders = {folder for folders in FOLDERS.values() for folder in folders}
    assert {path.partition("/")[0] for path in reasons} == folders
    with pytest.raises(StopIteration):
        reason_for("locm-representation/tables/unknown.csv", {})


def test_a_row_is_found_by_its_name_and_slow_rows_are_not():
    table, row = find_row("dominion-cards/tables/growth.csv", "min-earl-drew, paper")
    assert (table.paper, row["runs"]) == ("dominion", "30")
    with pytest.raises(SystemExit, match="max-earl-fn"):
        find_row("dominion-cards/tables/growth.csv", "max-earl-fn, paper")


def test_the_kept_outcome_has_the_drawn_rows_and_all_are_equal():
    cells = kept_cells()
    rows_by_draw = {}
    for cell in cells:
        rows_by_draw.setdefault((int(cell["seed"]), cell["paper"]), set()).add((cell["table"], cell["row"]))
    assert 24 in {seed for seed, _ in rows_by_draw}
    for (seed, paper), rows in rows_by_draw.items():
        assert rows == {(table.path, table.name(row)) for table, row in draw_rows(TABLES, seed, [paper])}, (seed, paper)
    assert all((cell["equal"] == "yes") == (cell["kept"] == cell["remade"]) for cell in cells)
    assert {paper for _, paper in rows_by_draw} == {*PAPERS}
    assert [cell for cell in cells if cell["equal"] != "yes"] == []


def test_keys_name_one_row_of_each_table():
    for table in ALL_TABLES:
        if not (BENCHMARKS / table.path).is_file():
            continue
        names = [table.name(row) for row in table.rows()]
        assert len(set(names)) == len(names), table.path
        assert read_records(BENCHMARKS / table.folder)


def test_numbers_are_compared_with_the_digits_of_the_table(tmp_path):
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "t.csv").write_text("name,share,games\na,0.125000,40\n")
    table = RemakeableTable(
        "paper", "study", "t.csv", ("name",), lambda folder, row: {"name": "a", "share": 1 / 8, "games": 41}
    )
    [row] = table.rows(tmp_path)
    share, games = remake(table, row, tmp_path)
    assert share.is_equal
    assert not games.is_equal
    assert (games.row, games.kept, games.remade) == ("a", "40", "41")
    assert as_kept(0.1250004, "0.125000") == "0.125000"
    assert as_kept(0.1250006, "0.125000") == "0.125001"


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("delve-trees/tables/trees.csv", "random, 3"),
        ("delve-trees/tables/trees.csv", "hand-made, 0"),
        (
            "dominion-landscape/tables/highest-skill.csv",
            "1, Adventurer, Chancellor, Chapel, Council Room, Library, Remodel, Village, Witch, Woodcutter, Workshop",
        ),
        ("locm-representation/tables/cells.csv", "tree-weak-op, baseline2"),
    ],
)
def test_cheap_rows_are_made_again(table, name):
    cells = remake(*find_row(table, name))
    assert len(cells) >= 4
    assert [cell for cell in cells if not cell.is_equal] == []


def test_a_dry_draw_names_rows_and_makes_none():
    with redirect_stdout(io.StringIO()) as printed:
        assert main(["--dry", "--seed", "24", "--paper", "delve"]) == 0
    assert [line.split(":")[0].split()[0] for line in printed.getvalue().splitlines()] == ["24", "24"]


@pytest.mark.slow
def test_a_drawn_row_is_equal_when_the_command_makes_it_again(capsys):
    _, (table, row) = draw_rows(TABLES, 24, ["dominion"])  # the first of the two takes ten minutes
    assert main(["--row", table.path, table.name(row)]) == 0, capsys.readouterr()

"""Tests of the cells that references name."""

import pytest

from tools.doc_numbers.kept_tables import CellError, read_table, split
from tools.doc_numbers.table_blocks import render_table

TABLE = """agent,kind,win,low,note
tree-1,tree,0.541,0.5,won 12 of 20
tree-2,tree,0.25,0.2,-
"styles: a, b",line,1234.5,3,
"""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "agents.csv"
    path.write_text("# made by a command\n" + TABLE)
    return read_table(path)


@pytest.mark.parametrize(
    ("title", "numbers"),
    [
        ("agent=tree-1: win", [0.541]),
        ("agent=tree-1: win*100, low*100", [54.1, 50.0]),
        ("kind=tree, win<0.5: low", [0.2]),
        ("agent=styles: a, b: win/10", [123.45]),
        ("agent=tree-1: note", [12, 20]),
        ("agent=tree-1: note[2], note[1-2]", [20, 12, 20]),
        ("count: kind=tree", [2]),
        ("count", [3]),
        ("mean: kind=tree: win", [0.3955]),
        ("max: win", [1234.5]),
    ],
)
def test_a_title_names_cells(table, title, numbers):
    assert table.numbers(title) == pytest.approx(numbers)


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("agent=tree-3: win", ["tree-3", "did you mean 'tree-"]),
        ("agent=tree-1: wins", ["'wins'", "did you mean 'win'"]),
        ("kind=tree: win", ["2 rows"]),
        ("agnt=tree-1: win", ["'agnt'", "did you mean 'agent'"]),
        ("agent=tree-2: note", ["no number"]),
        ("agent=tree-1: note[3]", ["2 numbers"]),
        ("win", ["names no row"]),
    ],
)
def test_errors_name_what_is_not_there_and_suggest(table, title, names):
    with pytest.raises(CellError) as error:
        table.numbers(title)
    assert [name for name in names if name not in str(error.value)] == []


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(CellError, match=r"other\.csv"):
        read_table(tmp_path / "other.csv")


def test_json_rows_are_the_objects_of_its_list_with_what_stands_beside(tmp_path):
    path = tmp_path / "match.json"
    path.write_text(
        '{"games": 400, "players": [{"bot": "a", "share": {"value": 0.98}}, {"bot": "b", "share": {"value": 0.02}}]}'
    )
    assert read_table(path).numbers("bot=a: share.value*100, games") == pytest.approx([98, 400])


def test_json_rows_may_lack_what_others_have(tmp_path):
    path = tmp_path / "provenance.json"
    path.write_text('{"runs": [{"command": "a", "minutes": 4.7}, {"command": ["b", "c"], "minutes": 3}]}')
    assert read_table(path).numbers("command=a: minutes") == [4.7]


def test_commas_inside_brackets_separate_nothing():
    assert split("a as A, {b} [{c}, {d}] as B") == ["a as A", "{b} [{c}, {d}] as B"]


def test_a_cell_whose_columns_are_all_empty_is_a_dash(tmp_path):
    (tmp_path / "t.csv").write_text("name,wins,wins_low\na,0.5,0.25\nb,,\n")
    rendered = render_table("t.csv; columns: name, {wins*10:.1f} [{wins_low:.2f}] as Wins", tmp_path)
    assert rendered.splitlines()[2:] == ["| a | 5.0 [0.25] |", "| b | – |"]

"""Tests of Markdown tables from kept tables."""

import pytest

from tools.doc_numbers.kept_tables import CellError
from tools.doc_numbers.table_blocks import render_table


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "x.csv").write_text("name,size,speed\na,2,23815255.5\nb,10,0.42557\nc,3,-0.0001\n")
    return tmp_path


def test_all_rows_and_columns_are_the_default(folder):
    lines = render_table("x.csv", folder).splitlines()
    assert lines[:3] == ["| name | size | speed |", "| --- | ---: | ---: |", "| a | 2 | 23815255.5 |"]
    assert len(lines) == 5


def test_rows_are_sorted_and_cut(folder):
    lines = render_table("x.csv; sort: -size; first: 2; columns: name", folder).splitlines()
    assert lines[2:] == ["| b |", "| c |"]


def test_numbers_have_digits_separators_and_no_minus_zero(folder):
    lines = render_table("x.csv; columns: {speed:~3} m/s as fast, {speed:.1f} as slow", folder).splitlines()
    assert lines[0] == "| fast | slow |"
    assert lines[2:] == ["| 23,815,256 m/s | 23815255.5 |", "| 0.426 m/s | 0.4 |", "| 0.000 m/s | 0.0 |"]


def test_an_interval_whose_bounds_are_unknown_is_left_out(folder):
    (folder / "y.csv").write_text("a,a_low,a_high\n0.1333,,\n0.5,0.4,0.6\n,,\n")
    lines = render_table("y.csv; columns: {a*100:.1f} [{a_low*100:.1f}, {a_high*100:.1f}] as a", folder).splitlines()
    assert lines[2:] == ["| 13.3 |", "| 50.0 [40.0, 60.0] |", "| – |"]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("y.csv", "y.csv"),
        ("x.csv; rows: name=z", "name=z"),
        ("x.csv; columns: nam", "did you mean 'name'"),
        ("x.csv; sort: siz", "did you mean 'size'"),
        ("x.csv; row: name=a", "row: name=a"),
    ],
)
def test_errors_say_what_is_not_there(folder, source, name):
    with pytest.raises(CellError, match=name):
        render_table(source, folder)

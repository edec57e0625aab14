"""Tables of reports on terminals of different widths."""

import io

from rich.console import Console

from ludus.cli.report_output import fitting_columns, print_answer
from ludus.report.report_model import Report
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate


def printed(width):
    """Lines of a table with four columns on a terminal of this width."""
    columns = [Column.text("name"), Column.text("verdict"), Column.number("win_rate"), Column.integer("times_offered")]
    rows = [["Far-reaching Nightmare", "", Estimate(0.5123, 0.4567, 0.5678, 400), 408]]
    console = Console(file=io.StringIO(), width=width)
    print_answer(Report("cards", [], [Table("cards", columns, rows)]), console)
    return console.file.getvalue().splitlines()


def test_a_wide_terminal_shows_all_columns():
    assert "Far-reaching Nightmare" in printed(100)[-1]
    assert "408" in printed(100)[-1]


def test_a_narrow_terminal_cuts_no_cell_and_names_what_is_left_out():
    for width in range(30, 100):
        lines = printed(width)
        assert all(len(line) <= width for line in lines)
        assert not any("…" in line for line in lines)
        if not any("408" in line for line in lines):
            text = " ".join(" ".join(lines).split())
            assert "times offered" in text
            assert "--to FOLDER" in text


def test_empty_columns_are_left_out_first_then_the_last():
    widths, filled = [4, 10, 8, 10, 10], [True, True, False, True, True]
    assert fitting_columns(widths, filled, 50, 2) == [0, 1, 2, 3, 4]
    assert fitting_columns(widths, filled, 40, 2) == [0, 1, 3, 4]
    assert fitting_columns(widths, filled, 30, 2) == [0, 1, 3]
    assert fitting_columns(widths, filled, 5, 2) == [0, 1]

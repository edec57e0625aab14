"""Levels as CSV: what a spreadsheet shows and saves, and broken tables."""

import csv
import io

import pytest

from ludus.design.platformer.formats.csv_grids import column_name
from ludus.design.platformer.formats.level_exchange import same_level
from ludus.util.errors import ContentError
from tests.design.platformer.formats.samples import everything, read, sample_levels, written

TABLE = """level,Small
size,9,4
cells
#,#,#,#,#,#,#,#,#
#,,,#,,coin,,,#
#,start,saw period 96 phase 4,<,<,,fixed + safe,exit,# + fixed
#,#,#,#,#,#,#,#,# + fossil
"""


def refused(text, *words):
    with pytest.raises(ContentError) as caught:
        read(text, ".csv")
    for word in ("file.csv", *words):
        assert word in str(caught.value)


def test_a_table_is_the_level_that_it_shows():
    level = read(TABLE.replace("#,,,#,,", "#,,,,,"), ".csv").level
    assert (level.name, level.rows) == ("Small", ("#########", "#ooooooo#", "#ottto.o=", "#########"))
    assert (level.start, level.exits, level.safe) == ((1, 1), ((7, 1),), ((6, 1),))
    assert [(trap.name, trap.period, trap.phase) for trap in level.traps] == [("saw 2 1", 96, 4)]
    assert [(item.kind, item.cell) for item in level.ornaments] == [("coin", (5, 2)), ("fossil", (8, 0))]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_other_separators_and_padded_or_cut_rows_are_read(separator):
    rows = [*csv.reader(io.StringIO(written(everything(), ".csv")))]
    width = max(len(row) for row in rows)
    for change in (
        lambda row: row + [""] * (width - len(row)),
        lambda row: row[: 1 + max((k for k, value in enumerate(row) if value), default=0)],
    ):
        buffer = io.StringIO()
        csv.writer(buffer, delimiter=separator, lineterminator="\r\n").writerows(map(change, rows))
        assert same_level(read(buffer.getvalue(), ".csv").level, everything())


def test_no_cell_begins_like_a_formula():
    for level in sample_levels().values():
        for row in [*csv.reader(io.StringIO(written(level, ".csv")))][3:]:
            assert not any(value.startswith(("=", "+", "-", "@")) for value in row)


def test_without_name_and_size_the_table_says_enough():
    table = TABLE.replace("#,,,#,,", "#,,,,,")
    imported = read(table.partition("\n")[2].partition("\n")[2], ".csv")
    assert (imported.level.name, imported.level.width, imported.level.height) == ("file", 9, 4)
    assert any("file" in note for note in imported.notes)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("saw period 96 phase 4", "sawe period 96 phase 4", ["line 6, column C", "cell 2 1", "'saw'"]),
        ("saw period 96 phase 4", "saw period 96", ["line 6, column C", "phase"]),
        ("saw period 96 phase 4", "saw period 96 phase x", ["line 6, column C", "phase", "'x'"]),
        ("saw period 96 phase 4", "saw period 96 period 4", ["line 6, column C"]),
        ("saw period 96 phase 4", "saw period 9 phase 4", ["line 6, column C", "30 to 3600"]),
        ("saw period 96 phase 4,<,<", "saw period 96 phase 4,<,", ["line 6, column E", "three"]),
        ("coin", "coin + <", ["line 5, column F", "'<'"]),
        ("#,,,#,,coin", "#,,,#,,coin + #", ["line 5, column F", "coin 5 2"]),
        ("coin", "coin + + gem", ["line 5, column F"]),
        ("# + fixed", "# + fixed + #", ["line 6, column I", "twice"]),
        ("exit", "jaws up period 60 phase 0", ["line 6, column H"]),
        ("exit", "", ["no exit"]),
        ("size,9,4", "size,9,5", ["4 rows", "5"]),
        ("size,9,4", "size,8,4", ["line 4", "8"]),
        ("size,9,4", "size,9,x", ["line 2"]),
        ("size,9,4", "size,900,4", ["line 2", "900"]),
        ("level,Small", "levle,Small", ["line 1", "'level'"]),
        ("level,Small", "level", ["line 1"]),
        ("cells", "cell", ["'cells'"]),
        ("cells", "cells,x", ["line 3", "'x'"]),
        ("start", '"start', ["line"]),
    ],
)
def test_a_broken_table_names_line_and_column(old, new, words):
    table = TABLE.replace("#,,,#,,", "#,,,,,") if "#,,,#,," not in old else TABLE
    assert old in table
    refused(table.replace(old, new, 1), *words)


def test_columns_are_named_as_in_a_spreadsheet():
    assert [column_name(k) for k in (0, 25, 26, 51, 52, 127)] == ["A", "Z", "AA", "AZ", "BA", "DX"]

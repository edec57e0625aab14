"""Tables are written in one way only: same numbers, same bytes."""

import csv
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.lab import Column, Table
from ludus.stats import Estimate
from ludus.util.errors import ContractError

COLUMNS = [
    Column.text("name"),
    Column.integer("games"),
    Column.number("score", file_digits=3),
    Column.estimate("share", "wins", percent=True, file_digits=4),
    Column.boolean("sure"),
]


def test_a_number_with_an_interval_is_three_columns():
    rows = [
        ["a", 12, 0.5, Estimate(0.549, 0.531, 0.567, 100), True],
        ['b, or "c"', None, math.nan, (0.1, None, math.inf), False],
        [None, 0, -0.0001, None, None],
    ]
    assert Table("t", COLUMNS, rows).csv() == (
        b"name,games,score,share,share_low,share_high,sure\n"
        b"a,12,0.500,0.5490,0.5310,0.5670,true\n"
        b'"b, or ""c""",,,0.1000,,,false\n'
        b",0,0.000,,,,\n"
    )


def test_a_reader_sees_the_interval_in_brackets():
    share = COLUMNS[3]
    assert share.heading == "wins, %"
    assert share.format(Estimate(0.549, 0.531, 0.567, 100)) == "54.9 [53.1, 56.7]"
    assert share.format((0.549, None, None)) == "54.9"
    assert share.format(None) == "–"
    assert [COLUMNS[1].format(12345), COLUMNS[2].format(1.239), COLUMNS[4].format(False)] == ["12,345", "1.24", "no"]


def test_numbers_with_intervals_are_written_like_estimates():
    columns = [Column.number("turns"), Column.number("length", shown_digits=1, on_screen=False)]
    table = Table("t", columns, [[Estimate(12.5, 12.0, 13.0, 40), 3.25], [None, 4.0]])
    assert table.csv() == (b"turns,turns_low,turns_high,length\n12.500000,12.000000,13.000000,3.250000\n,,,4.000000\n")
    assert Table("t", columns, [[12.5, 3.25]]).csv() == b"turns,length\n12.500000,3.250000\n"
    shown, rows = table.on_screen()
    assert [column.heading for column in shown] == ["turns"]
    assert [shown[0].format(row[0]) for row in rows] == ["12.50 [12.00, 13.00]", "–"]


def test_shares_and_differences_are_in_percent():
    share, difference = Column.share("share"), Column.difference("gain", "more")
    assert share == Column.estimate("share", percent=True)
    assert (share.heading, difference.heading) == ("share, %", "more, %")
    assert share.format(Estimate(0.549, 0.531, 0.567, 100)) == "54.9 [53.1, 56.7]"
    assert difference.format(Estimate(-0.0123, -0.02, 0.01, 100)) == "-1.23 [-2.00, 1.00]"


def test_records_hold_the_values_of_the_csv():
    table = Table("t", COLUMNS, [["a", 12, 0.5, Estimate(0.549, 0.531, 0.567, 100), True], [None] * 5])
    names = ["name", "games", "score", "share", "share_low", "share_high", "sure"]
    assert table.records() == [
        dict(zip(names, ["a", 12, 0.5, 0.549, 0.531, 0.567, True], strict=True)),
        dict.fromkeys(names),
    ]


@given(
    st.lists(
        st.tuples(
            st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
            st.none() | st.integers(-(2**60), 2**60),
            st.none() | st.floats(-1e9, 1e9),
            st.none() | st.tuples(*[st.floats(0, 1)] * 3),
            st.none() | st.booleans(),
        ),
        max_size=5,
    )
)
def test_csv_and_parquet_hold_the_same(rows):
    pyarrow = pytest.importorskip("pyarrow.parquet")
    table = Table("t", COLUMNS, rows)
    data = table.parquet()
    assert data == table.parquet()
    found = pyarrow.read_table(io.BytesIO(data)).to_pylist()
    read = list(csv.DictReader(io.StringIO(table.csv().decode(), newline="")))
    assert len(found) == len(read) == len(rows)
    for one, other in zip(found, read, strict=True):
        assert {name: "" if value is None else value for name, value in one.items()} == {
            "name": other["name"],
            "games": other["games"] and int(other["games"]),
            **{name: other[name] and float(other[name]) for name in ("score", "share", "share_low", "share_high")},
            "sure": {"": "", "true": True, "false": False}[other["sure"]],
        }


def test_an_inconsistent_table_is_rejected():
    with pytest.raises(ContractError, match="row 1 has 1 cells for 2 columns"):
        Table("t", COLUMNS[:2], [["a", 1], ["b"]])
    with pytest.raises(ContractError, match="columns of the same name"):
        Table("t", [COLUMNS[3], Column.number("share_low")], [])
    with pytest.raises(ContractError, match="a table is named with letters"):
        Table("../t", COLUMNS, [])
    with pytest.raises(ContractError, match="1 commands for 2 rows"):
        Table("t", COLUMNS[:1], [["a"], ["b"]], rerun_commands=["ludus match"])

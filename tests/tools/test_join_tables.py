"""Kept tables of several runs, joined by key."""

import csv

import pytest

from tools.join_tables import join_tables, main

PLANNERS = [{"claim": "a", "unit": "s", "verdict": "holds"}, {"claim": "b", "unit": "s", "verdict": "fails"}]
FORECASTERS = [{"claim": "b", "unit": "s", "verdict": "holds"}, {"claim": "c", "unit": "m", "verdict": "undecided"}]


def test_rows_of_one_key_stand_beside_each_other():
    columns, rows = join_tables({"one": PLANNERS, "two": FORECASTERS}, ["claim"], ["unit"])
    assert columns == ["claim", "unit", "verdict_one", "verdict_two"]
    assert [tuple(row.values()) for row in rows] == [
        ("a", "s", "holds", ""),
        ("b", "s", "fails", "holds"),
        ("c", "m", "", "undecided"),
    ]


def test_keys_and_shared_columns_are_checked():
    with pytest.raises(ValueError, match="no column 'name'"):
        join_tables({"one": PLANNERS}, ["name"])
    with pytest.raises(ValueError, match="two rows of one"):
        join_tables({"one": PLANNERS}, ["unit"])
    with pytest.raises(ValueError, match="'verdict' of b"):
        join_tables({"one": PLANNERS, "two": FORECASTERS}, ["claim"], ["verdict"])


def test_the_command_writes_a_table(tmp_path):
    for name, rows in (("one", PLANNERS), ("two", FORECASTERS)):
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    files = [f"{name}={tmp_path / name}.csv" for name in ("one", "two")]
    main([*files, "--key", "claim", "--same", "unit", "--to", str(tmp_path / "new" / "both.csv")])
    assert (tmp_path / "new" / "both.csv").read_text().splitlines()[2] == "b,s,fails,holds"
    with pytest.raises(SystemExit):
        main(["one.csv", "--key", "claim", "--to", str(tmp_path / "x.csv")])

"""Join kept tables of several runs: a row for each key, with the columns of every run beside each other.

    python tools/join_tables.py planner=benchmarks/platformer-difficulty/tables/claims.csv \
      forecaster=benchmarks/platformer-difficulty-forecaster/tables/claims.csv \
      --key claim --same family --to benchmarks/platformer-populations/claims.csv

Columns of a run have its name behind theirs: `verdict_planner`. Columns that are the same in all runs are named by
`--same` and occur once. A row that a run does not have is empty there.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

Row = dict[str, str]


def main(arguments: list[str] | None = None) -> int:
    """Join the tables and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tables", nargs="+", metavar="NAME=FILE", help="tables with the names of their runs")
    parser.add_argument("--key", nargs="+", required=True, help="columns that name a row")
    parser.add_argument("--same", nargs="*", default=[], help="columns that are the same in all runs")
    parser.add_argument("--to", type=Path, required=True, help="file to write")
    chosen = parser.parse_args(arguments)
    tables = {}
    for text in chosen.tables:
        name, _, file = text.partition("=")
        if not file:
            parser.error(f"{text!r} is no NAME=FILE")
        with Path(file).open(newline="", encoding="utf-8") as opened:
            tables[name] = list(csv.DictReader(opened))
    try:
        columns, rows = join_tables(tables, chosen.key, chosen.same)
    except ValueError as error:
        parser.error(str(error))
    chosen.to.parent.mkdir(parents=True, exist_ok=True)
    with chosen.to.open("w", newline="", encoding="utf-8") as opened:
        writer = csv.DictWriter(opened, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return 0


def join_tables(
    tables: Mapping[str, Sequence[Row]], key: Sequence[str], same: Sequence[str] = ()
) -> tuple[list[str], list[Row]]:
    """Join tables by key; rows are in the order of the first table, then those that only others have.

    Args:
        tables: Rows of each run.
        key: Columns that name a row.
        same: Columns that are the same in all runs.

    Returns:
        The columns and the rows.

    Raises:
        ValueError: A key column is missing, names two rows of one run, or a column of `same` differs.
    """
    shared, columns = [*key, *same], [*key, *same]
    joined: dict[tuple[str, ...], Row] = {}
    for name, rows in tables.items():
        seen = set()
        for row in rows:
            missing = [column for column in shared if column not in row]
            if missing:
                raise ValueError(f"the table of {name} has no column {missing[0]!r}; it has {', '.join(row)}")
            place = tuple(row[column] for column in key)
            if place in seen:
                raise ValueError(f"two rows of {name} are named {', '.join(place)}")
            seen.add(place)
            entry = joined.setdefault(place, {column: row[column] for column in shared})
            for column in same:
                if entry[column] != row[column]:
                    raise ValueError(
                        f"{column!r} of {', '.join(place)} is {entry[column]!r}, with {name} {row[column]!r}"
                    )
            entry |= {f"{column}_{name}": value for column, value in row.items() if column not in shared}
        columns += [f"{column}_{name}" for column in (rows[0] if rows else {}) if column not in shared]
    return columns, [{column: entry.get(column, "") for column in columns} for entry in joined.values()]


if __name__ == "__main__":
    sys.exit(main())

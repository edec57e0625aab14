"""The command `python -m tools.remake_rows`; see the documentation of the package."""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from tools.provenance import BENCHMARKS, kept_files, read_records
from tools.remake_rows import __doc__ as description
from tools.remake_rows.rows import RemadeCell, RemakeableTable, Row, draw_rows, read_rows, remake
from tools.remake_rows.tables import ALL_TABLES, FOLDERS, PAPERS, REASONS, TABLES

COLUMNS = ("seed", "paper", "table", "row", "column", "kept", "remade", "equal")


def main(arguments: list[str] | None = None) -> int:
    """Draw, make and compare rows; the status is 1 if one differs."""
    parser = argparse.ArgumentParser(
        "python -m tools.remake_rows", description=description, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", type=int, action="append", help="seed of a draw (24); several may be given")
    parser.add_argument("--paper", choices=PAPERS, action="append", help="papers to draw from; all if none is given")
    parser.add_argument("--rows", type=int, default=2, help="rows of each paper")
    parser.add_argument("--row", nargs=2, metavar=("TABLE", "NAME"), help="make this row; nothing is drawn")
    parser.add_argument("--list", action="store_true", help="list all tables, and why rows of some are not drawn")
    parser.add_argument("--dry", action="store_true", help="only show what is drawn")
    parser.add_argument("--to", type=Path, help="CSV file for the comparison, a line for each cell")
    chosen = parser.parse_args(arguments)
    if chosen.list:
        print("\n".join(f"{path}: {reason or 'drawn'}" for path, reason in table_list().items()))
        return 0
    drawn: list[tuple[int | str, RemakeableTable, Row]] = []
    if chosen.row:
        drawn = [("", *find_row(*chosen.row))]
    else:
        for seed in chosen.seed or [24]:
            rows = draw_rows(TABLES, seed, chosen.paper or PAPERS, chosen.rows)
            drawn += [(seed, table, row) for table, row in rows]
    if chosen.dry:
        print("\n".join(f"{seed} {table.path}: {table.name(row)}" for seed, table, row in drawn))
        return 0
    compared = [(seed, cell) for seed, table, row in drawn for cell in remake_and_report(table, row)]
    if chosen.to:
        write_cells(chosen.to, compared)
    return 0 if all(cell.is_equal for _, cell in compared) else 1


def remake_and_report(table: RemakeableTable, row: Row) -> list[RemadeCell]:
    """Make a row again and print how it compares."""
    begin = time.perf_counter()
    cells = remake(table, row)
    different = [cell for cell in cells if not cell.is_equal]
    outcome = f"{len(cells)} cells equal" if not different else f"{len(different)} of {len(cells)} cells differ"
    seconds = time.perf_counter() - begin
    print(f"{table.path} ({commit_of(table)}): {table.name(row)}: {outcome}, {seconds:.0f} s", flush=True)
    for cell in different:
        print(f"    {cell.column}: kept {cell.kept}, made again {cell.remade}", flush=True)
    return cells


def find_row(path: str, name: str) -> tuple[RemakeableTable, Row]:
    """Return a table and its row by their names.

    Raises:
        SystemExit: If there is no such table or row.
    """
    table = next((table for table in ALL_TABLES if table.path == path), None)
    if table is None:
        raise SystemExit(f"{path} is no table whose rows can be made again: see --list")
    row = next((row for row in table.rows() if table.name(row) == name), None)
    if row is None:
        raise SystemExit(f"{path} has no row {name!r} that can be made again; a name is {', '.join(table.keys)}")
    return table, row


def write_cells(file: Path, cells: list[tuple[int | str, RemadeCell]]) -> None:
    """Write the comparison."""
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(COLUMNS)
        for seed, cell in cells:
            where, equal = cell.table.path, "yes" if cell.is_equal else "no"
            writer.writerow((seed, cell.table.paper, where, cell.row, cell.column, cell.kept, cell.remade, equal))


def table_list() -> dict[str, str]:
    """All tables of the five papers, with the reason why rows are not drawn; empty if they are."""
    known = {table.path: not any(map(table.can_remake, read_rows(BENCHMARKS / table.path))) for table in _kept_tables()}
    reasons = {}
    for folders in FOLDERS.values():
        for folder in folders:
            for file in kept_files(BENCHMARKS / folder):
                if file.endswith(".csv"):
                    reasons[f"{folder}/{file}"] = reason_for(f"{folder}/{file}", known)
    return reasons


def reason_for(path: str, known: Mapping[str, bool]) -> str:
    """Return why rows of a table are not drawn; empty if they are.

    Args:
        path: Folder and file of the table.
        known: The tables whose rows can be made again, and whether this is true of none of their rows.

    Raises:
        StopIteration: If there is no reason.
    """
    if path in known:
        return "has no row that can be made again: all take longer than the limit" if known[path] else ""
    return next(reason for pattern, reason in REASONS.items() if fnmatchcase(path, pattern))


def _kept_tables() -> list[RemakeableTable]:
    return [table for table in ALL_TABLES if (BENCHMARKS / table.path).is_file()]


def commit_of(table: RemakeableTable) -> str:
    """Return the commit of a kept table."""
    records = read_records(BENCHMARKS / table.folder)
    return next((f"commit {run.commit}" for run in records if table.table in run.files), "no record")


if __name__ == "__main__":
    sys.exit(main())

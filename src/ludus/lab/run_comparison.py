"""Comparison of two runs: settings that differ, and numbers that both runs have.

Tables are compared through their CSV files. A column with matching _low and _high columns is a number with an
interval; two such numbers differ if the interval of their difference excludes 0. All numbers of two runs are judged
together: the interval that decides is corrected for their number. A CSV file does not say how an interval was made, so
it is widened like a normal one, which is slightly too little for numbers of few runs. Rows are identified by the first
columns that make them unique.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludus.lab.run_folder import TABLES, flatten, read_versions
from ludus.stats import Estimate, difference, simultaneous_interval
from ludus.stats.judgement import exactly, side_of
from ludus.util.files import file_errors

CellValue = Estimate | float | str | None
CsvRow = dict[str, str]
LOW, HIGH = "_low", "_high"
MAX_ROWS = 5000  # rows of a compared table; longer tables list games or sets, not results


@dataclass(frozen=True)
class SettingDifference:
    """A configuration key with different values; None if a run does not have the key."""

    key: str
    first: Any
    second: Any


@dataclass(frozen=True)
class ValuePair:
    """The same number in both runs. `corrected` and `is_significant` are None if there is no interval."""

    row: str
    column: str
    first: CellValue
    second: CellValue
    change: Estimate | None
    corrected: Estimate | None = None  # the change with the interval that decides
    is_significant: bool | None = None


@dataclass(frozen=True)
class TableComparison:
    """A table that both runs have."""

    name: str
    pairs: list[ValuePair]
    equal_count: int  # number of equal texts and numbers without interval
    unmatched_rows: tuple[int, int]  # rows only in the first run, rows only in the second


@dataclass(frozen=True)
class RunComparison:
    """Result of comparing two runs."""

    settings: list[SettingDifference]
    tables: list[TableComparison]
    skipped_tables: dict[str, str] = field(default_factory=dict)  # tables that cannot be compared, and why

    @property
    def values_with_intervals(self) -> list[ValuePair]:
        """Numbers with intervals, for which a difference can be decided."""
        return [pair for table in self.tables for pair in table.pairs if pair.is_significant is not None]

    @property
    def comparisons(self) -> int:
        """Number of numbers that are judged together: those with intervals in both runs."""
        return len(self.values_with_intervals)


def compare_runs(first: Path, second: Path) -> RunComparison:
    """Compare the settings and tables of two runs.

    Args:
        first: Folder of the first run.
        second: Folder of the second run.

    Returns:
        The settings and table values of both runs, and the tables that cannot be compared, with the reason.
    """
    configs = [flatten(read_versions(folder)["config"]) for folder in (first, second)]
    settings = [
        SettingDifference(key, configs[0].get(key), configs[1].get(key))
        for key in {**configs[0], **configs[1]}
        if configs[0].get(key) != configs[1].get(key)
    ]
    tables, left_out = [], {}
    names = [_table_names(folder) for folder in (first, second)]
    for name in sorted(names[0] | names[1]):
        if name not in names[0] or name not in names[1]:
            left_out[name] = f"only {first.name if name in names[0] else second.name} has it"
            continue
        lines = [read_csv_rows(folder / TABLES / f"{name}.csv") for folder in (first, second)]
        reason = _why_not_comparable(*lines)
        if reason:
            left_out[name] = reason
        else:
            tables.append(_compare_tables(name, *lines))
    return RunComparison(settings, _judge_tables(tables), left_out)


def read_csv_rows(file: Path) -> list[CsvRow]:
    """Read the rows of a CSV table."""
    with file_errors(file, "read"), open(file, encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def _table_names(folder: Path) -> set[str]:
    return {file.stem for file in (folder / TABLES).glob("*.csv")}


def _why_not_comparable(first: list[CsvRow], second: list[CsvRow]) -> str:
    """Return why two tables cannot be compared; empty if they can."""
    if not first or not second:
        return "one of them is empty"
    if list(first[0]) != list(second[0]):
        return "their columns are not the same"
    if max(len(first), len(second)) > MAX_ROWS:
        return f"more than {MAX_ROWS:,} rows"
    if not _key_columns(first, second):
        return "its rows cannot be distinguished"
    return ""


def _compare_tables(name: str, first: list[CsvRow], second: list[CsvRow]) -> TableComparison:
    key = _key_columns(first, second)
    values = [column for column in first[0] if column not in key and not _is_interval_column(column, first[0])]
    rows = {_row_key(line, key): line for line in second}
    pairs, alone, equal = [], 0, 0
    for line in first:
        match = rows.pop(_row_key(line, key), None)
        if match is None:
            alone += 1
            continue
        for column in values:
            pair = _value_pair(_row_key(line, key), column, line, match)
            if pair.change is None and pair.first == pair.second:
                equal += 1
            else:
                pairs.append(pair)
    return TableComparison(name, pairs, equal, (alone, len(rows)))


def _judge_tables(tables: list[TableComparison]) -> list[TableComparison]:
    """Judge all changes with intervals together."""
    comparisons = sum(pair.change is not None for table in tables for pair in table.pairs)
    return [replace(table, pairs=[_judge_pair(pair, comparisons) for pair in table.pairs]) for table in tables]


def _judge_pair(pair: ValuePair, comparisons: int) -> ValuePair:
    if pair.change is None:
        return pair
    differs = side_of(pair.change, exactly(0.0), comparisons) in ("above", "below")
    return replace(pair, corrected=simultaneous_interval(pair.change, comparisons), is_significant=differs)


def _value_pair(row: str, column: str, first: CsvRow, second: CsvRow) -> ValuePair:
    ours, theirs = _read_number(first, column), _read_number(second, column)
    if not isinstance(ours, Estimate) or not isinstance(theirs, Estimate):
        return ValuePair(row, column, ours, theirs, None)
    return ValuePair(row, column, ours, theirs, difference(ours, theirs))


def _read_number(line: CsvRow, column: str) -> CellValue:
    text = line[column]
    try:
        value = float(text)
        low, high = (float(end) for end in _interval_columns(line, column))
    except ValueError:
        return _number_or_text(text)
    return Estimate(value, low, high, 0)


def _number_or_text(text: str) -> float | str | None:
    try:
        return float(text)
    except ValueError:
        return text or None


def _interval_columns(line: CsvRow, column: str) -> tuple[str, str]:
    return line.get(column + LOW, ""), line.get(column + HIGH, "")


def _is_interval_column(column: str, line: CsvRow) -> bool:
    """Whether a column is a bound of another column's interval."""
    return any(column.endswith(end) and column.removesuffix(end) in line for end in (LOW, HIGH))


def _key_columns(first: list[CsvRow], second: list[CsvRow]) -> list[str]:
    """Find the columns that identify the rows of both tables.

    Candidates are the leading columns and single columns; numbers that were measured are excluded. A verdict in the
    first column may differ between runs, so the candidate that matches most rows wins. Empty if no candidate works.
    """
    names = [column for column in first[0] if not _is_measured(column, first + second)]
    leading = [names[:count] for count in range(1, len(names) + 1) if names[:count] == list(first[0])[:count]]
    candidates = [key for key in (*leading, *([name] for name in names)) if _identifies_rows(key, first, second)]
    return max(candidates, key=lambda key: len(_row_keys(first, key) & _row_keys(second, key)), default=[])


def _is_measured(column: str, lines: list[CsvRow]) -> bool:
    if column + LOW in lines[0] or _is_interval_column(column, lines[0]):
        return True
    return any("." in line[column] and isinstance(_number_or_text(line[column]), float) for line in lines)


def _identifies_rows(key: list[str], first: list[CsvRow], second: list[CsvRow]) -> bool:
    return all(len(_row_keys(lines, key)) == len(lines) for lines in (first, second))


def _row_keys(lines: list[CsvRow], key: list[str]) -> set[str]:
    return {_row_key(line, key) for line in lines}


def _row_key(line: CsvRow, key: list[str]) -> str:
    return " · ".join(line[column] for column in key)

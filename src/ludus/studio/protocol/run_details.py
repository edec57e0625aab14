"""Messages about the details of a run and the comparison of two runs."""

from __future__ import annotations

from ludus.studio.protocol.base import Message
from ludus.studio.protocol.jobs import RunRow, ValueWithInterval

Number = ValueWithInterval | float | str | bool | None


class Curve(Message, frozen=True):
    """Learning curve: a value by generation."""

    name: str
    fact: str  # best, loss
    points: list[list[float]]  # [generation, value]


class RunFile(Message, frozen=True):
    path: str  # tables/NAME.csv, figures/NAME.svg, replays/NAME.json
    size: int


class RunDetail(Message, frozen=True):
    """Details of a run in addition to its report."""

    row: RunRow
    answer: str  # first paragraph of the report; empty before the end
    settings: dict[str, str]  # by key
    curves: list[Curve]
    pace: list[list[float]]  # [games done, games a second since the point before]
    files: list[RunFile]
    report: bool


class ChangedSetting(Message, frozen=True):
    """A setting that differs between two runs."""

    key: str
    first: str
    second: str


class ComparedNumber(Message, frozen=True):
    """The same number in both runs; `differs` is null if there are no intervals to decide it."""

    row: str
    column: str
    first: Number
    second: Number
    change: ValueWithInterval | None  # the second less the first, with its 95 % interval
    corrected: ValueWithInterval | None  # the same with the interval that decides, for all numbers together
    differs: bool | None


class ComparedTable(Message, frozen=True):
    name: str
    numbers: list[ComparedNumber]
    equal: int  # equal texts, and equal numbers without an interval
    alone: list[int]  # number of rows only in the first, only in the second run


class RunComparison(Message, frozen=True):
    first: RunRow
    second: RunRow
    settings: list[ChangedSetting]
    tables: list[ComparedTable]
    left_out: dict[str, str]  # tables that cannot be compared, with the reason
    decided: int  # number of values with intervals in both runs
    differing: int  # number of those that surely differ
    curves: list[list[Curve]]  # of the first run, of the second run

"""Studies and commands that run again, as often as needed once for each process, and tables of a study as rows."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ludus.backends import Threads
from ludus.lab import RunContext, Table
from ludus.lab.config import read_config
from ludus.lab.event_log import EventLog
from ludus.lab.progress import ignore_progress
from ludus.lab.runner import run
from ludus.lab.study import find_study
from ludus.stats import Estimate
from tools.remake_rows.rows import Cells, Row, find_row, read_rows

BACKEND = Threads(2)
_WORK = tempfile.TemporaryDirectory(prefix="remake-rows-")  # removed at the end of the process

Changes = Callable[[Row], Sequence[str]]


def no_changes(row: Row) -> Sequence[str]:
    """The whole study runs."""
    return ()


def no_progress(*_: Any, **__: Any) -> None:
    """Progress is not shown."""


def new_folder() -> Path:
    """Return a new empty folder, which is removed at the end of the process."""
    return Path(tempfile.mkdtemp(dir=_WORK.name))


def new_context() -> RunContext:
    """Return a context of an empty run."""
    folder = new_folder()
    return RunContext(folder, BACKEND, EventLog(folder), warn=no_progress)


def row_of_study(
    study: str, keys: Sequence[str], table: str, changes: Changes = no_changes
) -> Callable[[Path, Row], Cells]:
    """Return a function that runs a study with the configuration of a kept run, and takes a row of its tables.

    Args:
        study: Name of the study.
        keys: Columns that name a row.
        table: File of the table, in the folder of a run.
        changes: Settings, as for `ludus run --set`, that leave out what the row does not need.
    """

    def remake(folder: Path, row: Row) -> Cells:
        return dict(find_row(read_rows(run_again(study, folder, tuple(changes(row))) / table), keys, row))

    return remake


@cache
def run_again(study: str, folder: Path, sets: tuple[str, ...]) -> Path:
    """Run a study with the configuration of a kept run and some settings; returns the folder of the run."""
    found = find_study(study)
    out = new_folder() / "run"
    run(found, read_config(found, folder / "config.toml", sets=sets), out, BACKEND, ignore_progress, no_progress)
    return out


@cache
def output_of(*words: str) -> Path:
    """Run a Python command in an empty folder, which is returned; `OUT` in its words is that folder.

    Raises:
        RuntimeError: If the command fails.
    """
    out = new_folder()
    command = [sys.executable, *(word.replace("OUT", str(out)) for word in words)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(f"{' '.join(command)}: {answer.stderr}")
    return out


def row_of_command(file: str, keys: Sequence[str], *words: str) -> Callable[[Path, Row], Cells]:
    """Return a function that runs a Python command and takes a row of a file that it writes."""

    def remake(folder: Path, row: Row) -> Cells:
        return dict(find_row(read_rows(output_of(*words) / file), keys, row))

    return remake


def table_row(table: Table, keys: Sequence[str], row: Row) -> Cells:
    """Return a row of a table of a report, as its file has it."""
    file = new_folder() / "table.csv"
    file.write_bytes(table.csv())
    return dict(find_row(read_rows(file), keys, row))


def estimate_cells(name: str, estimate: Estimate) -> Cells:
    """Return the three cells of an estimate."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}

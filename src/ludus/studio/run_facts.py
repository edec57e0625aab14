"""Details of a run in addition to its report, and comparison of two runs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from ludus.lab import event_log, run_comparison
from ludus.lab.event_log import read_events
from ludus.lab.run_folder import FIGURES, REPORT_PAGE, TABLES, flatten, read_versions
from ludus.lab.run_index import RunSummary, summarise_run
from ludus.stats import Estimate
from ludus.studio.home import NotFound, StudioPaths
from ludus.studio.labour.found import value_message
from ludus.studio.protocol.runs import (
    ComparedNumber,
    ComparedTable,
    Curve,
    Number,
    RunComparison,
    RunDetail,
    RunFile,
    Setting,
)
from ludus.studio.protocol.work import RunRow
from ludus.studio.table import NotAllowed
from ludus.studio.workshop import Job, JobManager
from ludus.util.errors import LudusError

REPLAYS = "replays"  # folder of the games that a report links to
LISTED_FOLDERS = (TABLES, FIGURES, REPLAYS)
MOST_CURVES = 200
MOST_FILES = 500
MAX_SETTING_LENGTH = 300  # characters of a setting
FALSE_POSITIVE_RATE = 0.05  # share of equal numbers that differ by chance at 95 % confidence


def run_detail(home: StudioPaths, workshop: JobManager, name: str) -> RunDetail:
    """Details of one run. A run that was ordered a moment ago, and has no folder yet, is shown as starting."""
    job = workshop.running_on(name)
    try:
        folder = home.run_folder(name)
    except NotFound:
        if job is None:
            raise
        return RunDetail(RunRow(name, job.subject, "running", 0, 0, None, 0, "", job.id), {}, [], [], [], False)
    events = read_events(folder)
    if not events and job is None:
        raise NotFound(f"there is no run named {name[:100]!r}")
    return RunDetail(
        row=run_row(summarise_run(folder), home, job),
        settings=_settings(folder),
        curves=_curves(folder),
        pace=[list(point) for point in event_log.speed_curve(events)],
        files=_files(folder),
        report=(folder / REPORT_PAGE).is_file(),
    )


def compare_two_runs(home: StudioPaths, workshop: JobManager, first: str, second: str) -> RunComparison:
    """Compare two runs of any studies. Raises NotAllowed if both are the same run."""
    folders = [home.run_folder(name) for name in (first, second)]
    if first == second:
        raise NotAllowed("a run is compared with another one")
    compared = run_comparison.compare_runs(*folders)
    rows = [run_row(summarise_run(folder), home, workshop.running_on(folder.name)) for folder in folders]
    with_intervals = compared.values_with_intervals
    return RunComparison(
        first=rows[0],
        second=rows[1],
        settings=[
            Setting(setting.key, _setting_text(setting.first), _setting_text(setting.second))
            for setting in compared.settings
        ],
        tables=[
            ComparedTable(
                table.name, [_number(pair) for pair in table.pairs], table.equal_count, list(table.unmatched_rows)
            )
            for table in compared.tables
        ],
        left_out=compared.skipped_tables,
        decided=len(with_intervals),
        differing=sum(pair.is_significant is True for pair in with_intervals),
        by_chance=round(FALSE_POSITIVE_RATE * len(with_intervals), 1),
        curves=[_curves(folder) for folder in folders],
    )


def run_row(summary: RunSummary, home: StudioPaths, work: Job | None) -> RunRow:
    return RunRow(
        name=summary.folder.name,
        study=summary.study,
        state=summary.state,
        done=summary.games_done,
        planned=summary.games_planned,
        seed=summary.seed,
        size=summary.size_bytes,
        fault=summary.damage.replace(f"{home.runs}/", ""),
        work="" if work is None else work.id,
    )


def _settings(folder: Path) -> dict[str, str]:
    try:
        return {key: _setting_text(value) for key, value in flatten(read_versions(folder)["config"]).items()}
    except LudusError:  # the run is damaged; its row says so
        return {}


def _curves(folder: Path) -> list[Curve]:
    curves = event_log.learning_curves(read_events(folder))[:MOST_CURVES]
    return [Curve(curve.name, curve.fact, [list(point) for point in curve.points]) for curve in curves]


def _files(folder: Path) -> list[RunFile]:
    run_files = []
    for subfolder in LISTED_FOLDERS:
        files = sorted((folder / subfolder).rglob("*")) if (folder / subfolder).is_dir() else []
        run_files += [
            RunFile(file.relative_to(folder).as_posix(), file.stat().st_size)
            for file in files
            if file.is_file() and not file.is_symlink()
        ]
    return run_files[:MOST_FILES]


def _number(pair: run_comparison.ValuePair) -> ComparedNumber:
    return ComparedNumber(
        pair.row, pair.column, _cell(pair.first), _cell(pair.second), value_message(pair.change), pair.is_significant
    )


def _cell(value: run_comparison.CellValue) -> Number:
    if isinstance(value, Estimate):
        return value_message(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


def _setting_text(value: Any) -> str:
    """Text of a setting as in a config file."""
    text = "–" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SETTING_LENGTH else text[:MAX_SETTING_LENGTH] + "…"

"""Writer of a run's report: tables, figures, linked files, and the page with the provenance of the run."""

from __future__ import annotations

import shlex
from collections import ChainMap
from collections.abc import Iterator
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludus.lab.config import set_text
from ludus.lab.config_fields import config_fields
from ludus.lab.event_log import Event, code_changes, format_duration, process_count, stage_timings
from ludus.lab.run_folder import (
    CONFIG,
    FIGURES,
    REPORT_PAGE,
    TABLES,
    check_folder_exists,
    make_subfolder,
    outdated_files,
    read_versions,
)
from ludus.lab.study import Study
from ludus.lab.used_files import CODE, CONTENT
from ludus.report.html import facts_table, html_page, paragraph
from ludus.report.report_html import REPORT_STYLE, report_body
from ludus.report.report_model import Figure, File, Report
from ludus.util.files import atomic_write, file_errors

MAX_OPTIONS = 6  # with more keys the command names the file


def provenance_section(
    folder: Path,
    study: Study[Any],
    config: dict[str, Any],
    games: dict[str, int],
    events: list[Event],
    made_with: dict[str, Any],
) -> Iterator[str]:
    """Everything that is needed to reproduce the report."""
    yield "<section><h2>Where this comes from</h2>"
    changed = code_changes(events)
    if changed:
        yield paragraph(f"The run continued although something had changed: {'; '.join(changed)}.", "warning")
    elif outdated := outdated_files(folder):
        yield paragraph(f"These results come from an earlier version of {', '.join(outdated)}.", "warning")
    yield f"<pre>{escape(rerun_command(folder, study, config))}</pre>"
    yield paragraph(
        "The same command gives the same tables, byte for byte, on every backend. "
        "The folder of this page also has config.toml, tables/ and figures/; times are in events.jsonl."
    )
    libraries = ", ".join(f"{name} {number}" for name, number in made_with["libraries"].items())
    used = [digests for kind in (CODE, CONTENT) for digests in made_with.get(kind, {}).values()]
    own_files = ", ".join(f"{name} {digest}" for name, digest in sorted(ChainMap(*used).items()))
    yield facts_table(
        {
            "study": study.name,
            "seed": str(config["seed"]),
            "games": f"{sum(games.values()):,}",
            "Ludus": f"{made_with['ludus']}, source {made_with['source']}",
            "Python": f"{made_with['python']}, {made_with['machine']}",
            "libraries": libraries,
            **({"own files": own_files} if own_files else {}),
        }
    )
    yield "</section>"
    yield from timing_section(games, events)


def timing_section(games: dict[str, int], events: list[Event]) -> Iterator[str]:
    """Games and time by stage; the only part of a report that is not deterministic."""
    timings = stage_timings(events)
    if not timings:
        return
    yield '<section id="times"><h2>How long it took</h2><div class="data"><div class="scroll"><table>'
    yield '<thead><tr><th>stage</th><th class="number">games</th><th class="number">time</th>'
    yield '<th class="number">games a second</th></tr></thead><tbody>'
    total = 0.0
    for stage, pace in timings.items():
        total += pace.seconds
        speed = f"{pace.games_per_second:,.0f}" if pace.games_per_second else "–"
        yield (
            f'<tr><td>{escape(stage)}</td><td class="number">{games.get(stage, pace.games):,}</td>'
            f'<td class="number">{format_duration(pace.seconds)}</td><td class="number">{speed}</td></tr>'
        )
    yield "</tbody></table></div></div>"
    times = process_count(events)
    resumed = "" if times == 1 else f" It was stopped and resumed; {times} processes worked on it."
    yield paragraph(f"{format_duration(total)} of work.{resumed}", "lead")
    yield "</section>"


def rerun_command(folder: Path, study: Study[Any], config: dict[str, Any]) -> str:
    """Command that repeats the run in an empty folder, with the non-default keys if they are few."""
    sets = []
    for field in config_fields(study.config):
        value: Any = config
        for part in field.path:
            value = value[part]
        if value != plain_default(field.default):
            sets.append(set_text(field, value))
    if len(sets) > MAX_OPTIONS:
        return f"ludus run {study.name} --config {shlex.quote(str(folder / CONFIG))} --out again"
    return " ".join([f"ludus run {study.name}", *(f"--set {shlex.quote(text)}" for text in sets)])


def plain_default(value: Any) -> Any:
    """Default value as it would appear in a file."""
    import msgspec

    return None if value is msgspec.NODEFAULT else msgspec.json.decode(msgspec.json.encode(value))


def report_page(
    folder: Path,
    study: Study[Any],
    config: dict[str, Any],
    report: Report,
    games: dict[str, int],
    events: list[Event],
    made_with: dict[str, Any],
) -> str:
    """Render the complete page; times come from the events."""
    where = shlex.quote(str(folder))
    body = [
        *report_body(report, where),
        *provenance_section(folder, study, config, games, events, made_with),
    ]
    return html_page(report.title, body, REPORT_STYLE)


def write_report_files(
    folder: Path,
    study: Study[Any],
    config: dict[str, Any],
    report: Report,
    games: dict[str, int],
    events: list[Event],
) -> bool:
    """Write all files of a report into the run folder.

    Returns:
        Whether tables were also written as Parquet.
    """
    parquet = find_spec("pyarrow") is not None
    tables: dict[str, bytes] = {}
    for table in report.tables():
        tables[f"{table.name}.csv"] = table.csv()
        if parquet:
            tables[f"{table.name}.parquet"] = table.parquet()
    figures = {figure.file_name: figure.svg.encode() for figure in report.all(Figure)}
    check_folder_exists(folder)
    _replace_files(folder / TABLES, tables, (".csv", ".parquet"))
    _replace_files(folder / FIGURES, figures, (".svg",))
    for file in report.all(File):
        path = folder / file.path
        make_subfolder(folder, path.parent)
        atomic_write(path, file.content())
    page = report_page(folder, study, config, report, games, events, read_versions(folder)["versions"])
    atomic_write(folder / REPORT_PAGE, page.encode())
    return parquet


def _replace_files(folder: Path, files: dict[str, bytes], kinds: tuple[str, ...]) -> None:
    """Write files and remove those of an earlier report that this one does not have."""
    if not files and not folder.is_dir():
        return
    with file_errors(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)
        old = [file for file in folder.iterdir() if file.suffix in kinds and file.name not in files]
    for file in old:
        with file_errors(file, "removed"):
            file.unlink()
    for name, data in files.items():
        atomic_write(folder / name, data)

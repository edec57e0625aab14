"""Writer of a run's report: tables, figures, linked files, and the page with the provenance of the run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludus.lab.config_schema import config_fields, toml_value
from ludus.lab.event_log import Event, code_changes, format_duration, process_count, stage_timings
from ludus.lab.run_folder import (
    CONFIG,
    FIGURES,
    REPORT_PAGE,
    TABLES,
    check_folder_exists,
    make_subfolder,
    read_versions,
)
from ludus.lab.study import Study
from ludus.report.html import ACCENT, FAINT, facts_table, html_page, paragraph
from ludus.report.model import Command, Figure, File, Report, ReportPart, Verdict
from ludus.report.tables import Column, Table
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
    yield f"<pre>{escape(rerun_command(folder, study, config))}</pre>"
    yield paragraph(
        "The same command gives the same tables, byte for byte, on every backend. "
        "The folder of this page also has config.toml, tables/ and figures/; times are in events.jsonl."
    )
    libraries = ", ".join(f"{name} {number}" for name, number in made_with["libraries"].items())
    yield facts_table(
        {
            "study": study.name,
            "seed": str(config["seed"]),
            "games": f"{sum(games.values()):,}",
            "Ludus": f"{made_with['ludus']}, source {made_with['source']}",
            "Python": f"{made_with['python']}, {made_with['machine']}",
            "libraries": libraries,
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
    defaults = {field.key: field for field in config_fields(study.config)}
    sets = []
    for key, field in defaults.items():
        value: Any = config
        for part in field.path:
            value = value[part]
        if value != plain_default(field.default):
            text = value if field.accepts_plain_text and isinstance(value, str) else toml_value(value)
            sets.append(f"{key}={text}")
    if len(sets) > MAX_OPTIONS:
        return f"ludus run {study.name} --config {shlex.quote(str(folder / CONFIG))} --out again"
    return " ".join([f"ludus run {study.name}", *(f"--set {shlex.quote(text)}" for text in sets)])


def plain_default(value: Any) -> Any:
    """Default value as it would appear in a file."""
    import msgspec

    return None if value is msgspec.NODEFAULT else msgspec.json.decode(msgspec.json.encode(value))


VERDICT_SYMBOLS = {"holds": "✓", "fails": "✗", "undecided": "?"}
VERDICT_VERBS = {"holds": ("holds", "hold"), "fails": ("fails", "fail"), "undecided": ("is undecided", "are undecided")}
LEFT_ALIGNED = ("text", "truth")  # columns that do not hold numbers
MAX_INLINE_ESTIMATES = 4  # with more estimates in a row, intervals are shown below the numbers
FAILS_COLOUR, UNDECIDED_COLOUR = "#a8321f", "#6f655c"

REPORT_STYLE = f"""
h3 {{ font-size: 1rem; margin: 1.4rem 0 .3rem; }}
.verdict {{ border-left: .3rem solid {UNDECIDED_COLOUR}; padding: .15rem 0 .15rem .8rem; margin: .8rem 0; max-width:
46rem; }}
.verdict.holds {{ border-color: {ACCENT}; }}
.verdict.fails {{ border-color: {FAILS_COLOUR}; }}
.mark {{ font-weight: 600; color: {UNDECIDED_COLOUR}; white-space: nowrap; margin-right: .5rem; }}
.holds .mark {{ color: {ACCENT}; }}
.fails .mark {{ color: {FAILS_COLOUR}; }}
main {{ max-width: 84rem; }} /* for wide tables; text and figures keep the width that reads well */
figure {{ max-width: 60rem; }}
.data {{ margin: 1rem 0 0; }}
.data table {{ width: auto; min-width: min(100%, 30rem); font-size: .95rem; }}
.data th {{ vertical-align: bottom; white-space: normal; }}
.data td:first-child {{ white-space: nowrap; }}
.data .tight td.number small {{ display: block; }}
.path {{ color: {FAINT}; margin-left: .5rem; }}
.data td + td, .data th + th {{ padding-left: .9rem; }}
.data td.number, .data th.number {{ text-align: right; }}
.data td.number small {{ color: {FAINT}; font-size: .82rem; }}
.note {{ color: {FAINT}; font-size: .9rem; margin: .4rem 0 0; }}
details {{ margin: .4rem 0 0; max-width: 100%; }}
summary {{ color: {FAINT}; cursor: pointer; font-size: .9rem; }}
.data details td {{ padding: .2rem .9rem .2rem 0; white-space: normal; overflow-wrap: anywhere; }}
.warning {{ background: #f6e3d3; border-radius: 8px; padding: .6rem .9rem; }}
a {{ color: {ACCENT}; }}
pre {{ margin: .6rem 0; }}
@media (max-width: 40rem) {{ main {{ padding-top: 1.2rem; }} h1 {{ font-size: 1.5rem; }} pre {{ font-size: 13px; }} }}
@media print {{ pre {{ white-space: pre-wrap; }} .scroll {{ overflow: visible; }} }}
"""


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
        f'<p class="answer">{_inline_html(report.lead)}</p>',
        *_verdict_summary(report),
        *(line for section in report.sections for line in _section_html(section.title, section.parts, where)),
        *provenance_section(folder, study, config, games, events, made_with),
    ]
    return html_page(report.title, body, REPORT_STYLE)


def _verdict_summary(report: Report) -> Iterator[str]:
    """Summary of all verdicts in one line; each verdict is shown with its reason in its section."""
    verdicts = report.parts(Verdict)
    if verdicts:
        counts = {state: sum(verdict.state == state for verdict in verdicts) for state in VERDICT_SYMBOLS}
        summary = ", ".join(
            f"{number} {VERDICT_VERBS[state][number > 1]}" for state, number in counts.items() if number
        )
        claims = "1 claim was" if len(verdicts) == 1 else f"{len(verdicts)} claims were"
        yield paragraph(f"{claims} tested: {summary}.", "lead")


def _section_html(title: str, parts: Any, folder: str) -> Iterator[str]:
    yield f"<section><h2>{escape(title)}</h2>"
    for part in parts:
        yield from _part_html(part, folder)
    yield "</section>"


def _part_html(part: ReportPart, folder: str) -> Iterator[str]:
    match part:
        case str():
            yield f"<p>{_inline_html(part)}</p>"
        case Verdict():
            yield (
                f'<p class="verdict {part.state}"><span class="mark">{VERDICT_SYMBOLS[part.state]} {part.state}</span>'
                f"<strong>{_inline_html(part.claim)}</strong><br>{_inline_html(part.reason)}</p>"
            )
        case Table():
            yield from _table_html(part, folder)
        case Figure():
            yield (
                "<figure><div "
                f'class="scroll">{part.svg}</div><figcaption>{_inline_html(part.caption)}</figcaption></figure>'
            )
        case Command():
            yield f'<p class="note">{_inline_html(part.caption)}</p>' if part.caption else ""
            yield f"<pre>{escape(part.text.replace('{run}', folder))}</pre>"
        case File():
            words = _inline_html(part.caption) or escape(part.path)
            where = f' <small class="path">{escape(part.path)}</small>' if part.caption else ""
            yield f'<p><a href="{escape(part.path)}">{words}</a>{where}</p>'
            if part.path.startswith("replays/"):
                yield f"<pre>{escape(f'ludus replay {folder}/{part.path}')}</pre>"


def _table_html(table: Table, folder: str) -> Iterator[str]:
    head = "".join(f"<th{_cell_class(column)}>{_heading_html(column)}</th>" for column in table.columns)
    rows = [
        "".join(
            f"<td{_cell_class(column)}>{_cell_html(column, cell)}</td>"
            for column, cell in zip(table.columns, row, strict=True)
        )
        for row in table.rows[: table.max_shown_rows]
    ]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    tight = (
        ' class="tight"' if sum(column.kind == "estimate" for column in table.columns) > MAX_INLINE_ESTIMATES else ""
    )
    yield f'<div class="data"><div class="scroll"><table{tight}><thead><tr>{head}</tr></thead><tbody>{body}</tbody>'
    yield "</table></div>"
    left = len(table.rows) - len(rows)
    more = f" {left:,} more rows are in the file." if left > 0 else ""
    estimates = any(column.kind == "estimate" for column in table.columns)
    around = " In brackets: the 95 % interval." if estimates else ""
    file = f"tables/{table.name}.csv"
    yield f'<p class="note">{_inline_html(table.caption)}{around}{more} <a href="{file}">{file}</a></p>'
    if table.rerun_commands:
        commands = "".join(
            f"<tr><th>{escape(table.columns[0].format(row[0]))}</th>"
            f"<td><code>{escape(command.replace('{run}', folder))}</code></td></tr>"
            for row, command in zip(table.rows[: table.max_shown_rows], table.rerun_commands, strict=False)
        )
        yield f'<details><summary>Play these games again</summary><div class="scroll"><table>{commands}</table></div>'
        yield "</details>"
    yield "</div>"


def _cell_class(column: Column) -> str:
    return "" if column.kind in LEFT_ALIGNED else ' class="number"'


def _heading_html(column: Column) -> str:
    """Column heading; its unit stays with the last word."""
    return escape(column.heading).replace(", %", ",&nbsp;%")


def _cell_html(column: Column, cell: Any) -> str:
    """Table cell; the interval is smaller than the number."""
    value, bracket, interval = column.format(cell).partition(" [")
    if column.kind == "estimate" and bracket:
        return f"{escape(value)} <small>[{escape(interval)}</small>"
    return escape(column.format(cell))


def _inline_html(text: str) -> str:
    """Render text with `code`."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


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
    figures = {f"{figure.name}.svg": figure.svg.encode() for figure in report.parts(Figure)}
    check_folder_exists(folder)
    _replace_files(folder / TABLES, tables, (".csv", ".parquet"))
    _replace_files(folder / FIGURES, figures, (".svg",))
    for file in report.parts(File):
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

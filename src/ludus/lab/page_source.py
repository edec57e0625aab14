"""Provenance section of a report: seed, command, games and times by stage, versions."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from ludus.lab.events import Event
from ludus.lab.fields import config_fields
from ludus.lab.folder import CONFIG
from ludus.lab.page_style import facts_table, paragraph
from ludus.lab.study import Study
from ludus.lab.times import code_changes, format_duration, stage_timings, process_count
from ludus.lab.toml import toml_value

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

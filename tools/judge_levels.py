"""Make levels as `ludus make platformer` does, and judge their structure.

    python tools/judge_levels.py OUT --setup thesis --levels strip=80,maze=60,easy=60

Groups of levels: `strip` has five rooms in a row, `maze` 4x3 rooms, both without a target; `easy` has five rooms in a
row and `--difficulty 0.3`. Other options are the defaults. The measures are those of docs/level-structure.md, with
players that took no part in making the levels. Every level is written to OUT/levels, its measures to OUT/levels.csv,
and the measures of each group to OUT/summary.csv.

With `--players forecaster`, forecasters play the levels when their structure is measured; they are made as before.

    python tools/judge_levels.py OUT --curves 60

makes so many levels for each pacing curve and each style, and writes how well they follow the curves, and how far the
styles are apart, to OUT/curves_and_styles.csv.
"""

from __future__ import annotations

import argparse
import csv
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludus.core.random import derive
from ludus.design.platformer.difficulty_search import find_level_by_difficulty
from ludus.design.platformer.expressive_range import expressive_range
from ludus.design.platformer.generator.fill_unused_cells import FILL_STYLES
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.styled_rooms import STYLES
from ludus.design.platformer.level_metrics import measure_level
from ludus.design.platformer.make import level_spec, name_and_decorate
from ludus.design.platformer.options import MakeOptions
from ludus.design.platformer.players.player_kinds import PLANNER, PLAYER_KINDS
from ludus.design.platformer.shape_measures import landmark_share, style_distances
from ludus.design.platformer.spec import MIN_REST, PACING_CURVES, LevelSpec
from ludus.design.platformer.structure_measures import MIN_MEETING, LevelStructure, measure_structure
from ludus.games.platformer.level import Level, write_level

GROUPS: dict[str, dict[str, Any]] = {
    "strip": {"rooms": "5x1"},
    "maze": {"rooms": "4x3"},
    "easy": {"rooms": "5x1", "difficulty": 0.3},
}
SIMPLE_KINDS = ("saw", "wall-spikes", "squeeze")
ALL = "all"
CURVE_PLAYERS = 160


def main() -> int:
    """Make and judge levels; return the exit status."""
    parser = argparse.ArgumentParser(description="Make levels and judge their structure.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--setup", default=MakeOptions().setup)
    parser.add_argument("--levels", default="strip=80,maze=60,easy=60", help="number of levels by group")
    parser.add_argument(
        "--curves", type=int, help="number of levels for each pacing curve and style; nothing else is made"
    )
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--players", default=PLANNER, choices=[*PLAYER_KINDS], help="kind of players that judge")
    chosen = parser.parse_args()
    if chosen.curves:
        chosen.out.mkdir(parents=True, exist_ok=True)
        _write(chosen.out / "curves_and_styles.csv", curve_and_style_rows(chosen.curves, chosen.seed, chosen.players))
        print((chosen.out / "curves_and_styles.csv").read_text())
        return 0
    (chosen.out / "levels").mkdir(parents=True, exist_ok=True)
    rows, structures = [], dict[str, list[LevelStructure]]()
    levels = dict[str, list[Level]]()
    for group, count in (part.split("=") for part in chosen.levels.split(",")):
        options = MakeOptions(**GROUPS[group], setup=chosen.setup)
        for number in range(int(count)):
            began = time.process_time()
            found = find_level_by_difficulty(derive(chosen.seed, group, number), level_spec(options))
            level = name_and_decorate(found, number, options).level
            seconds = time.process_time() - began
            judge_seed = derive(chosen.seed, "judge", group, number)
            structure = measure_structure(level, judge_seed, kind=chosen.players)
            (chosen.out / "levels" / f"{group}_{number:03}.level").write_text(write_level(level))
            structures.setdefault(group, []).append(structure)
            levels.setdefault(group, []).append(level)
            rows.append(level_row(group, number, structure, found.population.failure_rate.value, seconds))
        print(group, summary_row(group, structures[group], levels[group], rows), flush=True)
    groups = [*structures] if len(structures) == 1 else [*structures, ALL]
    structures[ALL] = [structure for group in structures.values() for structure in group]
    levels[ALL] = [level for group in levels.values() for level in group]
    _write(chosen.out / "levels.csv", rows)
    summaries = [summary_row(group, structures[group], levels[group], rows) for group in groups]
    _write(
        chosen.out / "summary.csv",
        [
            {"measure": name, **{row["group"]: row[name] for row in summaries}}
            for name in summaries[0]
            if name != "group"
        ],
    )
    print((chosen.out / "summary.csv").read_text())
    return 0


def level_row(group: str, number: int, structure: LevelStructure, failure: float, seconds: float) -> dict[str, Any]:
    """Measures of one level."""
    metrics, way, choice = measure_level(structure.level), structure.usual, structure.choice
    return {
        "group": group,
        "number": number,
        "players_that_die": round(failure, 3),
        "traps": len(structure.level.traps),
        "traps_met": sum(share >= MIN_MEETING for share in structure.meetings),
        "challenges": len(way.challenges),
        "way_cells": way.length,
        "longest_stretch": way.longest_stretch,
        "rests_enough": f"{sum(rest >= MIN_REST for rest in way.rests)}/{len(way.rests)}",
        "crowded_first": " ".join(structure.crowded_first_meetings),
        "choice_cells": "" if choice is None else choice[1].length - choice[0].length,
        "choice_risk": "" if choice is None else round(choice[0].risk - choice[1].risk, 3),
        "easiest_taken": round(structure.easiest_taken, 3),
        **{kind: structure.challenge_kinds[kind] for kind in SIMPLE_KINDS},
        **{name: round(getattr(metrics, name), 3) for name in ("linearity", "leniency", "length", "vertical")},
        "trap_density": round(metrics.traps, 3),
        "flaws": "; ".join(structure.flaws(SIMPLE_KINDS)),
        "cpu_seconds": round(seconds, 3),
    }


def summary_row(
    group: str, structures: Sequence[LevelStructure], levels: Sequence[Level], rows: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Measures of all levels of a group."""
    count = len(structures)
    kinds = sum((structure.challenge_kinds for structure in structures), Counter[str]())
    meetings = [share for structure in structures for share in structure.meetings]
    rests = [rest for structure in structures for rest in structure.usual.rests]
    kinds_total = sum(kinds[kind] for kind in SIMPLE_KINDS)
    diversity = expressive_range(levels)
    seconds = [row["cpu_seconds"] for row in rows if group in (row["group"], ALL)]
    return {
        "group": group,
        "levels": count,
        "traps met by 5 % of players or more": _percent(sum(share >= MIN_MEETING for share in meetings), len(meetings)),
        **{f"share of {kind}": _percent(kinds[kind], kinds_total) for kind in SIMPLE_KINDS},
        "levels whose first meetings are alone": _percent(sum(not s.crowded_first_meetings for s in structures), count),
        f"rests of {MIN_REST} cells or more": _percent(sum(rest >= MIN_REST for rest in rests), len(rests)),
        "median cells per challenge": round(
            statistics.median(min(structure.usual.cells_per_challenge, 999.0) for structure in structures), 1
        ),
        "levels with challenges often enough": _percent(sum(s.is_dense_enough for s in structures), count),
        "levels with one challenge or none": _percent(sum(len(s.usual.challenges) < 2 for s in structures), count),
        "levels with two ways to choose from": _percent(sum(s.choice is not None for s in structures), count),
        "levels whose easiest path is taken": _percent(sum(s.easiest_taken >= MIN_MEETING for s in structures), count),
        "rooms with a landmark": f"{100 * statistics.mean(landmark_share(level, (11, 7)) for level in levels):.0f} %",
        "levels without a flaw": _percent(sum(not s.flaws(SIMPLE_KINDS) for s in structures), count),
        "median traps": statistics.median(len(structure.level.traps) for structure in structures),
        "coverage of linearity and trap density": f"{100 * diversity.coverage('linearity', 'traps'):.1f} %",
        "coverage of vertical share and length": f"{100 * diversity.coverage('vertical', 'length'):.1f} %",
        "median share of cells that differ": round(float(statistics.median(diversity.pair_distances[0].tolist())), 3),
        "duplicates": diversity.duplicates,
        "median CPU seconds": round(statistics.median(seconds), 3),
    }


def curve_and_style_rows(count: int, seed: int, players: str) -> list[dict[str, Any]]:
    """Agreement of levels with pacing curves, and distances in shape of styles and of fills of the thesis."""
    rows = []
    for name, curve in {**PACING_CURVES, "0.9,0.1,0.9": (0.9, 0.1, 0.9)}.items():
        agreements = []
        for number in range(count):
            level = generate_level(derive(seed, "curve", number), LevelSpec(pacing=curve)).level
            structure = measure_structure(level, derive(seed, "curve", name, number), CURVE_PLAYERS, players)
            agreements.append(structure.pacing_agreement(curve))
        known = [value for value in agreements if not math.isnan(value)]
        mean = round(statistics.mean(known), 3) if known else "-"
        rows.append({"what": f"mean rank correlation with the curve {name}", "levels": len(known), "value": mean})
    groups = {
        "styles": {style: LevelSpec(style=style) for style in STYLES},
        "fills of the thesis": {fill: LevelSpec(setup="thesis", fill=fill) for fill in FILL_STYLES},
    }
    for name, specs in groups.items():
        levels = {
            style: [generate_level(derive(seed, "style", number), spec).level for number in range(count)]
            for style, spec in specs.items()
        }
        distances = style_distances(levels)
        for what, value in vars(distances).items():
            rows.append({"what": f"{name}: {what}", "levels": count * len(specs), "value": round(value, 3)})
    return rows


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _write(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*rows[0]], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    sys.exit(main())

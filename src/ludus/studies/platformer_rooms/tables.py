"""Tables of the report."""

from __future__ import annotations

import numpy as np

from ludus.design.levels.building.rooms import SEARCH_TRIES
from ludus.design.levels.space.measures import METRIC_NAMES, METRIC_TITLES
from ludus.design.levels.space.spread import NEAR_DUPLICATE
from ludus.lab import Column, Table
from ludus.stats.intervals import proportion
from ludus.studies.platformer_rooms.findings import RoomResults, solved_share
from ludus.studies.platformer_rooms.work import IMPOSSIBLE, size_name


def restarts_table(results: RoomResults) -> Table:
    """Rooms of one size, by tries."""
    rows: list[list[object]] = [[str(k), results.solved(k)] for k in range(1, SEARCH_TRIES + 1)]
    rows.append(["fallback", proportion((results.tries != IMPOSSIBLE).astype(float))])
    columns = [Column.text("tries", "tries, at most"), Column.estimate("solved", percent=True, shown_digits=2)]
    caption = f"{len(results.tries):,} rooms of {size_name(results.settings.room)} with a random exit on every side."
    return Table("restarts", columns, rows, caption)


def by_size_table(results: RoomResults) -> Table:
    """Rooms of all sizes."""
    rows = [
        [
            size_name(size),
            len(tries),
            solved_share(tries, 1),
            solved_share(tries, SEARCH_TRIES),
            int((tries == IMPOSSIBLE).sum()),
        ]
        for size, tries in results.by_size.items()
    ]
    columns = [
        Column.text("size"),
        Column.integer("rooms"),
        Column.estimate("first", "solved at once", percent=True),
        Column.estimate("ten", f"in {SEARCH_TRIES} tries", percent=True),
        Column.integer("impossible", "without a solution"),
    ]
    return Table("sizes", columns, rows, "Rooms of all sizes with a random exit on every side.", max_shown_rows=20)


def census_table(results: RoomResults) -> Table:
    """Every arrangement of exits."""
    rows = [[size_name(size), *counts] for size, counts in results.census.items()]
    columns = [Column.text("size"), Column.integer("arrangements"), Column.integer("without", "without a solution")]
    return Table(
        "census", columns, rows, "Every arrangement of four exits, by the size of the room.", max_shown_rows=40
    )


def levels_table(results: RoomResults) -> Table:
    """Levels by kind."""
    rows = []
    for kind, name in enumerate(results.level_kinds):
        walked_there, back = (results.level_values(kind, what) for what in ("there", "back"))
        rows.append(
            [
                name,
                len(walked_there),
                int(walked_there.sum()),
                int(back.sum()),
                *(results.level_mean(kind, what) for what in ("traps", "ticks", "tried")),
                int(results.level_values(kind, "rejected").sum()),
            ]
        )
    columns = [
        Column.text("kind"),
        Column.integer("levels"),
        Column.integer("there", "walked there"),
        Column.integer("back", "and back"),
        Column.estimate("traps"),
        Column.estimate("ticks", "ticks of a walk"),
        Column.estimate("tried", "moves tried"),
        Column.integer("rejected", "levels rejected"),
    ]
    return Table("levels", columns, rows, "Levels with traps, by their rooms and how they are filled.")


def rejections_table(results: RoomResults) -> Table:
    """Reasons why levels were rejected."""
    counts = results.levels["reasons"]
    rows = [[reason, counts[reason]] for reason in sorted(counts, key=lambda key: (-counts[key], key))]
    return Table("rejections", [Column.text("reason"), Column.integer("levels")], rows, "Why levels were rejected.")


def shapes_table(results: RoomResults) -> Table:
    """Expressive range."""
    rows = []
    for kind, name in enumerate(results.level_kinds):
        for measured in METRIC_NAMES:
            values = results.level_values(kind, f"shape {measured}")
            rows.append(
                [name, METRIC_TITLES[measured], *(float(x) for x in np.percentile(values, [5, 25, 50, 75, 95]))]
            )
    columns = [Column.text("kind"), Column.text("measure")]
    columns += [Column.number(f"p{k}", f"{k} %") for k in (5, 25, 50, 75, 95)]
    return Table("shapes", columns, rows, "What levels are like: percentiles.", max_shown_rows=40)


def pairs_table(results: RoomResults) -> Table:
    """Differences between levels of one kind."""
    rows = []
    for name, pair_record in zip(results.level_kinds, results.pairs, strict=True):
        nearest = pair_record["nearest"]
        rows.append(
            [
                name,
                float(pair_record["differ"].mean()),
                float(nearest.mean()),
                float(nearest.min()),
                float(pair_record["moved"].mean()),
                float((nearest <= NEAR_DUPLICATE).mean()),
                pair_record["repeated"],
            ]
        )
    columns = [
        Column.text("kind"),
        Column.number("differ", "cells that differ", percent=True, shown_digits=1),
        Column.number("nearest", "from the one most alike", percent=True, shown_digits=1),
        Column.number("least", "least of all", percent=True, shown_digits=1),
        Column.number("moved", "earth mover's distance"),
        Column.number("alike", "nearly the same", percent=True, shown_digits=1),
        Column.integer("repeated", "the same"),
    ]
    return Table(
        "pairs", columns, rows, f"Pairs of levels; nearly the same is {100 * NEAR_DUPLICATE:g} % of cells or less."
    )

"""Tables of the report."""

from __future__ import annotations

import numpy as np

from ludus.design.levels.building.rooms import TRIES
from ludus.design.levels.space.measures import NAMES, TITLES
from ludus.design.levels.space.spread import ALIKE
from ludus.lab import Column, Table
from ludus.stats.intervals import share
from ludus.studies.platformer_rooms.findings import Findings, solved_in
from ludus.studies.platformer_rooms.work import IMPOSSIBLE, name_of


def restarts(found: Findings) -> Table:
    """Rooms of one size, by tries."""
    rows: list[list[object]] = [[str(k), found.solved(k)] for k in range(1, TRIES + 1)]
    rows.append(["fallback", share((found.tries != IMPOSSIBLE).astype(float))])
    columns = [Column.text("tries", "tries, at most"), Column.estimate("solved", percent=True, shown=2)]
    caption = f"{len(found.tries):,} rooms of {name_of(found.settings.room)} with a random exit on every side."
    return Table("restarts", columns, rows, caption)


def by_size(found: Findings) -> Table:
    """Rooms of all sizes."""
    rows = [
        [name_of(size), len(tries), solved_in(tries, 1), solved_in(tries, TRIES), int((tries == IMPOSSIBLE).sum())]
        for size, tries in found.by_size.items()
    ]
    columns = [
        Column.text("size"),
        Column.whole("rooms"),
        Column.estimate("first", "solved at once", percent=True),
        Column.estimate("ten", f"in {TRIES} tries", percent=True),
        Column.whole("impossible", "without a solution"),
    ]
    return Table("sizes", columns, rows, "Rooms of all sizes with a random exit on every side.", most=20)


def census(found: Findings) -> Table:
    """Every arrangement of exits."""
    rows = [[name_of(size), *counts] for size, counts in found.census.items()]
    columns = [Column.text("size"), Column.whole("arrangements"), Column.whole("without", "without a solution")]
    return Table("census", columns, rows, "Every arrangement of four exits, by the size of the room.", most=40)


def levels(found: Findings) -> Table:
    """Levels by kind."""
    rows = []
    for kind, name in enumerate(found.kinds):
        walked_there, back = (found.of_kind(kind, what) for what in ("there", "back"))
        rows.append(
            [
                name,
                len(walked_there),
                int(walked_there.sum()),
                int(back.sum()),
                *(found.mean_of(kind, what) for what in ("traps", "ticks", "tried")),
                int(found.of_kind(kind, "rejected").sum()),
            ]
        )
    columns = [
        Column.text("kind"),
        Column.whole("levels"),
        Column.whole("there", "walked there"),
        Column.whole("back", "and back"),
        Column.estimate("traps"),
        Column.estimate("ticks", "ticks of a walk"),
        Column.estimate("tried", "moves tried"),
        Column.whole("rejected", "levels rejected"),
    ]
    return Table("levels", columns, rows, "Levels with traps, by their rooms and how they are filled.")


def rejections(found: Findings) -> Table:
    """Reasons why levels were rejected."""
    counts = found.levels["reasons"]
    rows = [[reason, counts[reason]] for reason in sorted(counts, key=lambda key: (-counts[key], key))]
    return Table("rejections", [Column.text("reason"), Column.whole("levels")], rows, "Why levels were rejected.")


def shapes(found: Findings) -> Table:
    """Expressive range."""
    rows = []
    for kind, name in enumerate(found.kinds):
        for measured in NAMES:
            values = found.of_kind(kind, f"shape {measured}")
            rows.append([name, TITLES[measured], *(float(x) for x in np.percentile(values, [5, 25, 50, 75, 95]))])
    columns = [Column.text("kind"), Column.text("measure")]
    columns += [Column.number(f"p{k}", f"{k} %") for k in (5, 25, 50, 75, 95)]
    return Table("shapes", columns, rows, "What levels are like: percentiles.", most=40)


def pairs(found: Findings) -> Table:
    """Differences between levels of one kind."""
    rows = []
    for name, pair_record in zip(found.kinds, found.pairs, strict=True):
        nearest = pair_record["nearest"]
        rows.append(
            [
                name,
                float(pair_record["differ"].mean()),
                float(nearest.mean()),
                float(nearest.min()),
                float(pair_record["moved"].mean()),
                float((nearest <= ALIKE).mean()),
                pair_record["repeated"],
            ]
        )
    columns = [
        Column.text("kind"),
        Column.number("differ", "cells that differ", percent=True, shown=1),
        Column.number("nearest", "from the one most alike", percent=True, shown=1),
        Column.number("least", "least of all", percent=True, shown=1),
        Column.number("moved", "earth mover's distance"),
        Column.number("alike", "nearly the same", percent=True, shown=1),
        Column.whole("repeated", "the same"),
    ]
    return Table("pairs", columns, rows, f"Pairs of levels; nearly the same is {100 * ALIKE:g} % of cells or less.")

"""Report: guarantees for rooms and levels, with verdicts, tables and figures."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ludus.design.platformer.expressive_range import NEAR_DUPLICATE, grid_counts
from ludus.design.platformer.generator.connect_room_exits import SEARCH_TRIES, STEP_LIMIT
from ludus.design.platformer.level_metrics import METRIC_NAMES, METRIC_TITLES
from ludus.lab import Column, Command, Figure, Report, RunContext, Section, Table
from ludus.lab.config import run_command
from ludus.report.charts import Series, heat_map, line_chart
from ludus.stats import Estimate
from ludus.studies.claims import Claim, ClaimFormat, above, judge_count, judge_family, judgement_text, verdict_part
from ludus.studies.platformer_generator_validation.config import SMALLEST_SIZE, RoomsConfig
from ludus.studies.platformer_generator_validation.experiment import IMPOSSIBLE, LONG_SEARCH_STEPS, size_name
from ludus.studies.platformer_generator_validation.room_results import RoomResults, solved_share
from ludus.util.text import plural

HEAT_STEPS = 15  # bins of a measure
TITLE = "Rooms and levels of the platformer: are they what was promised?"
TARGET_SHARE, THESIS_SHARE = 0.98, 0.9
# No sample shows that something is always so. These are shares that the samples of the full study can show.
FALLBACK_SHARE, WALKED_SHARE = 0.999, 0.99
UNSOLVABLE_COUNT = 8  # unsolvable arrangements of the smallest size
UNDEFINED_STEP = "the thesis does not define a step of its search, nor how many exits its rooms had"
LOST_PIECES = "the pieces of which the thesis builds rooms are lost"


def report(settings: RoomsConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = RoomResults.read(settings, context)
    claims = judge_family("promises", list(_make_claims(results)), {"room": settings.rooms, "level": settings.levels})
    return Report(
        TITLE,
        [_lead(results)],
        [
            Section("Promises", [_claims_text(claims), *map(verdict_part, claims)]),
            Section("Rooms", [_rooms_text(), restarts_figure(results), restarts_table(results)]),
            Section("Sizes", [by_size_figure(results), by_size_table(results), census_table(results)]),
            Section("Levels", [_levels_text(results), levels_table(results), rejections_table(results)]),
            Section(
                "What levels are like",
                [
                    _shapes_text(),
                    expressive_range_figure(results, "linearity", "leniency"),
                    expressive_range_figure(results, "vertical", "traps"),
                    shapes_table(results),
                    pairs_table(results),
                ],
            ),
            Section("How to repeat the study", [Command(run_command("platformer-rooms", settings), "All of it:")]),
        ],
    )


def _lead(results: RoomResults) -> str:
    walked_there, back = (int(results.levels[way].sum()) for way in ("there", "back"))
    count = len(results.levels["there"])
    return (
        f"{results.solved().in_percent()} of {plural(len(results.tries), 'room')} of "
        f"{size_name(results.settings.room)} with "
        "random "
        f"exits are solved within {SEARCH_TRIES} tries, {results.solved_in_the_end:,} with the fallback. Of "
        f"{plural(count, 'level')} with traps {walked_there:,} are walked from the start to the exit and {back:,} "
        "back, in the game itself and "
        "without a death."
    )


def _make_claims(results: RoomResults) -> Iterator[Claim]:
    room, rooms = size_name(results.settings.room), len(results.tries)
    yield _share_claim(
        f"of rooms of {room} are solved within {SEARCH_TRIES} tries", results.solved(), TARGET_SHARE, "room", rooms
    )
    yield _share_claim(
        f"of rooms of {room} are solved with the fallback", results.with_fallback, FALLBACK_SHARE, "room", rooms
    )
    once = results.solved_at_once
    yield Claim(
        f"Koens: {100 * THESIS_SHARE:g} % of rooms of {room} are solved within {LONG_SEARCH_STEPS:,} steps of one "
        "search",
        "the thesis",
        f"{100 * THESIS_SHARE:g} %",
        once,
        claimed=above(THESIS_SHARE),
        text=f"{once.in_percent()} of rooms with four exits",
        sample_unit="room",
        number_format=ClaimFormat(digits=1, scale=100),
        not_testable=UNDEFINED_STEP,
    )
    larger = results.larger_census
    total = sum(count for count, _ in larger.values())
    low, high = size_name(results.settings.census_from), size_name(results.settings.census_to)
    solved = total - sum(without for _, without in larger.values())
    yield _all_claim(f"Every arrangement of exits from {low} to {high} has a solution", solved, total)
    without = results.census[SMALLEST_SIZE][1]
    yield Claim(
        f"Of {size_name(SMALLEST_SIZE)} rooms {UNSOLVABLE_COUNT} arrangements have none",
        "this study",
        "",
        f"{without} of {results.census[SMALLEST_SIZE][0]}; all others are solved",
        sample_unit="all",
        state=judge_count(without, UNSOLVABLE_COUNT),
    )
    arrangements = results.census[SMALLEST_SIZE][0]
    yield Claim(
        f"Koens: every arrangement of exits of {size_name(SMALLEST_SIZE)} rooms has a solution",
        "the thesis",
        "all have one",
        f"{arrangements - without} of {arrangements} have one",
        sample_unit="all",
        not_testable=LOST_PIECES,
    )
    walked_there, back = results.walked
    levels = len(results.levels["there"])
    yield _share_claim("of levels are walked from the start to the exit", walked_there, WALKED_SHARE, "level", levels)
    yield _share_claim("of levels are walked back", back, WALKED_SHARE, "level", levels)


def _share_claim(statement: str, share: Estimate, limit: float, sample_unit: str, drawn: int) -> Claim:
    """Claim that a share of all rooms or levels, of which some were drawn, is above a limit."""
    return Claim(
        f"At least {100 * limit:g} % {statement}",
        "this study",
        "",
        share,
        claimed=above(limit),
        text=f"{share.in_percent(digits=2)} of {drawn:,}",
        sample_unit=sample_unit,
        number_format=ClaimFormat(digits=2, scale=100),
    )


def _all_claim(statement: str, count: int, total: int) -> Claim:
    """Claim about all arrangements of exits, which are counted."""
    state = judge_count(count, total)
    return Claim(statement, "this study", "", f"{count:,} of {total:,}", sample_unit="all", state=state)


def _claims_text(claims: list[Claim]) -> str:
    return (
        f"{judgement_text(claims)} All arrangements of exits of a size are counted: there a claim holds if there is no "
        "exception. Rooms and levels are drawn: there a claim is about a share."
    )


def _rooms_text() -> str:
    return (
        f"A try looks at {STEP_LIMIT:,} pieces at most; then the search starts anew. Where {SEARCH_TRIES} tries "
        "fail, the fallback "
        "searches by seeds that depend on the exits alone, and may come up on the other side of the opening in the "
        "floor."
    )


def _levels_text(results: RoomResults) -> str:
    return (
        f"{results.settings.levels:,} levels, {', '.join(results.level_kinds)} in turn. Each left the generator "
        "after the agent "
        "had walked it both ways with its traps running; here its key presses were played again in the game, move by "
        "move, and counted if they end in the exit without a death. Levels that were rejected before are counted, too."
    )


def _shapes_text() -> str:
    return (
        "The way is the shortest one from start to exit. Linearity is how far it goes straight, leniency the share of "
        "its nodes without a trap, vertical share how much of it goes up or down; trap density is the share of all "
        "nodes of the level with a trap."
    )


def restarts_table(results: RoomResults) -> Table:
    """Rooms of one size, by tries."""
    rows: list[list[object]] = [[str(k), results.solved(k)] for k in range(1, SEARCH_TRIES + 1)]
    rows.append(["fallback", results.with_fallback])
    columns = [Column.text("tries", "tries, at most"), Column.estimate("solved", percent=True, shown_digits=2)]
    caption = (
        f"{plural(len(results.tries), 'room')} of {size_name(results.settings.room)} with a random exit on every side."
    )
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


def restarts_figure(results: RoomResults) -> Figure:
    """Share of solved rooms, by number of tries."""
    numbers = range(1, SEARCH_TRIES + 1)
    shares = [results.solved(k) for k in numbers]
    title = f"Rooms of {size_name(results.settings.room)} that are solved"
    values, low, high = ([getattr(estimate, what) for estimate in shares] for what in ("value", "low", "high"))
    line = Series("random exits", values, low, high)
    svg = line_chart(list(numbers), [line], title=title, x_title="tries", y_title="share", percent=True, reference=0.98)
    return Figure("restarts", svg, f"{title}, by the number of tries; the dashed line is at 98 %.")


def by_size_figure(results: RoomResults) -> Figure:
    """Share of solved rooms, by size."""
    low, high = results.settings.smallest, results.settings.largest
    widths, heights = list(range(low[0], high[0] + 1)), list(range(low[1], high[1] + 1))
    values = [
        [solved_share(results.by_size[width, height], SEARCH_TRIES).value for width in widths] for height in heights
    ]
    title = f"Rooms that are solved in {SEARCH_TRIES} tries, by size"
    names = [f"{height} rows" for height in heights], [str(width) for width in widths]
    svg = heat_map(*names, values, title=title, column_title="columns", percent=True)
    return Figure("sizes", svg, f"{title}: per cent of rooms with a random exit on every side.")


def expressive_range_figure(results: RoomResults, down: str, across: str) -> Figure:
    """Number of levels by two measures."""
    one, other = (results.levels[f"shape {name}"] for name in (down, across))
    counts, rows, places = grid_counts(one, other, down, across, HEAT_STEPS)
    title = f"Levels by {METRIC_TITLES[down]} and {METRIC_TITLES[across]}"
    svg = heat_map(
        [_label(edge) for edge in rows[:-1]][::-1],
        [_label(edge) for edge in places[:-1]],
        np.where(counts > 0, counts, math.nan)[::-1],
        title=title,
        row_title=METRIC_TITLES[down],
        column_title=METRIC_TITLES[across],
        digits=0,
    )
    return Figure(f"range-{down}-{across}", svg, f"{title}; labels are where a step begins.")


def _label(edge: float) -> str:
    return f"{edge:.2f}" if edge < 10 else f"{edge:.0f}"

"""Figures of the report."""

from __future__ import annotations

import math

import numpy as np

from ludus.design.levels.building.rooms import SEARCH_TRIES
from ludus.design.levels.space.measures import METRIC_TITLES
from ludus.design.levels.space.spread import grid_counts
from ludus.lab import Figure
from ludus.lab.figures import Series, line_chart, heat_map
from ludus.studies.platformer_rooms.findings import RoomResults, solved_share
from ludus.studies.platformer_rooms.work import size_name

HEAT_STEPS = 15  # bins of a measure


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

"""Figures of the report."""

from __future__ import annotations

import math

import numpy as np

from ludus.design.levels.building.rooms import TRIES
from ludus.design.levels.space.measures import TITLES
from ludus.design.levels.space.spread import heat_of
from ludus.lab import Figure
from ludus.lab.figures import Series, curves, heat_map
from ludus.studies.platformer_rooms.findings import Findings, solved_in
from ludus.studies.platformer_rooms.work import name_of

STEPS = 15  # bins of a measure


def restarts(found: Findings) -> Figure:
    """Share of solved rooms, by number of tries."""
    numbers = range(1, TRIES + 1)
    shares = [found.solved(k) for k in numbers]
    title = f"Rooms of {name_of(found.settings.room)} that are solved"
    values, low, high = ([getattr(estimate, what) for estimate in shares] for what in ("value", "low", "high"))
    line = Series("random exits", values, low, high)
    svg = curves(list(numbers), [line], title=title, x_title="tries", y_title="share", percent=True, mark=0.98)
    return Figure("restarts", svg, f"{title}, by the number of tries; the dashed line is at 98 %.")


def by_size(found: Findings) -> Figure:
    """Share of solved rooms, by size."""
    low, high = found.settings.smallest, found.settings.largest
    widths, heights = list(range(low[0], high[0] + 1)), list(range(low[1], high[1] + 1))
    values = [[solved_in(found.by_size[width, height], TRIES).value for width in widths] for height in heights]
    title = f"Rooms that are solved in {TRIES} tries, by size"
    names = [f"{height} rows" for height in heights], [str(width) for width in widths]
    svg = heat_map(*names, values, title=title, column_title="columns", percent=True)
    return Figure("sizes", svg, f"{title}: per cent of rooms with a random exit on every side.")


def expressive_range(found: Findings, down: str, across: str) -> Figure:
    """Number of levels by two measures."""
    one, other = (found.levels[f"shape {name}"] for name in (down, across))
    counts, rows, places = heat_of(one, other, down, across, STEPS)
    title = f"Levels by {TITLES[down]} and {TITLES[across]}"
    svg = heat_map(
        [_label(edge) for edge in rows[:-1]][::-1],
        [_label(edge) for edge in places[:-1]],
        np.where(counts > 0, counts, math.nan)[::-1],
        title=title,
        row_title=TITLES[down],
        column_title=TITLES[across],
        digits=0,
    )
    return Figure(f"range-{down}-{across}", svg, f"{title}; labels are where a step begins.")


def _label(edge: float) -> str:
    return f"{edge:.2f}" if edge < 10 else f"{edge:.0f}"

"""Line chart with interval bands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ludus.core.errors import ContractError
from ludus.lab.figures.canvas import (
    COLOURS,
    DASHES,
    MARKERS,
    CHART_WIDTH,
    figure_svg,
    new_figure,
    add_legend,
    escape_dollars,
    format_percent_axis,
)
from ludus.lab.page_style import FAINT

MAX_MARKERS = 12  # markers along a line


@dataclass(frozen=True)
class Series:
    """One line; `low` and `high` are the bounds of its band, NaN leaves a gap.

    Lines take colours in order; `look` is the colour index, for the same colour in several figures.
    """

    name: str
    values: ArrayLike
    low: ArrayLike | None = None
    high: ArrayLike | None = None
    look: int | None = None


def line_chart(
    x: ArrayLike,
    series: Sequence[Series],
    *,
    title: str,
    x_title: str = "",
    y_title: str = "",
    percent: bool = False,
    reference: float | None = None,
    log_x: bool = False,
    value_range: tuple[float | None, float | None] = (None, None),
) -> str:
    """Draw lines over common x values.

    Args:
        x: Common x values.
        series: The lines.
        title: Title for screen readers.
        x_title: Title of the x axis.
        y_title: Title of the y axis.
        percent: Show y values as percent.
        mark: y value of a dashed reference line.
        logarithmic: Use a logarithmic x axis.
        possible: Range to which bands are clipped; a share is between 0 and 1 even if its interval is wider.

    Returns:
        The chart as SVG text.
    """
    from matplotlib.ticker import MaxNLocator

    places = np.asarray(x, dtype=float)
    with new_figure(CHART_WIDTH, CHART_WIDTH * 0.5) as (drawing, axes):
        axes.grid(axis="y", linewidth=0.8)
        axes.set_axisbelow(True)
        for number, line in enumerate(series):
            k = number if line.look is None else line.look
            colour = COLOURS[k % len(COLOURS)]
            values = _checked_values(line.values, places, line.name)
            if line.low is not None and line.high is not None:
                low, high = _checked_values(line.low, places, line.name), _checked_values(line.high, places, line.name)
                if value_range != (None, None):
                    low, high = np.clip(low, *value_range), np.clip(high, *value_range)
                axes.fill_between(places, low, high, color=colour, alpha=0.16, linewidth=0)
            axes.plot(
                places,
                values,
                color=colour,
                linestyle=DASHES[k // len(COLOURS) % len(DASHES)],
                marker=MARKERS[k % len(MARKERS)],
                markevery=max(1, len(places) // MAX_MARKERS),
                markersize=4.5,
                linewidth=1.8,
                label=escape_dollars(line.name),
            )
        if reference is not None:
            axes.axhline(reference, color=FAINT, linewidth=1, linestyle=(0, (3, 3)))
        if log_x:
            axes.set_xscale("log")
            if len(places) <= MAX_MARKERS:  # few x values are labelled themselves, instead of powers of ten
                axes.set_xticks(places, [f"{place:g}" for place in places])
                axes.set_xticks([], minor=True)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        axes.margins(x=0.02)
        if not log_x and np.array_equal(places, places.round()):
            axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))  # integer ticks only
        format_percent_axis(axes.yaxis, percent)
        add_legend(axes, len(series))
        return figure_svg(drawing, title)


def _checked_values(values: ArrayLike, places: np.ndarray, name: str) -> np.ndarray:
    array = np.asarray(values, dtype=float)
    if array.shape != places.shape:
        raise ContractError(f"the line {name!r} has {array.size} values at {places.size} places")
    return array

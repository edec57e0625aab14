"""Histogram with marked values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ludus.core.errors import ContractError
from ludus.lab.figures.canvas import (
    COLOURS,
    MARKERS,
    CHART_WIDTH,
    figure_svg,
    new_figure,
    add_legend,
    escape_dollars,
    format_percent_axis,
)


def histogram(
    counts: ArrayLike,
    edges: ArrayLike,
    *,
    title: str,
    x_title: str = "",
    y_title: str = "",
    percent: bool = False,
    marks: Mapping[str, float] | None = None,
) -> str:
    """Draw counts between edges; there is one edge more than counts.

    Args:
        counts: Height of each bar.
        edges: Edges of the bars.
        title: Title for screen readers.
        x_title: Title of the x axis.
        y_title: Title of the y axis.
        percent: Show x values as percent.
        marks: Values by name, marked on the axis.

    Returns:
        The chart as SVG text.
    """
    high, ends = np.asarray(counts, dtype=float), np.asarray(edges, dtype=float)
    if ends.size != high.size + 1:
        raise ContractError(f"{high.size} counts need {high.size + 1} edges, not {ends.size}")
    marks = marks or {}
    with new_figure(CHART_WIDTH, CHART_WIDTH * 0.42) as (drawing, axes):
        axes.grid(axis="y", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.stairs(high, ends, fill=True, color=COLOURS[0], alpha=0.35, linewidth=0)
        axes.stairs(high, ends, color=COLOURS[0], linewidth=1.2)
        top = high.max(initial=1.0)
        for k, (name, value) in enumerate(marks.items()):
            colour = COLOURS[(k + 1) % len(COLOURS)]
            axes.plot([value, value], [0, top * 0.12], color=colour, linewidth=1.2)
            axes.plot(
                value,
                top * 0.12,
                marker=MARKERS[(k + k // len(MARKERS)) % len(MARKERS)],  # 64 distinct combinations
                color=colour,
                markersize=6.5,
                linestyle="none",
                label=escape_dollars(name),
            )
        axes.set_ylim(0, top * 1.06)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        axes.yaxis.set_major_formatter("{x:,.0f}" if top >= 10 else "{x:g}")
        format_percent_axis(axes.xaxis, percent)
        add_legend(axes, len(marks) + 1 if marks else 0)
        return figure_svg(drawing, title)

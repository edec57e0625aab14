"""Interval chart: numbers with intervals, one below the other. Drawn as dots: position matters, length does not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludus.lab.figures.canvas import (
    COLOURS,
    GRID,
    MARKERS,
    CHART_WIDTH,
    figure_svg,
    new_figure,
    escape_dollars,
    format_percent_axis,
)
from ludus.lab.page_style import FAINT, INK

ROW_HEIGHT = 0.34  # inches per row


@dataclass(frozen=True)
class Bar:
    """One measured number; `expected` is drawn as a tick for comparison. Items of one `group` share a colour."""

    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    group: str = ""
    expected: float | None = None


def bar_chart(
    items: Sequence[Bar],
    *,
    title: str,
    x_title: str = "",
    percent: bool = False,
    reference: float | None = None,
    expected_title: str = "expected",
    groups: Sequence[str] = (),
) -> str:
    """Draw numbers with intervals, the first at the top.

    Args:
        found: The numbers.
        title: Title for screen readers.
        x_title: Title of the axis.
        percent: Show values as percent.
        mark: Value of a dashed reference line.
        expected_title: Legend entry of the `expected` ticks.
        groups: Order in which groups get their colours, so that several figures agree; default: order of appearance.

    Returns:
        The chart as SVG text.
    """
    groups = list(dict.fromkeys([*groups, *(item.group for item in items)]))
    with new_figure(CHART_WIDTH * 0.8, ROW_HEIGHT * len(items) + 0.6) as (drawing, axes):
        for k, item in enumerate(items):
            axes.axhline(k, color=GRID, linewidth=0.8, zorder=0)
            at = groups.index(item.group)
            colour, sign = COLOURS[at % len(COLOURS)], MARKERS[at % len(MARKERS)]
            if math.isfinite(item.low) and math.isfinite(item.high):
                axes.plot([item.low, item.high], [k, k], color=colour, linewidth=3.4, solid_capstyle="round")
            first = all(earlier.group != item.group for earlier in items[:k])
            label = item.group if first and item.group else None
            axes.plot(item.value, k, marker=sign, color=colour, markersize=7, linestyle="none", label=label)
            if item.expected is not None:
                once = expected_title if all(earlier.expected is None for earlier in items[:k]) else None
                axes.plot(
                    item.expected,
                    k,
                    marker="|",
                    color=INK,
                    markersize=13,
                    markeredgewidth=1.6,
                    linestyle="none",
                    label=once,
                )
        if reference is not None:
            axes.axvline(reference, color=FAINT, linewidth=1, linestyle=(0, (3, 3)))
        axes.set_yticks(range(len(items)), [escape_dollars(item.name) for item in items])
        axes.set_ylim(len(items) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(x_title)
        format_percent_axis(axes.xaxis, percent)
        names = sum(bool(group) for group in {item.group for item in items}) + any(
            item.expected is not None for item in items
        )
        if names:
            below = -0.55 / (ROW_HEIGHT * len(items) + 0.1)
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, below), ncols=4)
        return figure_svg(drawing, title)

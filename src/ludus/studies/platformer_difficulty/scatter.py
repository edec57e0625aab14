"""Scatter plot with a regression line: figure 5.3."""

from __future__ import annotations

import numpy as np

from ludus.design.levels.difficulty.verifying import LineFit
from ludus.lab.figures.canvas import COLOURS, CHART_WIDTH, figure_svg, new_figure


def scatter_chart(x: np.ndarray, y: np.ndarray, line: LineFit, *, title: str, x_title: str, y_title: str) -> str:
    """Draw integers over shares; equal points are merged into larger ones."""
    places, counts = np.unique(np.column_stack([np.round(x, 2), y]), axis=0, return_counts=True)
    with new_figure(CHART_WIDTH, CHART_WIDTH * 0.5) as (drawing, axes):
        axes.grid(axis="y", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.scatter(places[:, 0], places[:, 1], s=14 * counts, color=COLOURS[0], alpha=0.55, linewidths=0)
        if np.isfinite(line.slope):
            ends = np.array([x.min(), x.max()])
            axes.plot(ends, line.constant + line.slope * ends, color=COLOURS[1], linewidth=1.8)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        return figure_svg(drawing, title)

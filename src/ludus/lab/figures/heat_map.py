"""Heat map: a number for each pair, as a colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.core.errors import ContractError
from ludus.lab.figures.canvas import (
    DIVERGING_COLOURS,
    SEQUENTIAL_COLOURS,
    CHART_WIDTH,
    figure_svg,
    new_figure,
    escape_dollars,
    format_percent_axis,
)
from ludus.lab.page_style import FAINT, INK

MAX_NUMBERED_CELLS = 16  # largest number of rows or columns with values in the cells
MAX_TICK_LABELS = 60  # labels along an axis
SHADES = 101  # one per percent; cells of one shade share a path


def heat_map(
    rows: Sequence[Any],
    columns: Sequence[Any],
    values: ArrayLike,
    *,
    title: str,
    row_title: str = "",
    column_title: str = "",
    centre: float | None = None,
    low: float | None = None,
    high: float | None = None,
    percent: bool = False,
    digits: int | None = None,
) -> str:
    """Draw values by row and column; NaN is left blank.

    Args:
        rows: Row labels. Integers give a numeric axis that counts upwards; otherwise the first row is at the top.
        columns: Column labels.
        values: Values by row and column.
        title: Title for screen readers.
        row_title: Title of the rows.
        column_title: Title of the columns.
        centre: Value at which the colours diverge, such as 0.5 for payoffs.
        low: Lower limit of the colours.
        high: Upper limit of the colours.
        percent: Show values as percent.
        digits: Decimals of the values in small maps, which show them.

    Returns:
        The chart as SVG text.
    """
    from matplotlib.colors import LinearSegmentedColormap

    data = np.asarray(values, dtype=float)
    if data.shape != (len(rows), len(columns)):
        raise ContractError(f"{len(rows)} rows and {len(columns)} columns do not go with values of shape {data.shape}")
    colours = LinearSegmentedColormap.from_list(
        "ludus", SEQUENTIAL_COLOURS if centre is None else DIVERGING_COLOURS, SHADES
    )
    least, most = _colour_limits(data, centre, low, high)
    wide, tall = len(columns), len(rows)
    numbered = all(isinstance(label, int) for label in (*rows, *columns))
    cell = min(0.75, max(0.11, (CHART_WIDTH - 2.6) / wide))
    with new_figure(max(cell * wide, 2.6) + 1.0, max(cell * tall * 0.8, 1.2) + 0.4) as (drawing, axes):
        edges_x, edges_y = np.arange(wide + 1) - 0.5, np.arange(tall + 1) - 0.5
        # Vector shapes instead of an image: sharp, and deterministic on every machine.
        mesh = axes.pcolormesh(edges_x, edges_y, data, cmap=colours, vmin=least, vmax=most, linewidth=0.15)
        mesh.set_edgecolor("face")
        _set_tick_labels(axes.xaxis, columns, numbered)
        _set_tick_labels(axes.yaxis, rows, numbered)
        if not numbered:
            axes.invert_yaxis()
            long = max(len(str(label)) for label in columns) > 3 * cell / 0.35
            axes.tick_params(axis="x", labelrotation=90 if long else 0)
        axes.set_xlabel(column_title)
        axes.set_ylabel(row_title)
        axes.tick_params(length=0 if not numbered else 3)
        for spine in axes.spines.values():
            spine.set_visible(False)
        if max(wide, tall) <= MAX_NUMBERED_CELLS:
            _write_cell_values(axes, data, least, most, centre, percent, digits)
        bar = drawing.colorbar(mesh, ax=axes, fraction=0.05, pad=0.03, aspect=24)
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=2, color=FAINT)
        format_percent_axis(bar.ax.yaxis, percent)
        return figure_svg(drawing, title)


def _colour_limits(
    data: np.ndarray, centre: float | None, low: float | None, high: float | None
) -> tuple[float, float]:
    finite = data[np.isfinite(data)]
    least = low if low is not None else (float(finite.min()) if finite.size else 0.0)
    most = high if high is not None else (float(finite.max()) if finite.size else 1.0)
    if centre is not None:  # symmetric limits: equal distance has equal colour
        reach = max(centre - least, most - centre) or 1.0
        least, most = centre - reach, centre + reach
    return (least, most) if least < most else (least - 0.5, most + 0.5)


def _set_tick_labels(axis: Any, names: Sequence[Any], numbered: bool) -> None:
    if numbered:
        step = max(1, 10 ** int(math.log10(max(len(names), 1))) // 2)
        chosen = [k for k, number in enumerate(names) if number % step == 0] or list(range(len(names)))
    else:
        chosen = list(range(0, len(names), 1 + (len(names) - 1) // MAX_TICK_LABELS))
    axis.set_ticks(chosen, [escape_dollars(str(names[k])) for k in chosen])


def _write_cell_values(
    axes: Any, data: np.ndarray, least: float, most: float, centre: float | None, percent: bool, digits: int | None
) -> None:
    places = digits if digits is not None else (0 if percent else 2)
    middle = (least + most) / 2
    for (row, column), value in np.ndenumerate(data):
        if math.isfinite(value):
            far = abs(value - middle) / (most - least) if centre is not None else (value - least) / (most - least) - 0.2
            text = f"{100 * value if percent else value:.{places}f}"
            axes.text(column, row, text, ha="center", va="center", fontsize=8.5, color="white" if far > 0.3 else INK)

"""A number for each pair of things, by colour: who beats whom, generation against generation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.core.errors import ContractError
from ludus.lab.figures.canvas import DIVERGING, ORDINAL, WIDTH, as_svg, canvas, literal, percent_axis
from ludus.lab.page_style import FAINT, INK

MOST_NUMBERS = 16  # rows or columns up to which cells also show their numbers
MOST_NAMES = 60  # names along an axis
SHADES = 101  # as many as there are percents; cells of one shade are one path


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
    """Values by row and column. NaN is left blank.

    With a `centre`, such as an even share of 0.5, colours part there. Small maps show their numbers, too. Numbers of
    generations as `rows` and `columns` make an axis of numbers, other things one of names. The first row is at the top,
    but numbered rows count upwards, as on any axis.
    """
    from matplotlib.colors import LinearSegmentedColormap

    data = np.asarray(values, dtype=float)
    if data.shape != (len(rows), len(columns)):
        raise ContractError(f"{len(rows)} rows and {len(columns)} columns do not go with values of shape {data.shape}")
    colours = LinearSegmentedColormap.from_list("ludus", ORDINAL if centre is None else DIVERGING, SHADES)
    least, most = _limits(data, centre, low, high)
    wide, tall = len(columns), len(rows)
    numbered = all(isinstance(each, int) for each in (*rows, *columns))
    cell = min(0.75, max(0.11, (WIDTH - 2.6) / wide))
    with canvas(max(cell * wide, 2.6) + 1.0, max(cell * tall * 0.8, 1.2) + 0.4) as (drawing, axes):
        edges_x, edges_y = np.arange(wide + 1) - 0.5, np.arange(tall + 1) - 0.5
        # As shapes, not as an image: it stays sharp, and its bytes are the same everywhere.
        mesh = axes.pcolormesh(edges_x, edges_y, data, cmap=colours, vmin=least, vmax=most, linewidth=0.15)
        mesh.set_edgecolor("face")
        _names(axes.xaxis, columns, numbered)
        _names(axes.yaxis, rows, numbered)
        if not numbered:
            axes.invert_yaxis()
            long = max(len(str(each)) for each in columns) > 3 * cell / 0.35
            axes.tick_params(axis="x", labelrotation=90 if long else 0)
        axes.set_xlabel(column_title)
        axes.set_ylabel(row_title)
        axes.tick_params(length=0 if not numbered else 3)
        for spine in axes.spines.values():
            spine.set_visible(False)
        if max(wide, tall) <= MOST_NUMBERS:
            _numbers(axes, data, least, most, centre, percent, digits)
        bar = drawing.colorbar(mesh, ax=axes, fraction=0.05, pad=0.03, aspect=24)
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=2, color=FAINT)
        percent_axis(bar.ax.yaxis, percent)
        return as_svg(drawing, title)


def _limits(data: np.ndarray, centre: float | None, low: float | None, high: float | None) -> tuple[float, float]:
    known = data[np.isfinite(data)]
    least = low if low is not None else (float(known.min()) if known.size else 0.0)
    most = high if high is not None else (float(known.max()) if known.size else 1.0)
    if centre is not None:  # as far down as up, so that equal distance is equal colour
        reach = max(centre - least, most - centre) or 1.0
        least, most = centre - reach, centre + reach
    return (least, most) if least < most else (least - 0.5, most + 0.5)


def _names(axis: Any, names: Sequence[Any], numbered: bool) -> None:
    if numbered:
        step = max(1, 10 ** int(math.log10(max(len(names), 1))) // 2)
        chosen = [k for k, number in enumerate(names) if number % step == 0] or list(range(len(names)))
    else:
        chosen = list(range(0, len(names), 1 + (len(names) - 1) // MOST_NAMES))
    axis.set_ticks(chosen, [literal(str(names[k])) for k in chosen])


def _numbers(
    axes: Any, data: np.ndarray, least: float, most: float, centre: float | None, percent: bool, digits: int | None
) -> None:
    places = digits if digits is not None else (0 if percent else 2)
    middle = (least + most) / 2
    for (row, column), value in np.ndenumerate(data):
        if math.isfinite(value):
            far = abs(value - middle) / (most - least) if centre is not None else (value - least) / (most - least) - 0.2
            shown = f"{100 * value if percent else value:.{places}f}"
            axes.text(column, row, shown, ha="center", va="center", fontsize=8.5, color="white" if far > 0.3 else INK)

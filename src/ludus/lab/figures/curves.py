"""Lines with bands: how something changes from generation to generation, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ludus.core.errors import ContractError
from ludus.lab.figures.canvas import COLOURS, DASHES, MARKS, WIDTH, as_svg, canvas, legend, literal, percent_axis
from ludus.lab.page_style import FAINT

MARKED = 12  # marks along a line


@dataclass(frozen=True)
class Series:
    """One line; `low` and `high` are the edges of its band, NaN leaves a gap.

    Lines take the colours in their order; a `look` says which, where one thing shall look alike in several figures.
    """

    name: str
    values: ArrayLike
    low: ArrayLike | None = None
    high: ArrayLike | None = None
    look: int | None = None


def curves(
    x: ArrayLike,
    series: Sequence[Series],
    *,
    title: str,
    x_title: str = "",
    y_title: str = "",
    percent: bool = False,
    mark: float | None = None,
    logarithmic: bool = False,
    possible: tuple[float | None, float | None] = (None, None),
) -> str:
    """Lines over common places `x`, with a dashed line at `mark` to compare with; `logarithmic` concerns x.

    Bands end at what is `possible`: a share is between 0 and 1, however wide its interval.
    """
    from matplotlib.ticker import MaxNLocator

    places = np.asarray(x, dtype=float)
    with canvas(WIDTH, WIDTH * 0.5) as (drawing, axes):
        axes.grid(axis="y", linewidth=0.8)
        axes.set_axisbelow(True)
        for number, each in enumerate(series):
            k = number if each.look is None else each.look
            colour = COLOURS[k % len(COLOURS)]
            values = _checked(each.values, places, each.name)
            if each.low is not None and each.high is not None:
                low, high = _checked(each.low, places, each.name), _checked(each.high, places, each.name)
                if possible != (None, None):
                    low, high = np.clip(low, *possible), np.clip(high, *possible)
                axes.fill_between(places, low, high, color=colour, alpha=0.16, linewidth=0)
            axes.plot(
                places,
                values,
                color=colour,
                linestyle=DASHES[k // len(COLOURS) % len(DASHES)],
                marker=MARKS[k % len(MARKS)],
                markevery=max(1, len(places) // MARKED),
                markersize=4.5,
                linewidth=1.8,
                label=literal(each.name),
            )
        if mark is not None:
            axes.axhline(mark, color=FAINT, linewidth=1, linestyle=(0, (3, 3)))
        if logarithmic:
            axes.set_xscale("log")
            if len(places) <= MARKED:  # few places are named themselves, instead of powers of ten
                axes.set_xticks(places, [f"{place:g}" for place in places])
                axes.set_xticks([], minor=True)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        axes.margins(x=0.02)
        if not logarithmic and np.array_equal(places, places.round()):
            axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))  # no half generations
        percent_axis(axes.yaxis, percent)
        legend(axes, len(series))
        return as_svg(drawing, title)


def _checked(values: ArrayLike, places: np.ndarray, name: str) -> np.ndarray:
    found = np.asarray(values, dtype=float)
    if found.shape != places.shape:
        raise ContractError(f"the line {name!r} has {found.size} values at {places.size} places")
    return found

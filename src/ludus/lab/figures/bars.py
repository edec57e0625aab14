"""Numbers with their intervals, one under the other: dots, since what matters is where they are, not how long."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludus.lab.figures.canvas import COLOURS, GRID, MARKS, WIDTH, as_svg, canvas, literal, percent_axis
from ludus.lab.page_style import FAINT, INK

HEIGHT = 0.34  # inches for each line


@dataclass(frozen=True)
class Bar:
    """One measured number. Those of one `group` have one colour; `expected` is shown as a hollow mark beside it."""

    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    group: str = ""
    expected: float | None = None


def bars(
    found: Sequence[Bar],
    *,
    title: str,
    x_title: str = "",
    percent: bool = False,
    mark: float | None = None,
    expected_title: str = "expected",
    groups: Sequence[str] = (),
) -> str:
    """The first at the top, with a dashed line at `mark` to compare with.

    Groups get their colours in the order of `groups`, so that figures side by side agree, or else as they come up.
    """
    groups = list(dict.fromkeys([*groups, *(each.group for each in found)]))
    with canvas(WIDTH * 0.8, HEIGHT * len(found) + 0.6) as (drawing, axes):
        for k, each in enumerate(found):
            axes.axhline(k, color=GRID, linewidth=0.8, zorder=0)
            at = groups.index(each.group)
            colour, sign = COLOURS[at % len(COLOURS)], MARKS[at % len(MARKS)]
            if math.isfinite(each.low) and math.isfinite(each.high):
                axes.plot([each.low, each.high], [k, k], color=colour, linewidth=3.4, solid_capstyle="round")
            first = all(other.group != each.group for other in found[:k])
            label = each.group if first and each.group else None
            axes.plot(each.value, k, marker=sign, color=colour, markersize=7, linestyle="none", label=label)
            if each.expected is not None:
                once = expected_title if all(other.expected is None for other in found[:k]) else None
                axes.plot(
                    each.expected,
                    k,
                    marker="|",
                    color=INK,
                    markersize=13,
                    markeredgewidth=1.6,
                    linestyle="none",
                    label=once,
                )
        if mark is not None:
            axes.axvline(mark, color=FAINT, linewidth=1, linestyle=(0, (3, 3)))
        axes.set_yticks(range(len(found)), [literal(each.name) for each in found])
        axes.set_ylim(len(found) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(x_title)
        percent_axis(axes.xaxis, percent)
        names = sum(bool(group) for group in {each.group for each in found}) + any(
            each.expected is not None for each in found
        )
        if names:
            below = -0.55 / (HEIGHT * len(found) + 0.1)
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, below), ncols=4)
        return as_svg(drawing, title)

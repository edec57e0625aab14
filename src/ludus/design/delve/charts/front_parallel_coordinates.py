"""Parallel-coordinates chart of a Pareto front: one line per tree over all ratings."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ludus.design.base.svg_charts import FAINT, GRID, INK, WIDTH, svg_opening

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 70, 70, 66, 70
LINE_COLOUR, CHOSEN_COLOUR = "#6b8fb5", "#b3342e"
EQUAL_RATING_GAP = 1e-9  # smaller differences count as equal


def front_chart(ratings: np.ndarray, names: Sequence[str], labels: Sequence[str], title: str, chosen: int = 0) -> str:
    """Draw one line per tree.

    Every rating has its own scale, from the lowest to the highest value, because the differences within a front matter.

    Args:
        ratings: one row per tree.
        names: names of the ratings.
        labels: tooltips of the lines.
        title: title of the chart.
        chosen: the tree drawn in red.
    """
    bottom = HEIGHT - BOTTOM
    lows, highs = ratings.min(0), ratings.max(0)

    def x(k: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (k / (len(names) - 1) if len(names) > 1 else 0.5)

    def y(k: int, value: float) -> float:
        width = highs[k] - lows[k]
        part = (value - lows[k]) / width if width > EQUAL_RATING_GAP else 0.5
        return round(float(bottom - (bottom - TOP) * part), 1)

    parts = [svg_opening(HEIGHT, title), f'<text x="{LEFT - 40}" y="22" font-size="14">{escape(title)}</text>']
    for k, name in enumerate(names):
        parts.append(f'<line x1="{x(k):.1f}" x2="{x(k):.1f}" y1="{TOP}" y2="{bottom}" stroke="{GRID}"/>')
        for value, at in ((highs[k], TOP - 8), (lows[k], bottom + 16)):
            parts.append(
                f'<text x="{x(k):.1f}" y="{at}" text-anchor="middle" font-size="11" fill="{FAINT}">{value:.2f}</text>'
            )
        parts.append(
            f'<text x="{x(k):.1f}" y="{bottom + 34}" text-anchor="middle" font-size="12">{escape(name)}</text>'
        )
    for k in [*(k for k in range(len(ratings)) if k != chosen), chosen]:
        colour, width, opacity = (CHOSEN_COLOUR, 3, 1.0) if k == chosen else (LINE_COLOUR, 1.5, 0.6)
        points = " ".join(f"{x(j):.1f},{y(j, float(value))}" for j, value in enumerate(ratings[k]))
        values_text = ", ".join(f"{name} {value:.2f}" for name, value in zip(names, ratings[k], strict=True))
        parts.append(
            f"<g><title>{escape(f'{labels[k]}: {values_text}')}</title>"
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'opacity="{opacity}"/></g>'
        )
    note = "Red: the tree with the highest total; blue: the others. 1 is best; every rating has its own scale."
    parts.append(f'<text x="{LEFT - 40}" y="{HEIGHT - 10}" font-size="11" fill="{INK}">{note}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"

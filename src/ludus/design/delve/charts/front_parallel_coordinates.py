"""Parallel-coordinates chart of a Pareto front: one line per tree over all ratings."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

import numpy as np

from ludus.design.base.svg_charts import FAINT, GRID, INK, WIDTH, svg_opening

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 70, 70, 66, 70
LINE_COLOUR, CHOSEN_COLOUR = "#6b8fb5", "#b3342e"
LABEL_WIDTH, LABEL_LINE = 13, 14  # characters of a line below an axis; height of a line
EQUAL_RATING_GAP = 1e-9  # smaller differences count as equal


def front_chart(ratings: np.ndarray, names: Sequence[str], labels: Sequence[str], title: str, chosen: int = 0) -> str:
    """Draw one line per tree.

    Every rating has its own scale, from the lowest to the highest value, because the differences within a front matter.

    Args:
        ratings: one row per tree.
        names: names of the ratings; long ones are broken into lines.
        labels: tooltips of the lines.
        title: title of the chart.
        chosen: the tree drawn in red.
    """
    bottom = HEIGHT - BOTTOM
    lows, highs = ratings.min(0), ratings.max(0)
    lines = [wrap(name, LABEL_WIDTH, break_long_words=False) for name in names]
    height = HEIGHT + LABEL_LINE * (max(map(len, lines)) - 1)

    def x(k: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (k / (len(names) - 1) if len(names) > 1 else 0.5)

    def y(k: int, value: float) -> float:
        width = highs[k] - lows[k]
        part = (value - lows[k]) / width if width > EQUAL_RATING_GAP else 0.5
        return round(float(bottom - (bottom - TOP) * part), 1)

    parts = [svg_opening(height, title), f'<text x="{LEFT - 40}" y="22" font-size="14">{escape(title)}</text>']
    for k, words in enumerate(lines):
        parts.append(f'<line x1="{x(k):.1f}" x2="{x(k):.1f}" y1="{TOP}" y2="{bottom}" stroke="{GRID}"/>')
        for value, at in ((highs[k], TOP - 8), (lows[k], bottom + 16)):
            parts.append(
                f'<text x="{x(k):.1f}" y="{at}" text-anchor="middle" font-size="11" fill="{FAINT}">{value:.2f}</text>'
            )
        for j, line in enumerate(words):
            at = bottom + 34 + j * LABEL_LINE
            parts.append(f'<text x="{x(k):.1f}" y="{at}" text-anchor="middle" font-size="12">{escape(line)}</text>')
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
    parts.append(f'<text x="{LEFT - 40}" y="{height - 10}" font-size="11" fill="{INK}">{note}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"

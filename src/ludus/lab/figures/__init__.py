"""Figures of reports: inline SVG in the colours of the house, drawn by matplotlib, the same bytes every time.

    heat_map(rows, columns, values, ...)     a number for each pair, shown by colour
    curves(x, series, ...)                   lines with bands: how something goes on
    bars(bars, ...)                          numbers with their intervals, side by side
    histogram(counts, edges, ...)            how often something has which value, with marks

Each gives the text of an SVG picture for `ludus.lab.Figure`.
"""

from ludus.lab.figures.bars import Bar, bars
from ludus.lab.figures.curves import Series, curves
from ludus.lab.figures.heat_map import heat_map
from ludus.lab.figures.histogram import histogram

__all__ = ["Bar", "Series", "bars", "curves", "heat_map", "histogram"]

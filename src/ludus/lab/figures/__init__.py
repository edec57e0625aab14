"""Charts for reports: inline SVG drawn by matplotlib, with identical bytes for identical input.

    heat_map(rows, columns, values, ...)     a number for each pair, shown by colour
    line_chart(x, series, ...)               lines with interval bands
    bar_chart(items, ...)                    numbers with intervals, one below the other
    histogram(counts, edges, ...)            a distribution, with marks

Each function returns SVG text for `ludus.report.Figure`.
"""

from ludus.lab.figures.bars import Bar, bar_chart
from ludus.lab.figures.curves import Series, line_chart
from ludus.lab.figures.heat_map import heat_map
from ludus.lab.figures.histogram import histogram

__all__ = ["Bar", "Series", "bar_chart", "line_chart", "heat_map", "histogram"]

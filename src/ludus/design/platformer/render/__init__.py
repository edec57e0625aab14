"""Levels as pictures, SVG and PNG, with overlays.

    svg = draw_level(level, [graph_overlay(graph), routes_overlay(graph, routes)], "The routes")
    svg_to_png(svg)

`level_svg` draws a level with overlays and their legends: the graph, routes, the easiest path, a player's run,
challenges, deaths; and a plot of predicted and measured failure rates. `svg_to_png` converts these SVG pictures
with matplotlib.
"""

from ludus.design.platformer.render.level_svg import (
    Overlay,
    ShadedChallenge,
    challenges_overlay,
    deaths_overlay,
    draw_level,
    graph_overlay,
    path_overlay,
    prediction_plot,
    routes_overlay,
    run_overlay,
)
from ludus.design.platformer.render.svg_to_png import png_parts, svg_to_png

__all__ = [
    "Overlay",
    "ShadedChallenge",
    "challenges_overlay",
    "deaths_overlay",
    "draw_level",
    "graph_overlay",
    "path_overlay",
    "png_parts",
    "prediction_plot",
    "routes_overlay",
    "run_overlay",
    "svg_to_png",
]

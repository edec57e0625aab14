"""Levels as pictures, SVG and PNG, with overlays.

    svg = draw_level(level, [graph_overlay(graph), routes_overlay(graph, routes)], "The routes")
    svg_to_png(svg)

`level_svg` draws a level with overlays and their legends: the graph, routes, the easiest path, a player's run,
challenges, deaths; and a plot of predicted and measured failure rates. `png` converts these SVG pictures with
matplotlib.
"""

from ludus.design.levels.pictures.foretold import prediction_plot
from ludus.design.levels.pictures.heat import ShadedChallenge, challenges_overlay, deaths_overlay
from ludus.design.levels.pictures.page import Overlay, draw_level
from ludus.design.levels.pictures.png import svg_to_png
from ludus.design.levels.pictures.ways import graph_overlay, path_overlay, routes_overlay, run_overlay

__all__ = [
    "Overlay",
    "ShadedChallenge",
    "challenges_overlay",
    "deaths_overlay",
    "prediction_plot",
    "graph_overlay",
    "path_overlay",
    "draw_level",
    "routes_overlay",
    "run_overlay",
    "svg_to_png",
]

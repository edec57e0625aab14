"""Levels as pictures, SVG and PNG, with overlays.

    svg = picture(level, [graph_overlay(graph), routes_overlay(graph, routes)], "The routes")
    to_png(svg)

`page` draws the level and lays overlays over it, each with its legend. `ways` has those of the graph, its routes, the
easiest path and a run, `heat` those of challenges and deaths. `foretold` shows many levels at once. `png` paints our
own SVG with matplotlib.
"""

from ludus.design.levels.pictures.foretold import foretold_picture
from ludus.design.levels.pictures.heat import Shaded, challenges_overlay, deaths_overlay
from ludus.design.levels.pictures.page import Overlay, picture
from ludus.design.levels.pictures.png import to_png
from ludus.design.levels.pictures.ways import graph_overlay, path_overlay, routes_overlay, run_overlay

__all__ = [
    "Overlay",
    "Shaded",
    "challenges_overlay",
    "deaths_overlay",
    "foretold_picture",
    "graph_overlay",
    "path_overlay",
    "picture",
    "routes_overlay",
    "run_overlay",
    "to_png",
]

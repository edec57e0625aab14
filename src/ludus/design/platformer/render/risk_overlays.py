"""Overlays of a level: where exactly traps can kill, which jumps are missed, and falls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludus.design.platformer.level_graph.graph import LevelGraph
from ludus.design.platformer.render.level_svg import (
    FALL_COLOUR,
    SUCCESS_COLOURS,
    Overlay,
    node_point,
    success_colour,
)
from ludus.games.platformer.position_svg import DANGER_COLOUR, PictureScale
from ludus.util.svg import element, format_number, rect, title_tooltip

SWATCH = 12.0


@dataclass(frozen=True)
class DrawnMove:
    """A move between two nodes of the graph, with the chance that it succeeds and a tooltip."""

    start: int
    end: int
    success: float
    tooltip: str


def danger_overlay(areas: Sequence[tuple[int, int, int, int]]) -> Overlay:
    """Rectangles in which traps can kill, in units of the level."""

    def draw(canvas: PictureScale) -> str:
        boxes = [
            rect(
                canvas.x(left),
                canvas.y(high),
                canvas.x(right) - canvas.x(left),
                canvas.y(low) - canvas.y(high),
                DANGER_COLOUR,
                rx=0,
            )
            for left, low, right, high in areas
        ]
        return element("g", *boxes, opacity=0.35)

    return Overlay(draw, [(_square(DANGER_COLOUR), "where a trap can kill")])


def moves_overlay(graph: LevelGraph, moves: Sequence[DrawnMove], words: str) -> Overlay:
    """Moves as lines in the colour of their success."""

    def draw(canvas: PictureScale) -> str:
        return "".join(
            element(
                "g",
                title_tooltip(move.tooltip),
                element(
                    "path",
                    d=_line(canvas, graph, move),
                    fill="none",
                    stroke=success_colour(move.success),
                    stroke_width=canvas.cell / 6,
                    stroke_linecap="round",
                ),
            )
            for move in moves
        )

    return Overlay(draw, [(_square(SUCCESS_COLOURS[0]), words), (_square(SUCCESS_COLOURS[-1]), "mostly missed")])


def falls_overlay(graph: LevelGraph, falls: Sequence[DrawnMove]) -> Overlay:
    """Falls as dashed lines."""

    def draw(canvas: PictureScale) -> str:
        lines = "".join(_line(canvas, graph, fall) for fall in falls)
        style = {"fill": "none", "stroke": FALL_COLOUR, "stroke_dasharray": "3 3"}
        return element("path", d=lines, stroke_width=canvas.cell / 18, opacity=0.8, **style) if lines else ""

    return Overlay(draw, [(_square(FALL_COLOUR), "falls")] if falls else [])


def _line(canvas: PictureScale, graph: LevelGraph, move: DrawnMove) -> str:
    (x, y), (to_x, to_y) = (node_point(canvas, graph, node) for node in (move.start, move.end))
    return f"M{format_number(x)} {format_number(y)}L{format_number(to_x)} {format_number(to_y)}"


def _square(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: rect(x - SWATCH / 2, y - SWATCH / 2, SWATCH, SWATCH, ink, rx=2)

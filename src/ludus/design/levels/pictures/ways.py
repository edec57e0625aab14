"""Overlays of the graph of a level, its routes, a path, and a player's run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ludus.core.svg import element, format_number
from ludus.design.levels.pictures.page import Overlay
from ludus.design.levels.ways.graph import FALL, HANG_LEFT, STAND, LevelGraph
from ludus.games.platformer.picture.ink import DANGER_COLOUR, PictureScale
from ludus.games.platformer.units import CELL, HALF_CELL

STAND_COLOUR, HANG_COLOUR, MOVE_COLOUR, FALL_COLOUR = "#1f6f6b", "#7a4fa3", "#4b8f8b", "#b0764a"
ROUTE_COLOURS = ("#1f6f6b", "#c8691a", "#5b5fc7", "#a83a6b", "#5c7a1f", "#2d86b8")  # the shortest path first
PATH_COLOUR, RUN_COLOUR = "#12355b", "#2d6f9e"


def graph_overlay(graph: LevelGraph) -> Overlay:
    """All nodes and moves; a move and its reverse are one line."""

    def draw(sheet: PictureScale) -> str:
        lines, falls = [], []
        for edge in graph.edges:
            if edge.move == FALL:
                falls.append(_draw_move(sheet, graph, edge.start, edge.end))
            elif edge.start < edge.end:
                lines.append(_draw_move(sheet, graph, edge.start, edge.end))
        thin: dict[str, str | float] = {"fill": "none", "stroke_width": sheet.cell / 22, "opacity": 0.55}
        parts = [element("path", d="".join(lines), stroke=MOVE_COLOUR, **thin)] if lines else []
        if falls:
            parts.append(element("path", d="".join(falls), stroke=FALL_COLOUR, stroke_dasharray="3 3", **thin))
        for node, (kind, _, _) in enumerate(graph.nodes):
            x, y = node_point(sheet, graph, node)
            ink = STAND_COLOUR if kind == STAND else HANG_COLOUR
            parts.append(element("circle", cx=x, cy=y, r=sheet.cell / (9 if kind == STAND else 11), fill=ink))
        return "".join(parts)

    legend = [
        (_dot(STAND_COLOUR), "to stand"),
        (_dot(HANG_COLOUR), "to hang"),
        (_legend_stroke(MOVE_COLOUR, 1.5), "moves, both ways"),
    ]
    if any(edge.move == FALL for edge in graph.edges):
        legend.append((_legend_stroke(FALL_COLOUR, 1.5, "3 3"), "falls"))
    return Overlay(draw, legend)


def routes_overlay(graph: LevelGraph, routes: Sequence[Sequence[int]]) -> Overlay:
    """Routes: the shortest path in full, of the others the new part."""

    def draw(sheet: PictureScale) -> str:
        return "".join(
            _draw_path(
                sheet, graph, route, _route_colour(k), sheet.cell / (6 if k == 0 else 10), 0.9 if k == 0 else 0.7
            )
            for k, route in reversed([*enumerate(join_routes(graph, routes))])
        )

    legend = [(_legend_stroke(ROUTE_COLOURS[0], 4), "the shortest way")]
    if len(routes) > 1:
        legend += [(_legend_stroke(_route_colour(1), 3), f"{len(routes) - 1} detour{'s' if len(routes) > 2 else ''}")]
    return Overlay(draw, legend)


def path_overlay(graph: LevelGraph, path: Sequence[int], words: str = "the easiest path") -> Overlay:
    """One path, node by node."""

    def draw(sheet: PictureScale) -> str:
        return _draw_path(sheet, graph, path, "#ffffff", sheet.cell / 4, 0.8) + _draw_path(
            sheet, graph, path, PATH_COLOUR, sheet.cell / 8, 1
        )

    return Overlay(draw, [(_legend_stroke(PATH_COLOUR, 3), words)])


def run_overlay(track: Sequence[Sequence[tuple[int, int]]], words: str) -> Overlay:
    """Run of a player: path of the middle of the body, one line per life; deaths are crosses."""

    def draw(sheet: PictureScale) -> str:
        parts = []
        for life in track:
            points = [f"{format_number(sheet.x(x))} {format_number(sheet.y(y))}" for x, y in life]
            if len(points) > 1:
                path = f"M{points[0]}L{' L'.join(points[1:])}"
                thin = {"stroke_linecap": "round", "stroke_linejoin": "round"}
                wide = sheet.cell / 10
                parts.append(
                    element("path", d=path, fill="none", stroke=RUN_COLOUR, stroke_width=wide, opacity=0.8, **thin)
                )
        return "".join(
            [
                *parts,
                *(_cross(sheet.x(x), sheet.y(y), sheet.cell / 5) for x, y in (finished[-1] for finished in track[:-1])),
            ]
        )

    legend = [(_legend_stroke(RUN_COLOUR, 3), words)]
    if len(track) > 1:
        legend.append((lambda x, y: _cross(x, y, 5), "deaths"))
    return Overlay(draw, legend)


def _cross(x: float, y: float, size: float) -> str:
    left, right, top, low = (format_number(value) for value in (x - size, x + size, y - size, y + size))
    path = f"M{left} {top}L{right} {low}M{left} {low}L{right} {top}"
    return element("path", d=path, fill="none", stroke=DANGER_COLOUR, stroke_width=size / 2)


def node_point(sheet: PictureScale, graph: LevelGraph, node: int) -> tuple[float, float]:
    """Position of a node in the picture: low in its cell for a stand, high by the ledge for a hang."""
    kind, x, y = graph.nodes[node]
    if kind == STAND:
        return sheet.x(x * CELL + HALF_CELL), sheet.y(y * CELL + CELL * 0.3)
    return sheet.x(x * CELL + CELL * (0.2 if kind == HANG_LEFT else 0.8)), sheet.y(y * CELL + CELL * 0.75)


def join_routes(graph: LevelGraph, routes: Sequence[Sequence[int]]) -> list[list[int]]:
    """Detours with the nodes of earlier routes at which they begin and end."""
    neighbours: list[list[int]] = [[] for _ in graph.nodes]
    for edge in graph.edges:
        neighbours[edge.start].append(edge.end)
    joined = [list(routes[0])]
    seen = set(routes[0])
    for route in routes[1:]:
        before = next((node for node in neighbours[route[0]] if node in seen), None)
        after = next((node for node in neighbours[route[-1]] if node in seen and node != before), None)
        joined.append([node for node in (before, *route, after) if node is not None])
        seen |= set(route)
    return joined


def _route_colour(k: int) -> str:
    return ROUTE_COLOURS[0] if k == 0 else ROUTE_COLOURS[1 + (k - 1) % (len(ROUTE_COLOURS) - 1)]


def _draw_path(
    sheet: PictureScale, graph: LevelGraph, nodes: Sequence[int], ink: str, wide: float, opacity: float
) -> str:
    if len(nodes) < 2:
        return ""
    path = "".join(_draw_move(sheet, graph, a, b) for a, b in pairwise(nodes))
    more = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return element("path", d=path, fill="none", stroke=ink, stroke_width=wide, opacity=opacity, **more)


def _draw_move(sheet: PictureScale, graph: LevelGraph, one: int, other: int) -> str:
    """A line for a step to the next cell, otherwise an arc like a jump."""
    (x, y), (end_x, end_y) = node_point(sheet, graph, one), node_point(sheet, graph, other)
    begin, end = f"M{format_number(x)} {format_number(y)}", f"{format_number(end_x)} {format_number(end_y)}"
    cells = abs(graph.nodes[one][1] - graph.nodes[other][1])
    flat = graph.nodes[one][2] == graph.nodes[other][2]
    if flat and cells <= 1:
        return f"{begin}L{end}"
    top = min(y, end_y) - sheet.cell * (0.3 + 0.25 * (cells if flat else 0))
    return f"{begin}Q{format_number((x + end_x) / 2)} {format_number(top)} {end}"


def _dot(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: element("circle", cx=x, cy=y, r=4, fill=ink)


def _legend_stroke(ink: str, wide: float, dashes: str | None = None) -> Callable[[float, float], str]:
    return lambda x, y: element(
        "path",
        d=f"M{format_number(x - 8)} {format_number(y)}H{format_number(x + 8)}",
        fill="none",
        stroke=ink,
        stroke_width=wide,
        stroke_dasharray=dashes,
    )

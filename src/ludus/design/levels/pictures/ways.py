"""Overlays of the graph of a level, its routes, a path, and a player's run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ludus.core.svg import element, number
from ludus.design.levels.pictures.page import Overlay
from ludus.design.levels.ways.graph import FALL, HANG_LEFT, STAND, LevelGraph
from ludus.games.platformer.picture.ink import DANGER, Sheet
from ludus.games.platformer.units import CELL, HALF_CELL

STAND_INK, HANG_INK, MOVE, FALLING = "#1f6f6b", "#7a4fa3", "#4b8f8b", "#b0764a"
ROUTE = ("#1f6f6b", "#c8691a", "#5b5fc7", "#a83a6b", "#5c7a1f", "#2d86b8")  # the shortest path first
EASIEST, RUN = "#12355b", "#2d6f9e"


def graph_overlay(graph: LevelGraph) -> Overlay:
    """All nodes and moves; a move and its reverse are one line."""

    def draw(sheet: Sheet) -> str:
        lines, falls = [], []
        for edge in graph.edges:
            if edge.move == FALL:
                falls.append(_arc(sheet, graph, edge.start, edge.end))
            elif edge.start < edge.end:
                lines.append(_arc(sheet, graph, edge.start, edge.end))
        thin: dict[str, str | float] = {"fill": "none", "stroke_width": sheet.cell / 22, "opacity": 0.55}
        parts = [element("path", d="".join(lines), stroke=MOVE, **thin)] if lines else []
        if falls:
            parts.append(element("path", d="".join(falls), stroke=FALLING, stroke_dasharray="3 3", **thin))
        for node, (kind, _, _) in enumerate(graph.nodes):
            x, y = place(sheet, graph, node)
            ink = STAND_INK if kind == STAND else HANG_INK
            parts.append(element("circle", cx=x, cy=y, r=sheet.cell / (9 if kind == STAND else 11), fill=ink))
        return "".join(parts)

    legend = [(_dot(STAND_INK), "to stand"), (_dot(HANG_INK), "to hang"), (_stroke(MOVE, 1.5), "moves, both ways")]
    if any(edge.move == FALL for edge in graph.edges):
        legend.append((_stroke(FALLING, 1.5, "3 3"), "falls"))
    return Overlay(draw, legend)


def routes_overlay(graph: LevelGraph, routes: Sequence[Sequence[int]]) -> Overlay:
    """Routes: the shortest path in full, of the others the new part."""

    def draw(sheet: Sheet) -> str:
        return "".join(
            _line(sheet, graph, route, _route_ink(k), sheet.cell / (6 if k == 0 else 10), 0.9 if k == 0 else 0.7)
            for k, route in reversed([*enumerate(joined_routes(graph, routes))])
        )

    legend = [(_stroke(ROUTE[0], 4), "the shortest way")]
    if len(routes) > 1:
        legend += [(_stroke(_route_ink(1), 3), f"{len(routes) - 1} detour{'s' if len(routes) > 2 else ''}")]
    return Overlay(draw, legend)


def path_overlay(graph: LevelGraph, path: Sequence[int], words: str = "the easiest path") -> Overlay:
    """One path, node by node."""

    def draw(sheet: Sheet) -> str:
        return _line(sheet, graph, path, "#ffffff", sheet.cell / 4, 0.8) + _line(
            sheet, graph, path, EASIEST, sheet.cell / 8, 1
        )

    return Overlay(draw, [(_stroke(EASIEST, 3), words)])


def run_overlay(track: Sequence[Sequence[tuple[int, int]]], words: str) -> Overlay:
    """Run of a player: path of the middle of the body, one line per life; deaths are crosses."""

    def draw(sheet: Sheet) -> str:
        parts = []
        for life in track:
            points = [f"{number(sheet.x(x))} {number(sheet.y(y))}" for x, y in life]
            if len(points) > 1:
                path = f"M{points[0]}L{' L'.join(points[1:])}"
                thin = {"stroke_linecap": "round", "stroke_linejoin": "round"}
                wide = sheet.cell / 10
                parts.append(element("path", d=path, fill="none", stroke=RUN, stroke_width=wide, opacity=0.8, **thin))
        return "".join(
            [
                *parts,
                *(_cross(sheet.x(x), sheet.y(y), sheet.cell / 5) for x, y in (finished[-1] for finished in track[:-1])),
            ]
        )

    legend = [(_stroke(RUN, 3), words)]
    if len(track) > 1:
        legend.append((lambda x, y: _cross(x, y, 5), "deaths"))
    return Overlay(draw, legend)


def _cross(x: float, y: float, size: float) -> str:
    left, right, top, low = (number(value) for value in (x - size, x + size, y - size, y + size))
    path = f"M{left} {top}L{right} {low}M{left} {low}L{right} {top}"
    return element("path", d=path, fill="none", stroke=DANGER, stroke_width=size / 2)


def place(sheet: Sheet, graph: LevelGraph, node: int) -> tuple[float, float]:
    """Position of a node in the picture: low in its cell for a stand, high by the ledge for a hang."""
    kind, x, y = graph.nodes[node]
    if kind == STAND:
        return sheet.x(x * CELL + HALF_CELL), sheet.y(y * CELL + CELL * 0.3)
    return sheet.x(x * CELL + CELL * (0.2 if kind == HANG_LEFT else 0.8)), sheet.y(y * CELL + CELL * 0.75)


def joined_routes(graph: LevelGraph, routes: Sequence[Sequence[int]]) -> list[list[int]]:
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


def _route_ink(k: int) -> str:
    return ROUTE[0] if k == 0 else ROUTE[1 + (k - 1) % (len(ROUTE) - 1)]


def _line(sheet: Sheet, graph: LevelGraph, nodes: Sequence[int], ink: str, wide: float, opacity: float) -> str:
    if len(nodes) < 2:
        return ""
    path = "".join(_arc(sheet, graph, a, b) for a, b in pairwise(nodes))
    more = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return element("path", d=path, fill="none", stroke=ink, stroke_width=wide, opacity=opacity, **more)


def _arc(sheet: Sheet, graph: LevelGraph, one: int, other: int) -> str:
    """A line for a step to the next cell, otherwise an arc like a jump."""
    (x, y), (end_x, end_y) = place(sheet, graph, one), place(sheet, graph, other)
    begin, end = f"M{number(x)} {number(y)}", f"{number(end_x)} {number(end_y)}"
    cells = abs(graph.nodes[one][1] - graph.nodes[other][1])
    flat = graph.nodes[one][2] == graph.nodes[other][2]
    if flat and cells <= 1:
        return f"{begin}L{end}"
    top = min(y, end_y) - sheet.cell * (0.3 + 0.25 * (cells if flat else 0))
    return f"{begin}Q{number((x + end_x) / 2)} {number(top)} {end}"


def _dot(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: element("circle", cx=x, cy=y, r=4, fill=ink)


def _stroke(ink: str, wide: float, dashes: str | None = None) -> Callable[[float, float], str]:
    return lambda x, y: element(
        "path",
        d=f"M{number(x - 8)} {number(y)}H{number(x + 8)}",
        fill="none",
        stroke=ink,
        stroke_width=wide,
        stroke_dasharray=dashes,
    )

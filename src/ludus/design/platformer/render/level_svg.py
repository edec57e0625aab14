"""Picture of a level as SVG, with overlays and a legend: the graph, routes, a path, a run, challenges, deaths.

`prediction_plot` plots predicted and measured failure rates of many levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ludus.design.platformer.level_graph.graph import FALL, HANG_LEFT, STAND, LevelGraph
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.constants import CELL, HALF_CELL
from ludus.games.platformer.level import Level, LevelTrap
from ludus.games.platformer.position_svg import (
    BACKGROUND_COLOUR,
    BODY_COLOUR,
    DANGER_COLOUR,
    SOLID_COLOUR,
    PictureScale,
    draw_exit,
    draw_ornament,
    draw_respawn_flag,
    draw_solid_cells,
    draw_trap,
)
from ludus.stats import Estimate
from ludus.util.svg import (
    FACE,
    FAINT,
    FONT,
    INK,
    MARGIN,
    PAPER,
    WIDTH,
    element,
    escape_text,
    format_number,
    rect,
    text_line,
    text_width,
    title_tooltip,
)

CELL_SIZES = (20.0, 40.0)  # side of a cell, smallest and largest
HEADER, LEGEND_LINE = 44.0, 22.0
BORDER = 5.0
SWATCH_SIZE = 16.0
# Phase of the period at which a trap is drawn: where it is recognized best
TRAP_PHASES = {t.SAW: 0.25, t.TWIN_SAWS: 0.1, t.SAW_SQUEEZE: 0.15, t.WALL_SPIKES: 0.2, t.JAWS: 0.2, t.SQUEEZE: 0.5}
LegendEntry = tuple[Callable[[float, float], str], str]
STAND_COLOUR, HANG_COLOUR, MOVE_COLOUR, FALL_COLOUR = "#1f6f6b", "#7a4fa3", "#4b8f8b", "#b0764a"
ROUTE_COLOURS = ("#1f6f6b", "#c8691a", "#5b5fc7", "#a83a6b", "#5c7a1f", "#2d86b8")  # the shortest path first
PATH_COLOUR, RUN_COLOUR = "#12355b", "#2d6f9e"
# From easy to hard; darker is harder, readable without colour vision
SUCCESS_COLOURS = ("#f6e8b1", "#f2bf6c", "#e58a43", "#c94f32", "#8d1f2d")
GROUP_COLOURS = ("#2d86b8", "#c8891a", "#a3275c", "#5c7a1f")
LABEL_SIZE = 0.62  # text size relative to a cell
PLOT_SIDE, PLOT_LEFT, PLOT_TOP = 420.0, 250.0, 56.0
GRID_COLOUR = "#d8cfbd"
GRID_LINES = 5


@dataclass(frozen=True)
class Overlay:
    """Overlay over a level: `draw` gets the scale of the picture.

    Legend entries are a function that draws a small symbol centred at x, y, and a text.
    """

    draw: Callable[[PictureScale], str]
    legend: Sequence[tuple[Callable[[float, float], str], str]] = ()
    above: Callable[[PictureScale], str] | None = None  # drawn over all overlays


def draw_level(level: Level, overlays: Sequence[Overlay] = (), heading: str = "", subtitle: str = "") -> str:
    """Draw a level as SVG.

    Args:
        level: the level.
        overlays: drawn over it, in order.
        heading: text above; the level's name by default.
        subtitle: small text at the upper right.
    """
    cell = min(CELL_SIZES[1], max(CELL_SIZES[0], (WIDTH - 2 * MARGIN) / level.width))
    width = max(float(WIDTH), cell * level.width + 2 * MARGIN)
    scale = width / WIDTH  # text scale: a wide level is shown smaller on a page
    lines = _legend_lines([entry for item in overlays for entry in item.legend], width / scale - 2 * MARGIN)
    bottom = HEADER * scale + cell * level.height
    height = bottom + (MARGIN / 2 + LEGEND_LINE * len(lines)) * scale + MARGIN / 2 + BORDER
    canvas = PictureScale((width - cell * level.width) / 2, bottom, cell)
    heading_text = heading or level.name
    return element(
        "svg",
        title_tooltip(heading_text),
        element("desc", escape_text(f"{level.name}, {level.width} x {level.height} cells. {subtitle}")),
        rect(0, 0, width, height, PAPER, rx=0),
        text_line(canvas.left, 28 * scale, heading_text, 16 * scale, INK, bold=True, max_width=width * 0.55),
        text_line(width - canvas.left, 28 * scale, subtitle, 12 * scale, FAINT, "end", max_width=width * 0.4)
        if subtitle
        else "",
        _background(canvas, level),
        *(draw_trap(canvas, trap, _tick_of_trap(trap), 0) for trap in level.traps),
        *(draw_exit(canvas, exit_) for exit_ in level.exits),
        draw_respawn_flag(canvas, level.start),
        draw_solid_cells(canvas, level),
        *(draw_ornament(canvas, item) for item in level.ornaments),
        *(element("g", item.draw(canvas)) for item in overlays),
        *(element("g", item.above(canvas)) for item in overlays if item.above is not None),
        element(
            "g",
            *_draw_legend(lines),
            transform=f"translate({format_number(canvas.left)} {format_number(bottom)}) scale({scale:.4g})",
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {format_number(width)} {format_number(height)}",
        role="img",
        font_family=FONT,
    )


def _background(canvas: PictureScale, level: Level) -> str:
    """Background with a border of stone: everything outside is solid."""
    left, top, wide, high = (
        canvas.x(0),
        canvas.y(level.height * CELL),
        canvas.cell * level.width,
        canvas.cell * level.height,
    )
    rim = rect(left - BORDER, top - BORDER, wide + 2 * BORDER, high + 2 * BORDER, SOLID_COLOUR, rx=BORDER)
    return rim + rect(left, top, wide, high, BACKGROUND_COLOUR, rx=0)


def _tick_of_trap(trap: LevelTrap) -> int:
    """Tick at which a trap is drawn."""
    if trap.kind in t.TRAPS_WITHOUT_PERIOD:
        return 0
    return (round(TRAP_PHASES[trap.kind] * trap.period) - trap.phase) % trap.period


def _legend_lines(entries: Sequence[LegendEntry], room: float) -> list[list[tuple[float, LegendEntry]]]:
    """Legend entries in lines, each with its horizontal position."""
    lines: list[list[tuple[float, LegendEntry]]] = []
    at = room
    for entry in entries:
        wide = SWATCH_SIZE + 8 + text_width(entry[1], 12) + 18
        if at + wide > room or not lines:
            lines.append([])
            at = 0.0
        lines[-1].append((at, entry))
        at += wide
    return lines


def _draw_legend(lines: list[list[tuple[float, LegendEntry]]]) -> list[str]:
    parts = []
    for number_, line in enumerate(lines):
        y = BORDER + MARGIN / 2 + LEGEND_LINE * (number_ + 0.5)
        for x, (swatch, words) in line:
            parts += [swatch(x + SWATCH_SIZE / 2, y), text_line(x + SWATCH_SIZE + 6, y + 4, words, 12, INK)]
    return parts


def graph_overlay(graph: LevelGraph) -> Overlay:
    """All nodes and moves; a move and its reverse are one line."""

    def draw(canvas: PictureScale) -> str:
        lines, falls = [], []
        for edge in graph.edges:
            if edge.move == FALL:
                falls.append(_draw_move(canvas, graph, edge.start, edge.end))
            elif edge.start < edge.end:
                lines.append(_draw_move(canvas, graph, edge.start, edge.end))
        thin: dict[str, str | float] = {"fill": "none", "stroke_width": canvas.cell / 22, "opacity": 0.55}
        parts = [element("path", d="".join(lines), stroke=MOVE_COLOUR, **thin)] if lines else []
        if falls:
            parts.append(element("path", d="".join(falls), stroke=FALL_COLOUR, stroke_dasharray="3 3", **thin))
        for node, (kind, _, _) in enumerate(graph.nodes):
            x, y = node_point(canvas, graph, node)
            ink = STAND_COLOUR if kind == STAND else HANG_COLOUR
            parts.append(element("circle", cx=x, cy=y, r=canvas.cell / (9 if kind == STAND else 11), fill=ink))
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

    def draw(canvas: PictureScale) -> str:
        return "".join(
            _draw_path(
                canvas, graph, route, _route_colour(k), canvas.cell / (6 if k == 0 else 10), 0.9 if k == 0 else 0.7
            )
            for k, route in reversed([*enumerate(join_routes(graph, routes))])
        )

    legend = [(_legend_stroke(ROUTE_COLOURS[0], 4), "the shortest way")]
    if len(routes) > 1:
        legend += [(_legend_stroke(_route_colour(1), 3), f"{len(routes) - 1} detour{'s' if len(routes) > 2 else ''}")]
    return Overlay(draw, legend)


def path_overlay(graph: LevelGraph, path: Sequence[int], words: str = "the easiest path") -> Overlay:
    """One path, node by node."""

    def draw(canvas: PictureScale) -> str:
        return _draw_path(canvas, graph, path, "#ffffff", canvas.cell / 4, 0.8) + _draw_path(
            canvas, graph, path, PATH_COLOUR, canvas.cell / 8, 1
        )

    return Overlay(draw, [(_legend_stroke(PATH_COLOUR, 3), words)])


def run_overlay(track: Sequence[Sequence[tuple[int, int]]], words: str) -> Overlay:
    """Run of a player: path of the middle of the body, one line per life; deaths are crosses."""

    def draw(canvas: PictureScale) -> str:
        parts = []
        for life in track:
            points = [f"{format_number(canvas.x(x))} {format_number(canvas.y(y))}" for x, y in life]
            if len(points) > 1:
                path = f"M{points[0]}L{' L'.join(points[1:])}"
                thin = {"stroke_linecap": "round", "stroke_linejoin": "round"}
                wide = canvas.cell / 10
                parts.append(
                    element("path", d=path, fill="none", stroke=RUN_COLOUR, stroke_width=wide, opacity=0.8, **thin)
                )
        return "".join(
            [
                *parts,
                *(
                    _cross(canvas.x(x), canvas.y(y), canvas.cell / 5)
                    for x, y in (finished[-1] for finished in track[:-1])
                ),
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


def node_point(canvas: PictureScale, graph: LevelGraph, node: int) -> tuple[float, float]:
    """Position of a node in the picture: low in its cell for a stand, high by the ledge for a hang."""
    kind, x, y = graph.nodes[node]
    if kind == STAND:
        return canvas.x(x * CELL + HALF_CELL), canvas.y(y * CELL + CELL * 0.3)
    return canvas.x(x * CELL + CELL * (0.2 if kind == HANG_LEFT else 0.8)), canvas.y(y * CELL + CELL * 0.75)


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
    canvas: PictureScale, graph: LevelGraph, nodes: Sequence[int], ink: str, wide: float, opacity: float
) -> str:
    if len(nodes) < 2:
        return ""
    path = "".join(_draw_move(canvas, graph, a, b) for a, b in pairwise(nodes))
    more = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return element("path", d=path, fill="none", stroke=ink, stroke_width=wide, opacity=opacity, **more)


def _draw_move(canvas: PictureScale, graph: LevelGraph, one: int, other: int) -> str:
    """A line for a step to the next cell, otherwise an arc like a jump."""
    (x, y), (end_x, end_y) = node_point(canvas, graph, one), node_point(canvas, graph, other)
    begin, end = f"M{format_number(x)} {format_number(y)}", f"{format_number(end_x)} {format_number(end_y)}"
    cells = abs(graph.nodes[one][1] - graph.nodes[other][1])
    flat = graph.nodes[one][2] == graph.nodes[other][2]
    if flat and cells <= 1:
        return f"{begin}L{end}"
    top = min(y, end_y) - canvas.cell * (0.3 + 0.25 * (cells if flat else 0))
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


@dataclass(frozen=True)
class ShadedChallenge:
    """Nodes of a challenge and its success chance."""

    nodes: Sequence[int]
    success: float
    tooltip: str = ""  # tooltip


def challenges_overlay(graph: LevelGraph, challenges: Sequence[ShadedChallenge]) -> Overlay:
    """Cells of each challenge in the colour of its success chance, with the chance in percent above."""

    def draw(canvas: PictureScale) -> str:
        parts = []
        for challenge in challenges:
            ink = success_colour(challenge.success)
            places = [(canvas.x(x * CELL), canvas.y(y * CELL + CELL)) for x, y in _challenge_cells(graph, challenge)]
            shaded = [rect(x, y, canvas.cell, canvas.cell, ink) for x, y in places]
            parts.append(
                element("g", title_tooltip(challenge.tooltip) if challenge.tooltip else "", *shaded, opacity=0.75)
            )
        return "".join(parts)

    def labels(canvas: PictureScale) -> str:
        return "".join(
            _label(canvas, _challenge_cells(graph, challenge), f"{100 * challenge.success:.0f}")
            for challenge in challenges
        )

    steps = len(SUCCESS_COLOURS)
    legend = [
        (
            _legend_square(SUCCESS_COLOURS[k]),
            f"{100 - 100 * (k + 1) // steps}-{100 - 100 * k // steps} %" + " get through" * (k == 0),
        )
        for k in range(steps)
    ]
    return Overlay(draw, legend, labels)


def deaths_overlay(deaths: Mapping[str, Sequence[tuple[int, int]]]) -> Overlay:
    """A pale dot at each death, coloured by skill group; the first group is on top.

    Positions are in units of the level, of the middle of the body.
    """
    inks = dict(zip(deaths, GROUP_COLOURS, strict=False))
    most = max((len(places) for places in deaths.values()), default=0)
    opacity = 0.6 if most < 60 else 0.4 if most < 400 else 0.25

    def draw(canvas: PictureScale) -> str:
        return "".join(
            element(
                "g",
                title_tooltip(f"deaths of {name}"),
                *(element("circle", cx=canvas.x(x), cy=canvas.y(y), r=canvas.cell * 0.15) for x, y in sorted(places)),
                fill=inks[name],
                fill_opacity=opacity,
            )
            for name, places in reversed([*deaths.items()])
        )

    return Overlay(draw, [(_legend_death(inks[name]), f"{name}: {len(places):,}") for name, places in deaths.items()])


def success_colour(success: float) -> str:
    """Colour of a success chance, in five steps."""
    return SUCCESS_COLOURS[min(len(SUCCESS_COLOURS) - 1, int((1 - success) * len(SUCCESS_COLOURS)))]


def _challenge_cells(graph: LevelGraph, challenge: ShadedChallenge) -> list[tuple[int, int]]:
    return sorted({graph.nodes[node][1:] for node in challenge.nodes})


def _label(canvas: PictureScale, cells: Sequence[tuple[int, int]], text: str) -> str:
    """Small plate at the top of the cells, in the middle."""
    x = canvas.x(sum(x for x, _ in cells) * CELL / len(cells) + CELL / 2)
    y = canvas.y(max(y for _, y in cells) * CELL + CELL)
    size = canvas.cell * LABEL_SIZE
    wide, tall = text_width(text, size, bold=True) + size * 0.4, size * 1.2
    plate = rect(x - wide / 2, y - tall * 0.6, wide, tall, FACE, rx=size * 0.2, opacity=0.9)
    return plate + text_line(x, y + tall * 0.25, text, size, INK, "middle", bold=True)


def _legend_square(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: rect(x - 7, y - 7, 14, 14, ink, rx=2)


def _legend_death(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: element("circle", cx=x, cy=y, r=5, fill=ink, opacity=0.75)


def prediction_plot(points: Sequence[tuple[float, Estimate]], heading: str, x_title: str, y_title: str) -> str:
    """Plot points of (predicted share, measured share)."""

    def x(value: float) -> float:
        return PLOT_LEFT + PLOT_SIDE * value

    def y(value: float) -> float:
        return PLOT_TOP + PLOT_SIDE * (1 - value)

    parts = [rect(PLOT_LEFT, PLOT_TOP, PLOT_SIDE, PLOT_SIDE, BACKGROUND_COLOUR, rx=0)]
    for k in range(GRID_LINES + 1):
        at = k / GRID_LINES
        vertical = f"M{format_number(x(at))} {format_number(PLOT_TOP)}V{format_number(PLOT_TOP + PLOT_SIDE)}"
        horizontal = f"M{format_number(PLOT_LEFT)} {format_number(y(at))}H{format_number(PLOT_LEFT + PLOT_SIDE)}"
        parts.append(element("path", d=vertical + horizontal, fill="none", stroke=GRID_COLOUR, stroke_width=1))
        parts.append(text_line(x(at), PLOT_TOP + PLOT_SIDE + 18, f"{at:g}", 12, FAINT, "middle"))
        parts.append(text_line(PLOT_LEFT - 8, y(at) + 4, f"{at:g}", 12, FAINT, "end"))
    even = f"M{format_number(x(0))} {format_number(y(0))}L{format_number(x(1))} {format_number(y(1))}"
    parts.append(element("path", d=even, fill="none", stroke=FAINT, stroke_width=1.2, stroke_dasharray="5 4"))
    for predicted, measured in points:
        stroke = f"M{format_number(x(predicted))} {format_number(y(measured.low))}V{format_number(y(measured.high))}"
        parts.append(
            element(
                "g",
                title_tooltip(f"predicted {predicted:.2f}, measured {measured:.2f}"),
                element("path", d=stroke, fill="none", stroke=BODY_COLOUR, stroke_width=1.5, opacity=0.55),
                element("circle", cx=x(predicted), cy=y(measured.value), r=4.5, fill=BODY_COLOUR),
            )
        )
    height = PLOT_TOP + PLOT_SIDE + 56
    return element(
        "svg",
        title_tooltip(heading),
        rect(0, 0, WIDTH, height, PAPER, rx=0),
        text_line(PLOT_LEFT, 30, heading, 16, INK, bold=True),
        *parts,
        text_line(PLOT_LEFT + PLOT_SIDE / 2, PLOT_TOP + PLOT_SIDE + 42, x_title, 13, INK, "middle"),
        text_line(PLOT_LEFT - 44, PLOT_TOP + 14, y_title, 13, INK, "end", max_width=PLOT_LEFT - 54),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {format_number(height)}",
        role="img",
        font_family=FONT,
    )

"""Overlays of difficulty: challenges coloured by success chance, and places of deaths."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludus.core.svg import FACE, INK, rect, element, text_line, text_width, title_tooltip
from ludus.design.levels.pictures.page import Overlay
from ludus.design.levels.ways.graph import LevelGraph
from ludus.games.platformer.picture.ink import PictureScale
from ludus.games.platformer.units import CELL

# From easy to hard; darker is harder, readable without colour vision
SUCCESS_COLOURS = ("#f6e8b1", "#f2bf6c", "#e58a43", "#c94f32", "#8d1f2d")
GROUP_COLOURS = ("#2d86b8", "#c8891a", "#a3275c", "#5c7a1f")
LABEL_SIZE = 0.62  # text size relative to a cell


@dataclass(frozen=True)
class ShadedChallenge:
    """Nodes of a challenge and its success chance."""

    nodes: Sequence[int]
    success: float
    tooltip: str = ""  # tooltip


def challenges_overlay(graph: LevelGraph, challenges: Sequence[ShadedChallenge]) -> Overlay:
    """Cells of each challenge in the colour of its success chance, with the chance in percent above."""

    def draw(sheet: PictureScale) -> str:
        parts = []
        for challenge in challenges:
            ink = success_colour(challenge.success)
            places = [(sheet.x(x * CELL), sheet.y(y * CELL + CELL)) for x, y in _challenge_cells(graph, challenge)]
            shaded = [rect(x, y, sheet.cell, sheet.cell, ink) for x, y in places]
            parts.append(
                element("g", title_tooltip(challenge.tooltip) if challenge.tooltip else "", *shaded, opacity=0.75)
            )
        return "".join(parts)

    def labels(sheet: PictureScale) -> str:
        return "".join(
            _label(sheet, _challenge_cells(graph, challenge), f"{100 * challenge.success:.0f}")
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

    def draw(sheet: PictureScale) -> str:
        return "".join(
            element(
                "g",
                title_tooltip(f"deaths of {name}"),
                *(element("circle", cx=sheet.x(x), cy=sheet.y(y), r=sheet.cell * 0.15) for x, y in sorted(places)),
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


def _label(sheet: PictureScale, cells: Sequence[tuple[int, int]], text: str) -> str:
    """Small plate at the top of the cells, in the middle."""
    x = sheet.x(sum(x for x, _ in cells) * CELL / len(cells) + CELL / 2)
    y = sheet.y(max(y for _, y in cells) * CELL + CELL)
    size = sheet.cell * LABEL_SIZE
    wide, tall = text_width(text, size, bold=True) + size * 0.4, size * 1.2
    plate = rect(x - wide / 2, y - tall * 0.6, wide, tall, FACE, rx=size * 0.2, opacity=0.9)
    return plate + text_line(x, y + tall * 0.25, text, size, INK, "middle", bold=True)


def _legend_square(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: rect(x - 7, y - 7, 14, 14, ink, rx=2)


def _legend_death(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: element("circle", cx=x, cy=y, r=5, fill=ink, opacity=0.75)

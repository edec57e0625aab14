"""Overlays of difficulty: challenges coloured by success chance, and places of deaths."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludus.core.svg import FACE, INK, box, element, say, text_width, title
from ludus.design.levels.pictures.page import Overlay
from ludus.design.levels.ways.graph import LevelGraph
from ludus.games.platformer.picture.ink import Sheet
from ludus.games.platformer.units import CELL

# From easy to hard; darker is harder, readable without colour vision
HEAT = ("#f6e8b1", "#f2bf6c", "#e58a43", "#c94f32", "#8d1f2d")
GROUPS = ("#2d86b8", "#c8891a", "#a3275c", "#5c7a1f")
LABEL = 0.62  # text size relative to a cell


@dataclass(frozen=True)
class Shaded:
    """Nodes of a challenge and its success chance."""

    nodes: Sequence[int]
    success: float
    words: str = ""  # tooltip


def challenges_overlay(graph: LevelGraph, challenges: Sequence[Shaded]) -> Overlay:
    """Cells of each challenge in the colour of its success chance, with the chance in percent above."""

    def draw(sheet: Sheet) -> str:
        parts = []
        for challenge in challenges:
            ink = heat(challenge.success)
            places = [(sheet.x(x * CELL), sheet.y(y * CELL + CELL)) for x, y in _cells(graph, challenge)]
            shaded = [box(x, y, sheet.cell, sheet.cell, ink) for x, y in places]
            parts.append(element("g", title(challenge.words) if challenge.words else "", *shaded, opacity=0.75))
        return "".join(parts)

    def labels(sheet: Sheet) -> str:
        return "".join(
            _label(sheet, _cells(graph, challenge), f"{100 * challenge.success:.0f}") for challenge in challenges
        )

    steps = len(HEAT)
    legend = [
        (_square(HEAT[k]), f"{100 - 100 * (k + 1) // steps}-{100 - 100 * k // steps} %" + " get through" * (k == 0))
        for k in range(steps)
    ]
    return Overlay(draw, legend, labels)


def deaths_overlay(deaths: Mapping[str, Sequence[tuple[int, int]]]) -> Overlay:
    """A pale dot at each death, coloured by skill group; the first group is on top.

    Positions are in units of the level, of the middle of the body.
    """
    inks = dict(zip(deaths, GROUPS, strict=False))
    most = max((len(places) for places in deaths.values()), default=0)
    opacity = 0.6 if most < 60 else 0.4 if most < 400 else 0.25

    def draw(sheet: Sheet) -> str:
        return "".join(
            element(
                "g",
                title(f"deaths of {name}"),
                *(element("circle", cx=sheet.x(x), cy=sheet.y(y), r=sheet.cell * 0.15) for x, y in sorted(places)),
                fill=inks[name],
                fill_opacity=opacity,
            )
            for name, places in reversed([*deaths.items()])
        )

    return Overlay(draw, [(_dot(inks[name]), f"{name}: {len(places):,}") for name, places in deaths.items()])


def heat(success: float) -> str:
    """Colour of a success chance, in five steps."""
    return HEAT[min(len(HEAT) - 1, int((1 - success) * len(HEAT)))]


def _cells(graph: LevelGraph, challenge: Shaded) -> list[tuple[int, int]]:
    return sorted({graph.nodes[node][1:] for node in challenge.nodes})


def _label(sheet: Sheet, cells: Sequence[tuple[int, int]], text: str) -> str:
    """Small plate at the top of the cells, in the middle."""
    x = sheet.x(sum(x for x, _ in cells) * CELL / len(cells) + CELL / 2)
    y = sheet.y(max(y for _, y in cells) * CELL + CELL)
    size = sheet.cell * LABEL
    wide, tall = text_width(text, size, bold=True) + size * 0.4, size * 1.2
    plate = box(x - wide / 2, y - tall * 0.6, wide, tall, FACE, rx=size * 0.2, opacity=0.9)
    return plate + say(x, y + tall * 0.25, text, size, INK, "middle", bold=True)


def _square(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: box(x - 7, y - 7, 14, 14, ink, rx=2)


def _dot(ink: str) -> Callable[[float, float], str]:
    return lambda x, y: element("circle", cx=x, cy=y, r=5, fill=ink, opacity=0.75)

"""Picture of a whole level, with overlays and a legend below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludus.core.svg import (
    FAINT,
    FONT,
    INK,
    MARGIN,
    PAPER,
    WIDTH,
    rect,
    escape_text,
    element,
    format_number,
    text_line,
    text_width,
    title_tooltip,
)
from ludus.games.platformer import table as t
from ludus.games.platformer.draw import draw_respawn_flag, draw_exit, draw_solid_cells
from ludus.games.platformer.level import Level, LevelTrap
from ludus.games.platformer.picture.ink import BACKGROUND_COLOUR, SOLID_COLOUR, PictureScale
from ludus.games.platformer.picture.ornaments import draw_ornament
from ludus.games.platformer.picture.traps import draw_trap
from ludus.games.platformer.units import CELL

CELL_SIZES = (20.0, 40.0)  # side of a cell, smallest and largest
HEADER, LEGEND_LINE = 44.0, 22.0
BORDER = 5.0
SWATCH_SIZE = 16.0
# Phase of the period at which a trap is drawn: where it is recognized best
TRAP_PHASES = {t.SAW: 0.25, t.TWIN_SAWS: 0.1, t.SAW_SQUEEZE: 0.15, t.WALL_SPIKES: 0.2, t.JAWS: 0.2, t.SQUEEZE: 0.5}


@dataclass(frozen=True)
class Overlay:
    """Overlay over a level: `draw` gets the drawing sheet of the level.

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
    sheet = PictureScale((width - cell * level.width) / 2, bottom, cell)
    heading_text = heading or level.name
    return element(
        "svg",
        title_tooltip(heading_text),
        element("desc", escape_text(f"{level.name}, {level.width} x {level.height} cells. {subtitle}")),
        rect(0, 0, width, height, PAPER, rx=0),
        text_line(sheet.left, 28 * scale, heading_text, 16 * scale, INK, bold=True, max_width=width * 0.55),
        text_line(width - sheet.left, 28 * scale, subtitle, 12 * scale, FAINT, "end", max_width=width * 0.4)
        if subtitle
        else "",
        _background(sheet, level),
        *(draw_trap(sheet, trap, _tick_of_trap(trap), 0) for trap in level.traps),
        *(draw_exit(sheet, exit_) for exit_ in level.exits),
        draw_respawn_flag(sheet, level.start),
        draw_solid_cells(sheet, level),
        *(draw_ornament(sheet, item) for item in level.ornaments),
        *(element("g", item.draw(sheet)) for item in overlays),
        *(element("g", item.above(sheet)) for item in overlays if item.above is not None),
        element(
            "g",
            *_draw_legend(lines),
            transform=f"translate({format_number(sheet.left)} {format_number(bottom)}) scale({scale:.4g})",
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {format_number(width)} {format_number(height)}",
        role="img",
        font_family=FONT,
    )


def _background(sheet: PictureScale, level: Level) -> str:
    """Background with a border of stone: everything outside is solid."""
    left, top, wide, high = (
        sheet.x(0),
        sheet.y(level.height * CELL),
        sheet.cell * level.width,
        sheet.cell * level.height,
    )
    rim = rect(left - BORDER, top - BORDER, wide + 2 * BORDER, high + 2 * BORDER, SOLID_COLOUR, rx=BORDER)
    return rim + rect(left, top, wide, high, BACKGROUND_COLOUR, rx=0)


def _tick_of_trap(trap: LevelTrap) -> int:
    """Tick at which a trap is drawn."""
    if trap.kind in t.TRAPS_WITHOUT_PERIOD:
        return 0
    return (round(TRAP_PHASES[trap.kind] * trap.period) - trap.phase) % trap.period


LegendEntry = tuple[Callable[[float, float], str], str]


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

"""Picture of a whole level, with overlays and a legend below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludus.core.svg import FAINT, FONT, INK, MARGIN, PAPER, WIDTH, box, clean, element, number, say, text_width, title
from ludus.games.platformer import table as t
from ludus.games.platformer.draw import flag, gate, stones
from ludus.games.platformer.level import Level, TrapLine
from ludus.games.platformer.picture.ink import SKY, STONE, Sheet
from ludus.games.platformer.picture.ornaments import draw_ornament
from ludus.games.platformer.picture.traps import draw_trap
from ludus.games.platformer.units import CELL

CELLS = (20.0, 40.0)  # side of a cell, smallest and largest
HEADER, LINE = 44.0, 22.0
RIM = 5.0
SWATCH = 16.0
# Phase of the period at which a trap is drawn: where it is recognized best
SHOWN = {t.SAW: 0.25, t.TWIN_SAWS: 0.1, t.SAW_SQUEEZE: 0.15, t.WALL_SPIKES: 0.2, t.JAWS: 0.2, t.SQUEEZE: 0.5}


@dataclass(frozen=True)
class Overlay:
    """Overlay over a level: `draw` gets the drawing sheet of the level.

    Legend entries are a function that draws a small symbol centred at x, y, and a text.
    """

    draw: Callable[[Sheet], str]
    legend: Sequence[tuple[Callable[[float, float], str], str]] = ()
    above: Callable[[Sheet], str] | None = None  # drawn over all overlays


def picture(level: Level, overlays: Sequence[Overlay] = (), heading: str = "", beside: str = "") -> str:
    """Draw a level as SVG.

    Args:
        level: the level.
        overlays: drawn over it, in order.
        heading: text above; the level's name by default.
        subtitle: small text at the upper right.
    """
    cell = min(CELLS[1], max(CELLS[0], (WIDTH - 2 * MARGIN) / level.width))
    width = max(float(WIDTH), cell * level.width + 2 * MARGIN)
    scale = width / WIDTH  # text scale: a wide level is shown smaller on a page
    lines = _lines([entry for item in overlays for entry in item.legend], width / scale - 2 * MARGIN)
    bottom = HEADER * scale + cell * level.height
    height = bottom + (MARGIN / 2 + LINE * len(lines)) * scale + MARGIN / 2 + RIM
    sheet = Sheet((width - cell * level.width) / 2, bottom, cell)
    heading_text = heading or level.name
    return element(
        "svg",
        title(heading_text),
        element("desc", clean(f"{level.name}, {level.width} x {level.height} cells. {beside}")),
        box(0, 0, width, height, PAPER, rx=0),
        say(sheet.left, 28 * scale, heading_text, 16 * scale, INK, bold=True, room=width * 0.55),
        say(width - sheet.left, 28 * scale, beside, 12 * scale, FAINT, "end", room=width * 0.4) if beside else "",
        _ground(sheet, level),
        *(draw_trap(sheet, trap, _moment(trap), 0) for trap in level.traps),
        *(gate(sheet, exit_) for exit_ in level.exits),
        flag(sheet, level.start),
        stones(sheet, level),
        *(draw_ornament(sheet, item) for item in level.ornaments),
        *(element("g", item.draw(sheet)) for item in overlays),
        *(element("g", item.above(sheet)) for item in overlays if item.above is not None),
        element("g", *_legend(lines), transform=f"translate({number(sheet.left)} {number(bottom)}) scale({scale:.4g})"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        font_family=FONT,
    )


def _ground(sheet: Sheet, level: Level) -> str:
    """Background with a border of stone: everything outside is solid."""
    left, top, wide, high = (
        sheet.x(0),
        sheet.y(level.height * CELL),
        sheet.cell * level.width,
        sheet.cell * level.height,
    )
    rim = box(left - RIM, top - RIM, wide + 2 * RIM, high + 2 * RIM, STONE, rx=RIM)
    return rim + box(left, top, wide, high, SKY, rx=0)


def _moment(trap: TrapLine) -> int:
    """Tick at which a trap is drawn."""
    if trap.kind in t.TIMELESS:
        return 0
    return (round(SHOWN[trap.kind] * trap.period) - trap.phase) % trap.period


Entry = tuple[Callable[[float, float], str], str]


def _lines(entries: Sequence[Entry], room: float) -> list[list[tuple[float, Entry]]]:
    """Legend entries in lines, each with its horizontal position."""
    lines: list[list[tuple[float, Entry]]] = []
    at = room
    for entry in entries:
        wide = SWATCH + 8 + text_width(entry[1], 12) + 18
        if at + wide > room or not lines:
            lines.append([])
            at = 0.0
        lines[-1].append((at, entry))
        at += wide
    return lines


def _legend(lines: list[list[tuple[float, Entry]]]) -> list[str]:
    parts = []
    for number_, line in enumerate(lines):
        y = RIM + MARGIN / 2 + LINE * (number_ + 0.5)
        for x, (swatch, words) in line:
            parts += [swatch(x + SWATCH / 2, y), say(x + SWATCH + 6, y + 4, words, 12, INK)]
    return parts

"""SVG of traps: pale cells for everything that a trap can reach, and the trap at its position in this tick."""

from __future__ import annotations

import math

from ludus.core.rule import plain
from ludus.core.svg import element, format_number, title_tooltip
from ludus.games.platformer import table as t
from ludus.games.platformer import traps as deadly
from ludus.games.platformer.level import LevelTrap, write_trap
from ludus.games.platformer.picture.ink import DANGER_COLOUR, OUTLINE_COLOUR, SAFE_COLOUR, ZONE_COLOUR, PictureScale
from ludus.games.platformer.units import CELL, HALF_CELL

SAW_TEETH = 12  # of a saw
SPIKES_PER_SIDE = 5  # along a side of a cell
OPENING_TICKS, CLOSING_TICKS = 20, 8  # ticks in which the blocks of a squeeze move; only drawn


def draw_trap(sheet: PictureScale, trap: LevelTrap, tick: int, lit: int) -> str:
    """Draw a trap; `lit` is the tick at which a mine was lit, 0 for never."""
    now = plain(deadly.ticks_in_period)(tick, trap) if trap.kind not in t.TRAPS_WITHOUT_PERIOD else 0
    later = plain(deadly.half_period_later)(trap, now) if trap.kind not in t.TRAPS_WITHOUT_PERIOD else 0
    parts = [title_tooltip(write_trap(trap)), _zone(sheet, trap)]
    if trap.kind == t.SPIKES:
        parts.append(_spikes(sheet, trap, trap.facing, HALF_CELL))
    if trap.kind == t.MINE:
        parts.append(_mine(sheet, trap, tick, lit))
    if trap.kind == t.WALL_SPIKES:
        parts.append(_spikes(sheet, trap, trap.facing, plain(deadly.spikes_out)(trap, now)))
    if trap.kind == t.JAWS:
        parts.append(_spikes(sheet, trap, t.POINT_RIGHT, plain(deadly.spikes_out)(trap, now)))
        parts.append(_spikes(sheet, trap, t.POINT_LEFT, plain(deadly.spikes_out)(trap, later)))
    if trap.kind == t.SQUEEZE:
        parts.append(_squeeze(sheet, trap, trap.x, now))
    if trap.kind == t.SAW_SQUEEZE:
        parts.append(_squeeze(sheet, trap, trap.x + 1, later))
    if trap.kind in t.WIDE_TRAPS:
        offset = plain(deadly.saw_offset)(trap, now)
        parts.append(_saw(sheet, trap, offset))
        if trap.kind == t.TWIN_SAWS:
            parts.append(_saw(sheet, trap, deadly.SAW_TRAVEL - offset))
    return element("g", *parts)


def _zone(sheet: PictureScale, trap: LevelTrap) -> str:
    wide = len(trap.cells) * CELL
    return _box(sheet, trap.x * CELL, trap.y * CELL, trap.x * CELL + wide, trap.y * CELL + CELL, ZONE_COLOUR)


def _saw(sheet: PictureScale, trap: LevelTrap, way: int) -> str:
    x, y = sheet.x(trap.x * CELL + deadly.SAW_RADIUS + way), sheet.y(trap.y * CELL + deadly.SAW_RADIUS)
    outer = sheet.length(deadly.SAW_RADIUS)
    points = []
    for k in range(2 * SAW_TEETH):
        angle, radius = math.pi * k / SAW_TEETH, outer if k % 2 else outer * 0.82
        points.append(f"{format_number(x + radius * math.cos(angle))},{format_number(y + radius * math.sin(angle))}")
    blade = element("polygon", points=" ".join(points), fill=DANGER_COLOUR)
    return blade + element("circle", cx=x, cy=y, r=outer * 0.3, fill=SAFE_COLOUR)


def _spikes(sheet: PictureScale, trap: LevelTrap, facing: int, depth: int) -> str:
    """Draw a row of spikes along one side of the cell; nothing when they are retracted."""
    if depth == 0:
        return ""
    left, low = trap.x * CELL, trap.y * CELL
    points = []
    for k in range(2 * SPIKES_PER_SIDE + 1):
        along, out = CELL * k / (2 * SPIKES_PER_SIDE), depth if k % 2 else 0
        x, y = {
            t.POINT_RIGHT: (left + out, low + along),
            t.POINT_LEFT: (left + CELL - out, low + along),
            t.POINT_UP: (left + along, low + out),
            t.POINT_DOWN: (left + along, low + CELL - out),
        }[facing]
        points.append(f"{format_number(sheet.x(x))},{format_number(sheet.y(y))}")
    return element("polygon", points=" ".join(points), fill=DANGER_COLOUR)


def _squeeze(sheet: PictureScale, trap: LevelTrap, cell: int, now: int) -> str:
    """Draw two blocks from above and below; red while they kill."""
    kills = now < deadly.CLOSED_TICKS
    opened = (
        0.0 if kills else min(1.0, (now - deadly.CLOSED_TICKS + 1) / OPENING_TICKS, (trap.period - now) / CLOSING_TICKS)
    )
    left, low, tall = cell * CELL, trap.y * CELL, round(HALF_CELL * (1 - 0.8 * opened))
    fill = DANGER_COLOUR if kills else SAFE_COLOUR
    lower = _box(sheet, left, low, left + CELL, low + tall, fill, OUTLINE_COLOUR)
    return lower + _box(sheet, left, low + CELL - tall, left + CELL, low + CELL, fill, OUTLINE_COLOUR)


def _mine(sheet: PictureScale, trap: LevelTrap, tick: int, lit: int) -> str:
    since = tick - lit
    if lit and deadly.FUSE_TICKS <= since < deadly.FUSE_TICKS + deadly.BLAST_TICKS:
        return _box(sheet, trap.x * CELL, trap.y * CELL, trap.x * CELL + CELL, trap.y * CELL + CELL, DANGER_COLOUR)
    x, y, radius = sheet.x(trap.x * CELL + HALF_CELL), sheet.y(trap.y * CELL), sheet.length(CELL * 0.22)
    fill = DANGER_COLOUR if lit and since < deadly.FUSE_TICKS else SAFE_COLOUR
    dome = f"M{format_number(x - radius)} {format_number(y)}A{format_number(radius)} {format_number(radius)} 0 0 1 {format_number(x + radius)} {format_number(y)}Z"
    return element("path", d=dome, fill=fill, stroke=OUTLINE_COLOUR, stroke_width=1)


def _box(sheet: PictureScale, left: int, low: int, right: int, high: int, fill: str, stroke: str | None = None) -> str:
    return element(
        "rect",
        x=sheet.x(left),
        y=sheet.y(high),
        width=sheet.length(right - left),
        height=sheet.length(high - low),
        fill=fill,
        stroke=stroke,
    )

"""SVG of traps: pale cells for everything that a trap can reach, and the trap at its position in this tick."""

from __future__ import annotations

import math

from ludus.core.rule import plain
from ludus.core.svg import element, number, title
from ludus.games.platformer import table as t
from ludus.games.platformer import traps as deadly
from ludus.games.platformer.level import TrapLine, write_trap
from ludus.games.platformer.picture.ink import DANGER, SEAM, STEEL, ZONE, Sheet
from ludus.games.platformer.units import CELL, HALF_CELL

TEETH = 12  # of a saw
SPIKES = 5  # along a side of a cell
OPENING, CLOSING = 20, 8  # ticks in which the blocks of a squeeze move; only drawn


def draw_trap(sheet: Sheet, trap: TrapLine, tick: int, lit: int) -> str:
    """Draw a trap; `lit` is the tick at which a mine was lit, 0 for never."""
    now = plain(deadly.clock)(tick, trap) if trap.kind not in t.TIMELESS else 0
    later = plain(deadly.half_later)(trap, now) if trap.kind not in t.TIMELESS else 0
    parts = [title(write_trap(trap)), _zone(sheet, trap)]
    if trap.kind == t.SPIKES:
        parts.append(_spikes(sheet, trap, trap.facing, HALF_CELL))
    if trap.kind == t.MINE:
        parts.append(_mine(sheet, trap, tick, lit))
    if trap.kind == t.WALL_SPIKES:
        parts.append(_spikes(sheet, trap, trap.facing, plain(deadly.spikes_out)(trap, now)))
    if trap.kind == t.JAWS:
        parts.append(_spikes(sheet, trap, t.TO_RIGHT, plain(deadly.spikes_out)(trap, now)))
        parts.append(_spikes(sheet, trap, t.TO_LEFT, plain(deadly.spikes_out)(trap, later)))
    if trap.kind == t.SQUEEZE:
        parts.append(_squeeze(sheet, trap, trap.x, now))
    if trap.kind == t.SAW_SQUEEZE:
        parts.append(_squeeze(sheet, trap, trap.x + 1, later))
    if trap.kind in t.WIDE:
        offset = plain(deadly.saw_way)(trap, now)
        parts.append(_saw(sheet, trap, offset))
        if trap.kind == t.TWIN_SAWS:
            parts.append(_saw(sheet, trap, deadly.SAW_WAY - offset))
    return element("g", *parts)


def _zone(sheet: Sheet, trap: TrapLine) -> str:
    wide = len(trap.cells) * CELL
    return _box(sheet, trap.x * CELL, trap.y * CELL, trap.x * CELL + wide, trap.y * CELL + CELL, ZONE)


def _saw(sheet: Sheet, trap: TrapLine, way: int) -> str:
    x, y = sheet.x(trap.x * CELL + deadly.SAW_RADIUS + way), sheet.y(trap.y * CELL + deadly.SAW_RADIUS)
    outer = sheet.long(deadly.SAW_RADIUS)
    points = []
    for k in range(2 * TEETH):
        angle, radius = math.pi * k / TEETH, outer if k % 2 else outer * 0.82
        points.append(f"{number(x + radius * math.cos(angle))},{number(y + radius * math.sin(angle))}")
    blade = element("polygon", points=" ".join(points), fill=DANGER)
    return blade + element("circle", cx=x, cy=y, r=outer * 0.3, fill=STEEL)


def _spikes(sheet: Sheet, trap: TrapLine, facing: int, depth: int) -> str:
    """Draw a row of spikes along one side of the cell; nothing when they are retracted."""
    if depth == 0:
        return ""
    left, low = trap.x * CELL, trap.y * CELL
    points = []
    for k in range(2 * SPIKES + 1):
        along, out = CELL * k / (2 * SPIKES), depth if k % 2 else 0
        x, y = {
            t.TO_RIGHT: (left + out, low + along),
            t.TO_LEFT: (left + CELL - out, low + along),
            t.UP: (left + along, low + out),
            t.SINK: (left + along, low + CELL - out),
        }[facing]
        points.append(f"{number(sheet.x(x))},{number(sheet.y(y))}")
    return element("polygon", points=" ".join(points), fill=DANGER)


def _squeeze(sheet: Sheet, trap: TrapLine, cell: int, now: int) -> str:
    """Draw two blocks from above and below; red while they kill."""
    kills = now < deadly.CLOSED
    opened = 0.0 if kills else min(1.0, (now - deadly.CLOSED + 1) / OPENING, (trap.period - now) / CLOSING)
    left, low, tall = cell * CELL, trap.y * CELL, round(HALF_CELL * (1 - 0.8 * opened))
    fill = DANGER if kills else STEEL
    lower = _box(sheet, left, low, left + CELL, low + tall, fill, SEAM)
    return lower + _box(sheet, left, low + CELL - tall, left + CELL, low + CELL, fill, SEAM)


def _mine(sheet: Sheet, trap: TrapLine, tick: int, lit: int) -> str:
    since = tick - lit
    if lit and deadly.FUSE <= since < deadly.FUSE + deadly.BLAST:
        return _box(sheet, trap.x * CELL, trap.y * CELL, trap.x * CELL + CELL, trap.y * CELL + CELL, DANGER)
    x, y, radius = sheet.x(trap.x * CELL + HALF_CELL), sheet.y(trap.y * CELL), sheet.long(CELL * 0.22)
    fill = DANGER if lit and since < deadly.FUSE else STEEL
    dome = (
        f"M{number(x - radius)} {number(y)}A{number(radius)} {number(radius)} 0 0 1 {number(x + radius)} {number(y)}Z"
    )
    return element("path", d=dome, fill=fill, stroke=SEAM, stroke_width=1)


def _box(sheet: Sheet, left: int, low: int, right: int, high: int, fill: str, stroke: str | None = None) -> str:
    return element(
        "rect",
        x=sheet.x(left),
        y=sheet.y(high),
        width=sheet.long(right - left),
        height=sheet.long(high - low),
        fill=fill,
        stroke=stroke,
    )

"""SVG picture of a level with the body. It is self-contained; the same position always gives the same bytes.

Pale cells show everything that a trap can reach; the trap itself is drawn at its position in this tick. Rewards and
decoration have pale colours, so that traps and platforms stay prominent.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.core.structured_records import snapshot
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer import traps as deadly
from ludus.games.platformer.constants import CELL, HALF_CELL, HANG_LEFT
from ludus.games.platformer.describe import describe_body, format_seconds
from ludus.games.platformer.game_data_records import MINE
from ludus.games.platformer.level import Cell, Level, LevelTrap, Ornament, write_trap
from ludus.games.platformer.movement import Physics
from ludus.games.platformer.observation import last_tick
from ludus.util.svg import (
    FACE,
    INK,
    MARGIN,
    WIDTH,
    document,
    element,
    format_number,
    path_data,
    rect,
    text_line,
    title_tooltip,
)

HEADER_HEIGHT = 40
MAX_CELL_SIZE = 48
ROOF_HEIGHT = 1188  # height of the pointed roof; only drawn
BACKGROUND_COLOUR, SOLID_COLOUR, OUTLINE_COLOUR = "#fffdf8", "#6b6257", "#554d44"
SAFE_COLOUR, DANGER_COLOUR, ZONE_COLOUR = "#8a8f98", "#b3261e", "#f6ddd3"  # ZONE: all cells of a trap
BODY_COLOUR, ROOF_COLOUR = "#1f6f6b", "#164f4c"
EXIT_COLOUR, FLAG_COLOUR = "#c8891a", "#3f7d3a"

GOLD, RIM = "#e3b341", "#a87a12"
GEM, CUT = "#5b8fc7", "#39699c"
CLOUD, LEAF, SHARD, BONE = "#e9e6dd", "#6f9a5b", "#8f8478", "#857a6d"

SAW_TEETH = 12  # of a saw
SPIKES_PER_SIDE = 5  # along a side of a cell
OPENING_TICKS, CLOSING_TICKS = 20, 8  # ticks in which the blocks of a squeeze move; only drawn


@dataclass(frozen=True)
class PictureScale:
    """Conversion from level coordinates (y upwards) to picture coordinates (y downwards)."""

    left: float
    bottom: float
    cell: float  # side length of a cell in the picture

    def x(self, units: float) -> float:
        return self.left + units / CELL * self.cell

    def y(self, units: float) -> float:
        return self.bottom - units / CELL * self.cell

    def length(self, units: float) -> float:
        return units / CELL * self.cell


def render_position(content: Content, state: Any, seat: int | None) -> str:
    """Draw the whole level; the seat makes no difference, since nothing is hidden."""
    state, level = snapshot(state), content.labels
    cell = min(MAX_CELL_SIZE, (WIDTH - 2 * MARGIN) / level.width)
    height = HEADER_HEIGHT + 2 * MARGIN + cell * level.height
    scale = PictureScale((WIDTH - cell * level.width) / 2, height - MARGIN, cell)
    headline = f"{level.name}: {describe_body(state, level.movement.physics)}"
    background = (scale.x(0), scale.y(level.height * CELL), cell * level.width, cell * level.height)
    return document(
        f"Platformer: {headline}",
        f"{headline}; {format_seconds(state.tick)}, deaths: {state.deaths}",
        height,
        _header(content, level, state),
        rect(*background, BACKGROUND_COLOUR, rx=0),
        *(draw_trap(scale, trap, state.tick, lit) for trap, lit in _with_fuses(level, state)),
        *(draw_exit(scale, exit_) for exit_ in level.exits),
        draw_respawn_flag(scale, (state.safe_x, state.safe_y)),
        draw_solid_cells(scale, level),
        *(draw_ornament(scale, ornament) for ornament in level.ornaments),
        _draw_body(scale, state.body, level.movement.physics),
    )


def _header(content: Content, level: Level, state: Any) -> str:
    clock = f"{format_seconds(state.tick)} of {format_seconds(last_tick(content))}"
    deaths = f"{state.deaths} death{'' if state.deaths == 1 else 's'}"
    return "".join(
        (
            rect(0, 0, WIDTH, HEADER_HEIGHT, INK, rx=0),
            text_line(MARGIN, 26, level.name, 15, FACE, bold=True, max_width=300),
            text_line(WIDTH / 2, 25, describe_body(state, level.movement.physics), 12, FACE, "middle", max_width=330),
            text_line(WIDTH - MARGIN, 25, f"{clock}, {deaths}", 12, FACE, "end", max_width=240),
        )
    )


def _with_fuses(level: Level, state: Any) -> Iterator[tuple[Any, int]]:
    """Return every trap with the tick at which it was lit (0 unless it is a mine)."""
    lit = iter(state.lit)
    return ((trap, next(lit) if trap.kind == MINE else 0) for trap in level.traps)


def draw_solid_cells(scale: PictureScale, level: Level) -> str:
    """Draw all solid cells."""
    return element("g", *_solid_runs(scale, level), fill=SOLID_COLOUR, stroke=SOLID_COLOUR, stroke_width=1)


def _solid_runs(scale: PictureScale, level: Level) -> Iterator[str]:
    """Draw each horizontal run of solid cells as one rectangle."""
    for y in range(level.height):
        x = 0
        for solid, run in itertools.groupby(range(level.width), lambda x, y=y: level.solid(x, y)):
            length = len([*run])
            if solid:
                size = {"width": scale.cell * length, "height": scale.cell}
                yield element("rect", x=scale.x(x * CELL), y=scale.y((y + 1) * CELL), **size)
            x += length


def draw_exit(scale: PictureScale, cell: Cell) -> str:
    """Draw an exit as an arch."""
    left, right = scale.x(cell[0] * CELL + CELL * 0.18), scale.x(cell[0] * CELL + CELL * 0.82)
    low, spring, radius = scale.y(cell[1] * CELL), scale.y(cell[1] * CELL + CELL * 0.55), scale.length(CELL * 0.32)
    arch = path_data("M", left, low, "V", spring, "A", radius, radius, 0, 0, 1, right, spring, "V", low)
    path = element("path", d=arch, fill="#f7e6c4", stroke=EXIT_COLOUR, stroke_width=scale.length(CELL * 0.08))
    return element("g", title_tooltip("exit"), path)


def draw_respawn_flag(scale: PictureScale, cell: Cell) -> str:
    """Draw a flag in the cell where the body would respawn."""
    x, low, high = scale.x(cell[0] * CELL + CELL * 0.12), scale.y(cell[1] * CELL), scale.y(cell[1] * CELL + CELL * 0.6)
    tip, middle = x + scale.length(CELL * 0.3), high + scale.length(CELL * 0.12)
    cloth = path_data("M", x, high, "L", tip, middle, "L", x, 2 * middle - high, "Z")
    pole = element("path", d=path_data("M", x, low, "V", high), stroke=OUTLINE_COLOUR, stroke_width=1.5)
    return element("g", title_tooltip("comes back to life here"), pole, element("path", d=cloth, fill=FLAG_COLOUR))


def _draw_body(scale: PictureScale, body: Any, physics: Physics) -> str:
    """Draw the body as a house with a pointed roof, as in the thesis, with a hand on the ledge it hangs by."""
    left, right, top = body.x - physics.half_width, body.x + physics.half_width, body.y + physics.height
    eaves = max(top - ROOF_HEIGHT, body.y)
    corners = [
        (left, body.y),
        (right, body.y),
        (right, eaves),
        (body.x, top),
        (left, eaves),
    ]
    points = " ".join(f"{format_number(scale.x(x))},{format_number(scale.y(y))}" for x, y in corners)
    shape = element("polygon", points=points, fill=BODY_COLOUR, stroke=ROOF_COLOUR, stroke_width=1.5)
    if body.stance >= HANG_LEFT:
        hand = left if body.x % CELL < HALF_CELL else right
        shape += element("circle", cx=scale.x(hand), cy=scale.y(top), r=scale.length(500), fill=ROOF_COLOUR)
    return element("g", title_tooltip("the body"), shape)


# Traps


def draw_trap(scale: PictureScale, trap: LevelTrap, tick: int, lit: int) -> str:
    """Draw a trap; `lit` is the tick at which a mine was lit, 0 for never."""
    now = plain(deadly.ticks_in_period)(tick, trap) if trap.kind not in t.TRAPS_WITHOUT_PERIOD else 0
    later = plain(deadly.half_period_later)(trap, now) if trap.kind not in t.TRAPS_WITHOUT_PERIOD else 0
    parts = [title_tooltip(write_trap(trap)), _zone(scale, trap)]
    if trap.kind == t.SPIKES:
        parts.append(_spikes(scale, trap, trap.facing, HALF_CELL))
    if trap.kind == t.MINE:
        parts.append(_mine(scale, trap, tick, lit))
    if trap.kind == t.WALL_SPIKES:
        parts.append(_spikes(scale, trap, trap.facing, plain(deadly.spikes_out)(trap, now)))
    if trap.kind == t.JAWS:
        parts.append(_spikes(scale, trap, t.POINT_RIGHT, plain(deadly.spikes_out)(trap, now)))
        parts.append(_spikes(scale, trap, t.POINT_LEFT, plain(deadly.spikes_out)(trap, later)))
    if trap.kind == t.SQUEEZE:
        parts.append(_squeeze(scale, trap, trap.x, now))
    if trap.kind == t.SAW_SQUEEZE:
        parts.append(_squeeze(scale, trap, trap.x + 1, later))
    if trap.kind in t.WIDE_TRAPS:
        offset = plain(deadly.saw_offset)(trap, now)
        parts.append(_saw(scale, trap, offset))
        if trap.kind == t.TWIN_SAWS:
            parts.append(_saw(scale, trap, deadly.SAW_TRAVEL - offset))
    return element("g", *parts)


def _zone(scale: PictureScale, trap: LevelTrap) -> str:
    wide = len(trap.cells) * CELL
    return _box(scale, trap.x * CELL, trap.y * CELL, trap.x * CELL + wide, trap.y * CELL + CELL, ZONE_COLOUR)


def _saw(scale: PictureScale, trap: LevelTrap, way: int) -> str:
    x, y = scale.x(trap.x * CELL + deadly.SAW_RADIUS + way), scale.y(trap.y * CELL + deadly.SAW_RADIUS)
    outer = scale.length(deadly.SAW_RADIUS)
    points = []
    for k in range(2 * SAW_TEETH):
        angle, radius = math.pi * k / SAW_TEETH, outer if k % 2 else outer * 0.82
        points.append(f"{format_number(x + radius * math.cos(angle))},{format_number(y + radius * math.sin(angle))}")
    blade = element("polygon", points=" ".join(points), fill=DANGER_COLOUR)
    return blade + element("circle", cx=x, cy=y, r=outer * 0.3, fill=SAFE_COLOUR)


def _spikes(scale: PictureScale, trap: LevelTrap, facing: int, depth: int) -> str:
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
        points.append(f"{format_number(scale.x(x))},{format_number(scale.y(y))}")
    return element("polygon", points=" ".join(points), fill=DANGER_COLOUR)


def _squeeze(scale: PictureScale, trap: LevelTrap, cell: int, now: int) -> str:
    """Draw two blocks from above and below; red while they kill."""
    kills = now < deadly.CLOSED_TICKS
    opened = (
        0.0 if kills else min(1.0, (now - deadly.CLOSED_TICKS + 1) / OPENING_TICKS, (trap.period - now) / CLOSING_TICKS)
    )
    left, low, tall = cell * CELL, trap.y * CELL, round(HALF_CELL * (1 - 0.8 * opened))
    fill = DANGER_COLOUR if kills else SAFE_COLOUR
    lower = _box(scale, left, low, left + CELL, low + tall, fill, OUTLINE_COLOUR)
    return lower + _box(scale, left, low + CELL - tall, left + CELL, low + CELL, fill, OUTLINE_COLOUR)


def _mine(scale: PictureScale, trap: LevelTrap, tick: int, lit: int) -> str:
    since = tick - lit
    if lit and deadly.FUSE_TICKS <= since < deadly.FUSE_TICKS + deadly.BLAST_TICKS:
        return _box(scale, trap.x * CELL, trap.y * CELL, trap.x * CELL + CELL, trap.y * CELL + CELL, DANGER_COLOUR)
    x, y, radius = scale.x(trap.x * CELL + HALF_CELL), scale.y(trap.y * CELL), scale.length(CELL * 0.22)
    fill = DANGER_COLOUR if lit and since < deadly.FUSE_TICKS else SAFE_COLOUR
    dome = path_data("M", x - radius, y, "A", radius, radius, 0, 0, 1, x + radius, y, "Z")
    return element("path", d=dome, fill=fill, stroke=OUTLINE_COLOUR, stroke_width=1)


def _box(scale: PictureScale, left: int, low: int, right: int, high: int, fill: str, stroke: str | None = None) -> str:
    return element(
        "rect",
        x=scale.x(left),
        y=scale.y(high),
        width=scale.length(right - left),
        height=scale.length(high - low),
        fill=fill,
        stroke=stroke,
    )


# Rewards and decoration


def draw_ornament(scale: PictureScale, ornament: Ornament) -> str:
    """Draw a reward or decoration in its cell."""
    x, y = scale.x(ornament.x * CELL + HALF_CELL), scale.y(ornament.y * CELL + HALF_CELL)
    drawers = {"coin": _coin, "gem": _gem, "cloud": _cloud, "vine": _vine, "crystal": _crystal, "fossil": _fossil}
    return element("g", title_tooltip(ornament.kind), drawers[ornament.kind](x, y, scale.cell))


def _coin(x: float, y: float, cell: float) -> str:
    radius = 0.17 * cell
    rim = element("circle", cx=x, cy=y, r=radius, fill=GOLD, stroke=RIM, stroke_width=0.04 * cell)
    return rim + element("ellipse", cx=x, cy=y, rx=radius * 0.35, ry=radius * 0.62, fill=RIM, opacity=0.55)


def _gem(x: float, y: float, cell: float) -> str:
    half, top, low = 0.2 * cell, 0.14 * cell, 0.22 * cell
    outline = [(-half, 0.0), (-half / 2, -top), (half / 2, -top), (half, 0.0), (0.0, low)]
    body = element("polygon", points=_points(x, y, outline), fill=GEM, stroke=CUT, stroke_width=0.03 * cell)
    return body + element("polygon", points=_points(x, y, [(-half / 2, 0.0), (half / 2, 0.0), (0.0, low)]), fill=CUT)


def _cloud(x: float, y: float, cell: float) -> str:
    puffs = ((-0.2, 0.04, 0.13), (0.0, -0.04, 0.19), (0.21, 0.05, 0.12))
    return "".join(
        element("circle", cx=x + dx * cell, cy=y + dy * cell, r=radius * cell, fill=CLOUD) for dx, dy, radius in puffs
    )


def _vine(x: float, y: float, cell: float) -> str:
    """Draw stems from the ceiling with leaves on both sides."""
    parts = []
    for dx, length in ((-0.25, 0.45), (0.02, 0.7), (0.27, 0.35)):
        top, left = y - cell / 2, x + dx * cell
        stem = path_data("M", left, top, "V", top + length * cell)
        parts.append(element("path", d=stem, fill="none", stroke=LEAF, stroke_width=0.05 * cell))
        for k in range(1, round(length / 0.16)):
            side = 0.06 if k % 2 else -0.06
            parts.append(element("circle", cx=left + side * cell, cy=top + k * 0.16 * cell, r=0.06 * cell, fill=LEAF))
    return "".join(parts)


def _crystal(x: float, y: float, cell: float) -> str:
    shards = ((-0.16, 0.16, 0.5), (0.04, 0.22, 0.7), (0.2, 0.12, 0.4))
    return "".join(
        element(
            "polygon",
            points=_points(
                x + dx * cell,
                y + 0.32 * cell,
                [(-wide * cell / 2, 0.0), (-wide * cell / 4, -high * cell), (wide * cell / 2, -0.1 * cell), (0.0, 0.0)],
            ),
            fill=SHARD,
        )
        for dx, wide, high in shards
    )


def _fossil(x: float, y: float, cell: float) -> str:
    """Draw a shell as a spiral."""
    turns = [
        (0.03 * cell * (1 + k / 3) * math.cos(k / 2), 0.03 * cell * (1 + k / 3) * math.sin(k / 2)) for k in range(26)
    ]
    path = " ".join(
        f"{'L' if k else 'M'}{format_number(x + dx)} {format_number(y + dy)}" for k, (dx, dy) in enumerate(turns)
    )
    return element("path", d=path, fill="none", stroke=BONE, stroke_width=0.06 * cell)


def _points(x: float, y: float, corners: list[tuple[float, float]]) -> str:
    return " ".join(f"{format_number(x + dx)},{format_number(y + dy)}" for dx, dy in corners)

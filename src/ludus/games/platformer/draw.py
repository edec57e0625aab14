"""SVG picture of a level with the body. It is self-contained; the same position always gives the same bytes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.core.svg import (
    FACE,
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
    title_tooltip,
)
from ludus.games.platformer.level import Cell, Level
from ludus.games.platformer.picture.ink import (
    BODY_COLOUR,
    FLAG_COLOUR,
    EXIT_COLOUR,
    ROOF_COLOUR,
    OUTLINE_COLOUR,
    BACKGROUND_COLOUR,
    SOLID_COLOUR,
    PictureScale,
)
from ludus.games.platformer.picture.ornaments import draw_ornament
from ludus.games.platformer.picture.traps import draw_trap
from ludus.games.platformer.table import MINE
from ludus.games.platformer.units import CELL, HALF_CELL, HALF_WIDTH, HANG_LEFT, HEIGHT
from ludus.games.platformer.view import last_tick
from ludus.games.platformer.words import describe_body, format_seconds

HEADER_HEIGHT = 40
MAX_CELL_SIZE = 48
ROOF_HEIGHT = 1188  # height of the pointed roof; only drawn


def render_position(content: Content, state: Any, seat: int | None) -> str:
    """Draw the whole level; the seat makes no difference, since nothing is hidden."""
    state, level = snapshot(state), content.labels
    cell = min(MAX_CELL_SIZE, (WIDTH - 2 * MARGIN) / level.width)
    height = HEADER_HEIGHT + 2 * MARGIN + cell * level.height
    sheet = PictureScale((WIDTH - cell * level.width) / 2, height - MARGIN, cell)
    headline = f"{level.name}: {describe_body(state)}"
    return element(
        "svg",
        title_tooltip(f"Platformer: {headline}"),
        element("desc", escape_text(f"{headline}; {format_seconds(state.tick)}, deaths: {state.deaths}")),
        rect(0, 0, WIDTH, height, PAPER, rx=0),
        _header(content, level, state),
        rect(
            sheet.x(0), sheet.y(level.height * CELL), cell * level.width, cell * level.height, BACKGROUND_COLOUR, rx=0
        ),
        *(draw_trap(sheet, trap, state.tick, lit) for trap, lit in _with_fuses(level, state)),
        *(draw_exit(sheet, exit_) for exit_ in level.exits),
        draw_respawn_flag(sheet, (state.safe_x, state.safe_y)),
        draw_solid_cells(sheet, level),
        *(draw_ornament(sheet, ornament) for ornament in level.ornaments),
        _draw_body(sheet, state.body),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {format_number(height)}",
        role="img",
        font_family=FONT,
    )


def _header(content: Content, level: Level, state: Any) -> str:
    clock = f"{format_seconds(state.tick)} of {format_seconds(last_tick(content))}"
    deaths = f"{state.deaths} death{'' if state.deaths == 1 else 's'}"
    return "".join(
        (
            rect(0, 0, WIDTH, HEADER_HEIGHT, INK, rx=0),
            text_line(MARGIN, 26, level.name, 15, FACE, bold=True, max_width=300),
            text_line(WIDTH / 2, 25, describe_body(state), 12, FACE, "middle", max_width=330),
            text_line(WIDTH - MARGIN, 25, f"{clock}, {deaths}", 12, FACE, "end", max_width=240),
        )
    )


def _with_fuses(level: Level, state: Any) -> Iterator[tuple[Any, int]]:
    """Return every trap with the tick at which it was lit (0 unless it is a mine)."""
    lit = iter(state.lit)
    return ((trap, next(lit) if trap.kind == MINE else 0) for trap in level.traps)


def draw_solid_cells(sheet: PictureScale, level: Level) -> str:
    """Draw all solid cells."""
    return element("g", *_solid_runs(sheet, level), fill=SOLID_COLOUR, stroke=SOLID_COLOUR, stroke_width=1)


def _solid_runs(sheet: PictureScale, level: Level) -> Iterator[str]:
    """Draw each horizontal run of solid cells as one rectangle."""
    for y in range(level.height):
        x = 0
        for solid, run in itertools.groupby(range(level.width), lambda x, y=y: level.solid(x, y)):
            length = len([*run])
            if solid:
                size = {"width": sheet.cell * length, "height": sheet.cell}
                yield element("rect", x=sheet.x(x * CELL), y=sheet.y((y + 1) * CELL), **size)
            x += length


def draw_exit(sheet: PictureScale, cell: Cell) -> str:
    """Draw an exit as an arch."""
    left, right = sheet.x(cell[0] * CELL + CELL * 0.18), sheet.x(cell[0] * CELL + CELL * 0.82)
    low, spring, radius = sheet.y(cell[1] * CELL), sheet.y(cell[1] * CELL + CELL * 0.55), sheet.length(CELL * 0.32)
    arch = (
        f"M{format_number(left)} {format_number(low)}V{format_number(spring)}"
        f"A{format_number(radius)} {format_number(radius)} 0 0 1 {format_number(right)} {format_number(spring)}V{format_number(low)}"
    )
    path = element("path", d=arch, fill="#f7e6c4", stroke=EXIT_COLOUR, stroke_width=sheet.length(CELL * 0.08))
    return element("g", title_tooltip("exit"), path)


def draw_respawn_flag(sheet: PictureScale, cell: Cell) -> str:
    """Draw a flag in the cell where the body would respawn."""
    x, low, high = sheet.x(cell[0] * CELL + CELL * 0.12), sheet.y(cell[1] * CELL), sheet.y(cell[1] * CELL + CELL * 0.6)
    tip, middle = x + sheet.length(CELL * 0.3), high + sheet.length(CELL * 0.12)
    cloth = f"M{format_number(x)} {format_number(high)}L{format_number(tip)} {format_number(middle)}L{format_number(x)} {format_number(2 * middle - high)}Z"
    pole = element(
        "path",
        d=f"M{format_number(x)} {format_number(low)}V{format_number(high)}",
        stroke=OUTLINE_COLOUR,
        stroke_width=1.5,
    )
    return element("g", title_tooltip("comes back to life here"), pole, element("path", d=cloth, fill=FLAG_COLOUR))


def _draw_body(sheet: PictureScale, body: Any) -> str:
    """Draw the body as a house with a pointed roof, as in the thesis, with a hand on the ledge it hangs by."""
    left, right = body.x - HALF_WIDTH, body.x + HALF_WIDTH
    corners = [
        (left, body.y),
        (right, body.y),
        (right, body.y + HEIGHT - ROOF_HEIGHT),
        (body.x, body.y + HEIGHT),
        (left, body.y + HEIGHT - ROOF_HEIGHT),
    ]
    points = " ".join(f"{format_number(sheet.x(x))},{format_number(sheet.y(y))}" for x, y in corners)
    shape = element("polygon", points=points, fill=BODY_COLOUR, stroke=ROOF_COLOUR, stroke_width=1.5)
    if body.stance >= HANG_LEFT:
        hand = left if body.x % CELL < HALF_CELL else right
        shape += element("circle", cx=sheet.x(hand), cy=sheet.y(body.y + HEIGHT), r=sheet.length(500), fill=ROOF_COLOUR)
    return element("g", title_tooltip("the body"), shape)

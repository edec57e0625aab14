"""SVG picture of a level with the body. It is self-contained; the same position always gives the same bytes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.core.svg import FACE, FONT, INK, MARGIN, PAPER, WIDTH, box, clean, element, number, say, title
from ludus.games.platformer.level import Cell, Level
from ludus.games.platformer.picture.ink import BODY, FLAG, GATE, ROOF, SEAM, SKY, STONE, Sheet
from ludus.games.platformer.picture.ornaments import draw_ornament
from ludus.games.platformer.picture.traps import draw_trap
from ludus.games.platformer.table import MINE
from ludus.games.platformer.units import CELL, HALF_CELL, HALF_WIDTH, HANG_LEFT, TALL
from ludus.games.platformer.view import last_tick
from ludus.games.platformer.words import doing, seconds

HEADER = 40
LARGEST_CELL = 48
ROOF_TALL = 1188  # height of the pointed roof; only drawn


def draw(content: Content, state: Any, seat: int | None) -> str:
    """Draw the whole level; the seat makes no difference, since nothing is hidden."""
    state, level = snapshot(state), content.labels
    cell = min(LARGEST_CELL, (WIDTH - 2 * MARGIN) / level.width)
    height = HEADER + 2 * MARGIN + cell * level.height
    sheet = Sheet((WIDTH - cell * level.width) / 2, height - MARGIN, cell)
    headline = f"{level.name}: {doing(state)}"
    return element(
        "svg",
        title(f"Platformer: {headline}"),
        element("desc", clean(f"{headline}; {seconds(state.tick)}, deaths: {state.deaths}")),
        box(0, 0, WIDTH, height, PAPER, rx=0),
        _header(content, level, state),
        box(sheet.x(0), sheet.y(level.height * CELL), cell * level.width, cell * level.height, SKY, rx=0),
        *(draw_trap(sheet, trap, state.tick, lit) for trap, lit in _with_fuses(level, state)),
        *(gate(sheet, exit_) for exit_ in level.exits),
        flag(sheet, (state.safe_x, state.safe_y)),
        stones(sheet, level),
        *(draw_ornament(sheet, ornament) for ornament in level.ornaments),
        _body(sheet, state.body),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        font_family=FONT,
    )


def _header(content: Content, level: Level, state: Any) -> str:
    clock = f"{seconds(state.tick)} of {seconds(last_tick(content))}"
    deaths = f"{state.deaths} death{'' if state.deaths == 1 else 's'}"
    return "".join(
        (
            box(0, 0, WIDTH, HEADER, INK, rx=0),
            say(MARGIN, 26, level.name, 15, FACE, bold=True, room=300),
            say(WIDTH / 2, 25, doing(state), 12, FACE, "middle", room=330),
            say(WIDTH - MARGIN, 25, f"{clock}, {deaths}", 12, FACE, "end", room=240),
        )
    )


def _with_fuses(level: Level, state: Any) -> Iterator[tuple[Any, int]]:
    """Return every trap with the tick at which it was lit (0 unless it is a mine)."""
    lit = iter(state.lit)
    return ((trap, next(lit) if trap.kind == MINE else 0) for trap in level.traps)


def stones(sheet: Sheet, level: Level) -> str:
    """Draw all solid cells."""
    return element("g", *_stones(sheet, level), fill=STONE, stroke=STONE, stroke_width=1)


def _stones(sheet: Sheet, level: Level) -> Iterator[str]:
    """Draw each horizontal run of solid cells as one rectangle."""
    for y in range(level.height):
        x = 0
        for solid, run in itertools.groupby(range(level.width), lambda x, y=y: level.solid(x, y)):
            length = len([*run])
            if solid:
                size = {"width": sheet.cell * length, "height": sheet.cell}
                yield element("rect", x=sheet.x(x * CELL), y=sheet.y((y + 1) * CELL), **size)
            x += length


def gate(sheet: Sheet, cell: Cell) -> str:
    """Draw an exit as an arch."""
    left, right = sheet.x(cell[0] * CELL + CELL * 0.18), sheet.x(cell[0] * CELL + CELL * 0.82)
    low, spring, radius = sheet.y(cell[1] * CELL), sheet.y(cell[1] * CELL + CELL * 0.55), sheet.long(CELL * 0.32)
    arch = (
        f"M{number(left)} {number(low)}V{number(spring)}"
        f"A{number(radius)} {number(radius)} 0 0 1 {number(right)} {number(spring)}V{number(low)}"
    )
    path = element("path", d=arch, fill="#f7e6c4", stroke=GATE, stroke_width=sheet.long(CELL * 0.08))
    return element("g", title("exit"), path)


def flag(sheet: Sheet, cell: Cell) -> str:
    """Draw a flag in the cell where the body would respawn."""
    x, low, high = sheet.x(cell[0] * CELL + CELL * 0.12), sheet.y(cell[1] * CELL), sheet.y(cell[1] * CELL + CELL * 0.6)
    tip, middle = x + sheet.long(CELL * 0.3), high + sheet.long(CELL * 0.12)
    cloth = f"M{number(x)} {number(high)}L{number(tip)} {number(middle)}L{number(x)} {number(2 * middle - high)}Z"
    pole = element("path", d=f"M{number(x)} {number(low)}V{number(high)}", stroke=SEAM, stroke_width=1.5)
    return element("g", title("comes back to life here"), pole, element("path", d=cloth, fill=FLAG))


def _body(sheet: Sheet, body: Any) -> str:
    """Draw the body as a house with a pointed roof, as in the thesis, with a hand on the ledge it hangs by."""
    left, right = body.x - HALF_WIDTH, body.x + HALF_WIDTH
    corners = [
        (left, body.y),
        (right, body.y),
        (right, body.y + TALL - ROOF_TALL),
        (body.x, body.y + TALL),
        (left, body.y + TALL - ROOF_TALL),
    ]
    points = " ".join(f"{number(sheet.x(x))},{number(sheet.y(y))}" for x, y in corners)
    shape = element("polygon", points=points, fill=BODY, stroke=ROOF, stroke_width=1.5)
    if body.stance >= HANG_LEFT:
        hand = left if body.x % CELL < HALF_CELL else right
        shape += element("circle", cx=sheet.x(hand), cy=sheet.y(body.y + TALL), r=sheet.long(500), fill=ROOF)
    return element("g", title("the body"), shape)

"""The tiles of exported levels: one small picture with a tile for every kind of cell and thing.

    TILES["saw"]                # Tile(kind="saw", column=0, row=3, ...)
    tile_of("spikes", "up")     # the tile of a thing
    TILESET_PNG.read_bytes()    # the picture, as it is written beside exported levels
    render_tileset()            # the same picture, drawn again by the renderer of levels

All tiles are squares of 32 pixels in nine columns; the last row has the traps that are three cells wide. The picture is
part of the package, so that exporting needs no drawing library. Who paints other tiles over it keeps the places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludus.design.platformer.formats.level_parts import (
    DEFAULT_PERIOD,
    TERRAIN,
    PropertyValue,
    cells_wide,
    facings,
    property_names,
)
from ludus.design.platformer.render.level_svg import TRAP_PHASES
from ludus.design.platformer.render.svg_to_png import svg_to_png
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.level import ORNAMENTS, LevelTrap, Ornament
from ludus.games.platformer.position_svg import (
    BACKGROUND_COLOUR,
    EXIT_COLOUR,
    FLAG_COLOUR,
    OUTLINE_COLOUR,
    SOLID_COLOUR,
    PictureScale,
    draw_exit,
    draw_ornament,
    draw_respawn_flag,
    draw_trap,
)
from ludus.util.svg import element, format_number, rect

TILE_PIXELS = 32
COLUMNS = 9
WIDE_CELLS = 3
TILESET_NAME = "ludus-tiles"
TILESET_PNG = Path(__file__).parent / f"{TILESET_NAME}.png"
BACKGROUND = BACKGROUND_COLOUR
FIXED_OPEN_COLOUR = "#d8cfbd"
TERRAIN_COLOURS = {"solid": SOLID_COLOUR, "fixed-solid": OUTLINE_COLOUR, "fixed-open": FIXED_OPEN_COLOUR}


@dataclass(frozen=True)
class Tile:
    """A tile: what it stands for and where it is in the picture, in tiles."""

    kind: str  # of terrain or of a thing
    column: int
    row: int
    facing: str = ""

    @property
    def width(self) -> int:
        """Width in cells."""
        return cells_wide(self.kind)

    @property
    def number(self) -> int:
        """Number among tiles of its own width, row by row."""
        return self.row * (COLUMNS // self.width) + self.column // self.width

    @property
    def rectangle(self) -> tuple[int, int, int, int]:
        """Left, top, width and height in the picture, in pixels."""
        return (
            self.column * TILE_PIXELS,
            self.row * TILE_PIXELS,
            self.width * TILE_PIXELS,
            TILE_PIXELS,
        )

    @property
    def defaults(self) -> dict[str, PropertyValue]:
        """Properties of a thing that is placed with this tile."""
        values: dict[str, PropertyValue] = {"facing": self.facing, "period": DEFAULT_PERIOD, "phase": 0}
        return {name: values[name] for name in property_names(self.kind)}


def _lay_out() -> dict[str, Tile]:
    """Place the tiles: terrain, markers and decoration, then traps, then wide traps in a row of their own."""
    narrow = [(kind, "") for kind in ("solid", "fixed-solid", "fixed-open", "start", "exit", "safe", *ORNAMENTS)]
    for kind in t.TRAP_KINDS:
        if cells_wide(kind) == 1:
            narrow += [(kind, facing) for facing in facings(kind) or [""]]
    tiles = [Tile(kind, k % COLUMNS, k // COLUMNS, facing) for k, (kind, facing) in enumerate(narrow)]
    last = 1 + tiles[-1].row
    wide = [kind for kind in t.TRAP_KINDS if cells_wide(kind) > 1]
    tiles += [Tile(kind, WIDE_CELLS * k, last) for k, kind in enumerate(wide)]
    return {f"{tile.kind}-{tile.facing}" if tile.facing else tile.kind: tile for tile in tiles}


TILES = _lay_out()
ROWS = 1 + max(tile.row for tile in TILES.values())
PICTURE_SIZE = COLUMNS * TILE_PIXELS, ROWS * TILE_PIXELS


def tile_of(kind: str, facing: PropertyValue | None = None) -> Tile:
    """Tile of a kind of terrain or thing."""
    return TILES[f"{kind}-{facing}" if facing else kind]


def terrain_tile(character: str) -> Tile | None:
    """Tile of a cell of terrain; none if it is open."""
    return TILES.get(TERRAIN[character])


def render_tileset() -> bytes:
    """Draw the picture of all tiles as PNG.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    wide, high = (format_number(pixels) for pixels in PICTURE_SIZE)
    drawn = [_draw(tile) for tile in TILES.values()]
    svg = element("svg", *drawn, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide} {high}")
    return svg_to_png(svg, scale=1.0)


def _draw(tile: Tile) -> str:
    left, top, wide, high = tile.rectangle
    scale = PictureScale(left, top + high, TILE_PIXELS)
    if tile.kind in t.TRAP_KINDS:
        return _draw_trap(scale, tile)
    if tile.kind in ORNAMENTS:
        return draw_ornament(scale, Ornament(tile.kind, 0, 0))
    drawers: dict[str, Callable[[], str]] = {
        "solid": lambda: rect(left, top, wide, high, SOLID_COLOUR, rx=0),
        "fixed-solid": lambda: rect(left, top, wide, high, SOLID_COLOUR, rx=0) + _corner_dots(tile, OUTLINE_COLOUR),
        "fixed-open": lambda: _corner_dots(tile, FIXED_OPEN_COLOUR),
        "start": lambda: draw_respawn_flag(scale, (0, 0)),
        "exit": lambda: draw_exit(scale, (0, 0)),
        "safe": lambda: _safe_mark(tile),
    }
    return drawers[tile.kind]()


def _draw_trap(scale: PictureScale, tile: Tile) -> str:
    kind = t.TRAP_KINDS.index(tile.kind)
    facing = t.FACINGS.index(tile.facing) if tile.facing else t.POINT_UP
    has_period = kind not in t.TRAPS_WITHOUT_PERIOD
    trap = LevelTrap(kind, 0, 0, facing, DEFAULT_PERIOD if has_period else 0)
    return draw_trap(scale, trap, round(TRAP_PHASES.get(kind, 0) * DEFAULT_PERIOD), 0)


def _corner_dots(tile: Tile, colour: str) -> str:
    """Mark of a cell that a generator must not change."""
    left, top, _, _ = tile.rectangle
    near, far = 6, TILE_PIXELS - 6
    corners = ((near, near), (far, near), (near, far), (far, far))
    return "".join(element("circle", cx=left + x, cy=top + y, r=1.5, fill=colour) for x, y in corners)


def _safe_mark(tile: Tile) -> str:
    """Mark of a respawn cell: a ring on the floor."""
    left, top, wide, high = tile.rectangle
    ring = element("ellipse", cx=left + wide / 2, cy=top + high - 5, rx=9, ry=3, fill=EXIT_COLOUR)
    return ring + element("ellipse", cx=left + wide / 2, cy=top + high - 5, rx=6, ry=1.8, fill=FLAG_COLOUR)

"""Levels: the data model, writing of level files, and packing into game data; level_files.py reads them.

    level First steps

    cells
    ##########
    #oooooooo#
    #oooooooo#
    #otttoodo#
    ##########

    start 1 1
    exit 8 1
    saw 2 1 period 96 phase 0
    spikes 7 1 up

A cell is # or = (solid), o or . (open), t (open, with a moving trap) or d (open, with permanent spikes). = and . are
fixed: a generator must not change them. Cells are counted from 0 at the lower left corner, x to the right and y
upwards; a trap of several cells is named by its left one. Everything outside the grid is solid. Lines that begin with a
semicolon are comments, and an empty line ends the cells.

    start X Y                                    where the run begins: an open cell with a solid one below it
    exit X Y                                     one line for each; at least one
    safe X Y                                     a respawn cell; without such lines, all cells in which a body can stand
                                                 and that have no trap
    saw X Y period P phase F                     three cells; P and F in ticks, 1/60 s each
    wall-spikes X Y left|right period P phase F  out of the opposite wall; left and right are the pointing direction
    squeeze X Y period P phase F
    mine X Y
    spikes X Y up|down|left|right                a d without such a line points up
    twin-saws, saw-squeeze X Y period P phase F  three cells; jaws X Y period P phase F
    coin, gem, cloud, vine, crystal, fossil X Y  decoration: coins, gems and clouds in an open cell, vines in an open
                                                 cell below a solid one, crystals and fossils in solid ones
    physics name TEXT, physics KEY N             the physics that the level is made for, as far as it differs from the
                                                 thesis's: numbers of movement.py in units and ticks
    piece connect X Y X Y open .. solid .. name TEXT   a building piece of the generator, if they are not the thesis's
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludus.games.platformer import game_data_records as t
from ludus.games.platformer import physics as b
from ludus.games.platformer.game_data_records import (
    FACINGS,
    POINT_UP,
    SPIKES,
    TRAP_KINDS,
    TRAPS_WITHOUT_PERIOD,
    WALL_SPIKES,
    WIDE_TRAPS,
)
from ludus.games.platformer.movement import THESIS, Cell, Movement, Physics, PieceShape, physics_record

__all__ = [
    "Cell",
    "Level",
    "LevelTrap",
    "Ornament",
    "pack_grid",
    "pack_level",
    "solid_cells",
    "write_level",
    "write_trap",
]

SOLID_CELLS, OPEN_CELLS = "#=", "o.td"
CELL_CHARACTERS = SOLID_CELLS + OPEN_CELLS
MOVING_TRAP_CELL, SPIKE_CELL = "t", "d"
PERIOD_RANGE = (30, 3600)  # ticks
REWARDS = ("coin", "gem")
ORNAMENTS = (*REWARDS, "cloud", "vine", "crystal", "fossil")
IN_SOLID = ("crystal", "fossil")


@dataclass(frozen=True)
class LevelTrap:
    """A trap: kind and facing as numbers (see game_data_records.py), cell, period and phase in ticks."""

    kind: int
    x: int
    y: int
    facing: int = POINT_UP
    period: int = 0
    phase: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells that the trap occupies."""
        return tuple((self.x + k, self.y) for k in range(3 if self.kind in WIDE_TRAPS else 1))

    @property
    def name(self) -> str:
        return f"{TRAP_KINDS[self.kind]} {self.x} {self.y}"


@dataclass(frozen=True, order=True)
class Ornament:
    """A reward or decoration in a cell, without any effect on the rules."""

    kind: str
    x: int
    y: int

    @property
    def cell(self) -> Cell:
        return self.x, self.y


@dataclass(frozen=True)
class Level:
    """A level. `rows` go from the top down, as in the file; all other cells count from the lower left corner."""

    name: str
    rows: tuple[str, ...]
    start: Cell
    exits: tuple[Cell, ...]
    traps: tuple[LevelTrap, ...] = ()
    safe: tuple[Cell, ...] = ()  # respawn cells; none: all cells in which a body can stand and that have no trap
    ornaments: tuple[Ornament, ...] = ()
    movement: Movement = THESIS  # physics and building pieces that it is made for

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def cell(self, x: int, y: int) -> str:
        """Return the character of a cell; outside the grid it is fixed solid."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.rows[self.height - 1 - y][x]
        return "="

    def solid(self, x: int, y: int) -> bool:
        return self.cell(x, y) in SOLID_CELLS

    def can_stand(self, x: int, y: int) -> bool:
        """Return whether a body can stand in this cell."""
        return not self.solid(x, y) and self.solid(x, y - 1)

    @property
    def safe_cells(self) -> tuple[Cell, ...]:
        """The respawn cells."""
        if self.safe:
            return self.safe
        rows = [*self.rows, "=" * self.width]
        return tuple(
            (x, y)
            for y in range(self.height)
            for x, (here, below) in enumerate(zip(rows[-y - 2], rows[-y - 1], strict=True))
            if below in SOLID_CELLS and here not in SOLID_CELLS + MOVING_TRAP_CELL + SPIKE_CELL
        )


def write_level(level: Level) -> str:
    """Write a level as the text of a level file, which reads back as the same level."""
    lines = [f"level {level.name}", "", "cells", *level.rows, ""]
    lines += write_movement(level.movement)
    lines += [f"{word} {x} {y}" for word, x, y in (("start", *level.start), *(("exit", *cell) for cell in level.exits))]
    lines += [f"safe {x} {y}" for x, y in level.safe]
    lines += [write_trap(trap) for trap in level.traps]
    lines += [f"{ornament.kind} {ornament.x} {ornament.y}" for ornament in level.ornaments]
    return "\n".join([*lines, ""])


def write_movement(movement: Movement) -> list[str]:
    """Write a movement as lines of a level file; the thesis's has none."""
    physics, lines = movement.physics, list[str]()
    if not physics.is_thesis:
        defaults = Physics()
        lines += [f"physics name {physics.name}"]
        lines += [f"physics {key} {n}" for key, n in physics.numbers.items() if n != getattr(defaults, key)]
    return lines + [_write_piece(shape) for shape in movement.pieces or ()]


def _write_piece(shape: PieceShape) -> str:
    parts = ("connect", "open", "solid")
    cells = (" ".join(f"{x} {y}" for x, y in getattr(shape, part)) for part in parts)
    return " ".join(["piece", *(f"{part} {text}".rstrip() for part, text in zip(parts, cells, strict=True))]) + (
        f" name {shape.name}"
    )


def write_trap(trap: LevelTrap) -> str:
    """Write a trap as a line of a level file."""
    parts = [trap.name]
    if trap.kind in (WALL_SPIKES, SPIKES):
        parts.append(FACINGS[trap.facing])
    if trap.kind not in TRAPS_WITHOUT_PERIOD:
        parts += [f"period {trap.period}", f"phase {trap.phase}"]
    return " ".join(parts)


def pack_grid(grid: np.ndarray, solid: np.ndarray) -> None:
    """Write cells and their ledges into an array of one Grid; `solid` has rows from the lowest up, True where solid."""
    height, width = solid.shape
    grid["width"], grid["height"] = width, height
    open_ = np.zeros((b.MAX_ROWS + 2, b.MAX_COLUMNS + 2), bool)
    open_[1 : height + 1, 1 : width + 1] = ~solid
    cells = np.where(open_, 0, b.SOLID).astype(np.uint16)
    here = open_[:-1, 1:-1] & open_[1:, 1:-1]  # with an open cell above it
    for flag, side in ((b.LEDGE_LEFT, np.s_[:-2]), (b.LEDGE_RIGHT, np.s_[2:])):
        ledge = here & ~open_[:-1, side] & open_[1:, side]
        cells[:-1, 1:-1] |= np.where(ledge, flag, 0).astype(np.uint16)
    grid["cells"] = cells


def solid_cells(rows: tuple[str, ...]) -> np.ndarray:
    """Convert rows of a level, from the top down, to the array that `pack_grid` takes."""
    characters = np.array([list(row) for row in reversed(rows)])
    return np.isin(characters, list(SOLID_CELLS))


def pack_level(level: Level, array: np.ndarray) -> None:
    """Write a checked level into a zeroed array of one GameData record."""
    pack_grid(array["grid"], solid_cells(level.rows))
    array["physics"] = physics_record(level.movement.physics)
    cells, trap_at = array["grid"]["cells"][0], array["trap_at"][0]
    for x, y in level.exits:
        cells[y + 1, x + 1] |= b.EXIT
    for x, y in level.safe_cells:
        cells[y + 1, x + 1] |= b.SAFE
    array["start_x"], array["start_y"] = level.start
    array["trap_count"] = len(level.traps)
    mines = 0
    for number, line in enumerate(level.traps):
        trap = array["traps"][0, number]
        for name in ("kind", "x", "y", "facing", "period", "phase"):
            trap[name] = getattr(line, name)
        if line.kind == t.MINE:
            trap["mine"] = mines
            mines += 1
        for x, y in line.cells:
            trap_at[y + 1, x + 1] = number + 1
            cells[y + 1, x + 1] |= b.TRAP
    array["mine_count"] = mines

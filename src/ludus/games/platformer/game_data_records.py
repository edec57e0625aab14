"""Game data: a level as the rules read it, with cells, traps, start and limits."""

# mypy: ignore-errors

from ludus.core import Record, int32, uint8, uint16
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS, Grid, PhysicsRecord

MAX_TRAPS, MAX_MINES, MAX_EXITS = 200, 64, 16  # at most
CHECKPOINT, FROM_START = 0, 1  # where a body respawns

# Kinds of traps; the first five are those of the thesis, the others are combinations of them
SAW, WALL_SPIKES, SQUEEZE, MINE, SPIKES, TWIN_SAWS, SAW_SQUEEZE, JAWS = range(8)
TRAP_KINDS = ("saw", "wall-spikes", "squeeze", "mine", "spikes", "twin-saws", "saw-squeeze", "jaws")
COMPOSITE_TRAPS = (TWIN_SAWS, SAW_SQUEEZE, JAWS)
WIDE_TRAPS = (SAW, TWIN_SAWS, SAW_SQUEEZE)  # three cells; the others occupy one
TRAPS_WITHOUT_PERIOD = (MINE, SPIKES)  # without period and phase

POINT_LEFT, POINT_RIGHT, POINT_UP, POINT_DOWN = range(4)  # where spikes point
FACINGS = ("left", "right", "up", "down")


class Trap(Record):
    kind: uint8
    x: uint8  # the cell; of several, the left one
    y: uint8
    facing: uint8
    mine: uint8  # its index in the state's list of mines
    period: uint16  # ticks
    phase: uint16  # ticks by which it is ahead of the clock


class GameData(Record):
    grid: Grid
    trap_at: uint8[MAX_ROWS + 2, MAX_COLUMNS + 2]  # 1 + the number of the trap in a cell; with a border as in the grid
    start_x: uint8
    start_y: uint8
    respawn: uint8
    trap_count: uint8
    mine_count: uint8
    last_tick: int32
    traps: Trap[MAX_TRAPS]
    physics: PhysicsRecord


THESIS_BYTES = GameData.nbytes - PhysicsRecord.nbytes  # without the physics, which a digest leaves out if it is default

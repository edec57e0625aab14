"""A run through a level: the body, the clock, what was lit and who died."""

# mypy: ignore-errors

from ludus.core import Record, int32, uint8
from ludus.games.platformer.body import Body
from ludus.games.platformer.table import MINES

REASONS = ("running", "exit", "time")
RUNNING, AT_EXIT, TIME = range(3)


class State(Record):
    body: Body
    tick: int32  # of the traps too; the first tick is 1
    deaths: int32
    lit: int32[MINES]  # the tick at which a mine was lit last; 0: never
    safe_x: uint8  # the cell in which the body comes back to life
    safe_y: uint8
    killer: uint8  # 1 + the number of the trap that killed last; 0: none so far
    reason: uint8

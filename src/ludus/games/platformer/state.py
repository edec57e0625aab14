"""State of a run: body, clock, lit mines, deaths."""

# mypy: ignore-errors

from ludus.core import Record, int32, uint8
from ludus.games.platformer.game_data_records import MAX_MINES
from ludus.games.platformer.physics import Body

REASONS = ("running", "exit", "time")
RUNNING, AT_EXIT, TIME = range(3)


class State(Record):
    body: Body
    tick: int32  # clock of the run and of all traps; the first tick is 1
    deaths: int32
    lit: int32[MAX_MINES]  # the tick at which a mine was lit last; 0: never
    safe_x: uint8  # the respawn cell
    safe_y: uint8
    killer: uint8  # 1 + the number of the trap that killed last; 0: none so far
    reason: uint8

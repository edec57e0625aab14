"""Jump styles of players: the agent's controllers use the shortest valid jump; players may hold the button longer.

Longer jumps are not proven, so a player uses one only if it works in the current situation.
"""

# mypy: ignore-errors

from __future__ import annotations

from functools import cache

import numpy as np

from ludus.core import Record
from ludus.design.levels.proving.manners import MoveControllers, move_controllers
from ludus.design.levels.proving.steering import NO_JUMP

EXTRA_HOLD_TICKS = (-2, 0, 2, 4, 6, 8, 10)  # ticks to hold a jump longer than the shortest one
SHORTEST_STYLE = 1  # index of 0 in EXTRA_HOLD_TICKS
PLAYER_STYLES = (1, 3, 5)  # styles that players choose from, each between two others


class JumpStyles(Record):
    ways: MoveControllers[len(EXTRA_HOLD_TICKS)]


@cache
def jump_styles() -> np.ndarray:
    """Controllers of all moves, with jumps held longer by each of EXTRA_HOLD_TICKS."""
    array = JumpStyles.zeros()
    for k, extra in enumerate(EXTRA_HOLD_TICKS):
        array["ways"][0, k] = move_controllers()[0]
        rows = array["ways"][0, k]["rows"]
        jumps = rows["run_up"] != NO_JUMP
        rows["hold"][jumps] = np.maximum(rows["hold"][jumps].astype(int) + extra, 1)
    return array

"""How players jump: the manners of the walking agent hold the shortest jump that is right; players also hold longer.

Longer jumps are proven nowhere, so a player takes one only where it leads through when it looks.
"""

# mypy: ignore-errors

from __future__ import annotations

from functools import cache

import numpy as np

from ludus.core import Record
from ludus.design.levels.proving.manners import Manners, manners
from ludus.design.levels.proving.steering import NO_JUMP

EXTRA = (-2, 0, 2, 4, 6, 8, 10)  # ticks for which a jump is held longer than the shortest one
SHORTEST = 1  # the place of 0 in it
WAYS = (1, 3, 5)  # those that players choose from, each between two others


class Habits(Record):
    ways: Manners[len(EXTRA)]


@cache
def habits() -> np.ndarray:
    """The manners of all moves with jumps held longer by each of EXTRA."""
    array = Habits.zeros()
    for k, extra in enumerate(EXTRA):
        array["ways"][0, k] = manners()[0]
        rows = array["ways"][0, k]["rows"]
        jumps = rows["run_up"] != NO_JUMP
        rows["hold"][jumps] = np.maximum(rows["hold"][jumps].astype(int) + extra, 1)
    return array

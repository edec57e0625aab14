"""An agent that walks a level in the real physics with all traps running, and proves by it that it can be done.

    walk = walk_level(level)
    walk.moves                          the buttons, tick by tick; played in the game they lead from start to exit

It plans a way in the level graph. Wherever no trap is, it can wait; from there it tries moves, with the traps as they
are at that moment, until it is at such a place farther on. It never dies. Budgets are numbers of moves tried, never
time.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.doors import ready
from ludus.design.levels.proving.manners import manners
from ludus.design.levels.proving.walking import ARRIVED, NO_WAY, OUT_OF_BUDGET, Walk, walk_by_address
from ludus.design.levels.trapping.traps import working_memory
from ludus.design.levels.ways.graph import build_graph
from ludus.design.levels.ways.sheets import from_rows
from ludus.games.platformer.level import Cell, Level
from ludus.games.platformer.packing import pack_level
from ludus.games.platformer.table import Table

BUDGET = 100_000  # moves tried
NO_END = 1 << 30  # tick


class NotWalked(LudusError):
    """The agent did not get to the exit: there is no way, the traps are too hard, or the budget was too small.

    `at` is the cell in which it was stuck, if traps held it up.
    """

    def __init__(self, words: str, at: Cell | None = None) -> None:
        super().__init__(words)
        self.at = at


@dataclass(frozen=True)
class Walked:
    """From the start of a level to one of its exits without dying."""

    moves: tuple[int, ...]  # buttons, tick by tick
    tried: int  # moves between nodes


def walk_level(level: Level, exit_: Cell | None = None, budget: int = BUDGET, compiled: bool = True) -> Walked:
    """Walk from the start to an exit, by default the first. Raises NotWalked."""
    goal = level.exits[0] if exit_ is None else exit_
    table: np.ndarray = Table.zeros()
    pack_level(level, table)
    table["last_tick"] = NO_END
    graph = build_graph(from_rows(level.rows), compiled=compiled)
    for cell in (level.start, goal):
        if graph.stand(cell) is None:
            raise NotWalked(f"nobody can stand at {cell[0]} {cell[1]}, so the graph has no way from or to it")
    walk = _memory()
    walk["budget"] = budget
    records = (table, graph.array, manners(), walk, working_memory().routes)
    answer = ready(walk_by_address, 7, compiled)(*(each.ctypes.data for each in records), *goal)
    words = f"from {level.start[0]} {level.start[1]} to {goal[0]} {goal[1]}"
    if answer == ARRIVED:
        found = walk[0]
        return Walked(tuple(found["presses"][: int(found["pressed"])].tolist()), int(found["used"]))
    if answer == NO_WAY:
        raise NotWalked(f"there is no way {words} in the graph of the level")
    if answer == OUT_OF_BUDGET:
        raise NotWalked(f"no way {words} was found with {budget:,} moves tried; there may be one")
    x, y = int(walk["stuck_x"][0]), int(walk["stuck_y"][0])
    raise NotWalked(f"no way {words} was found: the traps after {x} {y} did not let anybody through", (x, y))


def backwards(level: Level) -> Level:
    """The same level from its first exit to its start."""
    return replace(level, start=level.exits[0], exits=(level.start,))


_local = threading.local()


def _memory() -> np.ndarray:
    if not hasattr(_local, "walk"):
        _local.walk = Walk.zeros()
    memory: np.ndarray = _local.walk
    return memory

"""Agent that plays a level in the real physics with all traps running; its run proves that the level can be finished.

    run = walk_level(level)
    run.moves                           # buttons, tick by tick; played in the game they lead from start to exit

The agent plans a path in the level graph. Where there is no trap, it can wait; from there it tries moves, with the
traps in their current state, until it reaches such a place farther on. It never dies. Budgets count moves tried, never
time.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np

from ludus.core.compile_once import load_rule
from ludus.design.platformer.generator.traps import working_memory
from ludus.design.platformer.level_graph.cell_grid import grid_from_rows
from ludus.design.platformer.level_graph.graph import build_graph
from ludus.design.platformer.level_graph.movement_tables import move_controllers
from ludus.design.platformer.verify.agent_search import ARRIVED, NO_PATH, OUT_OF_BUDGET, WalkRecord, walk_by_address
from ludus.games.platformer.game_data_records import GameData
from ludus.games.platformer.level import Cell, Level, pack_level
from ludus.util.errors import LudusError

DEFAULT_BUDGET = 100_000  # moves to try, at most
NO_TIME_LIMIT = 1 << 30  # tick


class AgentFailed(LudusError):
    """The agent did not reach the exit: there is no path, the traps are too hard, or the budget was too small.

    `stuck_at` is the cell where traps stopped it, if they did.
    """

    def __init__(self, words: str, at: Cell | None = None) -> None:
        super().__init__(words)
        self.stuck_at = at


@dataclass(frozen=True)
class AgentRun:
    """Run from the start of a level to one of its exits without dying."""

    moves: tuple[int, ...]  # buttons, tick by tick
    moves_tried: int  # moves between nodes that were tried


def walk_level(
    level: Level, exit_: Cell | None = None, budget: int = DEFAULT_BUDGET, compiled: bool = True
) -> AgentRun:
    """Play from the start to an exit, by default the first.

    Raises:
        AgentFailed: the exit was not reached.
    """
    goal = level.exits[0] if exit_ is None else exit_
    data: np.ndarray = GameData.zeros()
    pack_level(level, data)
    data["last_tick"] = NO_TIME_LIMIT
    graph = build_graph(grid_from_rows(level.rows), compiled=compiled, movement=level.movement)
    for cell in (level.start, goal):
        if graph.stand_node(cell) is None:
            raise AgentFailed(f"a player cannot stand at {cell[0]} {cell[1]}, so the graph has no path from or to it")
    walk = _walk_memory()
    walk["budget"] = budget
    records = (data, graph.record, move_controllers(level.movement), walk, working_memory().routes)
    answer = load_rule(walk_by_address, 7, compiled)(*(record.ctypes.data for record in records), *goal)
    from_to = f"from {level.start[0]} {level.start[1]} to {goal[0]} {goal[1]}"
    if answer == ARRIVED:
        result = walk[0]
        return AgentRun(tuple(result["presses"][: int(result["pressed"])].tolist()), int(result["used"]))
    if answer == NO_PATH:
        raise AgentFailed(f"there is no way {from_to} in the graph of the level")
    if answer == OUT_OF_BUDGET:
        raise AgentFailed(f"no way {from_to} was found with {budget:,} moves tried; there may be one")
    x, y = int(walk["stuck_x"][0]), int(walk["stuck_y"][0])
    raise AgentFailed(f"no way {from_to} was found: the agent did not get through the traps after {x} {y}", (x, y))


def reversed_level(level: Level) -> Level:
    """Level with start and first exit swapped."""
    return replace(level, start=level.exits[0], exits=(level.start,))


_local = threading.local()


def _walk_memory() -> np.ndarray:
    if not hasattr(_local, "walk"):
        _local.walk = WalkRecord.zeros()
    memory: np.ndarray = _local.walk
    return memory

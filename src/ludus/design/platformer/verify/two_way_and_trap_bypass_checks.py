"""Checks that every level must pass, generated or made by hand.

    check_guarantees(level, marks)        # raises LevelCheckFailed with the reason

Start, exits and marks are connected both ways in the level graph; from every place to stand the start can be reached;
and no exit can be reached from the start without touching the cell of a trap that is not a mine, however well the
player jumps (bypass_check.py).
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ludus.core import Record, int16, int64, record_reader, rule
from ludus.core.compile_once import load_rule
from ludus.design.platformer.generator.trap_bypass_check import BypassSearch, find_bypass
from ludus.design.platformer.generator.trap_placement_on_route import MAX_MARKS
from ludus.design.platformer.generator.traps import working_memory
from ludus.design.platformer.level_graph.cell_grid import MARGIN, CellGrid, grid_of_level
from ludus.design.platformer.level_graph.graph_construction import (
    BUILT,
    GraphRecord,
    ReachRecord,
    build,
    mark_reachable,
)
from ludus.design.platformer.level_graph.movement_tables import packed_graph_moves
from ludus.design.platformer.level_graph.piece_move_table import STAND, MoveTable
from ludus.games.platformer.level import Cell, Level
from ludus.util.errors import LudusError

PASSED, TOO_LARGE, NOT_CONNECTED, NO_RETURN, NO_RETURN_FROM_CELL, TRAP_FREE = range(6)


class LevelCheckFailed(LudusError):
    """The level fails a check."""


class MarkedCells(Record):
    """Cells that must be connected: the start, the exits, then the marks."""

    count: int64
    exits: int64
    x: int16[MAX_MARKS]
    y: int16[MAX_MARKS]


def check_guarantees(
    level: Level,
    marks: Iterable[Cell] = (),
    trap_free: bool = False,
    grid: np.ndarray | None = None,
    compiled: bool = True,
) -> None:
    """Check a level.

    Args:
        level: the level.
        marks: further cells that must be connected with the start.
        trap_free: whether a path without traps is allowed.
        grid: the grid of the level, if known.
        compiled: whether to run compiled rules.

    Raises:
        LevelCheckFailed: the level fails a check.
    """
    cells = [level.start, *level.exits, *marks]
    array = MarkedCells.zeros()
    array["count"], array["exits"] = len(cells), len(level.exits)
    array["x"][0, : len(cells)], array["y"][0, : len(cells)] = zip(*cells, strict=True)
    memory, grid = working_memory(), grid_of_level(level) if grid is None else grid
    records = (
        grid,
        memory.graph,
        packed_graph_moves(level.movement),
        memory.reach,
        array,
        memory.bypass_for(level.movement),
    )
    answer = load_rule(check_by_address, 7, compiled)(*(record.ctypes.data for record in records), int(trap_free))
    if answer == PASSED:
        return
    what, cell = answer & 15, answer >> 4
    x, y = cells[cell] if what in (NOT_CONNECTED, NO_RETURN, TRAP_FREE) else (cell >> 8, cell & 255)
    start = f"{level.start[0]} {level.start[1]}"
    raise LevelCheckFailed(
        {
            TOO_LARGE: "the level has too many nodes for its graph",
            NOT_CONNECTED: f"there is no way from the start at {start} to {x} {y}",
            NO_RETURN: f"there is no way back from {x} {y} to the start at {start}",
            NO_RETURN_FROM_CELL: f"from {x} {y} there is no way back to the start",
            TRAP_FREE: f"there is a way without traps from the start at {start} to the exit at {x} {y}",
        }[what]
    )


@rule
def first_failed_check(grid, graph, moves, reach, marks, bypass, trap_free):
    """Number of the first failed check; above four bits the mark or cell that it concerns."""
    if build(grid, graph, moves, 0) != BUILT:
        return TOO_LARGE
    start = node_at_mark(graph, marks, 0)
    mark_reachable(graph, reach, start, 0)
    for k in range(marks.count):
        node = node_at_mark(graph, marks, k)
        if node < 0 or reach.seen[node] == 0:
            return k << 4 | NOT_CONNECTED
    for node in range(graph.count):
        if graph.kind[node] == STAND and reach.seen[node] == 0:
            return (graph.x[node] << 8 | graph.y[node]) << 4 | NO_RETURN_FROM_CELL
    for k in range(1, marks.count):
        mark_reachable(graph, reach, node_at_mark(graph, marks, k), 0)
        if reach.seen[start] == 0:
            return k << 4 | NO_RETURN
    if trap_free == 0:
        for k in range(1, 1 + marks.exits):
            if find_bypass(grid, bypass, marks.x[0], marks.y[0], marks.x[k], marks.y[k]) >= 0:
                return k << 4 | TRAP_FREE
    return PASSED


@rule(inline=True)
def node_at_mark(graph, marks, k):
    return graph.node_at[STAND, marks.y[k] + MARGIN, marks.x[k] + MARGIN] - 1


_grid_at, _graph_at, _moves_at, _reach_at, _marks_at, _bypass_at = map(
    record_reader, (CellGrid, GraphRecord, MoveTable, ReachRecord, MarkedCells, BypassSearch)
)


@rule(export=True)
def check_by_address(grid, graph, moves, reach, marks, bypass, trap_free):
    return first_failed_check(
        _grid_at(grid),
        _graph_at(graph),
        _moves_at(moves),
        _reach_at(reach),
        _marks_at(marks),
        _bypass_at(bypass),
        trap_free,
    )

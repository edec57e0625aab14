"""Checks that every level must pass, generated or made by hand.

    check_level(level, marks)        # raises LevelCheckFailed with the reason

Start, exits and marks are connected both ways in the level graph; from every place to stand the start can be reached;
and no exit can be reached from the start without touching the cell of a trap that is not a mine, however well the
player jumps (bypass_check.py).
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ludus.core import Record, int16, int64, reader, rule
from ludus.core.errors import LudusError
from ludus.design.levels.doors import ready
from ludus.design.levels.trapping.escapes import Escape, escape
from ludus.design.levels.trapping.sequences import MARKS
from ludus.design.levels.trapping.traps import working_memory
from ludus.design.levels.ways.flood import Flood, flood
from ludus.design.levels.ways.moves import STAND, Moves, half_moves
from ludus.design.levels.ways.network import BUILT, Graph, build
from ludus.design.levels.ways.sheets import MARGIN, Sheet, sheet_of
from ludus.games.platformer.level import Cell, Level

KEPT, TOO_LARGE, APART, NO_WAY_BACK, LOST, NO_TRAP = range(6)


class Broken(LudusError):
    """The level fails a check."""


class Marks(Record):
    """Cells that must be connected: the start, the exits, then the marks."""

    count: int64
    exits: int64
    x: int16[MARKS]
    y: int16[MARKS]


def check_promises(
    level: Level,
    marks: Iterable[Cell] = (),
    trap_free: bool = False,
    sheet: np.ndarray | None = None,
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
    array = Marks.zeros()
    array["count"], array["exits"] = len(cells), len(level.exits)
    array["x"][0, : len(cells)], array["y"][0, : len(cells)] = zip(*cells, strict=True)
    work, sheet = working_memory(), sheet_of(level) if sheet is None else sheet
    records = (sheet, work.graph, half_moves(), work.flood, array, work.ways)
    answer = ready(check_by_address, 7, compiled)(*(record.ctypes.data for record in records), int(trap_free))
    if answer == KEPT:
        return
    what, cell = answer & 15, answer >> 4
    x, y = cells[cell] if what in (APART, NO_WAY_BACK, NO_TRAP) else (cell >> 8, cell & 255)
    start = f"{level.start[0]} {level.start[1]}"
    raise Broken(
        {
            TOO_LARGE: "the level has too many nodes for its graph",
            APART: f"there is no way from the start at {start} to {x} {y}",
            NO_WAY_BACK: f"there is no way back from {x} {y} to the start at {start}",
            LOST: f"from {x} {y} there is no way back to the start",
            NO_TRAP: f"there is a way without traps from the start at {start} to the exit at {x} {y}",
        }[what]
    )


@rule
def broken(sheet, graph, moves, found, marks, ways, trap_free):
    """Number of the first failed check; above four bits the mark or cell that it concerns."""
    if build(sheet, graph, moves, 0) != BUILT:
        return TOO_LARGE
    start = node_at_mark(graph, marks, 0)
    flood(graph, found, start, 0)
    for k in range(marks.count):
        node = node_at_mark(graph, marks, k)
        if node < 0 or found.seen[node] == 0:
            return k << 4 | APART
    for node in range(graph.count):
        if graph.kind[node] == STAND and found.seen[node] == 0:
            return (graph.x[node] << 8 | graph.y[node]) << 4 | LOST
    for k in range(1, marks.count):
        flood(graph, found, node_at_mark(graph, marks, k), 0)
        if found.seen[start] == 0:
            return k << 4 | NO_WAY_BACK
    if trap_free == 0:
        for k in range(1, 1 + marks.exits):
            if escape(sheet, ways, marks.x[0], marks.y[0], marks.x[k], marks.y[k]) >= 0:
                return k << 4 | NO_TRAP
    return KEPT


@rule(inline=True)
def node_at_mark(graph, marks, k):
    return graph.node_at[STAND, marks.y[k] + MARGIN, marks.x[k] + MARGIN] - 1


_sheet_at, _graph_at, _moves_at, _flood_at, _marks_at, _ways_at = map(
    reader, (Sheet, Graph, Moves, Flood, Marks, Escape)
)


@rule(door=True)
def check_by_address(sheet, graph, moves, found, marks, ways, trap_free):
    return broken(
        _sheet_at(sheet),
        _graph_at(graph),
        _moves_at(moves),
        _flood_at(found),
        _marks_at(marks),
        _ways_at(ways),
        trap_free,
    )

"""Filling of the cells of a level that no building piece needs.

    solid   all of them are solid: corridors
    airy    half of them are solid, but none next to an open cell that a piece needs (reading, G7)
    open    none is solid: halls

In every style, cells where a player could stand but from which no piece leads back to the start are filled up. Towards
a neighbour without a link, the border of a room stays closed.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ludus.core import record_reader, rule
from ludus.core.random import derive_range
from ludus.design.platformer.level_graph.cell_grid import MARGIN, OBLIGED_OPEN, OBLIGED_SOLID, OPEN, SOLID, CellGrid
from ludus.design.platformer.level_graph.graph_construction import (
    BUILT,
    GraphRecord,
    ReachRecord,
    build,
    mark_reachable,
)
from ludus.design.platformer.level_graph.piece_move_table import STAND, MoveTable
from ludus.util.errors import UnknownName

FILL_STYLES = ("solid", "airy", "open")


def fill_free_cells(needed: np.ndarray, closed: np.ndarray, style: str, seed: int) -> np.ndarray:
    """Cell values of a grid from the cells that rooms need.

    Args:
        needed: FREE, OPEN or SOLID per cell, as connect_room_exits.py has them.
        closed: free cells that must be solid.
        style: one of FILL_STYLES.
        seed: seed of the airy style.

    Returns:
        Values for `make_grid`. Cells that pieces need are marked as obliged, so that `fill_pits` does not change them.
    """
    if style not in FILL_STYLES:
        raise UnknownName("fill style", style, [*FILL_STYLES])
    free, open_ = needed == 0, needed == 1
    if style == "airy":
        next_to_open = np.zeros_like(open_)
        next_to_open[1:] |= open_[:-1]
        next_to_open[:-1] |= open_[1:]
        next_to_open[:, 1:] |= open_[:, :-1]
        next_to_open[:, :-1] |= open_[:, 1:]
        coins = (derive_range(seed, 0, needed.size, "fill") >> np.uint64(63)).astype(bool).reshape(needed.shape)
        solid = coins & ~next_to_open
    else:
        solid = np.full(needed.shape, style == "solid")
    return np.where(free, np.where(solid | closed, SOLID, OPEN), np.where(open_, OBLIGED_OPEN, OBLIGED_SOLID)).astype(
        np.uint8
    )


@rule
def fill_pits(grid, graph, moves, reach, x, y):
    """Fill cells to stand in without a way back, until there are none; False if a needed cell is one of them."""
    while True:
        if build(grid, graph, moves, 0) != BUILT:
            return False
        mark_reachable(graph, reach, graph.node_at[STAND, y + MARGIN, x + MARGIN] - 1, 0)
        filled, left = 0, 0
        for node in range(graph.count):
            if graph.kind[node] == STAND and reach.seen[node] == 0:
                row, column = graph.y[node] + MARGIN, graph.x[node] + MARGIN
                if grid.cells[row, column] == OPEN:
                    grid.cells[row, column] = SOLID
                    filled += 1
                else:
                    left += 1
        if filled == 0:
            break
    for row in range(MARGIN, grid.height + MARGIN):
        for column in range(MARGIN, grid.width + MARGIN):
            if grid.cells[row, column] == OBLIGED_OPEN:
                grid.cells[row, column] = OPEN
            elif grid.cells[row, column] == OBLIGED_SOLID:
                grid.cells[row, column] = SOLID
    return left == 0


_grid_at, _graph_at, _moves_at, _reach_at = (
    record_reader(CellGrid),
    record_reader(GraphRecord),
    record_reader(MoveTable),
    record_reader(ReachRecord),
)


@rule(export=True)
def fill_pits_by_address(grid, graph, moves, reach, x, y):
    return fill_pits(_grid_at(grid), _graph_at(graph), _moves_at(moves), _reach_at(reach), x, y)

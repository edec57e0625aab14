"""What becomes of the cells of a level that no building piece needs.

    solid   all of them are solid: corridors
    airy    half of them are solid, but none beside an open cell that a piece needs (reading, G7)
    open    none is solid: halls

Whatever the style, one cannot be lost: cells in which one could stand but from which no piece leads back to the start
are filled up. Towards a neighbour without a link a room keeps its edge shut.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ludus.core import reader, rule
from ludus.core.errors import UnknownName
from ludus.core.random import derive_range
from ludus.design.levels.ways.flood import Flood, flood
from ludus.design.levels.ways.moves import STAND, Moves
from ludus.design.levels.ways.network import BUILT, Graph, build
from ludus.design.levels.ways.sheets import MARGIN, OBLIGED_OPEN, OBLIGED_SOLID, OPEN, SOLID, Sheet

STYLES = ("solid", "airy", "open")


def fill(needed: np.ndarray, shut: np.ndarray, style: str, seed: int) -> np.ndarray:
    """Values for a sheet from cells as rooms.py has them, all at once; `shut` are cells that are solid if free.

    Cells that pieces need are obliged to be as they are, so that `fill_pits` leaves them alone.
    """
    if style not in STYLES:
        raise UnknownName("fill style", style, [*STYLES])
    free, open_ = needed == 0, needed == 1
    if style == "airy":
        beside = np.zeros_like(open_)
        beside[1:] |= open_[:-1]
        beside[:-1] |= open_[1:]
        beside[:, 1:] |= open_[:, :-1]
        beside[:, :-1] |= open_[:, 1:]
        coins = (derive_range(seed, 0, needed.size, "fill") >> np.uint64(63)).astype(bool).reshape(needed.shape)
        solid = coins & ~beside
    else:
        solid = np.full(needed.shape, style == "solid")
    return np.where(free, np.where(solid | shut, SOLID, OPEN), np.where(open_, OBLIGED_OPEN, OBLIGED_SOLID)).astype(
        np.uint8
    )


@rule
def fill_pits(sheet, graph, moves, found, x, y):
    """Make solid, cell by cell, where one could stand but not come back from; False if a needed cell is left."""
    while True:
        if build(sheet, graph, moves, 0) != BUILT:
            return False
        flood(graph, found, graph.node_at[STAND, y + MARGIN, x + MARGIN] - 1, 0)
        filled, left = 0, 0
        for node in range(graph.count):
            if graph.kind[node] == STAND and found.seen[node] == 0:
                row, column = graph.y[node] + MARGIN, graph.x[node] + MARGIN
                if sheet.cells[row, column] == OPEN:
                    sheet.cells[row, column] = SOLID
                    filled += 1
                else:
                    left += 1
        if filled == 0:
            break
    for row in range(MARGIN, sheet.height + MARGIN):
        for column in range(MARGIN, sheet.width + MARGIN):
            if sheet.cells[row, column] == OBLIGED_OPEN:
                sheet.cells[row, column] = OPEN
            elif sheet.cells[row, column] == OBLIGED_SOLID:
                sheet.cells[row, column] = SOLID
    return left == 0


_sheet_at, _graph_at, _moves_at, _flood_at = reader(Sheet), reader(Graph), reader(Moves), reader(Flood)


@rule(door=True)
def fill_pits_by_address(sheet, graph, moves, found, x, y):
    return fill_pits(_sheet_at(sheet), _graph_at(graph), _moves_at(moves), _flood_at(found), x, y)

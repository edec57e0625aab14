"""What a level is like, in five numbers; its way is the shortest one from the start to the first exit.

linearity       how far the way goes straight: the cells between its ends over the cells that it takes; 1 is a way
                that never turns back
leniency        the share of its nodes where no trap is
length          of the way, in cells across and up
vertical        the share of these that go up or down
traps           the share of all nodes of the level where a trap is
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np

from ludus.core import reader, rule
from ludus.core.errors import LudusError
from ludus.design.levels.doors import ready
from ludus.design.levels.trapping.traps import working_memory
from ludus.design.levels.ways.detours import Routes, add_way, grow
from ludus.design.levels.ways.moves import STAND, half_moves
from ludus.design.levels.ways.network import Graph, build_by_address
from ludus.design.levels.ways.sheets import MARGIN, NO_TRAP, sheet_of
from ludus.games.platformer.level import Level


@dataclass(frozen=True)
class Shape:
    """Of one level."""

    linearity: float
    leniency: float
    length: int
    vertical: float
    traps: float


NAMES = tuple(field.name for field in fields(Shape))
TITLES = {
    "linearity": "linearity",
    "leniency": "leniency",
    "length": "length of the way in cells",
    "vertical": "vertical share",
    "traps": "trap density",
}


@dataclass(frozen=True)
class Way:
    """The shortest way through a level, node by node."""

    columns: np.ndarray
    rows: np.ndarray
    trapped: np.ndarray  # whether a trap is there
    density: float  # the share of all nodes of the level where one is


def measure(level: Level, compiled: bool = True) -> Shape:
    """What a level is like; an error if no way leads to its first exit."""
    return shape_of(way_through(level, compiled))


def shape_of(way: Way) -> Shape:
    """The same of a way that is known."""
    across, up = (int(np.abs(np.diff(places)).sum()) for places in (way.columns, way.rows))
    straight = sum(abs(int(places[-1]) - int(places[0])) for places in (way.columns, way.rows))
    length = across + up
    return Shape(straight / length, 1 - float(way.trapped.mean()), length, up / length, way.density)


def way_through(level: Level, compiled: bool = True) -> Way:
    """The shortest way from the start to the first exit."""
    sheet, work = sheet_of(level), working_memory()
    records = (sheet, work.graph, half_moves())
    ready(build_by_address, 4, compiled)(*(each.ctypes.data for each in records), 0)
    graph, stands = work.graph[0], work.graph[0]["node_at"][STAND]
    ends = [int(stands[y + MARGIN, x + MARGIN]) - 1 for x, y in (level.start, level.exits[0])]
    door = ready(shortest_by_address, 4, compiled)
    size = door(work.graph.ctypes.data, work.routes.ctypes.data, *ends) if min(ends) >= 0 else 0
    if size < 2:
        raise LudusError(f"the graph of the level has no way from {level.start} to {level.exits[0]}")
    columns, rows = (graph[name][: int(graph["count"])].astype(int) for name in ("x", "y"))
    trapped = sheet["traps"][0][rows + MARGIN, columns + MARGIN] != NO_TRAP
    nodes = work.routes[0]["nodes"][:size].astype(int)
    return Way(columns[nodes], rows[nodes], trapped[nodes], float(trapped.mean()))


def table_of(shapes: Sequence[Shape]) -> np.ndarray:
    """One row a level, columns as in NAMES."""
    return np.array([astuple(shape) for shape in shapes], float).reshape(-1, len(NAMES))


@rule
def shortest(graph, routes, start, end):
    """The shortest way as the first route; its nodes in number, 0 if there is none."""
    grow(graph, routes, start, False, False)
    if routes.done[end] == 0:
        return 0
    routes.count = routes.first[0] = 0
    add_way(routes, end)
    return routes.first[1] + 0


_graph_at, _routes_at = reader(Graph), reader(Routes)


@rule(door=True)
def shortest_by_address(graph, routes, start, end):
    return shortest(_graph_at(graph), _routes_at(routes), start, end)

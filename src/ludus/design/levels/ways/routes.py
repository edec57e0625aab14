"""Routes through a level, along which traps are placed: the shortest path, then detours (thesis 3.3.3).

    routes = find_routes(graph, start, end)          # each a list of nodes

Route 0 is the shortest path in the graph, by Dijkstra (reading, G11). Every edge outside a minimum spanning tree closes
a cycle with it. A cycle that touches the routes so far, and whose new nodes are contiguous, gives a detour; the longest
is taken, until there is none (G12).
"""

from __future__ import annotations

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.doors import load_rule
from ludus.design.levels.ways.detours import TOO_MANY_ROUTES, NO_PATH, RouteSearch, routes_by_address
from ludus.design.levels.ways.graph import LevelGraph
from ludus.games.platformer.level import Cell


def find_routes(graph: LevelGraph, start: Cell, end: Cell, compiled: bool = True) -> list[list[int]]:
    """Find all routes between two cells.

    Returns:
        Node lists: the shortest path with both ends; of the others only their new nodes.

    Raises:
        LudusError: a player cannot stand at one of the cells, there is no path, or there are too many routes.
    """
    first, last = graph.stand_node(start), graph.stand_node(end)
    if first is None or last is None:
        raise LudusError(f"a route leads from a cell one can stand in to another; not from {start} to {end}")
    array: np.ndarray = RouteSearch.zeros()
    answer = load_rule(routes_by_address, 4, compiled)(graph.record.ctypes.data, array.ctypes.data, first, last)
    if answer == NO_PATH:
        raise LudusError(f"there is no way from {start} to {end}")
    if answer == TOO_MANY_ROUTES:
        raise LudusError("there are too many routes in this level")
    record, count = array[0], int(array[0]["count"])
    ends = record["first"][: count + 1].astype(int)
    return [record["nodes"][ends[k] : ends[k + 1]].tolist() for k in range(count)]

"""Metrics of a level; its path is the shortest one from the start to the first exit.

linearity       distance of the ends of the path divided by its length; 1 is a path that never turns back
leniency        share of the path's nodes without a trap
length          length of the path, in cells across and up
vertical        share of the length that goes up or down
traps           share of all nodes of the level with a trap
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np

from ludus.core import record_reader, rule
from ludus.core.compile_once import load_rule
from ludus.design.platformer.generator.traps import working_memory
from ludus.design.platformer.level_graph.cell_grid import MARGIN, NO_TRAP, grid_of_level
from ludus.design.platformer.level_graph.graph_construction import GraphRecord, build_by_address
from ludus.design.platformer.level_graph.movement_tables import packed_graph_moves
from ludus.design.platformer.level_graph.piece_move_table import STAND
from ludus.design.platformer.level_graph.route_search import RouteSearch, add_tree_path, grow_tree
from ludus.games.platformer.level import Level
from ludus.util.errors import LudusError

METRIC_TITLES = {
    "linearity": "linearity",
    "leniency": "leniency",
    "length": "length of the way in cells",
    "vertical": "vertical share",
    "traps": "trap density",
}


@dataclass(frozen=True)
class LevelMetrics:
    """Metrics of one level."""

    linearity: float
    leniency: float
    length: int
    vertical: float
    traps: float


METRIC_NAMES = tuple(field.name for field in fields(LevelMetrics))


@dataclass(frozen=True)
class LevelPath:
    """Shortest path through a level, node by node."""

    columns: np.ndarray
    rows: np.ndarray
    trapped: np.ndarray  # whether the node has a trap
    trap_density: float  # share of all nodes of the level with a trap


def measure_level(level: Level, compiled: bool = True) -> LevelMetrics:
    """Measure a level.

    Raises:
        LudusError: there is no path to its first exit.
    """
    return metrics_of_path(shortest_path(level, compiled))


def metrics_of_path(path: LevelPath) -> LevelMetrics:
    """Metrics from the path of a level."""
    across, up = (int(np.abs(np.diff(places)).sum()) for places in (path.columns, path.rows))
    straight = sum(abs(int(places[-1]) - int(places[0])) for places in (path.columns, path.rows))
    length = across + up
    return LevelMetrics(straight / length, 1 - float(path.trapped.mean()), length, up / length, path.trap_density)


def shortest_path(level: Level, compiled: bool = True) -> LevelPath:
    """Shortest path from the start to the first exit."""
    grid, memory = grid_of_level(level), working_memory()
    records = (grid, memory.graph, packed_graph_moves(level.movement))
    load_rule(build_by_address, 4, compiled)(*(record.ctypes.data for record in records), 0)
    graph, stands = memory.graph[0], memory.graph[0]["node_at"][STAND]
    ends = [int(stands[y + MARGIN, x + MARGIN]) - 1 for x, y in (level.start, level.exits[0])]
    find_shortest = load_rule(shortest_path_by_address, 4, compiled)
    size = find_shortest(memory.graph.ctypes.data, memory.routes.ctypes.data, *ends) if min(ends) >= 0 else 0
    if size < 2:
        raise LudusError(f"the graph of the level has no way from {level.start} to {level.exits[0]}")
    columns, rows = (graph[name][: int(graph["count"])].astype(int) for name in ("x", "y"))
    trapped = grid["traps"][0][rows + MARGIN, columns + MARGIN] != NO_TRAP
    nodes = memory.routes[0]["nodes"][:size].astype(int)
    return LevelPath(columns[nodes], rows[nodes], trapped[nodes], float(trapped.mean()))


def metrics_array(metrics: Sequence[LevelMetrics]) -> np.ndarray:
    """Array with one row per level, columns as in METRIC_NAMES."""
    return np.array([astuple(shape) for shape in metrics], float).reshape(-1, len(METRIC_NAMES))


@rule
def shortest_path_rule(graph, routes, start, end):
    """Store the shortest path as the first route; returns its number of nodes, 0 if there is none."""
    grow_tree(graph, routes, start, False, False)
    if routes.done[end] == 0:
        return 0
    routes.count = routes.first[0] = 0
    add_tree_path(routes, end)
    return routes.first[1] + 0


_graph_at, _routes_at = record_reader(GraphRecord), record_reader(RouteSearch)


@rule(export=True)
def shortest_path_by_address(graph, routes, start, end):
    return shortest_path_rule(_graph_at(graph), _routes_at(routes), start, end)

"""Graph of a level: nodes to stand or hang at, the moves between them (thesis 3.3.1), and routes through it (3.3.3).

    graph = build_graph(grid)
    graph.nodes, graph.edges
    graph.are_connected(cells)                   # whether each of these cells can be reached from each other
    routes = find_routes(graph, start, end)      # each a list of nodes

Stand nodes are open cells on a solid one; hang nodes follow the game's physics. Every building piece that fits the
cells gives an edge, cut in two if it uses a hang, and its reverse edge. With `falls` there are also edges down from
ledges, which are one-way (reading, G10). Weights are in half cells: 1 for a step to the next cell, else twice the cells
across and up.

Traps are placed along routes. Route 0 is the shortest path, by Dijkstra (reading, G11). Every edge outside a minimum
spanning tree closes a cycle with it. A cycle that touches the routes so far, and whose new nodes are contiguous, gives
a detour; the longest is taken, until there is none (G12).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.core.compile_once import load_rule
from ludus.design.platformer.level_graph.cell_grid import grid_of_level
from ludus.design.platformer.level_graph.graph_construction import FALL, GraphRecord, build_by_address
from ludus.design.platformer.level_graph.movement_tables import packed_graph_moves
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, HANG_RIGHT, STAND
from ludus.design.platformer.level_graph.route_search import NO_PATH, TOO_MANY_ROUTES, RouteSearch, routes_by_address
from ludus.games.platformer.level import Cell, Level
from ludus.games.platformer.movement import THESIS, Movement
from ludus.util.errors import LudusError

__all__ = [
    "FALL",
    "HANG_LEFT",
    "HANG_RIGHT",
    "NODE_KINDS",
    "STAND",
    "GraphEdge",
    "LevelGraph",
    "build_graph",
    "build_level_graph",
]


NODE_KINDS = ("stand", "left hang", "right hang")


@dataclass(frozen=True)
class GraphEdge:
    """Edge of the graph; `move` is a number of packed_graph_moves, or FALL."""

    start: int
    end: int
    move: int
    weight: int  # in half cells
    trapped: bool  # whether it goes through a trap that is not a mine


class LevelGraph:
    """Python view of a built graph; `record` is the array that compiled rules read."""

    def __init__(self, array: np.ndarray) -> None:
        self.record = array

    @cached_property
    def nodes(self) -> list[tuple[int, int, int]]:
        """Kind, x and y of each node."""
        record, count = self.record[0], int(self.record[0]["count"])
        return list(zip(*(record[name][:count].tolist() for name in ("kind", "x", "y")), strict=True))

    @cached_property
    def edges(self) -> list[GraphEdge]:
        """Edges, sorted by their start."""
        record, count = self.record[0], int(self.record[0]["edges"])
        firsts = record["first"][: len(self.nodes) + 1].astype(int)
        starts = np.repeat(np.arange(len(self.nodes)), np.diff(firsts)).tolist()
        columns = (record[name][:count].tolist() for name in ("end", "move", "weight", "trapped"))
        return [GraphEdge(a, b, m, w, bool(t)) for a, b, m, w, t in zip(starts, *columns, strict=True)]

    def stand_node(self, cell: Cell) -> int | None:
        """Stand node in this cell; None if there is none."""
        return self.node_numbers.get((STAND, *cell))

    @cached_property
    def node_numbers(self) -> dict[tuple[int, int, int], int]:
        return {node: number for number, node in enumerate(self.nodes)}

    def reachable(self, cell: Cell, backwards: bool = False, trap_free: bool = False) -> set[int]:
        """Nodes reachable from a cell; with `backwards`, nodes from which it can be reached."""
        after: list[list[int]] = [[] for _ in self.nodes]
        for edge in self.edges:
            if not (trap_free and edge.trapped):
                one, other = (edge.end, edge.start) if backwards else (edge.start, edge.end)
                after[one].append(other)
        start = self.stand_node(cell)
        seen = set() if start is None else {start}
        todo = list(seen)
        while todo:
            for node in after[todo.pop()]:
                if node not in seen:
                    seen.add(node)
                    todo.append(node)
        return seen

    def are_connected(self, cells: Iterable[Cell]) -> bool:
        """Whether each of these cells can be reached from each other."""
        cells = list(cells)
        wanted = {self.stand_node(cell) for cell in cells}
        return wanted <= self.reachable(cells[0]) and wanted <= self.reachable(cells[0], backwards=True)


def build_graph(
    grid: np.ndarray, falls: bool = False, compiled: bool = True, movement: Movement = THESIS
) -> LevelGraph:
    """Build the graph of a grid; with `falls` it contains one-way edges down from ledges."""
    array = GraphRecord.zeros()
    build_rule = load_rule(build_by_address, 4, compiled)
    build_rule(grid.ctypes.data, array.ctypes.data, packed_graph_moves(movement).ctypes.data, int(falls))
    return LevelGraph(array)


def build_level_graph(level: Level, falls: bool = False, compiled: bool = True) -> LevelGraph:
    """Build the graph of a level, with its traps and its movement."""
    return build_graph(grid_of_level(level), falls, compiled, level.movement)


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

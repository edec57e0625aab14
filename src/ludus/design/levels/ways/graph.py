"""The graph of a level: where one can stand or hang, and the moves between these nodes (thesis 3.3.1).

    graph = build_graph(sheet)                   of a sheet of cells
    graph.nodes, graph.edges
    graph.connected(cells)                       whether one gets from each of these cells to each other

Stand nodes are open cells on a solid one; hang nodes are those of the game's physics. Every building piece that fits
the cells gives an edge, cut in two where it goes by a hang, so there is always one back. With `falls` there are also
edges down from ledges, which are one-way (reading, G10). Weights are in halves: 1 for a step to the next cell, else
twice the cells across and up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.design.levels.doors import ready
from ludus.design.levels.ways.moves import HANG_LEFT, HANG_RIGHT, STAND, half_moves
from ludus.design.levels.ways.network import FALL, Graph, build_by_address
from ludus.games.platformer.level import Cell

KINDS = ("stand", "left hang", "right hang")

__all__ = ["FALL", "HANG_LEFT", "HANG_RIGHT", "KINDS", "STAND", "Edge", "LevelGraph", "build_graph"]


@dataclass(frozen=True)
class Edge:
    """From one node to another by a move: a number of moves.half_moves, or FALL."""

    start: int
    end: int
    move: int
    weight: int  # in halves
    trapped: bool  # whether it goes through a trap that is not a mine


class LevelGraph:
    """A built graph as Python sees it; `array` is what compiled rules read."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    @cached_property
    def nodes(self) -> list[tuple[int, int, int]]:
        """Kind, x and y of each."""
        record, count = self.array[0], int(self.array[0]["count"])
        return list(zip(*(record[name][:count].tolist() for name in ("kind", "x", "y")), strict=True))

    @cached_property
    def edges(self) -> list[Edge]:
        """By their start."""
        record, count = self.array[0], int(self.array[0]["edges"])
        firsts = record["first"][: len(self.nodes) + 1].astype(int)
        starts = np.repeat(np.arange(len(self.nodes)), np.diff(firsts)).tolist()
        columns = (record[name][:count].tolist() for name in ("end", "move", "weight", "trapped"))
        return [Edge(a, b, m, w, bool(t)) for a, b, m, w, t in zip(starts, *columns, strict=True)]

    def stand(self, cell: Cell) -> int | None:
        """The node of whoever stands in this cell."""
        return self.numbers.get((STAND, *cell))

    @cached_property
    def numbers(self) -> dict[tuple[int, int, int], int]:
        return {node: number for number, node in enumerate(self.nodes)}

    def reached(self, cell: Cell, backwards: bool = False, trap_free: bool = False) -> set[int]:
        """The nodes that one gets to from a cell, or backwards those from which one gets there."""
        after: list[list[int]] = [[] for _ in self.nodes]
        for edge in self.edges:
            if not (trap_free and edge.trapped):
                one, other = (edge.end, edge.start) if backwards else (edge.start, edge.end)
                after[one].append(other)
        start = self.stand(cell)
        seen = set() if start is None else {start}
        todo = list(seen)
        while todo:
            for node in after[todo.pop()]:
                if node not in seen:
                    seen.add(node)
                    todo.append(node)
        return seen

    def connected(self, cells: Iterable[Cell]) -> bool:
        """Whether one gets from each of these cells to each other one."""
        cells = list(cells)
        wanted = {self.stand(cell) for cell in cells}
        return wanted <= self.reached(cells[0]) and wanted <= self.reached(cells[0], backwards=True)


def build_graph(sheet: np.ndarray, falls: bool = False, compiled: bool = True) -> LevelGraph:
    """The graph of a sheet."""
    array = Graph.zeros()
    door = ready(build_by_address, 4, compiled)
    door(sheet.ctypes.data, array.ctypes.data, half_moves().ctypes.data, int(falls))
    return LevelGraph(array)

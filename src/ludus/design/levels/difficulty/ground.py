"""Graph of a level with its traps: the trap of each node, and which moves pass traps.

Nodes in static spikes have no edges: a player cannot be there. Mines do not count as traps: they only add time pressure
(thesis 4.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.design.levels.difficulty.swept import touched_cells
from ludus.design.levels.ways.graph import build_graph
from ludus.design.levels.ways.sheets import grid_of_level
from ludus.games.platformer.level import Level
from ludus.games.platformer.table import MINE, SPIKES

NO_TRAP = -1


@dataclass(frozen=True)
class TrapGraph:
    """Level graph with traps; an edge is (end, move, weight in half cells, whether it passes a trap)."""

    level: Level
    nodes: list[tuple[int, int, int]]  # kind, x, y
    trap_at_node: list[int]  # index in level.traps of each node's trap; NO_TRAP for none and for mines
    is_mine: list[bool]
    edges: list[list[tuple[int, int, int, bool]]]  # from each node

    @cached_property
    def incoming(self) -> list[list[tuple[int, int, int]]]:
        """Moves to each node: (start, move, weight)."""
        incoming: list[list[tuple[int, int, int]]] = [[] for _ in self.nodes]
        for start, edges in enumerate(self.edges):
            for end, move, weight, _ in edges:
                incoming[end].append((start, move, weight))
        return incoming

    @cached_property
    def trap_at(self) -> dict[tuple[int, int], int]:
        """Trap in a cell, including mines and spikes."""
        return {cell: number for number, trap in enumerate(self.level.traps) for cell in trap.cells}

    def traps_crossed(self, start: int, move: int) -> set[int]:
        """Traps except mines and spikes whose cells the body touches on a move."""
        _, x, y = self.nodes[start]
        traps = {self.trap_at.get((x + dx, y + dy), NO_TRAP) for dx, dy in touched_cells()[move]} - {NO_TRAP}
        return {trap for trap in traps if self.level.traps[trap].kind not in (MINE, SPIKES)}

    def stand_node(self, cell: tuple[int, int]) -> int | None:
        """Stand node in a cell; None if there is none."""
        return self._stands.get(cell)

    @cached_property
    def _stands(self) -> dict[tuple[int, int], int]:
        return {(x, y): number for number, (kind, x, y) in enumerate(self.nodes) if kind == 0}


def build_trap_graph(level: Level) -> TrapGraph:
    """Build the graph of a level with its traps."""
    graph = build_graph(grid_of_level(level))
    record, nodes = graph.record[0], graph.nodes
    trap_in = {cell: number for number, trap in enumerate(level.traps) for cell in trap.cells}
    inside = [trap_in.get((x, y), NO_TRAP) for _, x, y in nodes]
    kinds = [NO_TRAP if trap == NO_TRAP else level.traps[trap].kind for trap in inside]
    count, total = len(nodes), int(record["edges"])
    firsts: list[int] = record["first"][: count + 1].tolist()
    columns = (record[name][:total] for name in ("end", "move", "weight", "trapped"))
    all_edges = list(zip(*(np.asarray(column).tolist() for column in columns), strict=True))
    edges = [
        []
        if kinds[node] == SPIKES
        else [
            (end, move, weight, bool(trapped))
            for end, move, weight, trapped in all_edges[firsts[node] : firsts[node + 1]]
            if kinds[end] != SPIKES
        ]
        for node in range(count)
    ]
    return TrapGraph(
        level,
        nodes,
        [trap if kind not in (MINE, SPIKES) else NO_TRAP for trap, kind in zip(inside, kinds, strict=True)],
        [kind == MINE for kind in kinds],
        edges,
    )

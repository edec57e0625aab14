"""The graph of a level with its traps, as difficulty is read from it: what a node is in, and which moves are free.

Nodes in static spikes are left out: nobody can be there. A mine is no trap here: it only presses for time (thesis 4.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.design.levels.difficulty.swept import swept
from ludus.design.levels.ways.graph import build_graph
from ludus.design.levels.ways.sheets import sheet_of
from ludus.games.platformer.level import Level
from ludus.games.platformer.table import MINE, SPIKES

NO_TRAP = -1


@dataclass(frozen=True)
class Ground:
    """Nodes by their numbers in the level graph; an edge is (end, move, weight in halves, whether through a trap)."""

    level: Level
    nodes: list[tuple[int, int, int]]  # kind, x, y
    trap_of: list[int]  # the trap of each node, by its place in level.traps; NO_TRAP for none and for mines
    is_mine: list[bool]
    edges: list[list[tuple[int, int, int, bool]]]  # from each node

    @cached_property
    def back(self) -> list[list[tuple[int, int, int]]]:
        """The moves to each node: (start, move, weight)."""
        found: list[list[tuple[int, int, int]]] = [[] for _ in self.nodes]
        for start, edges in enumerate(self.edges):
            for end, move, weight, _ in edges:
                found[end].append((start, move, weight))
        return found

    @cached_property
    def trap_at(self) -> dict[tuple[int, int], int]:
        """The trap in a cell, mines and spikes too."""
        return {cell: number for number, trap in enumerate(self.level.traps) for cell in trap.cells}

    def crossed(self, start: int, move: int) -> set[int]:
        """The traps, mines and spikes not among them, whose cells the body touches on a move."""
        _, x, y = self.nodes[start]
        found = {self.trap_at.get((x + dx, y + dy), NO_TRAP) for dx, dy in swept()[move]} - {NO_TRAP}
        return {trap for trap in found if self.level.traps[trap].kind not in (MINE, SPIKES)}

    def at(self, cell: tuple[int, int]) -> int | None:
        """The node of whoever stands in a cell."""
        return self._stands.get(cell)

    @cached_property
    def _stands(self) -> dict[tuple[int, int], int]:
        return {(x, y): number for number, (kind, x, y) in enumerate(self.nodes) if kind == 0}


def survey(level: Level) -> Ground:
    """The graph of a level."""
    graph = build_graph(sheet_of(level))
    record, nodes = graph.array[0], graph.nodes
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
    return Ground(
        level,
        nodes,
        [trap if kind not in (MINE, SPIKES) else NO_TRAP for trap, kind in zip(inside, kinds, strict=True)],
        [kind == MINE for kind in kinds],
        edges,
    )

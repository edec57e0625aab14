"""Challenges of a level, as substitute edges of its graph (thesis 4.6, algorithm 5), and of a trace (4.3.1).

    graph = find_challenges(level)
    graph.challenges[7].t_timing
    graph.challenge_of(start, encounter)        # the challenge of a player who left a safe node and met a trap

A challenge leads from a place to wait, perhaps over mines, to the first node of a trap: that node is its end. There is
one for every node next to a trap or next to mines that lead to it, on all sides, so a trap can be passed in both
directions (reading, G25). Inside a trap, and out of it, moves are free (G24). The thesis ignores jumps through a trap
from one safe node to another. Some levels have no other path, so here such a jump is a challenge as well, and its end
is safe; in levels where traps can be walked it is never the easiest.

Nodes in static spikes have no edges: a player cannot be there. Mines do not count as traps: they only add time pressure
(thesis 4.3).
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.design.platformer.difficulty.move_durations import is_next_cell, is_walking_move, move_seconds
from ludus.design.platformer.level_graph.graph import build_level_graph
from ludus.design.platformer.level_graph.movement_tables import touched_cells
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.game_data_records import MINE, SPIKES, TRAP_KINDS
from ludus.games.platformer.level import Level

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
        traps = {self.trap_at.get((x + dx, y + dy), NO_TRAP) for dx, dy in touched_cells(self.level.movement)[move]} - {
            NO_TRAP
        }
        return {trap for trap in traps if self.level.traps[trap].kind not in (MINE, SPIKES)}

    def stand_node(self, cell: tuple[int, int]) -> int | None:
        """Stand node in a cell; None if there is none."""
        return self._stands.get(cell)

    @cached_property
    def _stands(self) -> dict[tuple[int, int], int]:
        return {(x, y): number for number, (kind, x, y) in enumerate(self.nodes) if kind == 0}


def build_trap_graph(level: Level) -> TrapGraph:
    """Build the graph of a level with its traps."""
    graph = build_level_graph(level)
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


@dataclass(frozen=True)
class Challenge:
    """One path into one trap. Nodes are numbers of the level graph."""

    number: int
    source: int  # place to wait; or a node of the previous trap, if traps follow each other
    nodes: tuple[int, ...]  # path from there: mines, and the end
    end: int  # first node of the trap; for a jump through it, a safe node
    trap: int  # index in level.traps
    kind: str  # kind of the trap
    mines: int
    t_cycle: float  # seconds
    t_timing: float  # seconds
    j: int  # jumps

    @property
    def parameters(self) -> tuple[float, float, int]:
        return self.t_cycle, self.t_timing, self.j


@dataclass(frozen=True)
class ChallengeGraph:
    """Probability graph of a level without its probabilities: challenges, and free moves."""

    trap_graph: TrapGraph
    challenges: list[Challenge]
    free_moves: list[list[tuple[int, int]]]  # from each node: (end, weight in half cells)

    @property
    def level(self) -> Level:
        return self.trap_graph.level

    @cached_property
    def challenges_from(self) -> dict[int, list[Challenge]]:
        """Challenges by the node where they begin."""
        by_source: dict[int, list[Challenge]] = {}
        for challenge in self.challenges:
            by_source.setdefault(challenge.source, []).append(challenge)
        return by_source

    @cached_property
    def _by_ends(self) -> dict[tuple[int, int], Challenge]:
        easiest: dict[tuple[int, int], Challenge] = {}
        for challenge in self.challenges:
            other = easiest.get((challenge.source, challenge.end))
            if other is None or (challenge.t_timing, challenge.j) < (other.t_timing, other.j):
                easiest[challenge.source, challenge.end] = challenge
        return easiest

    def challenge_of(self, start: int, encounter: int) -> Challenge | None:
        """Challenge of a player who left the safe node `start` and first met a trap at `encounter` (algorithm 4).

        Its beginning is taken from the shortest path between them, not from the player's moves. A player killed by a
        mine was on the path to the trap behind it.

        Returns:
            The challenge, or None if the graph has no such path.
        """
        if (start, encounter) not in self._cache:
            self._cache[start, encounter] = self._find_challenge(start, encounter)
        return self._cache[start, encounter]

    @cached_property
    def _cache(self) -> dict[tuple[int, int], Challenge | None]:
        return {}

    def _find_challenge(self, start: int, encounter: int) -> Challenge | None:
        graph, safe = self.trap_graph, start
        for node in _shortest_path(graph, start, encounter):
            if graph.trap_at_node[node] != NO_TRAP:
                return self._by_ends.get((safe, node))
            if not graph.is_mine[node]:
                safe = node
        if not graph.is_mine[encounter]:
            return None
        behind = [challenge for challenge in self.challenges_from.get(safe, []) if encounter in challenge.nodes]
        return min(behind, key=lambda challenge: (challenge.t_timing, challenge.j, challenge.number), default=None)


def list_challenges(level: Level) -> list[Challenge]:
    """List all challenges of a level."""
    return find_challenges(level).challenges


def find_challenges(level: Level) -> ChallengeGraph:
    """Find the challenges and free moves of a level."""
    graph = build_trap_graph(level)
    challenges: list[Challenge] = []
    for node, trap in enumerate(graph.trap_at_node):
        if trap != NO_TRAP:
            _add_challenges_into(graph, node, trap, challenges)
    free: list[list[tuple[int, int]]] = []
    for start, edges in enumerate(graph.edges):
        here = graph.trap_at_node[start]
        free_here = []
        for end, move, weight, trapped in edges:
            if here != NO_TRAP:  # moves inside a trap and out of it are free
                if graph.trap_at_node[end] in (NO_TRAP, here):
                    free_here.append((end, weight))
            elif not trapped:
                free_here.append((end, weight))
            elif graph.trap_at_node[end] == NO_TRAP:
                through = graph.traps_crossed(start, move)
                if not through:
                    free_here.append((end, weight))  # over static spikes
                else:
                    trap = min(through, key=lambda number: (level.traps[number].period, number))
                    _add_challenge(challenges, graph, trap, start, (end,), move_seconds(level.movement)[move], 1)
        free.append(free_here)
    return ChallengeGraph(graph, challenges, free)


def _add_challenges_into(graph: TrapGraph, end: int, trap: int, challenges: list[Challenge]) -> None:
    """Algorithm 5 for one node of a trap: paths to it from all nodes next to it, or next to mines that lead to it."""
    movement = graph.level.movement
    seconds, walked = move_seconds(movement), is_walking_move(movement)
    queue: list[tuple[float, int, int, tuple[int, ...]]] = [(0.0, 0, end, (end,))]
    visited = set()
    while queue:  # mines in order of their time to the trap, each by its shortest path
        time, jumps, node, path = heapq.heappop(queue)
        if node in visited:
            continue
        visited.add(node)
        for source, move, _ in graph.incoming[node]:
            if source in visited or graph.trap_at_node[source] == trap:
                continue
            total, total_jumps = time + seconds[move], jumps + (not walked[move])
            if graph.is_mine[source]:
                heapq.heappush(queue, (total, total_jumps, source, (source, *path)))
            else:
                before = source if node == end else path[-2]
                _add_challenge(
                    challenges, graph, trap, source, path, total, total_jumps + _extra_jump(graph, end, before)
                )


def _extra_jump(graph: TrapGraph, node: int, before: int) -> int:
    """1 if the only move from a node to a next cell leads back to where the player came from: one more jump (G26)."""
    _, x, y = graph.nodes[node]
    for end, _, _, _ in graph.edges[node]:
        if end != before and is_next_cell(graph.nodes[end][1] - x, graph.nodes[end][2] - y):
            return 0
    return 1


def _add_challenge(
    challenges: list[Challenge],
    graph: TrapGraph,
    trap: int,
    source: int,
    path: tuple[int, ...],
    seconds: float,
    jumps: int,
) -> None:
    line = graph.level.traps[trap]
    challenges.append(
        Challenge(
            *(len(challenges), source, path, path[-1], trap, TRAP_KINDS[line.kind], len(path) - 1),
            t_cycle=line.period / TICKS_PER_SECOND,
            t_timing=seconds,
            j=jumps,
        )
    )


def _shortest_path(graph: TrapGraph, start: int, end: int) -> list[int]:
    """Nodes of the shortest path after its start; empty if there is none."""
    queue, previous, visited = [(0, start)], {start: start}, set()
    best = {start: 0}
    while queue:
        length, node = heapq.heappop(queue)
        if node in visited:
            continue
        visited.add(node)
        if node == end:
            path = []
            while node != start:
                path.append(node)
                node = previous[node]
            return path[::-1]
        for there, _, weight, _ in graph.edges[node]:
            if length + weight < best.get(there, 1 << 30):
                best[there], previous[there] = length + weight, node
                heapq.heappush(queue, (length + weight, there))
    return []

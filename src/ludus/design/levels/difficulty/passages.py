"""Path that players usually take through a level, and the passages through traps on it.

    for passage in usual_passages(challenge_graph):
        passage.kind, passage.t_timing, passage.inside

The easiest path requires to know all success chances. Players rather take the shortest path, with small detours around
traps. A passage is the part between two nodes where a player can wait: mines, traps, or jumps through traps.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from ludus.design.levels.difficulty.challenges import LevelMap
from ludus.design.levels.difficulty.ground import NO_TRAP
from ludus.design.levels.difficulty.rating import NoWay, ends_of
from ludus.design.levels.difficulty.times import steps, times
from ludus.games.platformer.table import KINDS, MINE
from ludus.games.platformer.units import TICKS

DEAR = 6  # half cells of detour that a player accepts to avoid a trap


@dataclass(frozen=True)
class Passage:
    """Part of a path between two nodes where a player can wait; times in seconds."""

    nodes: tuple[int, ...]  # both ends and all nodes between
    kind: str  # kind of the first trap; mine only if there is no other trap
    traps: int  # number of traps without mines
    t_cycle: float  # shortest period; 2 s for mines alone
    t_timing: float  # from the start to the first trap
    inside: float  # from the first trap to the end
    jumps: int
    mines: int


def usual_way(mapped: LevelMap) -> list[Passage]:
    """Passages on the usual path, in order."""
    nodes, moves = _shortest(mapped)
    ground, passages, first = mapped.ground, [], 0
    for k in range(1, len(nodes)):
        is_safe = not ground.is_mine[nodes[k]] and ground.trap_of[nodes[k]] == NO_TRAP
        if not is_safe:
            continue
        if k - first > 1 or ground.crossed(nodes[k - 1], moves[k - 1]):
            passages.append(_passage(mapped, nodes[first : k + 1], moves[first:k]))
        first = k
    return passages


def _passage(mapped: LevelMap, nodes: list[int], moves: list[int]) -> Passage:
    ground, level = mapped.ground, mapped.level
    seconds, walked = times(), steps()
    traps: dict[int, None] = {}
    before = after = 0.0
    for k, move in enumerate(moves):
        if traps:
            after += seconds[move]
        else:
            before += seconds[move]
        for trap in sorted(ground.crossed(nodes[k], move)):
            traps[trap] = None
    lines = [level.traps[trap] for trap in traps]
    return Passage(
        tuple(nodes),
        KINDS[lines[0].kind if lines else MINE],
        len(lines),
        min((line.period for line in lines), default=2 * TICKS) / TICKS,
        before,
        after,
        sum(not walked[move] for move in moves),
        sum(ground.is_mine[node] for node in nodes),
    )


def _shortest(mapped: LevelMap) -> tuple[list[int], list[int]]:
    """Nodes of the path, and the moves between them."""
    ground = mapped.ground
    start, exits = ends_of(mapped)
    best, previous = {start: 0}, {start: (start, 0)}
    queue, visited, entry = [(0, 0, start)], set(), 0
    while queue:
        length, _, node = heapq.heappop(queue)
        if node in visited:
            continue
        visited.add(node)
        if node in exits:
            nodes, moves = [node], []
            while node != start:
                node, move = previous[node]
                nodes.append(node)
                moves.append(move)
            return nodes[::-1], moves[::-1]
        for end, move, weight, trapped in ground.edges[node]:
            total = length + weight + (DEAR if trapped or ground.trap_of[end] != NO_TRAP else 0)
            if end not in visited and total < best.get(end, 1 << 30):
                best[end], previous[end] = total, (node, move)
                entry += 1
                heapq.heappush(queue, (total, entry, end))
    raise NoWay("the graph of the level has no way from the start to an exit")

"""Path that players usually take through a level, and the passages through traps on it.

    for passage in usual_passages(challenge_graph):
        passage.kind, passage.t_timing, passage.inside

The easiest path requires to know all success chances. Players rather take the shortest path, with small detours around
traps. A passage is the part between two nodes where a player can wait: mines, traps, or jumps through traps.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from ludus.design.levels.difficulty.challenges import ChallengeGraph
from ludus.design.levels.difficulty.ground import NO_TRAP
from ludus.design.levels.difficulty.rating import NoPath, start_and_exits
from ludus.design.levels.difficulty.times import is_walking_move, move_seconds
from ludus.games.platformer.table import TRAP_KINDS, MINE
from ludus.games.platformer.units import TICKS_PER_SECOND

TRAP_DETOUR = 6  # half cells of detour that a player accepts to avoid a trap


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


def usual_passages(challenge_graph: ChallengeGraph) -> list[Passage]:
    """Passages on the usual path, in order."""
    nodes, moves = _usual_path(challenge_graph)
    ground, passages, first = challenge_graph.trap_graph, [], 0
    for k in range(1, len(nodes)):
        is_safe = not ground.is_mine[nodes[k]] and ground.trap_at_node[nodes[k]] == NO_TRAP
        if not is_safe:
            continue
        if k - first > 1 or ground.traps_crossed(nodes[k - 1], moves[k - 1]):
            passages.append(_make_passage(challenge_graph, nodes[first : k + 1], moves[first:k]))
        first = k
    return passages


def _make_passage(challenge_graph: ChallengeGraph, nodes: list[int], moves: list[int]) -> Passage:
    ground, level = challenge_graph.trap_graph, challenge_graph.level
    seconds, walked = move_seconds(), is_walking_move()
    traps: dict[int, None] = {}
    before = after = 0.0
    for k, move in enumerate(moves):
        if traps:
            after += seconds[move]
        else:
            before += seconds[move]
        for trap in sorted(ground.traps_crossed(nodes[k], move)):
            traps[trap] = None
    lines = [level.traps[trap] for trap in traps]
    return Passage(
        tuple(nodes),
        TRAP_KINDS[lines[0].kind if lines else MINE],
        len(lines),
        min((line.period for line in lines), default=2 * TICKS_PER_SECOND) / TICKS_PER_SECOND,
        before,
        after,
        sum(not walked[move] for move in moves),
        sum(ground.is_mine[node] for node in nodes),
    )


def _usual_path(challenge_graph: ChallengeGraph) -> tuple[list[int], list[int]]:
    """Nodes of the path, and the moves between them."""
    ground = challenge_graph.trap_graph
    start, exits = start_and_exits(challenge_graph)
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
            total = length + weight + (TRAP_DETOUR if trapped or ground.trap_at_node[end] != NO_TRAP else 0)
            if end not in visited and total < best.get(end, 1 << 30):
                best[end], previous[end] = total, (node, move)
                entry += 1
                heapq.heappush(queue, (total, entry, end))
    raise NoPath("the graph of the level has no way from the start to an exit")

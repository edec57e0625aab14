"""The way that players usually take through a level, and the traps that they have to pass on it.

    for passage in usual_way(mapped):
        passage.kind, passage.t_timing, passage.inside

The easiest way is that of who knows all chances. Players rather take the shortest, and go a few cells out of their way
for a trap. A passage is what lies between two nodes where they can wait: mines, traps, or jumps through these.
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

DEAR = 6  # halves of a cell that a player rather walks than to meet a trap


@dataclass(frozen=True)
class Passage:
    """From one node where one can wait to the next; times in seconds."""

    nodes: tuple[int, ...]  # both of these, and all between them
    kind: str  # of the first trap, a mine only if there is nothing else
    traps: int  # that are no mines
    t_cycle: float  # the shortest; 2 s for mines alone
    t_timing: float  # from the start into the first trap
    inside: float  # from there to the end
    jumps: int
    mines: int


def usual_way(mapped: LevelMap) -> list[Passage]:
    """The passages on it, in order."""
    nodes, moves = _shortest(mapped)
    ground, found, begun = mapped.ground, [], 0
    for k in range(1, len(nodes)):
        calm = not ground.is_mine[nodes[k]] and ground.trap_of[nodes[k]] == NO_TRAP
        if not calm:
            continue
        if k - begun > 1 or ground.crossed(nodes[k - 1], moves[k - 1]):
            found.append(_passage(mapped, nodes[begun : k + 1], moves[begun:k]))
        begun = k
    return found


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
    """The nodes of the way, and the moves between them."""
    ground = mapped.ground
    start, exits = ends_of(mapped)
    best, came = {start: 0}, {start: (start, 0)}
    queue, done, entry = [(0, 0, start)], set(), 0
    while queue:
        length, _, node = heapq.heappop(queue)
        if node in done:
            continue
        done.add(node)
        if node in exits:
            nodes, moves = [node], []
            while node != start:
                node, move = came[node]
                nodes.append(node)
                moves.append(move)
            return nodes[::-1], moves[::-1]
        for end, move, weight, trapped in ground.edges[node]:
            total = length + weight + (DEAR if trapped or ground.trap_of[end] != NO_TRAP else 0)
            if end not in done and total < best.get(end, 1 << 30):
                best[end], came[end] = total, (node, move)
                entry += 1
                heapq.heappush(queue, (total, entry, end))
    raise NoWay("the graph of the level has no way from the start to an exit")

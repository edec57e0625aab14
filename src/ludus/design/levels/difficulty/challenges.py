"""The challenges of a level, as substitute edges of its graph (thesis 4.6, algorithm 5), and that of a trace (4.3.1).

    mapped = map_level(level)
    mapped.challenges[7].t_timing
    mapped.challenge_of(start, encounter)       what somebody tried who left a safe node and came into a trap

A challenge leads from where one can wait, perhaps over mines, to the first node of a trap: that node is its end. There
is one for every node beside a trap or beside mines that lead to it, on all sides, so all of it can be walked in both
directions (reading, G25). Inside a trap, and out of it, one moves freely (G24). The thesis leaves out jumps through a
trap from one safe node to another. Some levels have no other way, so here such a jump is a challenge as well, and its
end is safe; in levels where traps can be walked it is never the easiest.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cached_property

from ludus.design.levels.difficulty.ground import NO_TRAP, Ground, survey
from ludus.design.levels.difficulty.times import beside, steps, times
from ludus.games.platformer.level import Level
from ludus.games.platformer.table import KINDS
from ludus.games.platformer.units import TICKS


@dataclass(frozen=True)
class Challenge:
    """One way into one trap. Nodes are numbers of the level graph."""

    number: int
    source: int  # where one can wait; or a node of the trap before, where traps follow each other
    nodes: tuple[int, ...]  # the way from there: mines, and the end
    end: int  # the first node of the trap; of a jump through it a safe node
    trap: int  # its place in level.traps
    kind: str  # of the trap
    mines: int
    t_cycle: float  # seconds
    t_timing: float  # seconds
    j: int  # jumps

    @property
    def parameters(self) -> tuple[float, float, int]:
        return self.t_cycle, self.t_timing, self.j


@dataclass(frozen=True)
class LevelMap:
    """The probability graph of a level without its probabilities: challenges, and moves that are free."""

    ground: Ground
    challenges: list[Challenge]
    free: list[list[tuple[int, int]]]  # from each node: (end, weight in halves)

    @property
    def level(self) -> Level:
        return self.ground.level

    @cached_property
    def from_node(self) -> dict[int, list[Challenge]]:
        """Challenges by where they begin."""
        found: dict[int, list[Challenge]] = {}
        for each in self.challenges:
            found.setdefault(each.source, []).append(each)
        return found

    @cached_property
    def _by_ends(self) -> dict[tuple[int, int], Challenge]:
        found: dict[tuple[int, int], Challenge] = {}
        for each in self.challenges:
            other = found.get((each.source, each.end))
            if other is None or (each.t_timing, each.j) < (other.t_timing, other.j):
                found[each.source, each.end] = each
        return found

    def challenge_of(self, start: int, encounter: int) -> Challenge | None:
        """The challenge of whoever left the safe node `start` and met a trap first at `encounter` (algorithm 4): how it
        begins is told by the shortest way between them, whatever the player did.

        None where the graph knows no way. Who died by a mine was on the way to the trap behind it.
        """
        if (start, encounter) not in self._mapped:
            self._mapped[start, encounter] = self._find(start, encounter)
        return self._mapped[start, encounter]

    @cached_property
    def _mapped(self) -> dict[tuple[int, int], Challenge | None]:
        return {}

    def _find(self, start: int, encounter: int) -> Challenge | None:
        ground, safe = self.ground, start
        for node in _shortest(ground, start, encounter):
            if ground.trap_of[node] != NO_TRAP:
                return self._by_ends.get((safe, node))
            if not ground.is_mine[node]:
                safe = node
        if not ground.is_mine[encounter]:
            return None
        behind = [each for each in self.from_node.get(safe, []) if encounter in each.nodes]
        return min(behind, key=lambda each: (each.t_timing, each.j, each.number), default=None)


def challenges_of(level: Level) -> list[Challenge]:
    """All challenges of a level."""
    return map_level(level).challenges


def map_level(level: Level) -> LevelMap:
    """The challenges of a level and its free moves."""
    ground = survey(level)
    found: list[Challenge] = []
    for node, trap in enumerate(ground.trap_of):
        if trap != NO_TRAP:
            _substitute(ground, node, trap, found)
    free: list[list[tuple[int, int]]] = []
    for start, edges in enumerate(ground.edges):
        here = ground.trap_of[start]
        ways = []
        for end, move, weight, trapped in edges:
            if here != NO_TRAP:  # free inside the trap, and to leave it
                if ground.trap_of[end] in (NO_TRAP, here):
                    ways.append((end, weight))
            elif not trapped:
                ways.append((end, weight))
            elif ground.trap_of[end] == NO_TRAP:
                through = ground.crossed(start, move)
                if not through:
                    ways.append((end, weight))  # over static spikes
                else:
                    trap = min(through, key=lambda number: (level.traps[number].period, number))
                    _add(found, ground, trap, start, (end,), times()[move], 1)
        free.append(ways)
    return LevelMap(ground, found, free)


def _substitute(ground: Ground, end: int, trap: int, found: list[Challenge]) -> None:
    """Algorithm 5 for one node of a trap: the ways to it from all nodes beside it, and beside mines that lead to it."""
    seconds, walked = times(), steps()
    queue: list[tuple[float, int, int, tuple[int, ...]]] = [(0.0, 0, end, (end,))]
    done = set()
    while queue:  # mines in order of their time to the trap, each by the shortest way
        time, jumps, node, way = heapq.heappop(queue)
        if node in done:
            continue
        done.add(node)
        for source, move, _ in ground.back[node]:
            if source in done or ground.trap_of[source] == trap:
                continue
            taken, leaps = time + seconds[move], jumps + (not walked[move])
            if ground.is_mine[source]:
                heapq.heappush(queue, (taken, leaps, source, (source, *way)))
            else:
                before = source if node == end else way[-2]
                _add(found, ground, trap, source, way, taken, leaps + _dead_end(ground, end, before))


def _dead_end(ground: Ground, node: int, before: int) -> int:
    """1 if no move leads from a node to the next cell, except to where one came from: it takes a jump more (G26)."""
    _, x, y = ground.nodes[node]
    for end, _, _, _ in ground.edges[node]:
        if end != before and beside(ground.nodes[end][1] - x, ground.nodes[end][2] - y):
            return 0
    return 1


def _add(
    found: list[Challenge], ground: Ground, trap: int, source: int, way: tuple[int, ...], taken: float, jumps: int
) -> None:
    line = ground.level.traps[trap]
    found.append(
        Challenge(
            *(len(found), source, way, way[-1], trap, KINDS[line.kind], len(way) - 1),
            t_cycle=line.period / TICKS,
            t_timing=taken,
            j=jumps,
        )
    )


def _shortest(ground: Ground, start: int, end: int) -> list[int]:
    """The nodes of the shortest way after its start; empty where there is none."""
    queue, came, done = [(0, start)], {start: start}, set()
    best = {start: 0}
    while queue:
        length, node = heapq.heappop(queue)
        if node in done:
            continue
        done.add(node)
        if node == end:
            way = []
            while node != start:
                way.append(node)
                node = came[node]
            return way[::-1]
        for there, _, weight, _ in ground.edges[node]:
            if length + weight < best.get(there, 1 << 30):
                best[there], came[there] = length + weight, node
                heapq.heappush(queue, (length + weight, there))
    return []

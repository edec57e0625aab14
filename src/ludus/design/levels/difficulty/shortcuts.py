"""Reduced graph of a level: only what its difficulty depends on, so that many models can rate it quickly.

    reduced = reduce_graph(find_challenges(level))
    reduced.rate(model).difficulty          # as rate_level(level, model), twenty times as fast

Safe nodes connected by free moves become one node, and so do the nodes of a trap. The remaining edges are challenges
with their parameters, and free edges out of traps.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.design.levels.difficulty.challenges import Challenge, ChallengeGraph
from ludus.design.levels.difficulty.ground import NO_TRAP
from ludus.design.levels.difficulty.models import ChallengeModel
from ludus.design.levels.difficulty.rating import NoPath, start_and_exits

FREE = -1


@dataclass(frozen=True)
class ReducedGraph:
    """Reduced graph; rows of `edges` are (from, to, kind of trap), rows of `parameters` t_cycle, t_timing and j."""

    node_count: int
    start: int
    exits: tuple[int, ...]
    edges: np.ndarray  # integers; the kind is FREE for edges out of a trap
    parameters: np.ndarray

    @cached_property
    def _outgoing(self) -> list[list[tuple[int, int]]]:
        outgoing: list[list[tuple[int, int]]] = [[] for _ in range(self.node_count)]
        for way, (start, end, _) in enumerate(self.edges.tolist()):
            outgoing[start].append((end, way))
        return outgoing

    def chances(self, model: ChallengeModel) -> list[float]:
        """Success chance on every edge."""
        t_cycle, t_timing, j = self.parameters.T
        chances: list[float] = np.where(self.edges[:, 2] == FREE, 1.0, model.success(t_cycle, t_timing, j)).tolist()
        return chances

    def rate(self, model: ChallengeModel) -> ReducedRating:
        """Easiest path by a model."""
        return self.rate_by(self.chances(model))

    def rate_by(self, chances: list[float]) -> ReducedRating:
        """Easiest path by the success chance of every edge."""
        cost = [-math.log(p) for p in chances]
        best, previous = {self.start: 0.0}, {self.start: (FREE, FREE)}
        queue, visited = [(0.0, self.start)], set()
        while queue:
            so_far, place = heapq.heappop(queue)
            if place in visited:
                continue
            visited.add(place)
            if place in self.exits:
                path = []
                while place != self.start:
                    place, way = previous[place]
                    if self.edges[way, 2] != FREE:
                        path.append(way)
                path_chances = [chances[way] for way in path]
                return ReducedRating(
                    1 - math.prod(path_chances), math.fsum((1 - p) / p for p in path_chances), tuple(reversed(path))
                )
            for end, way in self._outgoing[place]:
                total = so_far + cost[way]
                if total < best.get(end, math.inf):
                    best[end], previous[end] = total, (place, way)
                    heapq.heappush(queue, (total, end))
        raise NoPath("there is no way from the start to an exit")


@dataclass(frozen=True)
class ReducedRating:
    difficulty: float
    expected_deaths: float
    path: tuple[int, ...]  # edges with a challenge, in order


def reduce_graph(challenge_graph: ChallengeGraph) -> ReducedGraph:
    """Reduce a challenge graph."""
    ground = challenge_graph.trap_graph
    place = _merge_nodes(challenge_graph)
    start, exits = start_and_exits(challenge_graph)
    rows: dict[tuple[int, int, int, float, float, int], None] = {}
    for node, ways in enumerate(challenge_graph.free_moves):
        for end, _ in ways:
            if place[node] != place[end]:
                rows[place[node], place[end], FREE, 0.0, 0.0, 0] = None
    for challenge in challenge_graph.challenges:
        rows[
            place[challenge.source], place[challenge.end], _trap_kind(challenge_graph, challenge), *challenge.parameters
        ] = None
    ordered = sorted(rows)
    return ReducedGraph(
        max(place) + 1 if ground.nodes else 0,
        place[start],
        tuple(sorted({place[node] for node in exits})),
        np.array([row[:3] for row in ordered], np.int64).reshape(-1, 3),
        np.array([row[3:] for row in ordered], float).reshape(-1, 3),
    )


def _trap_kind(challenge_graph: ChallengeGraph, challenge: Challenge) -> int:
    return challenge_graph.level.traps[challenge.trap].kind


def _merge_nodes(challenge_graph: ChallengeGraph) -> list[int]:
    """Reduced node of each node: nodes are merged if free moves lead there and back."""
    trap_of = challenge_graph.trap_graph.trap_at_node
    place = [-1] * len(trap_of)
    count = 0
    for first in range(len(trap_of)):
        if place[first] != -1:
            continue
        place[first], todo = count, [first]
        while todo:
            node = todo.pop()
            for end, _ in challenge_graph.free_moves[node]:
                # a move out of a trap is free in one direction only
                if place[end] == -1 and trap_of[end] == trap_of[node]:
                    place[end] = count
                    todo.append(end)
        count += 1
    return place


assert FREE == NO_TRAP

"""Rating of a level: the easiest path through its challenges (thesis 4.6.1), and its difficulty.

    rating = rate_level(level, LINEAR_MODEL)
    rating.difficulty                   # 1 - product of success over the easiest path (reading, G22)
    rating.expected_deaths              # with respawn where the challenge began: the sum of (1 - p) / p
    rating.hardest, rating.path, rating.avoidable
    reduced = reduce_graph(find_challenges(level))
    reduced.rate(model).difficulty      # as rate_level(level, model), twenty times as fast

The product falls with the length of a path; expected deaths add up; the hardest challenge does not depend on length.

A reduced graph holds only what the difficulty depends on, so that many models can rate it quickly. Safe nodes connected
by free moves become one node, and so do the nodes of a trap. The remaining edges are challenges with their parameters,
and free edges out of traps.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ludus.design.platformer.difficulty.challenge_models import LINEAR_MODEL, ChallengeModel
from ludus.design.platformer.difficulty.challenges import NO_TRAP, Challenge, ChallengeGraph, find_challenges
from ludus.games.platformer.level import Level
from ludus.util.errors import LudusError

SuccessChances = Sequence[float]  # success chances by challenge number
FREE = -1


class NoPath(LudusError):
    """The graph of a level has no path from its start to an exit."""


@dataclass(frozen=True)
class Rating:
    """Easiest path through a level."""

    difficulty: float  # chance to die at least once
    expected_deaths: float
    path: tuple[Challenge, ...]  # challenges on the path, in order
    chances: tuple[float, ...]  # success chance of each of them
    nodes: tuple[int, ...]  # all nodes from the start to the exit
    challenge_graph: ChallengeGraph = field(repr=False, compare=False)
    all_chances: SuccessChances = field(repr=False)

    @cached_property
    def avoidable(self) -> tuple[Challenge, ...]:
        """For each trap that can be avoided on some path to the exit, the easiest challenge into it."""
        return _avoidable_challenges(self)

    @property
    def success(self) -> float:
        return 1 - self.difficulty

    @property
    def hardest(self) -> Challenge | None:
        """Challenge on the path with the least success; None without traps."""
        if not self.path:
            return None
        return min(zip(self.chances, self.path, strict=True), key=lambda pair: (pair[0], pair[1].number))[1]


def rate_level(level: Level | ChallengeGraph, model: ChallengeModel = LINEAR_MODEL) -> Rating:
    """Rate a level by a challenge model.

    Args:
        level: the level, or its challenge graph if known.
        model: gives the success chance of each challenge.

    Raises:
        NoPath: there is no path from the start to an exit.
    """
    challenge_graph = level if isinstance(level, ChallengeGraph) else find_challenges(level)
    return rate_by_chances(challenge_graph, success_chances(challenge_graph, model))


def success_chances(challenge_graph: ChallengeGraph, model: ChallengeModel) -> list[float]:
    """Success chance of every challenge by a model."""
    if not challenge_graph.challenges:
        return []
    t_cycle, t_timing, j = zip(*(challenge.parameters for challenge in challenge_graph.challenges), strict=True)
    chances: list[float] = model.success(t_cycle, t_timing, j).tolist()
    return chances


def rate_by_chances(challenge_graph: ChallengeGraph, chances: SuccessChances) -> Rating:
    """Rate a level by the success chance of each challenge."""
    start, exits = start_and_exits(challenge_graph)
    steps = easiest_path(challenge_graph, start, exits, lambda challenge: -math.log(chances[challenge.number]))
    path = tuple(step for step in steps if isinstance(step, Challenge))
    nodes = [start]
    for step in steps:
        nodes += step.nodes if isinstance(step, Challenge) else [step]
    path_chances = tuple(chances[challenge.number] for challenge in path)
    return Rating(
        difficulty=1 - math.prod(path_chances),
        expected_deaths=math.fsum((1 - p) / p for p in path_chances),
        path=path,
        chances=path_chances,
        nodes=tuple(nodes),
        challenge_graph=challenge_graph,
        all_chances=tuple(chances),
    )


def start_and_exits(challenge_graph: ChallengeGraph) -> tuple[int, set[int]]:
    """Nodes of the start and of the exits.

    Raises:
        NoPath: a player cannot stand at the start or at any exit.
    """
    trap_graph, level = challenge_graph.trap_graph, challenge_graph.level
    start = trap_graph.stand_node(level.start)
    exits = {node for node in map(trap_graph.stand_node, level.exits) if node is not None}
    if start is None or not exits:
        raise NoPath("a player cannot stand at the start or at any exit, so there is no path to rate")
    return start, exits


def easiest_path(
    challenge_graph: ChallengeGraph,
    start: int,
    exits: set[int],
    cost: Callable[[Challenge], float],
    closed_trap: int = NO_TRAP,
) -> list[Challenge | int]:
    """Path of least cost, of several the shortest: challenges, and the end nodes of free moves.

    The path does not enter the trap `closed_trap`.

    Raises:
        NoPath: there is no such path.
    """
    trap_graph, by_source = challenge_graph.trap_graph, challenge_graph.challenges_from
    best: dict[int, tuple[float, int]] = {start: (0.0, 0)}
    previous: dict[int, tuple[int, Challenge | int]] = {}
    queue, visited = [(0.0, 0, start)], set()
    while queue:
        so_far, length, node = heapq.heappop(queue)
        if node in visited:
            continue
        visited.add(node)
        if node in exits:
            return _path_back(previous, start, node)
        options: list[tuple[int, float, int, Challenge | int]]
        options = [(end, so_far, length + weight, end) for end, weight in challenge_graph.free_moves[node]]
        for challenge in by_source.get(node, ()):
            if challenge.trap != closed_trap:
                options.append((challenge.end, so_far + cost(challenge), length + 2 * len(challenge.nodes), challenge))
        for end, total, far, step in options:
            if end not in visited and (total, far) < best.get(end, (math.inf, 0)):
                best[end], previous[end] = (total, far), (node, step)
                heapq.heappush(queue, (total, far, end))
    x, y = trap_graph.level.start
    raise NoPath(f"the graph of the level has no way from the start at {x} {y} to an exit")


def _path_back(came: dict[int, tuple[int, Challenge | int]], start: int, node: int) -> list[Challenge | int]:
    steps: list[Challenge | int] = []
    while node != start:
        node, step = came[node]
        steps.append(step)
    return steps[::-1]


def _avoidable_challenges(rating: Rating) -> tuple[Challenge, ...]:
    """Traps that are not on the easiest path, and traps on it without which there is still a path."""
    challenge_graph, chances = rating.challenge_graph, rating.all_chances
    start, exits = start_and_exits(challenge_graph)
    needed = set()
    for trap in {challenge.trap for challenge in rating.path}:
        try:
            easiest_path(challenge_graph, start, exits, lambda challenge: 0.0, closed_trap=trap)
        except NoPath:
            needed.add(trap)
    entries: dict[int, Challenge] = {}
    for challenge in challenge_graph.challenges:
        if challenge.trap not in needed:
            other = entries.get(challenge.trap)
            if other is None or chances[challenge.number] > chances[other.number]:
                entries[challenge.trap] = challenge
    return tuple(entries[trap] for trap in sorted(entries))


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
        for edge, (start, end, _) in enumerate(self.edges.tolist()):
            outgoing[start].append((end, edge))
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
            so_far, reduced_node = heapq.heappop(queue)
            if reduced_node in visited:
                continue
            visited.add(reduced_node)
            if reduced_node in self.exits:
                path = []
                while reduced_node != self.start:
                    reduced_node, edge = previous[reduced_node]
                    if self.edges[edge, 2] != FREE:
                        path.append(edge)
                path_chances = [chances[edge] for edge in path]
                return ReducedRating(
                    1 - math.prod(path_chances), math.fsum((1 - p) / p for p in path_chances), tuple(reversed(path))
                )
            for end, edge in self._outgoing[reduced_node]:
                total = so_far + cost[edge]
                if total < best.get(end, math.inf):
                    best[end], previous[end] = total, (reduced_node, edge)
                    heapq.heappush(queue, (total, end))
        raise NoPath("there is no way from the start to an exit")


@dataclass(frozen=True)
class ReducedRating:
    difficulty: float
    expected_deaths: float
    path: tuple[int, ...]  # edges with a challenge, in order


def reduce_graph(challenge_graph: ChallengeGraph) -> ReducedGraph:
    """Reduce a challenge graph."""
    trap_graph = challenge_graph.trap_graph
    reduced_node = _merge_nodes(challenge_graph)
    start, exits = start_and_exits(challenge_graph)
    rows: dict[tuple[int, int, int, float, float, int], None] = {}
    for node, options in enumerate(challenge_graph.free_moves):
        for end, _ in options:
            if reduced_node[node] != reduced_node[end]:
                rows[reduced_node[node], reduced_node[end], FREE, 0.0, 0.0, 0] = None
    for challenge in challenge_graph.challenges:
        rows[
            reduced_node[challenge.source],
            reduced_node[challenge.end],
            _trap_kind(challenge_graph, challenge),
            *challenge.parameters,
        ] = None
    ordered = sorted(rows)
    return ReducedGraph(
        max(reduced_node) + 1 if trap_graph.nodes else 0,
        reduced_node[start],
        tuple(sorted({reduced_node[node] for node in exits})),
        np.array([row[:3] for row in ordered], np.int64).reshape(-1, 3),
        np.array([row[3:] for row in ordered], float).reshape(-1, 3),
    )


def _trap_kind(challenge_graph: ChallengeGraph, challenge: Challenge) -> int:
    return challenge_graph.level.traps[challenge.trap].kind


def _merge_nodes(challenge_graph: ChallengeGraph) -> list[int]:
    """Reduced node of each node: nodes are merged if free moves lead there and back."""
    trap_of = challenge_graph.trap_graph.trap_at_node
    reduced_node = [-1] * len(trap_of)
    count = 0
    for first in range(len(trap_of)):
        if reduced_node[first] != -1:
            continue
        reduced_node[first], todo = count, [first]
        while todo:
            node = todo.pop()
            for end, _ in challenge_graph.free_moves[node]:
                # a move out of a trap is free in one direction only
                if reduced_node[end] == -1 and trap_of[end] == trap_of[node]:
                    reduced_node[end] = count
                    todo.append(end)
        count += 1
    return reduced_node


assert FREE == NO_TRAP

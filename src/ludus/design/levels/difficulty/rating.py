"""Rating of a level: the easiest path through its challenges (thesis 4.6.1), and its difficulty.

    rating = rate_level(level, LINEAR_MODEL)
    rating.difficulty                   # 1 - product of success over the easiest path (reading, G22)
    rating.expected_deaths              # with respawn where the challenge began: the sum of (1 - p) / p
    rating.hardest, rating.path, rating.avoidable

The product falls with the length of a path; expected deaths add up; the hardest challenge does not depend on length.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.challenges import Challenge, ChallengeGraph, find_challenges
from ludus.design.levels.difficulty.ground import NO_TRAP
from ludus.design.levels.difficulty.models import LINEAR_MODEL, ChallengeModel
from ludus.games.platformer.level import Level

SuccessChances = Sequence[float]  # success chances by challenge number


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
    mapped = level if isinstance(level, ChallengeGraph) else find_challenges(level)
    return rate_by_chances(mapped, success_chances(mapped, model))


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
    ground, level = challenge_graph.trap_graph, challenge_graph.level
    start = ground.stand_node(level.start)
    exits = {node for node in map(ground.stand_node, level.exits) if node is not None}
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
    ground, by_source = challenge_graph.trap_graph, challenge_graph.challenges_from
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
        ways: list[tuple[int, float, int, Challenge | int]]
        ways = [(end, so_far, length + weight, end) for end, weight in challenge_graph.free_moves[node]]
        for challenge in by_source.get(node, ()):
            if challenge.trap != closed_trap:
                ways.append((challenge.end, so_far + cost(challenge), length + 2 * len(challenge.nodes), challenge))
        for end, total, far, step in ways:
            if end not in visited and (total, far) < best.get(end, (math.inf, 0)):
                best[end], previous[end] = (total, far), (node, step)
                heapq.heappush(queue, (total, far, end))
    x, y = ground.level.start
    raise NoPath(f"the graph of the level has no way from the start at {x} {y} to an exit")


def _path_back(came: dict[int, tuple[int, Challenge | int]], start: int, node: int) -> list[Challenge | int]:
    steps: list[Challenge | int] = []
    while node != start:
        node, step = came[node]
        steps.append(step)
    return steps[::-1]


def _avoidable_challenges(rating: Rating) -> tuple[Challenge, ...]:
    """Traps that are not on the easiest path, and traps on it without which there is still a path."""
    mapped, chances = rating.challenge_graph, rating.all_chances
    start, exits = start_and_exits(mapped)
    needed = set()
    for trap in {challenge.trap for challenge in rating.path}:
        try:
            easiest_path(mapped, start, exits, lambda challenge: 0.0, closed_trap=trap)
        except NoPath:
            needed.add(trap)
    entries: dict[int, Challenge] = {}
    for challenge in mapped.challenges:
        if challenge.trap not in needed:
            other = entries.get(challenge.trap)
            if other is None or chances[challenge.number] > chances[other.number]:
                entries[challenge.trap] = challenge
    return tuple(entries[trap] for trap in sorted(entries))

"""How hard a level is: the easiest way through its challenges (thesis 4.6.1), and what that way costs.

    rating = rate_level(level, LINEAR)
    rating.difficulty                   1 - the product of success over the easiest way (reading, G22)
    rating.expected_deaths              for who comes back to life where the challenge began: the sum of (1 - p) / p
    rating.hardest, rating.path, rating.avoidable

A product falls with the length of a way; beside it, expected deaths add up and the hardest challenge does neither.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.challenges import Challenge, LevelMap, map_level
from ludus.design.levels.difficulty.ground import NO_TRAP
from ludus.design.levels.difficulty.models import LINEAR, ChallengeModel
from ludus.games.platformer.level import Level

Chances = Sequence[float]  # of success, by the number of a challenge


class NoWay(LudusError):
    """The graph of a level has no way from its start to any exit."""


@dataclass(frozen=True)
class Rating:
    """The easiest way through a level."""

    difficulty: float  # the chance to die on it at least once
    expected_deaths: float
    path: tuple[Challenge, ...]  # the challenges on it, in order
    chances: tuple[float, ...]  # of success, for each of them
    nodes: tuple[int, ...]  # all nodes from the start to the exit
    mapped: LevelMap = field(repr=False, compare=False)
    all_chances: Chances = field(repr=False)

    @cached_property
    def avoidable(self) -> tuple[Challenge, ...]:
        """For each trap that some way to the exit goes around, the easiest way into it."""
        return _avoidable(self)

    @property
    def success(self) -> float:
        return 1 - self.difficulty

    @property
    def hardest(self) -> Challenge | None:
        """The challenge on the way with the least success; None on a way without traps."""
        if not self.path:
            return None
        return min(zip(self.chances, self.path, strict=True), key=lambda pair: (pair[0], pair[1].number))[1]


def rate_level(level: Level | LevelMap, model: ChallengeModel = LINEAR) -> Rating:
    """Rate a level, or one that is mapped already, by a model of its challenges."""
    mapped = level if isinstance(level, LevelMap) else map_level(level)
    return rate_by(mapped, chances_of(mapped, model))


def chances_of(mapped: LevelMap, model: ChallengeModel) -> list[float]:
    """What a model says of every challenge."""
    if not mapped.challenges:
        return []
    t_cycle, t_timing, j = zip(*(each.parameters for each in mapped.challenges), strict=True)
    found: list[float] = model.success(t_cycle, t_timing, j).tolist()
    return found


def rate_by(mapped: LevelMap, chances: Chances) -> Rating:
    """Rate a level by the success of each of its challenges."""
    start, exits = ends_of(mapped)
    steps = easiest(mapped, start, exits, lambda each: -math.log(chances[each.number]))
    path = tuple(step for step in steps if isinstance(step, Challenge))
    nodes = [start]
    for step in steps:
        nodes += step.nodes if isinstance(step, Challenge) else [step]
    won = tuple(chances[each.number] for each in path)
    return Rating(
        difficulty=1 - math.prod(won),
        expected_deaths=math.fsum((1 - p) / p for p in won),
        path=path,
        chances=won,
        nodes=tuple(nodes),
        mapped=mapped,
        all_chances=tuple(chances),
    )


def ends_of(mapped: LevelMap) -> tuple[int, set[int]]:
    """The nodes of the start and of the exits that one can stand in."""
    ground, level = mapped.ground, mapped.level
    start = ground.at(level.start)
    exits = {node for node in map(ground.at, level.exits) if node is not None}
    if start is None or not exits:
        raise NoWay("nobody can stand at the start or at any exit, so there is no way to rate")
    return start, exits


def easiest(
    mapped: LevelMap, start: int, exits: set[int], cost: Callable[[Challenge], float], shut: int = NO_TRAP
) -> list[Challenge | int]:
    """Challenges and free moves, by the node that they lead to, along the way of least cost; of several the shortest.

    No way leads into the trap `shut`. Raises NoWay.
    """
    ground, begun = mapped.ground, mapped.from_node
    best: dict[int, tuple[float, int]] = {start: (0.0, 0)}
    came: dict[int, tuple[int, Challenge | int]] = {}
    queue, done = [(0.0, 0, start)], set()
    while queue:
        so_far, length, node = heapq.heappop(queue)
        if node in done:
            continue
        done.add(node)
        if node in exits:
            return _retrace(came, start, node)
        ways: list[tuple[int, float, int, Challenge | int]]
        ways = [(end, so_far, length + weight, end) for end, weight in mapped.free[node]]
        for each in begun.get(node, ()):
            if each.trap != shut:
                ways.append((each.end, so_far + cost(each), length + 2 * len(each.nodes), each))
        for end, total, far, step in ways:
            if end not in done and (total, far) < best.get(end, (math.inf, 0)):
                best[end], came[end] = (total, far), (node, step)
                heapq.heappush(queue, (total, far, end))
    x, y = ground.level.start
    raise NoWay(f"the graph of the level has no way from the start at {x} {y} to an exit")


def _retrace(came: dict[int, tuple[int, Challenge | int]], start: int, node: int) -> list[Challenge | int]:
    steps: list[Challenge | int] = []
    while node != start:
        node, step = came[node]
        steps.append(step)
    return steps[::-1]


def _avoidable(rating: Rating) -> tuple[Challenge, ...]:
    """Traps that are not on the easiest way can be avoided; of those on it, the ones without which there is a way."""
    mapped, chances = rating.mapped, rating.all_chances
    start, exits = ends_of(mapped)
    needed = set()
    for trap in {each.trap for each in rating.path}:
        try:
            easiest(mapped, start, exits, lambda each: 0.0, shut=trap)
        except NoWay:
            needed.add(trap)
    entries: dict[int, Challenge] = {}
    for each in mapped.challenges:
        if each.trap not in needed:
            other = entries.get(each.trap)
            if other is None or chances[each.number] > chances[other.number]:
                entries[each.trap] = each
    return tuple(entries[trap] for trap in sorted(entries))

"""A level boiled down to what its difficulty depends on, so that it can be rated by many models in no time.

    short = shorten(map_level(level))
    short.rate(model).difficulty            as rate_level(level, model) has it, twenty times as fast

Safe nodes with free moves between them become one place, and so do those of a trap. What is left are ways between
places, with the parameters of their challenges; a way that leads out of a trap has none.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.design.levels.difficulty.challenges import Challenge, LevelMap
from ludus.design.levels.difficulty.ground import NO_TRAP
from ludus.design.levels.difficulty.models import ChallengeModel
from ludus.design.levels.difficulty.rating import NoWay, ends_of

FREE = -1


@dataclass(frozen=True)
class Short:
    """Ways between places; `ways` has rows (from, to, kind of trap), and `numbers` t_cycle, t_timing and j of each."""

    places: int
    start: int
    exits: tuple[int, ...]
    ways: np.ndarray  # whole numbers; the kind is FREE out of a trap
    numbers: np.ndarray

    @cached_property
    def _from(self) -> list[list[tuple[int, int]]]:
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.places)]
        for way, (start, end, _) in enumerate(self.ways.tolist()):
            found[start].append((end, way))
        return found

    def chances(self, model: ChallengeModel) -> list[float]:
        """Of success on every way."""
        t_cycle, t_timing, j = self.numbers.T
        found: list[float] = np.where(self.ways[:, 2] == FREE, 1.0, model.success(t_cycle, t_timing, j)).tolist()
        return found

    def rate(self, model: ChallengeModel) -> ShortRating:
        """The easiest way by a model."""
        return self.rate_by(self.chances(model))

    def rate_by(self, chances: list[float]) -> ShortRating:
        """The easiest way, by the success of every way."""
        cost = [-math.log(p) for p in chances]
        best, came = {self.start: 0.0}, {self.start: (FREE, FREE)}
        queue, done = [(0.0, self.start)], set()
        while queue:
            so_far, place = heapq.heappop(queue)
            if place in done:
                continue
            done.add(place)
            if place in self.exits:
                path = []
                while place != self.start:
                    place, way = came[place]
                    if self.ways[way, 2] != FREE:
                        path.append(way)
                won = [chances[way] for way in path]
                return ShortRating(1 - math.prod(won), math.fsum((1 - p) / p for p in won), tuple(reversed(path)))
            for end, way in self._from[place]:
                total = so_far + cost[way]
                if total < best.get(end, math.inf):
                    best[end], came[end] = total, (place, way)
                    heapq.heappush(queue, (total, end))
        raise NoWay("there is no way from the start to an exit")


@dataclass(frozen=True)
class ShortRating:
    difficulty: float
    expected_deaths: float
    path: tuple[int, ...]  # ways with a challenge, in order


def shorten(mapped: LevelMap) -> Short:
    """Boil a level down."""
    ground = mapped.ground
    place = _places(mapped)
    start, exits = ends_of(mapped)
    rows: dict[tuple[int, int, int, float, float, int], None] = {}
    for node, ways in enumerate(mapped.free):
        for end, _ in ways:
            if place[node] != place[end]:
                rows[place[node], place[end], FREE, 0.0, 0.0, 0] = None
    for each in mapped.challenges:
        rows[place[each.source], place[each.end], _kind(mapped, each), *each.parameters] = None
    ordered = sorted(rows)
    return Short(
        max(place) + 1 if ground.nodes else 0,
        place[start],
        tuple(sorted({place[node] for node in exits})),
        np.array([row[:3] for row in ordered], np.int64).reshape(-1, 3),
        np.array([row[3:] for row in ordered], float).reshape(-1, 3),
    )


def _kind(mapped: LevelMap, each: Challenge) -> int:
    return mapped.level.traps[each.trap].kind


def _places(mapped: LevelMap) -> list[int]:
    """The place of each node: nodes are together if free moves lead there and back."""
    trap_of = mapped.ground.trap_of
    place = [-1] * len(trap_of)
    count = 0
    for first in range(len(trap_of)):
        if place[first] != -1:
            continue
        place[first], todo = count, [first]
        while todo:
            node = todo.pop()
            for end, _ in mapped.free[node]:
                # a move from a trap to a safe node is free one way only
                if place[end] == -1 and trap_of[end] == trap_of[node]:
                    place[end] = count
                    todo.append(end)
        count += 1
    return place


assert FREE == NO_TRAP

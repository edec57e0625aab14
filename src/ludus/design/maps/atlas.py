"""A map in the making: not one thing but the best of every kind.

    atlas.step(place)                       one batch more; how many kinds there are now
    atlas.elites
    fill(begin, 40, order, "level")         many batches, for `ludus make`: seen from outside, and kept while under way

MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites").
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from ludus.compute import Place, Threads
from ludus.design.contract import Order
from ludus.design.maps.kinds import Axes
from ludus.evolve import Elite, MapElites
from ludus.evolve.space import Space

G = TypeVar("G")
Row = tuple[float, float, float]  # how good something is, then its two measures
Told = Callable[[int], None]  # of things that were rated

PIECE = "map"  # of work that is kept


class Step(NamedTuple):
    """What a map has after a batch."""

    kinds: int
    best: float
    mean: float  # over all kinds


class Atlas(ABC, Generic[G]):
    """`state` is what `run.dump` gave."""

    def __init__(
        self, axes: Axes, space: Space[G], seed: int, batch: int, mutation_rate: float, state: bytes | None = None
    ) -> None:
        self.axes = axes
        self.run: MapElites[G] = (
            MapElites.load(state, space)
            if state
            else MapElites(
                space,
                cells=[axis.steps for axis in axes],
                ranges=[(axis.low, axis.high) for axis in axes],
                batch=batch,
                mutation_rate=mutation_rate,
                seed=seed,
            )
        )

    @abstractmethod
    def rate(self, asked: list[G], place: Place, told: Told) -> Sequence[Row]:
        """How good each is, and of which kind."""

    @property
    def elites(self) -> list[Elite[G]]:
        """The best of every kind that was met, in the order of the kinds."""
        return self.run.elites

    def step(self, place: Place | None = None, told: Told = lambda _: None) -> int:
        """Rate one batch; how many kinds there are now."""
        asked = self.run.ask()
        self.run.tell(self.rate(asked, place or Threads(1), told))
        return len(self.run.elites)


def fill(
    begin: Callable[[bytes | None], Atlas[G]], batches: int, order: Order, thing: str
) -> tuple[Atlas[G], list[Step]]:
    """A map of so many batches and how it filled; `begin` gives the atlas of a state, or a new one."""
    state, before = order.kept.load(PIECE, tuple[bytes, list[tuple[int, float, float]]]) or (None, [])
    atlas, steps = begin(state), [Step(*each) for each in before]
    size = atlas.run.batch
    with order.progress("mapping", batches * size, thing) as told:
        told(len(steps) * size)
        for number in range(len(steps), batches):
            kinds = atlas.step(order.place, told)
            scores = [elite.score for elite in atlas.elites]
            steps.append(Step(kinds, max(scores), math.fsum(scores) / kinds))
            order.tell("map", str(number + 1), "kinds found", "count", kinds)
            order.kept.save(PIECE, (atlas.run.dump(), steps), now=number == batches - 1)
    return atlas, steps

"""MAP-Elites archive that is filled batch by batch.

    archive.step(backend)                              # one more batch; returns the number of filled cells
    archive.elites
    fill_archive(make_archive, 40, request, "level")   # many batches for `ludus make`, with progress and checkpoint

MAP-Elites: Mouret and Clune, "Illuminating search spaces by mapping elites".
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
Row = tuple[float, float, float]  # quality and two measures
Told = Callable[[int], None]  # called with numbers of rated candidates

PIECE = "map"  # name in the checkpoint


class Step(NamedTuple):
    """State of an archive after a batch."""

    kinds: int
    best: float
    mean: float  # over all filled cells


class Atlas(ABC, Generic[G]):
    """Archive of the best candidate per cell; a subclass rates candidates.

    Args:
        axes: the two measures.
        space: the genome space to search.
        seed: seed of the search.
        batch: candidates per batch.
        mutation_rate: chance of each gene to mutate.
        state: `optimiser.dump()` of an earlier archive, to resume it.
    """

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
        """Quality and measures of each genome."""

    @property
    def elites(self) -> list[Elite[G]]:
        """Best candidate of every filled cell, in the order of the cells."""
        return self.run.elites

    def step(self, place: Place | None = None, told: Told = lambda _: None) -> int:
        """Rate one batch; returns the number of filled cells."""
        genomes = self.run.ask()
        self.run.tell(self.rate(genomes, place or Threads(1), told))
        return len(self.run.elites)


def fill(
    begin: Callable[[bytes | None], Atlas[G]], batches: int, order: Order, thing: str
) -> tuple[Atlas[G], list[Step]]:
    """Fill an archive with `batches` batches and record its progress.

    Args:
        make_archive: makes the archive from a saved state, or a new one from None.
        batches: total number of batches, resumed ones included.
        request: gives backend, progress and checkpoint.
        noun: what a candidate is called.
    """
    state, before = order.kept.load(PIECE, tuple[bytes, list[tuple[int, float, float]]]) or (None, [])
    atlas, steps = begin(state), [Step(*row) for row in before]
    size = atlas.run.batch
    with order.progress("mapping", batches * size, thing) as on_progress:
        on_progress(len(steps) * size)
        for number in range(len(steps), batches):
            kinds = atlas.step(order.place, on_progress)
            scores = [elite.score for elite in atlas.elites]
            steps.append(Step(kinds, max(scores), math.fsum(scores) / kinds))
            order.tell("map", str(number + 1), "kinds found", "count", kinds)
            order.kept.save(PIECE, (atlas.run.dump(), steps), now=number == batches - 1)
    return atlas, steps

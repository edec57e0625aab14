"""MAP-Elites archive that is filled batch by batch (Mouret and Clune, "Illuminating search spaces by mapping elites").

    archive.step(backend)                              # one more batch; returns the number of filled cells
    archive.elites                                     # the best candidate of every filled cell
    fill_archive(make_archive, 40, request, "level")   # many batches for `ludus make`, with progress and checkpoint

The cells of an archive are spanned by two measures (`Axis`), each cut into steps.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ludus.backends import Backend, Threads
from ludus.design.base.designer import DesignRequest
from ludus.evolve import Elite, MapElites
from ludus.evolve.spaces import Space

G = TypeVar("G")
RatedMeasures = tuple[float, float, float]  # quality and two measures
ProgressListener = Callable[[int], None]  # called with numbers of rated candidates
CHECKPOINT_ITEM = "map"  # name in the checkpoint


@dataclass(frozen=True)
class Axis:
    """One measure; values beyond its ends count as the outermost step."""

    title: str
    low: float
    high: float
    steps: int

    @property
    def width(self) -> float:
        """Width of a step."""
        return (self.high - self.low) / self.steps

    def label(self, step: int) -> str:
        """Label of a step: the number itself if steps are whole numbers, else where the step begins."""
        at = self.low + self.width * step
        return f"{at + self.width / 2:g}" if self.width == 1 else f"{at:.2g}"

    def marks(self) -> Iterator[tuple[float, str]]:
        """Labels and their positions in steps: at the middle of whole numbers, else between steps."""
        if self.width == 1:
            yield from ((step + 0.5, self.label(step)) for step in range(self.steps))
        else:
            yield from ((step, self.label(step)) for step in range(self.steps + 1))


Axes = tuple[Axis, Axis]  # vertical, then horizontal


class ArchiveProgress(NamedTuple):
    """State of an archive after a batch."""

    cells: int
    best: float
    mean: float  # over all filled cells


class EliteArchive(ABC, Generic[G]):
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
        self.optimiser: MapElites[G] = (
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
    def rate(self, genomes: list[G], backend: Backend, on_progress: ProgressListener) -> Sequence[RatedMeasures]:
        """Quality and measures of each genome."""

    @property
    def elites(self) -> list[Elite[G]]:
        """Best candidate of every filled cell, in the order of the cells."""
        return self.optimiser.elites

    def step(self, backend: Backend | None = None, on_progress: ProgressListener = lambda _: None) -> int:
        """Rate one batch; returns the number of filled cells."""
        genomes = self.optimiser.ask()
        self.optimiser.tell(self.rate(genomes, backend or Threads(1), on_progress))
        return len(self.optimiser.elites)


def fill_archive(
    make_archive: Callable[[bytes | None], EliteArchive[G]], batches: int, request: DesignRequest, noun: str
) -> tuple[EliteArchive[G], list[ArchiveProgress]]:
    """Fill an archive with `batches` batches and record its progress.

    Args:
        make_archive: makes the archive from a saved state, or a new one from None.
        batches: total number of batches, resumed ones included.
        request: gives backend, progress and checkpoint.
        noun: what a candidate is called.
    """
    state, before = request.checkpoint.load(CHECKPOINT_ITEM, tuple[bytes, list[tuple[int, float, float]]]) or (None, [])
    atlas, steps = make_archive(state), [ArchiveProgress(*row) for row in before]
    size = atlas.optimiser.batch
    with request.progress("mapping", batches * size, noun) as on_progress:
        on_progress(len(steps) * size)
        for number in range(len(steps), batches):
            kinds = atlas.step(request.backend, on_progress)
            scores = [elite.score for elite in atlas.elites]
            steps.append(ArchiveProgress(kinds, max(scores), math.fsum(scores) / kinds))
            request.on_result("map", str(number + 1), "kinds found", "count", kinds)
            request.checkpoint.save(CHECKPOINT_ITEM, (atlas.optimiser.dump(), steps), now=number == batches - 1)
    return atlas, steps

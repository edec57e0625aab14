"""MAP-Elites: not one best genome but the best of every kind. The archive is pyribs's.

A score is a row: the score itself, then the measures that say which kind a genome is of (its cell in the grid). Each
cell keeps its best genome, its elite; new genomes are made from elites.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ludus.core.errors import OptionError
from ludus.evolve.optimiser import AskTell
from ludus.evolve.reals import as_reals
from ludus.evolve.space import Space, number, whole

G = TypeVar("G")


class Elite(NamedTuple, Generic[G]):
    """The best genome of one cell; `cell` counts from 0 along each measure."""

    genome: G
    score: float
    measures: tuple[float, ...]
    cell: tuple[int, ...]


class MapElites(AskTell[G]):
    """Fills a grid of `cells` (how many along each measure) over `ranges` (low and high of each measure).

    A measure beyond its range counts to the outermost cell. `batch` genomes are asked at a time, in the first
    generation random ones. `variation`: "space" crosses two elites by chance `crossover_rate` and mutates;
    "iso-line" (Reals only) is pyribs's emitter of that name, a small Gaussian step and one along the line between
    two elites.
    """

    library = "ribs"
    settings = ("cells", "ranges", "batch", "mutation_rate", "crossover_rate", "variation")

    def __init__(
        self,
        space: Space[G],
        *,
        cells: Sequence[int],
        ranges: Sequence[tuple[float, float]],
        seed: int,
        mutation_rate: float = 0.1,
        batch: int = 64,
        crossover_rate: float = 0.5,
        variation: str = "space",
        start: Sequence[G] | None = None,
    ) -> None:
        self.cells = tuple(whole(n, "the number of cells along a measure", 1) for n in cells)
        self.ranges = tuple((float(low), float(high)) for low, high in ranges)
        measures = len(self.cells)
        if not measures or measures != len(self.ranges):
            raise OptionError(f"{measures} numbers of cells, {len(self.ranges)} ranges; there is one of each a measure")
        if not all(np.isfinite(pair).all() and pair[0] < pair[1] for pair in self.ranges):
            raise OptionError(f"a range is two finite numbers, the lower first; got {self.ranges}")
        self.batch = whole(batch, "the batch", 1)
        self.mutation_rate = number(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.crossover_rate = number(crossover_rate, "the crossover rate", 0.0, 1.0)
        if variation not in ("space", "iso-line"):
            raise OptionError(f"variation is 'space' or 'iso-line', not {variation!r}")
        self._reals = as_reals(space)
        if variation == "iso-line" and self._reals is None:
            raise OptionError(f"variation 'iso-line' works on Reals, not on {type(space).__name__}")
        self.variation = variation
        self.columns = ("score", *(f"measure {i + 1}" for i in range(len(self.cells))))
        super().__init__(space, seed, start, batch)
        self._archive: Any = self._empty_archive()

    @property
    def elites(self) -> list[Elite[G]]:
        """The best genome of every cell that has one, in the order of the cells."""
        kept = self._archive.data()
        found = [
            Elite(
                genome,
                float(score),
                tuple(measures.tolist()),
                tuple(int(i) for i in np.unravel_index(index, self.cells)),
            )
            for genome, score, measures, index in zip(
                self._genomes(kept["solution"]), kept["objective"], kept["measures"], kept["index"], strict=True
            )
        ]
        return sorted(found, key=lambda elite: elite.cell)

    @property
    def coverage(self) -> float:
        """The share of cells that have an elite."""
        return len(self._archive) / int(np.prod(self.cells))

    def _empty_archive(self) -> Any:
        from ribs.archives import GridArchive

        vectors = self._reals is not None
        return GridArchive(
            solution_dim=() if self._reals is None else self._reals.n,
            dims=self.cells,
            ranges=self.ranges,
            seed=self._rng,  # type: ignore[arg-type]  # a generator is taken as it is, so all chance is ours
            solution_dtype=np.float64 if vectors else object,
            objective_dtype=np.float64,
            measures_dtype=np.float64,
        )

    def _solutions(self, genomes: Sequence[G]) -> np.ndarray:
        if self._reals is not None:
            return np.array(genomes, dtype=np.float64)
        solutions = np.empty(len(genomes), dtype=object)
        for i, genome in enumerate(genomes):  # one by one, or NumPy would look inside them
            solutions[i] = genome
        return solutions

    def _genomes(self, solutions: np.ndarray) -> list[G]:
        made: list[Any] = list(solutions) if self._reals is None else [self._reals.vector(one) for one in solutions]
        return made

    def _propose(self) -> list[G]:
        if self._archive.empty:
            return self._first(self.batch)
        if self.variation == "iso-line":
            return self._genomes(self._emitter().ask())
        rng, space = self._rng, self.space
        parents = self._genomes(self._archive.sample_elites(2 * self.batch)["solution"])
        children = []
        for a, b in zip(parents[::2], parents[1::2], strict=True):
            child = space.cross(a, b, rng) if rng.random() < self.crossover_rate else a
            children.append(space.mutate(child, rng, self.mutation_rate))
        return children

    def _emitter(self) -> Any:
        """Made anew for every batch: it holds nothing but the archive and the generator."""
        from ribs.emitters import IsoLineEmitter

        space: Any = self._reals
        width = space.high - space.low
        return IsoLineEmitter(
            self._archive,
            iso_sigma=0.01 * width,
            line_sigma=0.2,
            x0=(space.low + space.high) / 2,
            lower_bounds=space.low if space.bounded else None,
            upper_bounds=space.high if space.bounded else None,
            batch_size=self.batch,
            seed=self._rng,  # type: ignore[arg-type]
        )

    def _learn(self, asked: list[G], scores: np.ndarray) -> None:
        self._note(asked, scores[:, 0])
        self._archive.add(self._solutions(asked), scores[:, 0], scores[:, 1:])

    def _own(self) -> dict[str, Any]:
        kept = self._archive.data()  # in the order in which the cells were filled, by which parents are sampled
        return {
            "genomes": [self.space.to_data(genome) for genome in self._genomes(kept["solution"])],
            "scores": kept["objective"].tolist(),
            "measures": kept["measures"].tolist(),
        }

    def _restore(self, own: dict[str, Any]) -> None:
        if not own["genomes"]:
            return
        solutions = self._solutions([self.space.from_data(one) for one in own["genomes"]])
        scores, measures = np.array(own["scores"]), np.array(own["measures"])
        # One add fills its cells in ascending order, so the old order comes back run by run.
        ends = np.flatnonzero(np.diff(self._archive.index_of(measures)) < 0) + 1
        for run in np.split(np.arange(len(scores)), ends):
            self._archive.add(solutions[run], scores[run], measures[run])

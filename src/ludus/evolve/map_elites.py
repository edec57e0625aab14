"""MAP-Elites: the best genome of every cell of a grid over measures. The archive is that of pyribs.

A score is a row: the score itself, then the measures, which determine the cell of a genome. Each cell stores its best
genome, its elite; new genomes are variations of elites.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ludus.evolve.optimiser import AskTell
from ludus.evolve.spaces import Space, as_reals, checked_float, checked_int
from ludus.util.errors import OptionError
from ludus.util.extras import require_extra

G = TypeVar("G")


class Elite(NamedTuple, Generic[G]):
    """The best genome of one cell; `cell` is its index along each measure, from 0."""

    genome: G
    score: float
    measures: tuple[float, ...]
    cell: tuple[int, ...]


class MapElites(AskTell[G]):
    """MAP-Elites on a regular grid.

    Args:
        space: the space of genomes.
        cells: number of cells along each measure.
        ranges: low and high of each measure; values outside count to the outermost cell.
        seed: seed of the random generator.
        mutation_rate: probability that a gene mutates.
        batch: genomes per generation; those of the first generation are random.
        crossover_rate: probability of a crossover of two elites.
        variation: "space" (crossover and mutation of the space) or, for Reals, "iso-line" (the emitter of pyribs: a
            small Gaussian step and a step along the line between two elites).
        start: genomes of the first generation.
    """

    stored_name = "MapElites"
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
        self.cells = tuple(checked_int(n, "the number of cells along a measure", 1) for n in cells)
        self.ranges = tuple((float(low), float(high)) for low, high in ranges)
        measures = len(self.cells)
        if not measures or measures != len(self.ranges):
            raise OptionError(f"{measures} numbers of cells, {len(self.ranges)} ranges; there is one of each a measure")
        if not all(np.isfinite(pair).all() and pair[0] < pair[1] for pair in self.ranges):
            raise OptionError(f"a range is two finite numbers, the lower first; got {self.ranges}")
        self.batch = checked_int(batch, "the batch", 1)
        self.mutation_rate = checked_float(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.crossover_rate = checked_float(crossover_rate, "the crossover rate", 0.0, 1.0)
        if variation not in ("space", "iso-line"):
            raise OptionError(f"variation is 'space' or 'iso-line', not {variation!r}")
        require_extra("studies", "MapElites", "ribs")
        self._reals = as_reals(space)
        if variation == "iso-line" and self._reals is None:
            raise OptionError(f"variation 'iso-line' works on Reals, not on {type(space).__name__}")
        self.variation = variation
        self.columns = ("score", *(f"measure {i + 1}" for i in range(len(self.cells))))
        super().__init__(space, seed, start, batch)
        self._archive: Any = self._empty_archive()

    @property
    def elites(self) -> list[Elite[G]]:
        """The best genome of every occupied cell, in the order of the cells."""
        stored = self._archive.data()
        elites = [
            Elite(
                genome,
                float(score),
                tuple(measures.tolist()),
                tuple(int(i) for i in np.unravel_index(index, self.cells)),
            )
            for genome, score, measures, index in zip(
                self._genomes(stored["solution"]), stored["objective"], stored["measures"], stored["index"], strict=True
            )
        ]
        return sorted(elites, key=lambda elite: elite.cell)

    @property
    def coverage(self) -> float:
        """Fraction of occupied cells."""
        return len(self._archive) / int(np.prod(self.cells))

    def _empty_archive(self) -> Any:
        from ribs.archives import GridArchive

        vectors = self._reals is not None
        return GridArchive(
            solution_dim=() if self._reals is None else self._reals.n,
            dims=self.cells,
            ranges=self.ranges,
            seed=self._rng,  # type: ignore[arg-type]  # pyribs uses a given generator directly
            solution_dtype=np.float64 if vectors else object,
            objective_dtype=np.float64,
            measures_dtype=np.float64,
        )

    def _solutions(self, genomes: Sequence[G]) -> np.ndarray:
        if self._reals is not None:
            return np.array(genomes, dtype=np.float64)
        solutions = np.empty(len(genomes), dtype=object)
        for i, genome in enumerate(genomes):  # one by one, so that NumPy does not convert them to arrays
            solutions[i] = genome
        return solutions

    def _genomes(self, solutions: np.ndarray) -> list[G]:
        genomes: list[Any] = list(solutions) if self._reals is None else [self._reals.vector(one) for one in solutions]
        return genomes

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
        """Return a new emitter for each batch; its only state is the archive and the generator."""
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

    def _learn(self, proposed: list[G], scores: np.ndarray) -> None:
        self._note(proposed, scores[:, 0])
        self._archive.add(self._solutions(proposed), scores[:, 0], scores[:, 1:])

    def _own(self) -> dict[str, Any]:
        stored = self._archive.data()  # in the order in which the cells were filled, which the sampling of parents uses
        return {
            "genomes": [self.space.to_data(genome) for genome in self._genomes(stored["solution"])],
            "scores": stored["objective"].tolist(),
            "measures": stored["measures"].tolist(),
        }

    def _restore(self, own: dict[str, Any]) -> None:
        if not own["genomes"]:
            return
        solutions = self._solutions([self.space.from_data(one) for one in own["genomes"]])
        scores, measures = np.array(own["scores"]), np.array(own["measures"])
        # One call of `add` fills its cells in ascending order, so the old order is restored in ascending runs.
        ends = np.flatnonzero(np.diff(self._archive.index_of(measures)) < 0) + 1
        for run in np.split(np.arange(len(scores)), ends):
            self._archive.add(solutions[run], scores[run], measures[run])

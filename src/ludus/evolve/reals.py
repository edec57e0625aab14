"""Space of real vectors: weights, probabilities, stats of a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.core.errors import OptionError
from ludus.evolve.space import GenomeError, gene_names, checked_float, checked_int


class Reals:
    """Space of n real numbers between `low` and `high` (one number, or one per gene).

    Mutation adds a Gaussian step to a gene; `step` is its standard deviation as a fraction of the gene's range.
    `bounded` genes stay between low and high; others only start there. Genomes are read-only float64 arrays.
    """

    def __init__(
        self,
        n: int,
        low: ArrayLike,
        high: ArrayLike,
        names: Sequence[str] | None = None,
        step: float = 0.1,
        bounded: bool = True,
    ) -> None:
        self.n = checked_int(n, "the number of genes", 1)
        self.low, self.high = _limits(low, n, "low"), _limits(high, n, "high")
        if not np.all(self.low < self.high):
            gene = int(np.argmin(self.low < self.high))
            raise OptionError(f"gene {gene} has no range: low {self.low[gene]:g}, high {self.high[gene]:g}")
        self.names = gene_names(names, n)
        self.step = checked_float(step, "the step", 0.0)
        self.bounded = bounded

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        return self.vector(rng.uniform(self.low, self.high))

    def mutate(self, genome: np.ndarray, rng: np.random.Generator, rate: float) -> np.ndarray:
        chosen = rng.random(self.n) < rate
        steps = rng.normal(0.0, self.step * (self.high - self.low))
        return self.vector(np.where(chosen, genome + steps, genome))

    def cross(self, a: np.ndarray, b: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return self.vector(np.where(rng.random(self.n) < 0.5, a, b))

    def to_data(self, genome: np.ndarray) -> list[float]:
        return [float(x) for x in genome]

    def from_data(self, data: Any) -> np.ndarray:
        if not isinstance(data, list | tuple) or len(data) != self.n:
            raise GenomeError(f"a genome here is a list of {self.n} numbers, not {_brief(data)}")
        for name, x in zip(self.names, data, strict=True):
            if isinstance(x, bool) or not isinstance(x, int | float) or not np.isfinite(x):
                raise GenomeError(f"{name} is {x!r}, not a finite number")
        vector = np.array(data, dtype=np.float64)
        outside = (vector < self.low) | (vector > self.high)
        if self.bounded and outside.any():
            i = int(np.argmax(outside))
            raise GenomeError(f"{self.names[i]} is {vector[i]:g}, outside {self.low[i]:g} .. {self.high[i]:g}")
        return self.vector(vector)

    def describe(self, genome: np.ndarray) -> str:
        width = max(map(len, self.names))
        return "\n".join(f"{name:<{width}}  {x:+.4g}" for name, x in zip(self.names, genome, strict=True))

    def vector(self, values: ArrayLike) -> np.ndarray:
        """Convert values to a genome: clipped to the limits if bounded, and read-only."""
        genome = np.array(values, dtype=np.float64)
        if self.bounded:
            np.clip(genome, self.low, self.high, out=genome)
        genome.setflags(write=False)
        return genome


def as_reals(space: Any) -> Reals | None:
    """Return the space if it is a `Reals`, else None."""
    return space if isinstance(space, Reals) else None


def _limits(value: ArrayLike, n: int, what: str) -> np.ndarray:
    limits = np.asarray(value, dtype=np.float64)
    if limits.shape not in ((), (n,)) or not np.isfinite(limits).all():
        raise OptionError(f"{what} is one finite number, or {n} of them; got {value!r}")
    limits = np.array(np.broadcast_to(limits, (n,)))
    limits.setflags(write=False)
    return limits


def _brief(data: Any) -> str:
    return f"a list of {len(data)}" if isinstance(data, list | tuple) else repr(data)[:60]

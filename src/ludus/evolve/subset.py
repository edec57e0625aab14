"""Space of subsets of fixed size: ten cards of a kingdom, thirty different cards of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.core.errors import OptionError
from ludus.evolve.space import GenomeError, gene_names, checked_int


class Subset:
    """Space of the subsets of k of n items. Genomes are ascending tuples of the numbers 0 .. n-1.

    A mutated gene is replaced by an item outside the set. A child contains the items of both parents, and is filled up
    with items of one of them.
    """

    def __init__(self, n: int, k: int, names: Sequence[str] | None = None) -> None:
        self.n = checked_int(n, "the number of things", 1)
        self.k = checked_int(k, f"the size of a subset of {n} things", 1, n)
        self.names = gene_names(names, n, "thing")

    def draw(self, rng: np.random.Generator) -> tuple[int, ...]:
        return _ascending(rng.choice(self.n, self.k, replace=False))

    def mutate(self, genome: tuple[int, ...], rng: np.random.Generator, rate: float) -> tuple[int, ...]:
        inside = list(genome)
        outside = [thing for thing in range(self.n) if thing not in set(genome)]
        leaving = np.flatnonzero(rng.random(self.k) < rate)
        rng.shuffle(leaving)
        rng.shuffle(outside)
        for i, thing in zip(leaving, outside, strict=False):  # a large subset has too few items outside
            inside[i] = thing
        return _ascending(inside)

    def cross(self, a: tuple[int, ...], b: tuple[int, ...], rng: np.random.Generator) -> tuple[int, ...]:
        both = sorted(set(a) & set(b))
        one = sorted(set(a) ^ set(b))
        rng.shuffle(one)
        return _ascending(both + one[: self.k - len(both)])

    def to_data(self, genome: tuple[int, ...]) -> list[int]:
        return list(genome)

    def from_data(self, data: Any) -> tuple[int, ...]:
        if not isinstance(data, list | tuple) or len(data) != self.k:
            raise GenomeError(f"a genome here is a list of {self.k} numbers, not {data!r:.80}")
        for thing in data:
            if isinstance(thing, bool) or not isinstance(thing, int) or not 0 <= thing < self.n:
                raise GenomeError(f"{thing!r} is none of the things 0 .. {self.n - 1}")
        if len(set(data)) != self.k:
            raise GenomeError(f"a thing is there twice: {sorted(data)}")
        return _ascending(data)

    def describe(self, genome: tuple[int, ...]) -> str:
        return ", ".join(self.names[thing] for thing in genome)

    def from_names(self, *names: str) -> tuple[int, ...]:
        """Return the genome with the items of these names."""
        unknown = [name for name in names if name not in self.names]
        if unknown:
            raise OptionError(f"nothing here is named {unknown[0]!r}")
        return self.from_data([self.names.index(name) for name in names])


def _ascending(things: Any) -> tuple[int, ...]:
    return tuple(sorted(int(thing) for thing in things))

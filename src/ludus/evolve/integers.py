"""Spaces of integer vectors and of named choices: costs, counts, options of a rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludus.core.errors import OptionError
from ludus.evolve.space import GenomeError, gene_names, checked_int


class Integers:
    """Space of n integers from `low` to `high`, inclusive. Genomes are tuples of ints.

    A mutated gene gets one of the other values; each gene of a child comes from one of its parents.
    """

    def __init__(self, n: int, low: int, high: int, names: Sequence[str] | None = None) -> None:
        self.n = checked_int(n, "the number of genes", 1)
        self.low, self.high = int(low), int(high)
        if self.low >= self.high:
            raise OptionError(f"no range: low {low}, high {high}")
        self.names = gene_names(names, n)

    def draw(self, rng: np.random.Generator) -> tuple[int, ...]:
        return tuple(int(x) for x in rng.integers(self.low, self.high + 1, self.n))

    def mutate(self, genome: tuple[int, ...], rng: np.random.Generator, rate: float) -> tuple[int, ...]:
        chosen = rng.random(self.n) < rate
        others = rng.integers(self.low, self.high, self.n)  # one value fewer: the current one is skipped
        return tuple(
            int(other + (other >= x)) if new else x for x, other, new in zip(genome, others, chosen, strict=True)
        )

    def cross(self, a: tuple[int, ...], b: tuple[int, ...], rng: np.random.Generator) -> tuple[int, ...]:
        first = rng.random(self.n) < 0.5
        return tuple(x if one else y for x, y, one in zip(a, b, first, strict=True))

    def to_data(self, genome: tuple[int, ...]) -> list[int]:
        return list(genome)

    def from_data(self, data: Any) -> tuple[int, ...]:
        if not isinstance(data, list | tuple) or len(data) != self.n:
            raise GenomeError(f"a genome here is a list of {self.n} whole numbers, not {data!r:.80}")
        for name, x in zip(self.names, data, strict=True):
            if isinstance(x, bool) or not isinstance(x, int) or not self.low <= x <= self.high:
                raise GenomeError(f"{name} is {x!r}, not a whole number from {self.low} to {self.high}")
        return tuple(data)

    def describe(self, genome: tuple[int, ...]) -> str:
        return ", ".join(f"{name} {x}" for name, x in zip(self.names, genome, strict=True))


class Choices:
    """Space with one choice per name: `Choices({"lanes": ["one", "two"], "hand": ["four", "five", "six"]})`.

    Genomes are tuples of the chosen options, in the order of the names; as data they are dicts.
    """

    def __init__(self, options: Mapping[str, Sequence[str]]) -> None:
        self.options = {name: tuple(texts) for name, texts in options.items()}
        if not self.options:
            raise OptionError("nothing to choose: no names are given")
        for name, texts in self.options.items():
            if len(texts) < 2 or len(set(texts)) != len(texts):
                raise OptionError(f"{name} needs two or more different options, not {list(texts)}")

    def draw(self, rng: np.random.Generator) -> tuple[str, ...]:
        return tuple(texts[int(rng.integers(len(texts)))] for texts in self.options.values())

    def mutate(self, genome: tuple[str, ...], rng: np.random.Generator, rate: float) -> tuple[str, ...]:
        changed = []
        for text, texts in zip(genome, self.options.values(), strict=True):
            others = [other for other in texts if other != text]
            new = rng.random() < rate
            changed.append(others[int(rng.integers(len(others)))] if new else text)
        return tuple(changed)

    def cross(self, a: tuple[str, ...], b: tuple[str, ...], rng: np.random.Generator) -> tuple[str, ...]:
        return tuple(x if rng.random() < 0.5 else y for x, y in zip(a, b, strict=True))

    def to_data(self, genome: tuple[str, ...]) -> dict[str, str]:
        return dict(zip(self.options, genome, strict=True))

    def from_data(self, data: Any) -> tuple[str, ...]:
        if not isinstance(data, dict) or set(data) != set(self.options):
            raise GenomeError(f"a genome here is a dict with the keys {', '.join(self.options)}, not {data!r:.80}")
        for name, texts in self.options.items():
            if data[name] not in texts:
                raise GenomeError(f"{name} is {data[name]!r}, not one of {', '.join(texts)}")
        return tuple(data[name] for name in self.options)

    def describe(self, genome: tuple[str, ...]) -> str:
        return ", ".join(f"{name} {text}" for name, text in zip(self.options, genome, strict=True))

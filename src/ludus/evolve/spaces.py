"""Spaces of genomes: the interface, and spaces of real vectors, integers, named choices and subsets.

Any content can be evolved by a class with the six methods of `Space`. `ludus.evolve.network_space` has networks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ludus.util.errors import LudusError, OptionError

G = TypeVar("G")


class GenomeError(LudusError):
    """Data is not a genome of this space."""


class Space(Protocol[G]):
    """A type of genome: how it is sampled, varied, serialized and described.

    Genomes are immutable values: no method changes its input, and results are never changed afterwards. All randomness
    comes from `rng`, so the same generator state gives the same result. `from_data(to_data(g))` must equal `g` exactly,
    or a resumed run would differ from an uninterrupted one.
    """

    def draw(self, rng: np.random.Generator) -> G:
        """Return a random genome.

        Args:
            rng: the only source of randomness, here and below.
        """
        ...

    def mutate(self, genome: G, rng: np.random.Generator, rate: float) -> G:
        """Return a copy with changes.

        Args:
            genome: the genome; it is not changed.
            rng: random generator.
            rate: probability that a gene is changed; 0 changes nothing.
        """
        ...

    def cross(self, a: G, b: G, rng: np.random.Generator) -> G:
        """Return a child of two genomes (crossover).

        Args:
            a: one parent.
            b: the other parent.
            rng: random generator.
        """
        ...

    def to_data(self, genome: G) -> Any:
        """Convert a genome to plain data as in JSON: dicts, lists, numbers, strings."""
        ...

    def from_data(self, data: Any) -> G:
        """Convert the result of `to_data` back to the genome.

        Raises:
            LudusError: the data is not a genome of this space; the message says why.
        """
        ...

    def describe(self, genome: G) -> str:
        """Describe a genome for people."""
        ...


class Reals:
    """Space of n real numbers between `low` and `high`. Genomes are read-only float64 arrays.

    Args:
        n: number of genes.
        low: smallest value: one number, or one per gene.
        high: largest value: one number, or one per gene.
        names: names of the genes, for descriptions and messages.
        step: standard deviation of the Gaussian step of a mutation, as a fraction of the gene's range.
        bounded: whether genes stay between low and high; others only start there.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name: ClassVar[str] = "Reals"  # in checkpoints

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


class Integers:
    """Space of n integers from `low` to `high`, inclusive. Genomes are tuples of ints.

    A mutated gene gets one of the other values; each gene of a child comes from one of its parents.

    Args:
        n: number of genes.
        low: smallest value.
        high: largest value.
        names: names of the genes, for descriptions and messages.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name: ClassVar[str] = "Integers"  # in checkpoints

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

    stored_name: ClassVar[str] = "Choices"  # in checkpoints

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


class Subset:
    """Space of the subsets of k of n items. Genomes are ascending tuples of the numbers 0 .. n-1.

    A mutated gene is replaced by an item outside the set. A child contains the items of both parents, and is filled up
    with items of one of them.

    Args:
        n: number of items.
        k: size of a subset.
        names: names of the items, for descriptions and messages.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name: ClassVar[str] = "Subset"  # in checkpoints

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
        """Return the genome with the items of these names.

        Raises:
            OptionError: a name is unknown, or the number of items is wrong.
        """
        unknown = [name for name in names if name not in self.names]
        if unknown:
            raise OptionError(f"nothing here is named {unknown[0]!r}")
        return self.from_data([self.names.index(name) for name in names])


def as_reals(space: Any) -> Reals | None:
    """Return the space if it is a `Reals`, else None."""
    return space if isinstance(space, Reals) else None


def gene_names(names: Sequence[str] | None, n: int, word: str = "gene") -> tuple[str, ...]:
    """Return the checked names of n genes; default names if none are given."""
    if names is None:
        return tuple(f"{word} {i}" for i in range(n))
    if isinstance(names, str) or len(names) != n or len(set(names)) != n:
        raise OptionError(f"{n} different names are needed, one a {word}; got {names!r}")
    return tuple(names)


def checked_int(value: int, what: str, low: int, high: int | None = None) -> int:
    """Check an option that must be a whole number within limits."""
    wrong_kind = isinstance(value, bool) or not isinstance(value, int | np.integer)
    if wrong_kind or value < low or (high is not None and value > high):
        limits = f"of {low} or more" if high is None else f"from {low} to {high}"
        raise OptionError(f"{what} is a whole number {limits}, not {value!r}")
    return int(value)


def checked_float(value: float, what: str, low: float, high: float | None = None) -> float:
    """Check an option that must be a finite number within limits."""
    wrong_kind = isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating)
    if wrong_kind or not np.isfinite(value) or value < low or (high is not None and value > high):
        limits = f"of {low:g} or more" if high is None else f"from {low:g} to {high:g}"
        raise OptionError(f"{what} is a number {limits}, not {value!r}")
    return float(value)


def _limits(value: ArrayLike, n: int, what: str) -> np.ndarray:
    limits = np.asarray(value, dtype=np.float64)
    if limits.shape not in ((), (n,)) or not np.isfinite(limits).all():
        raise OptionError(f"{what} is one finite number, or {n} of them; got {value!r}")
    limits = np.array(np.broadcast_to(limits, (n,)))
    limits.setflags(write=False)
    return limits


def _brief(data: Any) -> str:
    return f"a list of {len(data)}" if isinstance(data, list | tuple) else repr(data)[:60]


def _ascending(things: Any) -> tuple[int, ...]:
    return tuple(sorted(int(thing) for thing in things))

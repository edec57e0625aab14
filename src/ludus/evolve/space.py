"""Interface of genome spaces. Any content can be evolved by a space with these six methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from ludus.core.errors import LudusError, OptionError

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
        """Return a random genome."""
        ...

    def mutate(self, genome: G, rng: np.random.Generator, rate: float) -> G:
        """Return a copy in which each gene is changed with probability `rate`; 0 changes nothing."""
        ...

    def cross(self, a: G, b: G, rng: np.random.Generator) -> G:
        """Return a child of two genomes (crossover)."""
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

"""What a space of genomes offers. A new kind of content evolves as soon as it has these six methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from ludus.core.errors import LudusError, OptionError

G = TypeVar("G")


class GenomeError(LudusError):
    """Data that is not a genome of this space."""


class Space(Protocol[G]):
    """A kind of genome: how it is drawn, varied, written and told.

    Genomes are values: no method alters its input, and what comes out is never altered afterwards. All chance comes
    from `rng`, so the same generator state gives the same result. `from_data(to_data(g))` is `g` to the last bit, or a
    resumed run would part from one that never stopped.
    """

    def draw(self, rng: np.random.Generator) -> G:
        """A random genome."""
        ...

    def mutate(self, genome: G, rng: np.random.Generator, rate: float) -> G:
        """The genome with each gene changed by chance `rate`; rate 0 changes nothing."""
        ...

    def cross(self, a: G, b: G, rng: np.random.Generator) -> G:
        """A child of two genomes."""
        ...

    def to_data(self, genome: G) -> Any:
        """The genome as JSON could hold it: dicts, lists, numbers, texts."""
        ...

    def from_data(self, data: Any) -> G:
        """The genome that `to_data` wrote; a LudusError that says what is wrong with other data."""
        ...

    def describe(self, genome: G) -> str:
        """The genome for a person."""
        ...


def gene_names(names: Sequence[str] | None, n: int, word: str = "gene") -> tuple[str, ...]:
    """The names of n genes, made up where none are given."""
    if names is None:
        return tuple(f"{word} {i}" for i in range(n))
    if isinstance(names, str) or len(names) != n or len(set(names)) != n:
        raise OptionError(f"{n} different names are needed, one a {word}; got {names!r}")
    return tuple(names)


def whole(value: int, what: str, low: int, high: int | None = None) -> int:
    """An option that is a whole number within limits."""
    wrong_kind = isinstance(value, bool) or not isinstance(value, int | np.integer)
    if wrong_kind or value < low or (high is not None and value > high):
        limits = f"of {low} or more" if high is None else f"from {low} to {high}"
        raise OptionError(f"{what} is a whole number {limits}, not {value!r}")
    return int(value)


def number(value: float, what: str, low: float, high: float | None = None) -> float:
    """An option that is a finite number within limits."""
    wrong_kind = isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating)
    if wrong_kind or not np.isfinite(value) or value < low or (high is not None and value > high):
        limits = f"of {low:g} or more" if high is None else f"from {low:g} to {high:g}"
        raise OptionError(f"{what} is a number {limits}, not {value!r}")
    return float(value)

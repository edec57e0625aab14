"""Ask/tell interface and common base of all optimisers, with saving and loading at any time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ludus.evolve.checkpoint import (
    OptimiserError,
    OptimiserState,
    from_bytes,
    generator_from_data,
    generator_to_data,
    library_version,
    numpy_generator,
    stored_name,
    to_bytes,
)
from ludus.evolve.spaces import Space
from ludus.util.errors import OptionError, UnknownName

G = TypeVar("G")


class Best(NamedTuple, Generic[G]):
    """The genome with the highest score so far, and its generation (0, 1, ...).

    Scores that are relative to the other members of a generation are not comparable across generations; in this case,
    take the best of each generation from `ask` and `tell`.
    """

    genome: G
    score: float
    generation: int


class Optimiser(Protocol[G]):
    """Interface of optimisers. All maximise."""

    generation: int  # number of completed generations

    @property
    def best(self) -> Best[G] | None: ...

    def ask(self) -> list[G]:
        """Return the genomes to score; the same ones until `tell` is called."""
        ...

    def tell(self, scores: ArrayLike) -> None:
        """Report the scores of the genomes in their order: a number each, or a row each for several objectives."""
        ...

    def dump(self) -> bytes:
        """Return the whole state, including the random generator."""
        ...


class AskTell(ABC, Generic[G]):
    """Base class of the optimisers. A subclass proposes genomes and learns from their scores."""

    stored_name: ClassVar[str]  # name in random-stream labels and checkpoints: never changes; default: the class name
    version: ClassVar[int] = 1
    library: ClassVar[str | None] = None
    settings: ClassVar[tuple[str, ...]]  # options of the constructor; attributes have the same names
    columns: tuple[str, ...] | None = None  # names of the numbers in a row of scores; None: one number per genome

    _known: ClassVar[dict[str, type[AskTell[Any]]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.stored_name = stored_name(cls)
        AskTell._known[cls.stored_name] = cls

    def __init__(self, space: Space[G], seed: int, start: Sequence[G] | None, max_start: int | None = None) -> None:
        """Initialise the common state.

        Args:
            space: the space of genomes.
            seed: seed of the random generator; `stored_name` is the label of its stream.
            start: genomes of the first generation.
            max_start: largest number of start genomes.
        """
        self.space = space
        self.generation = 0
        self.best: Best[G] | None = None
        self._rng = numpy_generator(seed, self.stored_name)
        self._asked: list[G] | None = None
        self._start = [_checked_start(space, genome) for genome in start or ()]
        if max_start is not None and len(self._start) > max_start:
            raise OptionError(f"{len(self._start)} genomes to start with do not fit into a population of {max_start}")

    def ask(self) -> list[G]:
        """Return the genomes to score; the same ones until `tell` is called."""
        if self._asked is None:
            self._asked = self._propose()
        return list(self._asked)

    def tell(self, scores: ArrayLike) -> None:
        """Report the scores of the genomes.

        Args:
            scores: one number for each genome of `ask`, in their order; a row each for several objectives.

        Raises:
            OptimiserError: `ask` was not called, or the scores are invalid; nothing has changed.
        """
        if self._asked is None:
            raise OptimiserError("tell() comes after ask(): there are no genomes that wait for scores")
        proposed, checked = self._asked, self._checked(scores, len(self._asked))
        if self.columns is None:
            self._note(proposed, checked)
        self._learn(proposed, checked)
        self._asked = None
        self.generation += 1

    def dump(self) -> bytes:
        """Return the whole state, including the random generator; `load` restores the optimiser."""
        write, best = self.space.to_data, self.best
        return to_bytes(
            OptimiserState(
                optimiser=self.stored_name,
                version=self.version,
                library=library_version(self.library),
                space=stored_name(type(self.space)),
                settings={name: getattr(self, name) for name in self.settings},
                generation=self.generation,
                random=generator_to_data(self._rng),
                best=None if best is None else (write(best.genome), best.score, best.generation),
                start=[write(genome) for genome in self._start],
                asked=None if self._asked is None else [write(genome) for genome in self._asked],
                own=self._own(),
            )
        )

    @classmethod
    def load(cls, data: bytes, space: Space[G]) -> Self:
        """Restore an optimiser from `dump`.

        Args:
            data: result of `dump`.
            space: the same space as before; spaces contain code and are not saved.

        Raises:
            OptimiserError: the data belongs to another optimiser, space or library version.
        """
        state = from_bytes(data)
        if state.optimiser != cls.stored_name:
            raise OptimiserError(f"this is the state of {state.optimiser}, not of {cls.stored_name}")
        _check_compatible(state, cls, space)
        # Any seed: the state of the generator is restored below.
        optimiser = cls(space, seed=1, **state.settings)
        read = space.from_data
        generator_from_data(optimiser._rng, state.random)
        optimiser.generation = state.generation
        optimiser.best = None if state.best is None else Best(read(state.best[0]), *state.best[1:])
        optimiser._start = [read(genome) for genome in state.start]
        optimiser._asked = None if state.asked is None else [read(genome) for genome in state.asked]
        optimiser._restore(state.own)
        return optimiser

    @abstractmethod
    def _propose(self) -> list[G]:
        """Return the genomes of the next generation."""

    @abstractmethod
    def _learn(self, proposed: list[G], scores: np.ndarray) -> None:
        """Learn from the checked scores of the proposed genomes."""

    @abstractmethod
    def _own(self) -> dict[str, Any]:
        """Return the state of the subclass as plain data."""

    @abstractmethod
    def _restore(self, own: dict[str, Any]) -> None:
        """Restore the result of `_own`; the generator is already restored."""

    def _first(self, count: int) -> list[G]:
        """Return a first generation: the start genomes, then random ones."""
        genomes, self._start = self._start, []
        return genomes + [self.space.draw(self._rng) for _ in range(count - len(genomes))]

    def _note(self, proposed: list[G], scores: np.ndarray) -> None:
        """Update the best genome so far; ties go to the earliest."""
        top = int(np.argmax(scores))
        if self.best is None or scores[top] > self.best.score:
            self.best = Best(proposed[top], float(scores[top]), self.generation)

    def _checked(self, scores: ArrayLike, count: int) -> np.ndarray:
        one = "one number" if self.columns is None else f"one row of {len(self.columns)} ({', '.join(self.columns)})"
        wanted = f"tell() wants {one} for each of the {count} genomes proposed"
        try:
            checked = np.array(scores, dtype=np.float64)
        except (TypeError, ValueError):
            raise OptimiserError(f"{wanted}; these are not numbers, or rows of unequal length") from None
        shape = (count,) if self.columns is None else (count, len(self.columns))
        if checked.shape != shape:
            got = " x ".join(map(str, checked.shape)) or "a single number"
            raise OptimiserError(f"{wanted}; got {got}")
        finite = np.isfinite(checked)
        if not finite.all():
            where = np.argwhere(~finite)[0]
            column = "" if self.columns is None else f" ({self.columns[where[1]]})"
            raise OptimiserError(f"the score of genome {where[0]}{column} is {checked[tuple(where)]}, not a number")
        return checked


def load_optimiser(data: bytes, space: Space[G]) -> AskTell[G]:
    """Restore an optimiser of any class from the result of `dump`; `space` is its space.

    Raises:
        OptimiserError: the data is not a valid state.
        UnknownName: the class of the optimiser is unknown.
    """
    name = from_bytes(data).optimiser
    if name not in AskTell._known:
        raise UnknownName("optimiser", name, list(AskTell._known))
    return AskTell._known[name].load(data, space)


def _checked_start(space: Space[G], genome: G) -> G:
    """Check a start genome by writing and reading it."""
    try:
        return space.from_data(space.to_data(genome))
    except (AttributeError, TypeError, ValueError) as wrong:
        raise OptionError(f"{genome!r:.80} to start with is no genome of {type(space).__name__}: {wrong}") from None


def _check_compatible(state: OptimiserState, cls: type[AskTell[Any]], space: Space[Any]) -> None:
    if state.version != cls.version:
        raise OptimiserError(f"this state of {cls.__name__} has form {state.version}; this release reads {cls.version}")
    here = library_version(cls.library)
    if state.library != here:
        raise OptimiserError(
            f"this state of {cls.__name__} was made with {state.library}, and here is {here}: "
            f"the run would not go on as it began; install {state.library}"
        )
    space_name = stored_name(type(space))
    if state.space != space_name:
        raise OptimiserError(f"this {cls.__name__} worked in a space {state.space}, not {space_name}")

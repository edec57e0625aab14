"""Multi-objective optimisation: NSGA-II and NSGA-III, based on pymoo.

pymoo does selection and survival; genomes are crossed and mutated by their space. A score is a row of numbers, one per
objective, all maximised. There is no single best genome: `front` contains the non-dominated members.
"""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from ludus.evolve.checkpoint import array_from_data, array_to_data, to_python_number
from ludus.evolve.optimiser import AskTell
from ludus.evolve.spaces import Space, as_reals, checked_float, checked_int
from ludus.util.errors import OptionError
from ludus.util.extras import require_extra

G = TypeVar("G")


@dataclass(frozen=True)
class Front(Generic[G]):
    """Non-dominated members and their scores, one row each."""

    genomes: list[G]
    scores: np.ndarray


class _Nsga(AskTell[G]):
    library = "pymoo"
    _kept: tuple[str, ...]  # attributes that pymoo sets on a member and reads in the next generation

    def __init__(
        self,
        space: Space[G],
        seed: int,
        objectives: int,
        mutation_rate: float,
        crossover_rate: float,
        variation: str,
        start: Sequence[G] | None,
    ) -> None:
        require_extra("studies", type(self).__name__, "pymoo")
        from ludus.evolve.pymoo_space_operators import BoxedGenomes, RealVectors, set_up_algorithm

        self.objectives = checked_int(objectives, "the number of objectives", 2)
        self.mutation_rate = checked_float(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.crossover_rate = checked_float(crossover_rate, "the crossover rate", 0.0, 1.0)
        self.variation = variation
        self.columns = tuple(f"objective {i + 1}" for i in range(objectives))
        self._kind: Any
        if variation == "space":
            self._kind = BoxedGenomes(space, objectives, self.crossover_rate, self.mutation_rate)
        elif variation != "sbx":
            raise OptionError(f"variation is 'space' or 'sbx' (real vectors only), not {variation!r}")
        elif (reals := as_reals(space)) and reals.bounded:
            self._kind = RealVectors(reals, objectives, self.crossover_rate, self.mutation_rate)
        else:
            raise OptionError("variation 'sbx' works on bounded Reals; any other space varies by 'space'")
        self.population, algorithm = self._algorithm()
        super().__init__(space, seed, start, self.population)
        self._pymoo: Any = set_up_algorithm(algorithm, self._kind, self._rng)

    @property
    def front(self) -> Front[G]:
        """Non-dominated members of the current population; empty before the first `tell`."""
        members = self._members()
        best = [member for member in members if member.get("rank") == 0]
        scores = np.array([-member.F for member in best]).reshape(len(best), self.objectives)
        return Front([self._kind.genome(member.X) for member in best], scores)

    @abstractmethod
    def _algorithm(self) -> tuple[int, Any]:
        """Return the size of the population and pymoo's algorithm."""

    def _members(self) -> Any:
        return self._pymoo.pop if self._pymoo.is_initialized else []

    def _propose(self) -> list[G]:
        from ludus.evolve.pymoo_space_operators import Population

        pymoo = self._pymoo
        if not pymoo.is_initialized:
            return self._first(self.population)
        children = pymoo.infill()
        if children is None:
            children = Population()
        missing = self.population - len(children)
        if missing:
            # Ten rounds of mating gave too few new genomes: a small space is exhausted, so some are repeated.
            pymoo.termination.force_termination = False
            more = pymoo.mating._do(pymoo.problem, pymoo.pop, missing, algorithm=pymoo, random_state=self._rng)
            children = Population.merge(children, more[:missing])
        return [self._kind.genome(child.X) for child in children]

    def _learn(self, proposed: list[G], scores: np.ndarray) -> None:
        from ludus.evolve.pymoo_space_operators import Population

        scored = Population.new(X=self._kind.rows(proposed), F=-scores)
        with warnings.catch_warnings():  # pymoo disables all warnings permanently
            self._pymoo.advance(infills=scored)

    def _own(self) -> dict[str, Any]:
        members = self._members()
        return {
            "members": [self.space.to_data(self._kind.genome(member.X)) for member in members],
            "costs": [member.F.tolist() for member in members],  # pymoo minimises
            "notes": [[to_python_number(member.get(name)) for name in self._kept] for member in members],
        }

    def _restore(self, own: dict[str, Any]) -> None:
        from ludus.evolve.pymoo_space_operators import Population

        if not own["members"]:
            return
        genomes = [self.space.from_data(one) for one in own["members"]]
        members = Population.new(X=self._kind.rows(genomes), F=np.array(own["costs"]))
        for member, notes in zip(members, own["notes"], strict=True):
            for name, note in zip(self._kept, notes, strict=True):
                member.set(name, note)
        self._pymoo.pop, self._pymoo.is_initialized, self._pymoo.n_iter = members, True, self.generation + 1


class Nsga2(_Nsga[G]):
    """NSGA-II: ranks members by fronts, and by crowding distance within a front. For two or three objectives.

    Args:
        space: the space.
        population: members of a generation.
        objectives: number of objectives.
        mutation_rate: probability that a gene of a child mutates.
        seed: seed of the random generator.
        crossover_rate: probability that a child has two parents.
        variation: "space", or for bounded Reals "sbx": pymoo's own crossover and mutation of real vectors.
        start: genomes of the first generation; the others are random.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name = "Nsga2"
    settings = ("population", "objectives", "mutation_rate", "crossover_rate", "variation")
    _kept = ("rank", "crowding")

    def __init__(
        self,
        space: Space[G],
        *,
        population: int,
        objectives: int,
        mutation_rate: float,
        seed: int,
        crossover_rate: float = 0.9,
        variation: str = "space",
        start: Sequence[G] | None = None,
    ) -> None:
        self.population = checked_int(population, "the population", 4)
        super().__init__(space, seed, objectives, mutation_rate, crossover_rate, variation, start)

    def _algorithm(self) -> tuple[int, Any]:
        from ludus.evolve.pymoo_space_operators import NSGA2

        return self.population, NSGA2(pop_size=self.population, **self._kind.operators)


class Nsga3(_Nsga[G]):
    """NSGA-III: keeps members near reference directions. For three and more objectives.

    Args:
        space: the space.
        objectives: number of objectives.
        mutation_rate: probability that a gene of a child mutates.
        seed: seed of the random generator.
        divisions: number of partitions per axis: 12 give 91 reference directions for three objectives.
        population: members of a generation; default: the number of directions.
        crossover_rate: probability that a child has two parents.
        variation: as for Nsga2.
        start: genomes of the first generation; the others are random.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name = "Nsga3"
    settings = ("population", "divisions", "objectives", "mutation_rate", "crossover_rate", "variation")
    _kept = ("rank",)

    def __init__(
        self,
        space: Space[G],
        *,
        objectives: int,
        mutation_rate: float,
        seed: int,
        divisions: int = 12,
        population: int | None = None,
        crossover_rate: float = 0.9,
        variation: str = "space",
        start: Sequence[G] | None = None,
    ) -> None:
        self.divisions = checked_int(divisions, "the number of divisions", 1)
        self._wanted = population
        super().__init__(space, seed, objectives, mutation_rate, crossover_rate, variation, start)

    def _algorithm(self) -> tuple[int, Any]:
        from ludus.evolve.pymoo_space_operators import NSGA3, get_reference_directions

        directions = get_reference_directions("das-dennis", self.objectives, n_partitions=self.divisions)
        population = len(directions) if self._wanted is None else self._wanted
        checked_int(population, f"the population ({len(directions)} directions have to be covered)", len(directions))
        return population, NSGA3(directions, pop_size=population, **self._kind.operators)

    def _own(self) -> dict[str, Any]:
        norm = vars(self._pymoo.survival.norm)
        return {**super()._own(), "norm": {name: None if x is None else array_to_data(x) for name, x in norm.items()}}

    def _restore(self, own: dict[str, Any]) -> None:
        super()._restore(own)
        norm = vars(self._pymoo.survival.norm)
        norm.update({name: None if x is None else array_from_data(x) for name, x in own["norm"].items()})

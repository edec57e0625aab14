"""Adapter of pymoo: our spaces as its operators. Imports pymoo, so this module is imported lazily."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np
from pymoo.algorithms.base.genetic import GeneticAlgorithm
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.algorithms.moo.nsga3 import NSGA3
from pymoo.core.crossover import Crossover
from pymoo.core.duplicate import DuplicateElimination
from pymoo.core.mutation import Mutation
from pymoo.core.population import Population
from pymoo.core.problem import Problem
from pymoo.core.termination import NoTermination
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.util.ref_dirs import get_reference_directions

from ludus.evolve.spaces import Reals, Space

__all__ = [
    "NSGA2",
    "NSGA3",
    "BoxedGenomes",
    "Population",
    "RealVectors",
    "get_reference_directions",
    "set_up_algorithm",
]


class GenomeBox:
    """Wrapper of a genome of any type, which NumPy treats as a single object."""

    __slots__ = ("genome", "written")

    def __init__(self, genome: Any, written: bytes) -> None:
        self.genome, self.written = genome, written


class BoxedGenomes:
    """Genomes of any space as one object variable of pymoo, crossed and mutated by the space."""

    def __init__(self, space: Space[Any], objectives: int, crossover_rate: float, mutation_rate: float) -> None:
        self.space = space
        self.problem = Problem(n_var=1, n_obj=objectives, vtype=object)
        self.operators = {
            "crossover": _SpaceCrossover(self, prob=crossover_rate),
            "mutation": _SpaceMutation(self, mutation_rate),
            "eliminate_duplicates": _SameGenome(),
        }

    def rows(self, genomes: Iterable[Any]) -> np.ndarray:
        boxes = [GenomeBox(genome, msgspec.msgpack.encode(self.space.to_data(genome))) for genome in genomes]
        rows = np.empty((len(boxes), 1), dtype=object)
        rows[:, 0] = boxes
        return rows

    def genome(self, row: np.ndarray) -> Any:
        return row[0].genome


class RealVectors:
    """Real vectors, varied by pymoo's simulated binary crossover and polynomial mutation."""

    def __init__(self, space: Reals, objectives: int, crossover_rate: float, mutation_rate: float) -> None:
        self.space = space
        self.problem = Problem(n_var=space.n, n_obj=objectives, xl=space.low, xu=space.high)
        self.operators = {
            "crossover": SBX(eta=15, prob=crossover_rate),
            "mutation": PM(eta=20, prob=1.0, prob_var=mutation_rate),
            "eliminate_duplicates": True,
        }

    def rows(self, genomes: Iterable[np.ndarray]) -> np.ndarray:
        return np.array(list(genomes), dtype=np.float64)

    def genome(self, row: np.ndarray) -> np.ndarray:
        return self.space.vector(row)


def set_up_algorithm(
    algorithm: GeneticAlgorithm, kind: BoxedGenomes | RealVectors, rng: np.random.Generator
) -> GeneticAlgorithm:
    """Set up an algorithm for its first generation; all its random numbers come from `rng`."""
    algorithm.mating.n_max_iterations = 10  # the default of 100 only detects an exhausted space more slowly
    return algorithm.setup(kind.problem, termination=NoTermination(), seed=rng)


class _SpaceCrossover(Crossover):  # type: ignore[misc]
    def __init__(self, boxes: BoxedGenomes, prob: float) -> None:
        super().__init__(n_parents=2, n_offsprings=1, prob=prob)
        self.boxes = boxes

    def _do(self, problem: Any, X: np.ndarray, *args: Any, random_state: Any = None, **kwargs: Any) -> np.ndarray:  # noqa: N803
        space = self.boxes.space
        pairs = zip(X[0, :, 0], X[1, :, 0], strict=True)
        return self.boxes.rows(space.cross(a.genome, b.genome, random_state) for a, b in pairs)[np.newaxis]


class _SpaceMutation(Mutation):  # type: ignore[misc]
    def __init__(self, boxes: BoxedGenomes, rate: float) -> None:
        super().__init__(prob=1.0)
        self.boxes, self.rate = boxes, rate

    def _do(self, problem: Any, X: np.ndarray, *args: Any, random_state: Any = None, **kwargs: Any) -> np.ndarray:  # noqa: N803
        space = self.boxes.space
        return self.boxes.rows(space.mutate(box.genome, random_state, self.rate) for box in X[:, 0])


class _SameGenome(DuplicateElimination):  # type: ignore[misc]
    """Treats genomes as duplicates if their serialized data are equal."""

    def _do(self, pop: Any, other: Any, is_duplicate: np.ndarray) -> np.ndarray:
        known = set() if other is None else {one.X[0].written for one in other}
        for i, one in enumerate(pop):
            is_duplicate[i] = one.X[0].written in known
            if other is None:
                known.add(one.X[0].written)
        return is_duplicate

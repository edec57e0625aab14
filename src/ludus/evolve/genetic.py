"""Generational genetic algorithms: the whole population except an elite is replaced by its children."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np

from ludus.evolve.optimiser import AskTell
from ludus.evolve.selection import parse_selection as selection_of
from ludus.evolve.space import Space, checked_float, checked_int

G = TypeVar("G")


class Genetic(AskTell[G]):
    """Generational genetic algorithm.

    Each child has two parents chosen by `selection`. With probability `crossover_rate` they are crossed, otherwise the
    child is a copy of the first one; then each gene mutates with probability `mutation_rate`. The best `elite` members
    survive and are scored again.
    """

    settings: ClassVar[tuple[str, ...]] = ("population", "crossover_rate", "mutation_rate", "selection", "elite")

    def __init__(
        self,
        space: Space[G],
        *,
        population: int,
        mutation_rate: float,
        seed: int,
        crossover_rate: float = 0.9,
        selection: str = "tournament:3",
        elite: int = 1,
        start: Sequence[G] | None = None,
    ) -> None:
        self.population = checked_int(population, "the population", 2)
        self.crossover_rate = checked_float(crossover_rate, "the crossover rate", 0.0, 1.0)
        self.mutation_rate = checked_float(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.elite = checked_int(elite, "the elite", 0, population - 1)
        self.selection = selection
        self._pick = selection_of(selection)
        self._members: list[G] = []
        self._scores = np.empty(0)
        super().__init__(space, seed, start, population)

    def _propose(self) -> list[G]:
        if not self._members:
            return self._first(self.population)
        rng, members, children = self._rng, self._members, self.population - self.elite
        best = np.argsort(-self._scores, kind="stable")[: self.elite]
        offspring = [members[i] for i in best]
        for a, b in self._pick(self._scores, rng, 2 * children).reshape(children, 2):
            crossed = rng.random() < self.crossover_rate
            child = self.space.cross(members[a], members[b], rng) if crossed else members[a]
            offspring.append(self.space.mutate(child, rng, self.mutation_rate))
        return offspring

    def _learn(self, asked: list[G], scores: np.ndarray) -> None:
        self._members, self._scores = asked, scores

    def _own(self) -> dict[str, Any]:
        return {"members": [self.space.to_data(one) for one in self._members], "scores": self._scores.tolist()}

    def _restore(self, own: dict[str, Any]) -> None:
        self._members = [self.space.from_data(one) for one in own["members"]]
        self._scores = np.array(own["scores"], dtype=np.float64)


class Elitist(Genetic[G]):
    """Elitist genetic algorithm of card-game studies: the elite survives, all other members are children.

    Every child is a crossover of two parents, each the best of a `tournament`, and is mutated. The elite is scored
    again in every generation, because scores are noisy, and relative if members play each other.
    """

    settings = ("population", "elite", "mutation_rate", "tournament")

    def __init__(
        self,
        space: Space[G],
        *,
        population: int,
        elite: int,
        mutation_rate: float,
        seed: int,
        tournament: int = 3,
        start: Sequence[G] | None = None,
    ) -> None:
        self.tournament = checked_int(tournament, "the tournament's size", 1)
        super().__init__(
            space,
            population=population,
            mutation_rate=mutation_rate,
            crossover_rate=1.0,
            selection=f"tournament:{tournament}",
            elite=elite,
            seed=seed,
            start=start,
        )

"""Single-objective optimisers for any space: genetic algorithms, a (mu + lambda) strategy, hill climbing.

Parents are selected by name: `tournament:3`, `truncation:0.5`, `rank`, `roulette`. `ludus.evolve.cma_es` has CMA-ES.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np

from ludus.evolve.optimiser import AskTell
from ludus.evolve.spaces import Space, checked_float, checked_int
from ludus.util.errors import OptionError, UnknownName

G = TypeVar("G")
# (scores, generator, count) -> indices of `count` parents, selected independently.
Selection = Callable[[np.ndarray, np.random.Generator, int], np.ndarray]


class Genetic(AskTell[G]):
    """Generational genetic algorithm.

    Each child has two parents chosen by `selection`. With probability `crossover_rate` they are crossed, otherwise the
    child is a copy of the first one; then it is mutated. The best `elite` members survive and are scored again.

    Args:
        space: the space.
        population: members of a generation.
        mutation_rate: probability that a gene of a child mutates.
        seed: seed of the random generator.
        crossover_rate: probability that a child has two parents.
        selection: "tournament:SIZE", "truncation:SHARE", "rank" or "roulette".
        elite: number of members that survive.
        start: genomes of the first generation; the others are random.

    Raises:
        OptionError: an argument is invalid; the message names it.
        UnknownName: there is no such selection.
    """

    stored_name = "Genetic"
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
        self._pick = parse_selection(selection)
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

    def _learn(self, proposed: list[G], scores: np.ndarray) -> None:
        self._members, self._scores = proposed, scores

    def _own(self) -> dict[str, Any]:
        return {"members": [self.space.to_data(one) for one in self._members], "scores": self._scores.tolist()}

    def _restore(self, own: dict[str, Any]) -> None:
        self._members = [self.space.from_data(one) for one in own["members"]]
        self._scores = np.array(own["scores"], dtype=np.float64)


class Elitist(Genetic[G]):
    """Elitist genetic algorithm of card-game studies: the elite survives, all other members are children.

    Every child is a crossover of two parents, each the best of a `tournament`, and is mutated. The elite is scored
    again in every generation, because scores are noisy, and relative if members play each other.

    Args:
        space: the space.
        population: members of a generation.
        elite: number of members that survive.
        mutation_rate: probability that a gene of a child mutates.
        seed: seed of the random generator.
        tournament: number of random members whose best becomes a parent.
        start: genomes of the first generation; the others are random.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name = "Elitist"
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


class MuPlusLambda(AskTell[G]):
    """(mu + lambda) evolution strategy.

    The best `parents` (mu) of all parents and `children` (lambda) survive; ties go to the children. With probability
    `crossover_rate` a child is a crossover of two parents, otherwise a copy of one; then it is mutated. Parents keep
    their score; with noisy scores set `rescore`, and they are scored again, first in the list.

    Args:
        space: the space.
        parents: members that survive.
        children: members that are proposed in each generation after the first.
        mutation_rate: probability that a gene of a child mutates.
        seed: seed of the random generator.
        crossover_rate: probability that a child has two parents.
        rescore: whether parents are scored again.
        start: first parents; the others are random.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name = "MuPlusLambda"
    settings = ("parents", "children", "mutation_rate", "crossover_rate", "rescore")

    def __init__(
        self,
        space: Space[G],
        *,
        parents: int,
        children: int,
        mutation_rate: float,
        seed: int,
        crossover_rate: float = 0.0,
        rescore: bool = False,
        start: Sequence[G] | None = None,
    ) -> None:
        self.parents = checked_int(parents, "the number of parents", 1)
        self.children = checked_int(children, "the number of children", 1)
        self.mutation_rate = checked_float(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.crossover_rate = checked_float(crossover_rate, "the crossover rate", 0.0, 1.0)
        self.rescore = bool(rescore)
        self._members: list[G] = []
        self._scores = np.empty(0)
        super().__init__(space, seed, start, parents)

    def _propose(self) -> list[G]:
        if not self._members:
            return self._first(self.parents)
        children = [self._child() for _ in range(self.children)]
        return self._members + children if self.rescore else children

    def _child(self) -> G:
        rng, members = self._rng, self._members
        a, b = (members[i] for i in rng.integers(len(members), size=2))
        child = self.space.cross(a, b, rng) if rng.random() < self.crossover_rate else a
        return self.space.mutate(child, rng, self.mutation_rate)

    def _learn(self, proposed: list[G], scores: np.ndarray) -> None:
        old = len(self._members)
        if self.rescore:
            proposed, scores, self._scores = proposed[old:], scores[old:], scores[:old]
        genomes, all_scores = proposed + self._members, np.concatenate([scores, self._scores])
        best = np.argsort(-all_scores, kind="stable")[: self.parents]
        self._members, self._scores = [genomes[i] for i in best], all_scores[best]

    def _own(self) -> dict[str, Any]:
        return {"members": [self.space.to_data(one) for one in self._members], "scores": self._scores.tolist()}

    def _restore(self, own: dict[str, Any]) -> None:
        self._members = [self.space.from_data(one) for one in own["members"]]
        self._scores = np.array(own["scores"], dtype=np.float64)


class HillClimb(AskTell[G]):
    """Hill climber: proposes mutants of the current genome and moves to the best of them unless it is worse.

    After `patience` generations without a better score it restarts from a random genome (None: never). With noisy
    scores set `rescore`: the current genome is then scored again with its neighbours, first in the list, so that one
    lucky score does not stop the climb.

    Args:
        space: the space.
        mutation_rate: probability that a gene of a mutant changes.
        seed: seed of the random generator.
        neighbours: mutants of a generation.
        patience: generations without a better score before a restart.
        rescore: whether the current genome is scored again.
        start: genomes of the first generation, the best of which is climbed; default: one random genome.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name = "HillClimb"
    settings = ("mutation_rate", "neighbours", "patience", "rescore")

    def __init__(
        self,
        space: Space[G],
        *,
        mutation_rate: float,
        seed: int,
        neighbours: int = 1,
        patience: int | None = None,
        rescore: bool = False,
        start: Sequence[G] | None = None,
    ) -> None:
        self.mutation_rate = checked_float(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.neighbours = checked_int(neighbours, "the number of neighbours", 1)
        self.patience = None if patience is None else checked_int(patience, "the patience", 1)
        self.rescore = bool(rescore)
        self.restarts = 0
        self._present: G | None = None
        self._score = 0.0
        self._stuck = 0  # generations since the last improvement
        super().__init__(space, seed, start)

    def _propose(self) -> list[G]:
        present = self._present
        if present is None:
            return self._first(max(1, len(self._start)))
        mutants = [self.space.mutate(present, self._rng, self.mutation_rate) for _ in range(self.neighbours)]
        return [present, *mutants] if self.rescore else mutants

    def _learn(self, proposed: list[G], scores: np.ndarray) -> None:
        if self._present is None:
            first = int(np.argmax(scores))
            self._present, self._score, self._stuck = proposed[first], float(scores[first]), 0
            return
        if self.rescore:
            self._score, proposed, scores = float(scores[0]), proposed[1:], scores[1:]
        top = int(np.argmax(scores))
        self._stuck = 0 if scores[top] > self._score else self._stuck + 1
        if scores[top] >= self._score:  # equal scores are accepted, to cross plateaus
            self._present, self._score = proposed[top], float(scores[top])
        if self.patience is not None and self._stuck >= self.patience:
            self._present, self.restarts = None, self.restarts + 1

    def _own(self) -> dict[str, Any]:
        present = None if self._present is None else [self.space.to_data(self._present)]
        return {"present": present, "score": self._score, "stuck": self._stuck, "restarts": self.restarts}

    def _restore(self, own: dict[str, Any]) -> None:
        self._present = None if own["present"] is None else self.space.from_data(own["present"][0])
        self._score, self._stuck, self.restarts = own["score"], own["stuck"], own["restarts"]


def parse_selection(text: str) -> Selection:
    """Parse a selection method.

    Raises:
        UnknownName: there is no such method.
        OptionError: its option is missing or invalid.
    """
    name, colon, option = text.partition(":")
    if name not in _SELECTIONS:
        raise UnknownName("selection", name, list(_SELECTIONS))
    make, wanted = _SELECTIONS[name]
    if bool(colon) != bool(wanted):
        raise OptionError(f"selection {text!r}: write {name + ':' + wanted if wanted else name!r}")
    try:
        return make(option)
    except ValueError:
        raise OptionError(f"selection {text!r}: {option!r} is wrong; write {name}:{wanted}") from None


def tournament(size: int) -> Selection:
    """Tournament selection: the best of `size` random members; ties go to the first."""

    def pick(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
        entrants = rng.integers(len(scores), size=(count, size))
        winners: np.ndarray = entrants[np.arange(count), scores[entrants].argmax(axis=1)]
        return winners

    return pick


def truncation(share: float) -> Selection:
    """Truncation selection: a random member of the best fraction `share`."""

    def pick(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
        best = np.argsort(-scores, kind="stable")[: math.ceil(share * len(scores))]
        return best[rng.integers(len(best), size=count)]

    return pick


def rank(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
    """Rank selection: probabilities proportional to the rank, from 1 for the worst; ties get their mean rank."""
    _, group, size = np.unique(scores, return_inverse=True, return_counts=True)
    weights = (np.cumsum(size) - (size - 1) / 2)[group]
    return rng.choice(len(scores), size=count, p=weights / weights.sum())


def roulette(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
    """Roulette selection: probabilities proportional to the lead over the worst member; uniform if all are equal."""
    lead = scores - scores.min()
    weights = lead if lead.any() else np.ones(len(scores))
    return rng.choice(len(scores), size=count, p=weights / weights.sum())


def _tournament(option: str) -> Selection:
    size = int(option)
    if size < 1:
        raise ValueError
    return tournament(size)


def _truncation(option: str) -> Selection:
    share = float(option)
    if not 0 < share <= 1:
        raise ValueError
    return truncation(share)


_SELECTIONS: dict[str, tuple[Callable[[str], Selection], str]] = {
    "tournament": (_tournament, "3"),
    "truncation": (_truncation, "0.5"),
    "rank": (lambda _: rank, ""),
    "roulette": (lambda _: roulette, ""),
}

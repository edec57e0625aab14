"""Genetic algorithm of the paper, as far as it is documented.

Ten independent genes, each one of the pool's cards, so that a genome may hold a card twice; such a genome scores 0 and
stays. The paper names population (100) and generations (30), and the library JGAP. For everything else this uses the
defaults of JGAP 3 (its class DefaultConfiguration):

- crossover at one point, between two uniformly chosen members, for 35 pairs in a population of 100, both children kept;
- a mutated copy of every member in which a gene mutates, each with probability 1/12: by any number of positions up or
  down the list of cards, or to any card if that is beyond the list's end;
- members, children and mutants compete: the best 90 survive, and the first ten of them are duplicated;
- a score is measured once and kept. A lucky one stays, so the maximum of the population never falls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.evolve.integers import Integers
from ludus.evolve.optimiser import AskTell
from ludus.evolve.space import Space, checked_float, checked_int

Genes = tuple[int, ...]


class CardGenes(Integers):
    """Genomes of ten cards, possibly with duplicates; mutation and crossover as in JGAP."""

    def mutate(self, genome: Genes, rng: np.random.Generator, rate: float) -> Genes:
        chosen, moves = rng.random(self.n) < rate, rng.uniform(-1, 1, self.n)
        anywhere = rng.integers(self.low, self.high + 1, self.n)
        moved = []
        for x, new, move, other in zip(genome, chosen, moves, anywhere, strict=True):
            to = round(x + (self.high - self.low) * float(move)) if new else x
            moved.append(to if self.low <= to <= self.high else int(other))
        return tuple(moved)

    def swap(self, a: Genes, b: Genes, rng: np.random.Generator) -> tuple[Genes, Genes]:
        """Return both children of a one-point crossover."""
        at = int(rng.integers(self.n))
        return a[:at] + b[at:], b[:at] + a[at:]

    def cross(self, a: Genes, b: Genes, rng: np.random.Generator) -> Genes:
        return self.swap(a, b, rng)[0]


class PaperGenetic(AskTell[Genes]):
    """JGAP's default evolution. Only genomes without a score are asked for."""

    settings = ("population", "crossover_share", "mutation_rate", "kept")

    def __init__(
        self,
        space: Space[Genes],
        *,
        seed: int,
        population: int = 100,
        crossover_share: float = 0.35,
        mutation_rate: float = 1 / 12,
        kept: float = 0.9,
        start: Sequence[Genes] | None = None,
    ) -> None:
        self.population = checked_int(population, "the population", 2)
        self.crossover_share = checked_float(crossover_share, "the share of crossovers", 0.0, 1.0)
        self.mutation_rate = checked_float(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.kept = checked_float(kept, "the share that is kept", 0.01, 1.0)
        self.members: list[Genes] = []
        self.scores = np.empty(0)
        super().__init__(space, seed, start, population)

    def _propose(self) -> list[Genes]:
        if not self.members:
            return self._first(self.population)
        space: Any = self.space
        rng, children = self._rng, []
        for _ in range(max(1, int(self.crossover_share * self.population))):
            a, b = (self.members[int(k)] for k in rng.integers(len(self.members), size=2))
            children += space.swap(a, b, rng)
        for member in self.members:
            mutant = space.mutate(member, rng, self.mutation_rate)
            if mutant != member:
                children.append(mutant)
        return children

    def _learn(self, asked: list[Genes], scores: np.ndarray) -> None:
        if not self.members:
            self.members, self.scores = asked, scores
            return
        candidates, all_scores = self.members + asked, np.concatenate([self.scores, scores])
        order = self.survivors(all_scores)
        self.members, self.scores = [candidates[k] for k in order], all_scores[order]

    def survivors(self, scores: np.ndarray) -> np.ndarray:
        """Return the indices of the survivors: the best, and the first of them again to fill up the population."""
        order = np.argsort(-scores, kind="stable")[: max(1, round(self.kept * self.population))]
        return np.resize(order, self.population)

    def _own(self) -> dict[str, Any]:
        return {"members": [list(one) for one in self.members], "scores": self.scores.tolist()}

    def _restore(self, own: dict[str, Any]) -> None:
        self.members = [self.space.from_data(one) for one in own["members"]]
        self.scores = np.array(own["scores"], dtype=np.float64)

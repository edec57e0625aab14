"""(mu + lambda) evolution strategy: the next parents are the best of parents and children."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from ludus.evolve.optimiser import AskTell
from ludus.evolve.space import Space, checked_float, checked_int

G = TypeVar("G")


class MuPlusLambda(AskTell[G]):
    """(mu + lambda) evolution strategy.

    The best `parents` (mu) of all parents and `children` (lambda) survive; ties go to the children. With probability
    `crossover_rate` a child is a crossover of two parents, otherwise a copy of one; then it is mutated. Parents keep
    their score; with noisy scores set `rescore`, and they are scored again, first in the list.
    """

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

    def _learn(self, asked: list[G], scores: np.ndarray) -> None:
        old = len(self._members)
        if self.rescore:
            asked, scores, self._scores = asked[old:], scores[old:], scores[:old]
        genomes, all_scores = asked + self._members, np.concatenate([scores, self._scores])
        best = np.argsort(-all_scores, kind="stable")[: self.parents]
        self._members, self._scores = [genomes[i] for i in best], all_scores[best]

    def _own(self) -> dict[str, Any]:
        return {"members": [self.space.to_data(one) for one in self._members], "scores": self._scores.tolist()}

    def _restore(self, own: dict[str, Any]) -> None:
        self._members = [self.space.from_data(one) for one in own["members"]]
        self._scores = np.array(own["scores"], dtype=np.float64)

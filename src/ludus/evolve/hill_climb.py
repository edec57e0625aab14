"""Hill climbing with restarts, a simple baseline for the other optimisers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from ludus.evolve.optimiser import AskTell
from ludus.evolve.space import Space, checked_float, checked_int

G = TypeVar("G")


class HillClimb(AskTell[G]):
    """Hill climber: proposes mutants of the current genome and moves to the best of them unless it is worse.

    After `patience` generations without a better score it restarts from a random genome (None: never). With noisy
    scores set `rescore`: the current genome is then scored again with its neighbours, first in the list, so that one
    lucky score does not stop the climb.
    """

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

    def _learn(self, asked: list[G], scores: np.ndarray) -> None:
        if self._present is None:
            first = int(np.argmax(scores))
            self._present, self._score, self._stuck = asked[first], float(scores[first]), 0
            return
        if self.rescore:
            self._score, asked, scores = float(scores[0]), asked[1:], scores[1:]
        top = int(np.argmax(scores))
        self._stuck = 0 if scores[top] > self._score else self._stuck + 1
        if scores[top] >= self._score:  # equal scores are accepted, to cross plateaus
            self._present, self._score = asked[top], float(scores[top])
        if self.patience is not None and self._stuck >= self.patience:
            self._present, self.restarts = None, self.restarts + 1

    def _own(self) -> dict[str, Any]:
        present = None if self._present is None else [self.space.to_data(self._present)]
        return {"present": present, "score": self._score, "stuck": self._stuck, "restarts": self.restarts}

    def _restore(self, own: dict[str, Any]) -> None:
        self._present = None if own["present"] is None else self.space.from_data(own["present"][0])
        self._score, self._stuck, self.restarts = own["score"], own["stuck"], own["restarts"]

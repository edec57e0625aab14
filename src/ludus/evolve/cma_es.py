"""CMA-ES on vectors of real numbers, by the package cmaes."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludus.core.errors import OptionError
from ludus.evolve.optimiser import AskTell
from ludus.evolve.reals import Reals
from ludus.evolve.space import number, whole
from ludus.evolve.state import array_from_data, array_to_data, plain


class CmaEs(AskTell[np.ndarray]):
    """Samples a normal distribution and bends it towards what scored well.

    It works in the space's range scaled to 0 .. 1: it begins at `start` (the middle where none is given) with the
    standard deviation `step`, and stays inside the range where the space is bounded. When the distribution has
    collapsed, by the rules of cmaes, it starts again at a random point with a population `grow` times as large
    (1 keeps the cost of a generation; 2 is IPOP). The population is 4 + 3 ln n unless given.
    """

    library = "cmaes"
    settings = ("population", "step", "grow")

    def __init__(
        self,
        space: Reals,
        *,
        seed: int,
        population: int | None = None,
        step: float = 0.3,
        grow: float = 1.0,
        start: np.ndarray | None = None,
    ) -> None:
        if not isinstance(space, Reals):
            raise OptionError(f"CmaEs works on Reals, not on {type(space).__name__}")
        self.population = None if population is None else whole(population, "the population", 4)
        self.step = number(step, "the step", 1e-9, 1.0)
        self.grow = number(grow, "the growth at a restart", 1.0)
        self.restarts = 0
        self._points = np.empty((0, space.n))  # what was asked, in the scaled range
        super().__init__(space, seed, None if start is None else [start])
        self._reals = space
        centre = np.full(space.n, 0.5)
        if self._start:
            centre = (self._start.pop() - space.low) / (space.high - space.low)
        self._cma = self._begin(centre, self.population, int(self._rng.integers(2**32)))

    def _begin(self, centre: np.ndarray, population: int | None, seed: int) -> Any:
        n = self._reals.n
        bounds = np.tile([0.0, 1.0], (n, 1)) if self._reals.bounded else None
        cma = _sampler()(
            mean=np.clip(centre, 0.0, 1.0) if self._reals.bounded else centre,
            sigma=self.step,
            bounds=bounds,
            population_size=population,
            seed=seed,
        )
        cma._funhist_values[:] = 0.0  # left as memory was found, which would make equal states unequal bytes
        return cma

    def _propose(self) -> list[np.ndarray]:
        with _one_thread():
            self._points = np.array([self._cma.ask() for _ in range(self._cma.population_size)])
        low, high = self._reals.low, self._reals.high
        return [self._reals.vector(low + (high - low) * point) for point in self._points]

    def _learn(self, asked: list[np.ndarray], scores: np.ndarray) -> None:
        with _one_thread():
            self._cma.tell([(point, -float(score)) for point, score in zip(self._points, scores, strict=True)])
            collapsed = self._cma.should_stop()
        self._points = self._points[:0]
        if collapsed:
            self.restarts += 1
            larger = round(self._cma.population_size * self.grow)
            self._cma = self._begin(self._rng.random(self._reals.n), larger, int(self._rng.integers(2**32)))

    def _own(self) -> dict[str, Any]:
        # Not cmaes's own pickling: it forgets the generator, and mirrors the upper half of the covariances, which
        # differ from the lower half in the last bit.
        fields = {name: value for name, value in vars(self._cma).items() if name != "_rng"}
        chance = self._cma._rng.get_state(legacy=False)
        return {
            "restarts": self.restarts,
            "points": array_to_data(self._points),
            "population": self._cma.population_size,
            "numbers": {name: plain(value) for name, value in fields.items() if not isinstance(value, np.ndarray)},
            "arrays": {name: array_to_data(value) for name, value in fields.items() if isinstance(value, np.ndarray)},
            "chance": {**chance, "state": {**chance["state"], "key": array_to_data(chance["state"]["key"])}},
        }

    def _restore(self, own: dict[str, Any]) -> None:
        self.restarts, self._points = own["restarts"], array_from_data(own["points"])
        chance = own["chance"]
        self._cma = self._begin(np.full(self._reals.n, 0.5), own["population"], 0)
        vars(self._cma).update(own["numbers"])
        vars(self._cma).update({name: array_from_data(value) for name, value in own["arrays"].items()})
        key = array_from_data(chance["state"]["key"])
        self._cma._rng.set_state({**chance, "state": {**chance["state"], "key": key}})


@cache
def _sampler() -> Any:
    """CMA that samples by the symmetric root of the covariances.

    Its own way goes through their eigenvectors, which are not unique: of equal eigenvalues, and at first nearly all
    are equal, another processor finds other ones, and so other samples. The symmetric root is the same everywhere, to
    the last few bits, and the distribution is the same.
    """
    from cmaes import CMA  # type: ignore[import-untyped]

    class Symmetric(CMA):  # type: ignore[misc]
        def _sample_solution(self) -> np.ndarray:
            vectors, lengths = self._eigen_decomposition()
            steps = (vectors * lengths) @ (vectors.T @ self._rng.randn(self._n_dim))
            found: np.ndarray = self._mean + self._sigma * steps
            return found

    return Symmetric


def _one_thread() -> Any:
    """While it lasts, linear algebra runs on one thread: on several it adds in another order, to other last bits."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(1, user_api="blas")

"""CMA-ES for real vectors, based on the package cmaes."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludus.evolve.checkpoint import array_from_data, array_to_data, to_python_number
from ludus.evolve.optimiser import AskTell
from ludus.evolve.spaces import Reals, checked_float, checked_int
from ludus.util.errors import OptionError
from ludus.util.extras import require_extra


class CmaEs(AskTell[np.ndarray]):
    """CMA-ES: samples a normal distribution and adapts it to the best samples.

    It works on the range of the space scaled to 0 .. 1, and stays inside the range if the space is bounded. When the
    distribution has collapsed, by the criteria of cmaes, it restarts at a random point.

    Args:
        space: the space.
        seed: seed of the random generator.
        population: size of the first population; default: 4 + 3 ln n.
        step: first standard deviation, in the scaled range.
        grow: factor of the population at a restart (1 keeps the cost of a generation; 2 is IPOP).
        start: first mean; default: the middle of the range.
    """

    stored_name = "CmaEs"
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
        require_extra("studies", "CmaEs", "cmaes")
        self.population = None if population is None else checked_int(population, "the population", 4)
        self.step = checked_float(step, "the step", 1e-9, 1.0)
        self.grow = checked_float(grow, "the growth at a restart", 1.0)
        self.restarts = 0
        self._points = np.empty((0, space.n))  # the proposed genomes, in the scaled range
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
        cma._funhist_values[:] = 0.0  # uninitialised memory would make equal states differ in bytes
        return cma

    def _propose(self) -> list[np.ndarray]:
        with _one_thread():
            self._points = np.array([self._cma.ask() for _ in range(self._cma.population_size)])
        low, high = self._reals.low, self._reals.high
        return [self._reals.vector(low + (high - low) * point) for point in self._points]

    def _learn(self, proposed: list[np.ndarray], scores: np.ndarray) -> None:
        with _one_thread():
            self._cma.tell([(point, -float(score)) for point, score in zip(self._points, scores, strict=True)])
            collapsed = self._cma.should_stop()
        self._points = self._points[:0]
        if collapsed:
            self.restarts += 1
            larger = round(self._cma.population_size * self.grow)
            self._cma = self._begin(self._rng.random(self._reals.n), larger, int(self._rng.integers(2**32)))

    def _own(self) -> dict[str, Any]:
        # Not cmaes's own pickling: it drops the generator, and mirrors the upper half of the covariance matrix, which
        # differs from the lower half in the last bit.
        fields = {name: value for name, value in vars(self._cma).items() if name != "_rng"}
        rng_state = self._cma._rng.get_state(legacy=False)
        return {
            "restarts": self.restarts,
            "points": array_to_data(self._points),
            "population": self._cma.population_size,
            "numbers": {
                name: to_python_number(value) for name, value in fields.items() if not isinstance(value, np.ndarray)
            },
            "arrays": {name: array_to_data(value) for name, value in fields.items() if isinstance(value, np.ndarray)},
            "chance": {**rng_state, "state": {**rng_state["state"], "key": array_to_data(rng_state["state"]["key"])}},
        }

    def _restore(self, own: dict[str, Any]) -> None:
        self.restarts, self._points = own["restarts"], array_from_data(own["points"])
        rng_state = own["chance"]
        self._cma = self._begin(np.full(self._reals.n, 0.5), own["population"], 0)
        vars(self._cma).update(own["numbers"])
        vars(self._cma).update({name: array_from_data(value) for name, value in own["arrays"].items()})
        key = array_from_data(rng_state["state"]["key"])
        self._cma._rng.set_state({**rng_state, "state": {**rng_state["state"], "key": key}})


@cache
def _sampler() -> Any:
    """Return a CMA class that samples with the symmetric root of the covariance matrix.

    cmaes uses its eigenvectors, which are not unique: for equal eigenvalues (at the start nearly all are equal) another
    processor finds other eigenvectors and so other samples. The symmetric root is the same everywhere, except for the
    last few bits, and gives the same distribution.
    """
    from cmaes import CMA  # type: ignore[import-untyped]

    class Symmetric(CMA):  # type: ignore[misc]
        def _sample_solution(self) -> np.ndarray:
            vectors, lengths = self._eigen_decomposition()
            steps = (vectors * lengths) @ (vectors.T @ self._rng.randn(self._n_dim))
            solution: np.ndarray = self._mean + self._sigma * steps
            return solution

    return Symmetric


def _one_thread() -> Any:
    """Context manager: run linear algebra on one thread; with several, the order of sums and the last bits change."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(1, user_api="blas")

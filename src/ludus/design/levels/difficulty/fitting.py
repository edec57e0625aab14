"""Fitting of challenge models: least squares over bins as in the thesis, or maximum likelihood over traces.

fit_bins(histogram.points(), "linear")                  # all bins have equal weight (reading, 2.1)
fit_bins(points, "exponential-failure", refined=True)   # least squares of success itself, not of its logarithm
fit_traces(t_cycle, t_timing, j, success)               # logistic; all traces have equal weight
"""

from __future__ import annotations

import math

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.histogram import HISTOGRAM_BINS, BinPoints, bin_centres
from ludus.design.levels.difficulty.models import ChallengeModel, ModelKind, success_from_index, index_from_success

CONSTANT_COUNT = 4
SHARE_MARGIN = 0.005  # shares of 0 and 1 have no logarithm and are moved by this
MAX_ITERATIONS = 60
CONVERGED = 1e-10


def fit_bins(points: BinPoints, kind: ModelKind, refined: bool = False) -> ChallengeModel:
    """Fit a model to bins. Nonlinear models are fitted after linearization, unless `refined`.

    Raises:
        LudusError: there are fewer bins than constants.
    """
    if len(points) < CONSTANT_COUNT:
        raise LudusError(
            f"a model has {CONSTANT_COUNT} constants; {len(points)} bins with enough traces are too few for it"
        )
    x = _design_matrix(points.t_cycle, points.t_timing, points.j)
    inside = np.clip(points.success, SHARE_MARGIN, 1 - SHARE_MARGIN) if kind != "linear" else points.success
    constants = _least_squares(x, index_from_success(kind, inside))
    if refined and kind != "linear":
        constants = _refine(x, points.success, kind, constants)
    return _as_model(kind, constants)


def fit_traces(
    t_cycle: np.ndarray, t_timing: np.ndarray, j: np.ndarray, success: np.ndarray, weights: np.ndarray | None = None
) -> ChallengeModel:
    """Fit a logistic model to traces by maximum likelihood; `weights` may give the count of each trace."""
    x, y = _design_matrix(t_cycle, t_timing, j), np.asarray(success, float)
    return _as_model("logistic", fit_logistic(x, y, np.ones(len(y)) if weights is None else weights))


def squared_error(model: ChallengeModel, points: BinPoints) -> float:
    """Sum of squared differences over bins, epsilon of the thesis."""
    differences = model.curve(points.t_cycle, points.t_timing, points.j) - points.success
    return math.fsum((differences * differences).tolist())


def r_squared(model: ChallengeModel, points: BinPoints) -> float:
    """R squared over bins."""
    differences = points.success - points.success.mean()
    return 1 - squared_error(model, points) / math.fsum((differences * differences).tolist())


def model_distance(one: ChallengeModel, other: ChallengeModel) -> float:
    """Sum of squared differences of two models over all 60 bin centres (thesis 5.2)."""
    at = bin_centres()
    assert len(at) == HISTOGRAM_BINS
    differences = one.curve(at.t_cycle, at.t_timing, at.j) - other.curve(at.t_cycle, at.t_timing, at.j)
    return math.fsum((differences * differences).tolist())


def fit_logistic(x: np.ndarray, y: np.ndarray, weights: np.ndarray, ridge: float = 0.0) -> np.ndarray:
    """Logistic regression by Newton's method; `ridge` penalizes coefficients except the constant."""
    b = np.zeros(x.shape[1])
    hold = ridge * np.eye(x.shape[1])
    if ridge:
        hold[0, 0] = 0.0  # not the constant
    for _ in range(MAX_ITERATIONS):
        p = 1 / (1 + np.exp(-np.clip(x @ b, -30, 30)))
        gradient = x.T @ (weights * (y - p)) - hold @ b
        steep = (x * (weights * p * (1 - p))[:, None]).T @ x + hold
        step = np.linalg.lstsq(steep, gradient, rcond=None)[0]
        b = b + np.clip(step, -5, 5)
        if np.abs(step).max() < CONVERGED:
            break
    return b


def _design_matrix(t_cycle: np.ndarray, t_timing: np.ndarray, j: np.ndarray) -> np.ndarray:
    t = np.asarray(t_timing, float)
    return np.column_stack([np.ones(len(t)), t, np.asarray(j, float), np.asarray(t_cycle, float)])


def _least_squares(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    solution: np.ndarray = np.linalg.lstsq(x, y, rcond=None)[0]
    return solution


def _refine(x: np.ndarray, y: np.ndarray, kind: ModelKind, constants: np.ndarray) -> np.ndarray:
    """Gauss-Newton steps, each halved until the error falls."""

    def off(b: np.ndarray) -> np.ndarray:
        return np.asarray(y - success_from_index(kind, x @ b))

    for _ in range(MAX_ITERATIONS):
        slope = (success_from_index(kind, x @ constants + 1e-6) - success_from_index(kind, x @ constants - 1e-6)) / 2e-6
        step = _least_squares(x * slope[:, None], off(constants))
        now, size = float(off(constants) @ off(constants)), 1.0
        while size > 1e-4 and float(off(constants + size * step) @ off(constants + size * step)) > now:
            size /= 2
        if size <= 1e-4 or np.abs(step).max() < CONVERGED:
            break
        constants = constants + size * step
    return constants


def _as_model(kind: ModelKind, constants: np.ndarray) -> ChallengeModel:
    a, b, c, d = (float(constant) for constant in constants)
    return ChallengeModel(kind, (a, b, c, d))

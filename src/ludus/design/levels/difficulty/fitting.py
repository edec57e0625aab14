"""The constants of challenge models: by least squares over bins as in the thesis, or by likelihood over traces.

fit(counted.points(), "linear")                         every bin counts alike (reading, 2.1)
fit(points, "exponential-failure", refined=True)        least squares of success itself, not of its logarithm
fit_traces(t_cycle, t_timing, j, success)               logistic, every trace counts alike
"""

from __future__ import annotations

import math

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.histogram import BINS, Points, centres
from ludus.design.levels.difficulty.models import ChallengeModel, Kind, link, unlink

CONSTANTS = 4
EDGE = 0.005  # shares of 0 and 1 have no logarithm; no bin is so sure
ROUNDS = 60
SMALL = 1e-10


def fit(points: Points, kind: Kind, refined: bool = False) -> ChallengeModel:
    """A model fitted to bins. Models with a curve are fitted straightened, unless they are to be refined."""
    if len(points) < CONSTANTS:
        raise LudusError(f"a model has {CONSTANTS} constants; {len(points)} bins with enough traces are too few for it")
    x = _design(points.t_cycle, points.t_timing, points.j)
    inside = np.clip(points.success, EDGE, 1 - EDGE) if kind != "linear" else points.success
    constants = _solve(x, unlink(kind, inside))
    if refined and kind != "linear":
        constants = _refine(x, points.success, kind, constants)
    return _model(kind, constants)


def fit_traces(
    t_cycle: np.ndarray, t_timing: np.ndarray, j: np.ndarray, success: np.ndarray, weights: np.ndarray | None = None
) -> ChallengeModel:
    """The logistic model under which the traces are likeliest; a trace can have a weight, such as how often it was."""
    x, y = _design(t_cycle, t_timing, j), np.asarray(success, float)
    return _model("logistic", logistic(x, y, np.ones(len(y)) if weights is None else weights))


def error(model: ChallengeModel, points: Points) -> float:
    """The sum of squared differences over bins, epsilon of the thesis."""
    off = model.curve(points.t_cycle, points.t_timing, points.j) - points.success
    return math.fsum((off * off).tolist())


def explained(model: ChallengeModel, points: Points) -> float:
    """The share of the variance over bins: R squared."""
    off = points.success - points.success.mean()
    return 1 - error(model, points) / math.fsum((off * off).tolist())


def distance(one: ChallengeModel, other: ChallengeModel) -> float:
    """The sum of squared differences of two models over all 60 bin centres (thesis 5.2)."""
    at = centres()
    assert len(at) == BINS
    off = one.curve(at.t_cycle, at.t_timing, at.j) - other.curve(at.t_cycle, at.t_timing, at.j)
    return math.fsum((off * off).tolist())


def logistic(x: np.ndarray, y: np.ndarray, weights: np.ndarray, ridge: float = 0.0) -> np.ndarray:
    """The coefficients under which yes or no `y` are likeliest, by Newton's method; `ridge` holds them near zero."""
    b = np.zeros(x.shape[1])
    hold = ridge * np.eye(x.shape[1])
    if ridge:
        hold[0, 0] = 0.0  # not the constant
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ b, -30, 30)))
        gradient = x.T @ (weights * (y - p)) - hold @ b
        steep = (x * (weights * p * (1 - p))[:, None]).T @ x + hold
        step = np.linalg.lstsq(steep, gradient, rcond=None)[0]
        b = b + np.clip(step, -5, 5)
        if np.abs(step).max() < SMALL:
            break
    return b


def _design(t_cycle: np.ndarray, t_timing: np.ndarray, j: np.ndarray) -> np.ndarray:
    t = np.asarray(t_timing, float)
    return np.column_stack([np.ones(len(t)), t, np.asarray(j, float), np.asarray(t_cycle, float)])


def _solve(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    found: np.ndarray = np.linalg.lstsq(x, y, rcond=None)[0]
    return found


def _refine(x: np.ndarray, y: np.ndarray, kind: Kind, constants: np.ndarray) -> np.ndarray:
    """Gauss-Newton steps, each halved until the error falls."""

    def off(b: np.ndarray) -> np.ndarray:
        return np.asarray(y - link(kind, x @ b))

    for _ in range(ROUNDS):
        slope = (link(kind, x @ constants + 1e-6) - link(kind, x @ constants - 1e-6)) / 2e-6
        step = _solve(x * slope[:, None], off(constants))
        now, size = float(off(constants) @ off(constants)), 1.0
        while size > 1e-4 and float(off(constants + size * step) @ off(constants + size * step)) > now:
            size /= 2
        if size <= 1e-4 or np.abs(step).max() < SMALL:
            break
        constants = constants + size * step
    return constants


def _model(kind: Kind, constants: np.ndarray) -> ChallengeModel:
    a, b, c, d = (float(each) for each in constants)
    return ChallengeModel(kind, (a, b, c, d))

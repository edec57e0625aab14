"""Challenge models: success of a challenge from t_cycle, t_timing and j (thesis 4.5), fitted to a histogram of traces.

    LINEAR_MODEL.success(1.6, 0.42, 1)  # Koens' choice, fitted to his printed histogram
    thesis_model("logistic")            # or linear, exponential, exponential-failure, fitted to that histogram
    histogram = count_traces(t_cycle, t_timing, j, success)
    fit_bins(histogram.points(), "linear")                  # least squares, all bins have equal weight (reading, 2.1)
    fit_bins(points, "exponential-failure", refined=True)   # least squares of success itself, not of its logarithm
    fit_traces(t_cycle, t_timing, j, success)               # maximum likelihood, all traces have equal weight

All models have four constants and an index x = c0 + c1 t_timing + c2 j + c3 t_cycle. The thesis writes its exponential
model as a success of exp(x), but the error that it reports is that of a failure of exp(x) (reading, 2.2): both are
here.

The histogram has 60 bins (thesis 5.1): five of t_timing up to 1.25 s, four of j from 0 to 3, three of t_cycle from 1.2
to 2 s. Traces beyond these limits are counted separately. The thesis puts j in the middle of its bin as well, but that
only shifts a constant of its models, so here j is used unchanged.
"""

from __future__ import annotations

import csv
import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product
from typing import Any, Literal, get_args

import numpy as np

from ludus.util.errors import LudusError, UnknownName

CYCLE_AXIS, TIMING_AXIS, JUMPS_AXIS = (1.2, 2.0, 3), (0.0, 1.25, 5), (0, 4, 4)  # from, to, bins
HISTOGRAM_SHAPE = (3, 4, 5)  # by t_cycle, j, t_timing
HISTOGRAM_BINS = 60
MIN_TRACES_PER_BIN = 10  # traces that a bin needs
ROUNDING_TOLERANCE = 1e-9  # seconds: a period of 2 s is not beyond 2 s because of rounding
PUBLISHED_FILE = "figure_5_2.csv"
ModelKind = Literal["linear", "exponential", "exponential-failure", "logistic"]
MODEL_KINDS: tuple[ModelKind, ...] = get_args(ModelKind)
MIN_SUCCESS, MAX_SUCCESS = 0.01, 0.99  # success is clipped to this range (G23)
CONSTANT_NAMES = ("constant", "t_timing", "j", "t_cycle")
CONSTANT_COUNT = 4
SHARE_MARGIN = 0.005  # shares of 0 and 1 have no logarithm and are moved by this
MAX_ITERATIONS = 60
CONVERGED = 1e-10


@dataclass(frozen=True)
class BinPoints:
    """Data that models are fitted to: parameters and success rate, one row per bin."""

    t_cycle: np.ndarray
    t_timing: np.ndarray
    j: np.ndarray
    success: np.ndarray

    def __len__(self) -> int:
        return len(self.success)


@dataclass(frozen=True)
class TraceHistogram:
    """Traces and successes of every bin, by t_cycle, j and t_timing."""

    traces: np.ndarray
    successes: np.ndarray
    outside: int  # traces outside the bins

    @property
    def success_rates(self) -> np.ndarray:
        """Success rate of bins with enough traces; NaN for the others."""
        used = self.traces >= MIN_TRACES_PER_BIN
        rates: np.ndarray = np.where(used, self.successes / np.maximum(self.traces, 1), np.nan)
        return rates

    @property
    def filled_bins(self) -> int:
        """Number of bins with enough traces."""
        return int((self.traces >= MIN_TRACES_PER_BIN).sum())

    def points(self) -> BinPoints:
        return _points(self.success_rates)


def count_traces(t_cycle: np.ndarray, t_timing: np.ndarray, j: np.ndarray, success: np.ndarray) -> TraceHistogram:
    """Count traces by bin."""
    places = [
        _bin_index(np.asarray(x, float), *axis)
        for x, axis in ((t_cycle, CYCLE_AXIS), (j, JUMPS_AXIS), (t_timing, TIMING_AXIS))
    ]
    inside = np.logical_and.reduce([(index >= 0) for index in places])
    cells = tuple(index[inside] for index in places)
    traces, successes = np.zeros(HISTOGRAM_SHAPE, int), np.zeros(HISTOGRAM_SHAPE, int)
    np.add.at(traces, cells, 1)
    np.add.at(successes, cells, np.asarray(success, bool)[inside].astype(int))
    return TraceHistogram(traces, successes, int((~inside).sum()))


def bin_centres() -> BinPoints:
    """Centres of all 60 bins, without success rates: where models are compared."""
    return _points(np.full(HISTOGRAM_SHAPE, np.nan), all_bins=True)


@cache
def published_histogram() -> np.ndarray:
    """Figure 5.2 of the thesis: success rates of its 53 players, NaN where it has a dash."""
    rates = np.full(HISTOGRAM_SHAPE, np.nan)
    text = resources.files(__package__).joinpath(PUBLISHED_FILE).read_text(encoding="utf-8")
    for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        rates[int(row["cycle_bin"]), int(row["j"]), int(row["timing_bin"])] = float(row["success"])
    rates.setflags(write=False)
    return rates


def published_points() -> BinPoints:
    return _points(published_histogram())


def bin_centre(axis: tuple[float, float, int], k: int) -> float:
    """Centre of a bin."""
    low, high, bins = axis
    return low + (high - low) * (k + 0.5) / bins


def _points(shares: np.ndarray, all_bins: bool = False) -> BinPoints:
    rows = [
        (bin_centre(CYCLE_AXIS, c), bin_centre(TIMING_AXIS, t), float(j), float(shares[c, j, t]))
        for c, j, t in product(*map(range, HISTOGRAM_SHAPE))
        if all_bins or not np.isnan(shares[c, j, t])
    ]
    columns = np.array(rows).reshape(-1, 4).T
    return BinPoints(*columns)


def _bin_index(x: np.ndarray, low: float, high: float, bins: int) -> np.ndarray:
    """Bin of each number, -1 outside; the last bin includes its upper end."""
    index = np.floor((x - low) * bins / (high - low) + ROUNDING_TOLERANCE).astype(int)
    index[np.abs(x - high) <= ROUNDING_TOLERANCE] = bins - 1
    return np.where((index >= 0) & (index < bins), index, -1)


@dataclass(frozen=True)
class ChallengeModel:
    """Kind of model with its constants: of 1, t_timing, j and t_cycle."""

    kind: ModelKind
    constants: tuple[float, float, float, float]

    def success(self, t_cycle: Any, t_timing: Any, j: Any) -> Any:
        """Success chance of one challenge or of arrays of challenges; times in seconds."""
        chance = np.clip(self.curve(t_cycle, t_timing, j), MIN_SUCCESS, MAX_SUCCESS)
        return float(chance) if np.ndim(chance) == 0 else chance

    def curve(self, t_cycle: Any, t_timing: Any, j: Any) -> Any:
        """Success without clipping to 0.01 .. 0.99."""
        c0, c1, c2, c3 = self.constants
        return success_from_index(
            self.kind, c0 + c1 * np.asarray(t_timing) + c2 * np.asarray(j) + c3 * np.asarray(t_cycle)
        )

    def write(self, made_from: str) -> str:
        """Text of a TOML file."""
        lines = [f"# A challenge model of {made_from}", f'kind = "{self.kind}"', "", "[constants]"]
        return "\n".join(
            [*lines, *(f"{name} = {x:.6f}" for name, x in zip(CONSTANT_NAMES, self.constants, strict=True)), ""]
        )

    @classmethod
    def read(cls, text: str, name: str = "the model") -> ChallengeModel:
        """Parse the text of a model file.

        Raises:
            LudusError: the text is no valid model.
            UnknownName: there is no such kind of model.
        """
        try:
            data = tomllib.loads(text)
            kind, named = data["kind"], data["constants"]
            a, b, c, d = (float(named[constant]) for constant in CONSTANT_NAMES)
        except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
            raise LudusError(
                f"{name}: {error}; there must be `kind` and, under [constants], {', '.join(CONSTANT_NAMES)}"
            ) from None
        if kind not in MODEL_KINDS:
            raise UnknownName("challenge model", str(kind), [*MODEL_KINDS])
        return cls(kind, (a, b, c, d))


def success_from_index(kind: ModelKind, index: Any) -> Any:
    """Success from the index of a model."""
    if kind == "linear":
        return index
    if kind == "exponential":
        return np.exp(index)
    if kind == "exponential-failure":
        return 1 - np.exp(index)
    return 1 / (1 + np.exp(-index))


def index_from_success(kind: ModelKind, success: Any) -> Any:
    """Index from success: the inverse of the link function."""
    if kind == "linear":
        return success
    if kind == "exponential":
        return np.log(success)
    if kind == "exponential-failure":
        return np.log1p(-success)
    return np.log(success) - np.log1p(-success)


@cache
def thesis_model(kind: str) -> ChallengeModel:
    """Model of a kind, fitted to the thesis's printed histogram."""
    pass  # import of what is now in this module
    pass  # import of what is now in this module

    if kind not in MODEL_KINDS:
        raise UnknownName("challenge model", kind, [*MODEL_KINDS])
    return fit_bins(published_points(), kind)


# thesis_model("linear"), to 6 decimals
LINEAR_MODEL = ChallengeModel("linear", (0.563875, -0.249831, -0.04399, 0.160268))


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

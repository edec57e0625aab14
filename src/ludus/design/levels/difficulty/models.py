"""Challenge models: success of a challenge from t_cycle, t_timing and j (thesis 4.5).

    LINEAR_MODEL.success(1.6, 0.42, 1)  # Koens' choice, fitted to his printed histogram
    thesis_model("logistic")            # or linear, exponential, exponential-failure, fitted to that histogram

All have four constants and an index x = c0 + c1 t_timing + c2 j + c3 t_cycle. The thesis writes its exponential model
as a success of exp(x), but the error that it reports is that of a failure of exp(x) (reading, 2.2): both are here.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

import numpy as np

from ludus.core.errors import LudusError, UnknownName

ModelKind = Literal["linear", "exponential", "exponential-failure", "logistic"]
MODEL_KINDS: tuple[ModelKind, ...] = get_args(ModelKind)
MIN_SUCCESS, MAX_SUCCESS = 0.01, 0.99  # success is clipped to this range (G23)
CONSTANT_NAMES = ("constant", "t_timing", "j", "t_cycle")


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
    from ludus.design.levels.difficulty.fitting import fit_bins
    from ludus.design.levels.difficulty.histogram import published_points

    if kind not in MODEL_KINDS:
        raise UnknownName("challenge model", kind, [*MODEL_KINDS])
    return fit_bins(published_points(), kind)


LINEAR_MODEL = ChallengeModel(
    "linear", (0.563875, -0.249831, -0.04399, 0.160268)
)  # thesis_model("linear"), to 6 decimals

"""Challenge model with its uncertainty: models of the same data drawn again.

fitted = thesis_model_with_draws("linear")  # the thesis's histogram, its bins drawn again
rating = rate_with_intervals(level, fitted)
rating.difficulty, rating.expected_deaths   # with intervals for the uncertainty of the model

FittedModel.load("model.toml")              # from a run of the study, with its sessions drawn again; or by name
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import NormalDist

import numpy as np

from ludus.design.platformer.difficulty.challenge_models import (
    CONSTANT_COUNT,
    MODEL_KINDS,
    BinPoints,
    ChallengeModel,
    ModelKind,
    fit_bins,
    published_points,
    thesis_model,
)
from ludus.design.platformer.difficulty.challenges import ChallengeGraph, find_challenges
from ludus.design.platformer.difficulty.rating import reduce_graph
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.platformer.level import Level
from ludus.stats import Estimate
from ludus.stats.intervals import CONFIDENCE
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import missing_file

BOOTSTRAP_DRAWS = 100


@dataclass(frozen=True)
class FittedModel:
    """Challenge model and the models of the bootstrap draws."""

    model: ChallengeModel
    draws: tuple[ChallengeModel, ...]

    def write(self, made_from: str) -> str:
        """Text of a file that `ChallengeModel.read` can also read."""
        rows = [f"  [{', '.join(f'{x:.6f}' for x in draw.constants)}]," for draw in self.draws]
        head, rest = self.model.write(made_from).split("[constants]")
        return "\n".join(
            [f"{head}draws = [  # constants of sessions drawn again", *rows, "]", "", f"[constants]{rest}"]
        )

    @classmethod
    def read(cls, text: str, name: str = "the model") -> FittedModel:
        model = ChallengeModel.read(text, name)
        rows = tomllib.loads(text).get("draws", [])
        if not all(isinstance(row, list) and len(row) == CONSTANT_COUNT for row in rows):
            raise LudusError(f"{name}: draws; each is a list of {CONSTANT_COUNT} constants")
        return cls(model, models_from_rows(rows, model.kind))

    @classmethod
    def load(cls, name: str) -> FittedModel:
        """Load a model of the thesis's histogram by its kind, or from a file.

        Raises:
            OptionError: there is no such kind or file.
            LudusError: the file is no valid model.
        """
        if name in MODEL_KINDS:
            return thesis_model_with_draws(name)
        file = Path(name)
        if not file.is_file():
            raise OptionError(f"--model {name}: no kind of model ({', '.join(MODEL_KINDS)}), and {missing_file(file)}")
        try:
            return cls.read(file.read_text(encoding="utf-8"), name)
        except UnicodeDecodeError:
            raise LudusError(f"{name}: this is not a text file") from None


@dataclass(frozen=True)
class RatingEstimates:
    """Rating of a level with 95 % intervals for the uncertainty of the model."""

    difficulty: Estimate
    expected_deaths: Estimate
    hardest: Estimate  # failure at the hardest challenge of the easiest path; 0 without challenges


@cache
def thesis_model_with_draws(kind: str = "linear") -> FittedModel:
    """Model of the thesis's printed histogram; its uncertainty comes from drawing the 40 bins again."""
    model, points = thesis_model(kind), published_points()
    draws = []
    for number in range(BOOTSTRAP_DRAWS):
        rows = numpy_generator(1, "printed bins", number).integers(len(points), size=len(points))
        columns = (column[rows] for column in (points.t_cycle, points.t_timing, points.j, points.success))
        draws.append(fit_bins(BinPoints(*columns), model.kind))
    return FittedModel(model, tuple(draws))


def rate_with_intervals(level: Level | ChallengeGraph, fitted: FittedModel) -> RatingEstimates:
    """Rate a level by the model and all draws; about 10 ms for a hundred draws."""
    short = reduce_graph(level if isinstance(level, ChallengeGraph) else find_challenges(level))

    def numbers(model: ChallengeModel) -> tuple[float, float, float]:
        rating = short.rate(model)
        chances = short.chances(model)
        return rating.difficulty, rating.expected_deaths, 1 - min((chances[edge] for edge in rating.path), default=1.0)

    values, z = numbers(fitted.model), NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    others = np.array([numbers(draw) for draw in fitted.draws]).reshape(-1, 3)
    half = z * others.std(axis=0, ddof=1) if len(others) > 1 else np.full(3, np.inf)
    tops = (1.0, np.inf, 1.0)
    intervals = [
        Estimate(value, max(0.0, value - float(margin)), min(top, value + float(margin)), len(others))
        for value, margin, top in zip(values, half, tops, strict=True)
    ]
    return RatingEstimates(*intervals)


def models_from_rows(rows: list[list[float]], kind: ModelKind) -> tuple[ChallengeModel, ...]:
    """Models from rows of constants."""
    return tuple(ChallengeModel(kind, (float(a), float(b), float(c), float(d))) for a, b, c, d in rows)

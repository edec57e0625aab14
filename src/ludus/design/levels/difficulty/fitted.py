"""A challenge model with what it could be as well: models of the same sessions, or bins, drawn again.

fitted = printed("linear")                  the thesis's histogram, its bins drawn again
sure = rate_surely(level, fitted)
sure.difficulty, sure.expected_deaths       with intervals for how well the model is known

FittedModel.load("model.toml")              of a run of the study, whose sessions were drawn again; or by name
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import NormalDist

import numpy as np

from ludus.core.errors import LudusError, OptionError
from ludus.design.levels.difficulty.challenges import LevelMap, map_level
from ludus.design.levels.difficulty.fitting import CONSTANTS, fit
from ludus.design.levels.difficulty.histogram import Points, published_points
from ludus.design.levels.difficulty.models import KINDS, ChallengeModel, Kind, model_named
from ludus.design.levels.difficulty.shortcuts import shorten
from ludus.evolve.state import generator
from ludus.games.platformer.level import Level
from ludus.stats import Estimate
from ludus.stats.intervals import CONFIDENCE

DRAWS = 100


@dataclass(frozen=True)
class FittedModel:
    """A model and those of the draws."""

    model: ChallengeModel
    draws: tuple[ChallengeModel, ...]

    def write(self, made_from: str) -> str:
        """As a file that `ChallengeModel.read` reads as well."""
        rows = [f"  [{', '.join(f'{x:.6f}' for x in draw.constants)}]," for draw in self.draws]
        head, rest = self.model.write(made_from).split("[constants]")
        return "\n".join(
            [f"{head}draws = [  # constants of sessions drawn again", *rows, "]", "", f"[constants]{rest}"]
        )

    @classmethod
    def read(cls, text: str, name: str = "the model") -> FittedModel:
        model = ChallengeModel.read(text, name)
        rows = tomllib.loads(text).get("draws", [])
        if not all(isinstance(row, list) and len(row) == CONSTANTS for row in rows):
            raise LudusError(f"{name}: draws; each is a list of {CONSTANTS} constants")
        return cls(model, as_kind(rows, model.kind))

    @classmethod
    def load(cls, name: str) -> FittedModel:
        """One of the thesis's printed histogram by its kind, or that in a file."""
        if name in KINDS:
            return printed(name)
        file = Path(name)
        if not file.is_file():
            raise OptionError(f"--model {name}: no such file, and no kind of model: {', '.join(KINDS)}")
        try:
            return cls.read(file.read_text(encoding="utf-8"), name)
        except UnicodeDecodeError:
            raise LudusError(f"{name}: this is no text") from None


@dataclass(frozen=True)
class SureRating:
    """The numbers of a level, with 95 % intervals for how well the model is known."""

    difficulty: Estimate
    expected_deaths: Estimate
    hardest: Estimate  # failure at the hardest challenge of the easiest way; 0 without any


@cache
def printed(kind: str = "linear") -> FittedModel:
    """The model of the thesis's printed histogram; what else it could be is told by its 40 bins, drawn again."""
    model, points = model_named(kind), published_points()
    draws = []
    for number in range(DRAWS):
        rows = generator(1, "printed bins", number).integers(len(points), size=len(points))
        columns = (column[rows] for column in (points.t_cycle, points.t_timing, points.j, points.success))
        draws.append(fit(Points(*columns), model.kind))
    return FittedModel(model, tuple(draws))


def rate_surely(level: Level | LevelMap, fitted: FittedModel) -> SureRating:
    """The rating of a level by all of these models; about a hundredth of a second for a hundred draws."""
    short = shorten(level if isinstance(level, LevelMap) else map_level(level))

    def numbers(model: ChallengeModel) -> tuple[float, float, float]:
        rating = short.rate(model)
        chances = short.chances(model)
        return rating.difficulty, rating.expected_deaths, 1 - min((chances[way] for way in rating.path), default=1.0)

    values, z = numbers(fitted.model), NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    others = np.array([numbers(draw) for draw in fitted.draws]).reshape(-1, 3)
    half = z * others.std(axis=0, ddof=1) if len(others) > 1 else np.full(3, np.inf)
    tops = (1.0, np.inf, 1.0)
    found = [
        Estimate(value, max(0.0, value - float(off)), min(top, value + float(off)), len(others))
        for value, off, top in zip(values, half, tops, strict=True)
    ]
    return SureRating(*found)


def as_kind(rows: list[list[float]], kind: Kind) -> tuple[ChallengeModel, ...]:
    """Models from rows of constants."""
    return tuple(ChallengeModel(kind, (float(a), float(b), float(c), float(d))) for a, b, c, d in rows)

"""Failure model: predicts the share of players that die at least once between start and exit, for `--difficulty`.

    FailureModel.load().failure(level)      # in a few milliseconds

Koens' difficulty multiplies the mean success of all players over the challenges. But a player who passes the first
challenge is probably a good one and passes the next as well. So here players have a skill z, normally distributed; the
success at a passage is logistic in its features and z, the product is taken for each z, and then the mean over z. The
constants are fitted to synthetic players on random levels and stored in dial.toml, which names the command.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.challenges import ChallengeGraph, find_challenges
from ludus.design.levels.difficulty.passages import Passage, usual_passages
from ludus.games.platformer.level import Level
from ludus.games.platformer.table import TRAP_KINDS

CONSTANTS_FILE = "dial.toml"
FIT_COMMAND = "ludus run platformer-difficulty --set 'parts=[\"dial\"]'"
SKILL_POINTS = 9  # quadrature points of skill
TRAINED_KINDS = ("saw", "wall-spikes", "squeeze", "mine")
NUMERIC_FEATURES = ("t_cycle", "t_timing", "inside", "jumps", "mines", "more_traps")
FEATURE_NAMES = tuple(f"{kind}" for kind in TRAINED_KINDS) + NUMERIC_FEATURES
PRIOR_WEIGHT = 0.5  # strength of the prior that constants are near zero, in levels


@dataclass(frozen=True)
class FailureModel:
    """Constants of all features, and the effect of one unit of skill, in logits."""

    constants: tuple[float, ...]
    skill: float

    @classmethod
    def load(cls) -> FailureModel:
        """Model that comes with the package."""
        return _load_model()

    @classmethod
    def read(cls, text: str, name: str = CONSTANTS_FILE) -> FailureModel:
        """Parse the text of a model file.

        Raises:
            LudusError: the text is no valid model.
        """
        try:
            data = tomllib.loads(text)
            named = data["constants"]
            return cls(tuple(float(named[feature]) for feature in FEATURE_NAMES), float(data["skill"]))
        except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
            wanted = ", ".join(FEATURE_NAMES)
            raise LudusError(f"{name}: {error}; there must be `skill` and, under [constants], {wanted}") from None

    def write(self, command: str = FIT_COMMAND) -> str:
        """Text of a model file, with the command that makes it."""
        lines = [
            "# How likely players are to get through a passage, in logits; skill is for one standard deviation of it.",
            f"# Made by: {command}",
            f"skill = {self.skill:.6f}",
            "",
            "[constants]",
        ]
        lines += [f"{name} = {value:.6f}" for name, value in zip(FEATURE_NAMES, self.constants, strict=True)]
        return "\n".join([*lines, ""])

    def failure(self, level: Level | ChallengeGraph) -> float:
        """Share of players that die at least once in a level."""
        mapped = level if isinstance(level, ChallengeGraph) else find_challenges(level)
        return self.failure_of_passages(usual_passages(mapped))

    def failure_of_passages(self, passages: Sequence[Passage]) -> float:
        """The same from the passages of a level."""
        return self.failure_of_features(passage_features(passages))

    def failure_of_features(self, rows: np.ndarray) -> float:
        """The same from the features of passages."""
        index = rows @ np.array(self.constants)
        return float(_failure_rates(index, np.zeros(len(index), int), 1, self.skill)[0])

    def success_chances(self, passages: Sequence[Passage], z: float = 0.0) -> list[float]:
        """Success chance at each passage for a player of skill z."""
        index = passage_features(passages) @ np.array(self.constants)
        chances: list[float] = (1 / (1 + np.exp(-(index + self.skill * z)))).tolist()
        return chances


def passage_features(passages: Sequence[Passage]) -> np.ndarray:
    """Feature rows of passages. An untrained trap kind counts as the hardest trained one: wall spikes."""
    rows = []
    for passage in passages:
        kind = passage.kind if passage.kind in TRAINED_KINDS else "wall-spikes"
        numbers = (
            passage.t_cycle - 1.6,
            passage.t_timing,
            passage.inside,
            passage.jumps,
            passage.mines,
            max(passage.traps - 1, 0),
        )
        rows.append([*(float(kind == name) for name in TRAINED_KINDS), *map(float, numbers)])
    return np.array(rows).reshape(-1, len(FEATURE_NAMES))


def fit_failure_model(rows: Sequence[np.ndarray], died: np.ndarray, plays: np.ndarray) -> FailureModel:
    """Fit the model by maximum likelihood.

    Args:
        rows: features of the passages, by level.
        died: plays with a death, by level.
        plays: plays, by level.
    """
    from scipy.optimize import minimize

    lengths = [len(level_rows) for level_rows in rows]
    x = np.concatenate(rows) if rows else np.zeros((0, len(FEATURE_NAMES)))
    owner = np.repeat(np.arange(len(rows)), lengths)

    def loss(guess: np.ndarray) -> tuple[float, np.ndarray]:
        skill = math.exp(guess[-1])
        failed, by_index, by_skill = _failure_gradients(x @ guess[:-1], owner, len(rows), skill)
        failed = np.clip(failed, 1e-9, 1 - 1e-9)
        likelihood = died * np.log(failed) + (plays - died) * np.log1p(-failed)
        pull = died / failed - (plays - died) / (1 - failed)
        down = np.append(-x.T @ (by_index * pull[owner]), -skill * float(by_skill @ pull)) + 2 * PRIOR_WEIGHT * guess
        return float(-likelihood.sum() + PRIOR_WEIGHT * (guess @ guess)), down

    start = np.array([1.5] * len(TRAINED_KINDS) + [0.0] * len(NUMERIC_FEATURES) + [math.log(0.7)])
    best = minimize(loss, start, method="L-BFGS-B", jac=True, options={"maxiter": 400}).x
    rounded = [float(f"{value:.6f}") for value in (*best[:-1], math.exp(best[-1]))]
    return FailureModel(tuple(rounded[:-1]), rounded[-1])


def _failure_rates(index: np.ndarray, owner: np.ndarray, count: int, skill: float) -> np.ndarray:
    """Failure rate of each owner of passages: one minus the product for each skill, averaged over skills."""
    z, weight = _skill_quadrature()
    rates = np.zeros(count)
    for point, part in zip(z, weight, strict=True):
        lost = np.logaddexp(0, -(index + skill * point))  # -log of success
        rates += part * -np.expm1(-np.bincount(owner, lost, minlength=count))
    return rates


def _failure_gradients(
    index: np.ndarray, owner: np.ndarray, count: int, skill: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Failure rates and their derivatives by the index of each passage and by the effect of skill."""
    rates, by_index, by_skill = np.zeros(count), np.zeros(len(index)), np.zeros(count)
    for point, part in zip(*_skill_quadrature(), strict=True):
        at = index + skill * point
        alive = np.exp(-np.bincount(owner, np.logaddexp(0, -at), minlength=count))
        failing = 1 / (1 + np.exp(at))
        rates += part * (1 - alive)
        by_index -= part * alive[owner] * failing
        by_skill -= part * point * alive * np.bincount(owner, failing, minlength=count)
    return rates, by_index, by_skill


@cache
def _skill_quadrature() -> tuple[list[float], list[float]]:
    """Points and weights of a normal distribution (Gauss-Hermite quadrature)."""
    points, weights = np.polynomial.hermite_e.hermegauss(SKILL_POINTS)
    return points.tolist(), (weights / weights.sum()).tolist()


@cache
def _load_model() -> FailureModel:
    return FailureModel.read(resources.files(__package__).joinpath(CONSTANTS_FILE).read_text(encoding="utf-8"))


assert set(TRAINED_KINDS) <= set(TRAP_KINDS)

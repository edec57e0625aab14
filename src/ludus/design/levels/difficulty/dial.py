"""What share of all players die at least once between start and exit: the number behind `--difficulty`.

    DialModel.load().failure(level)         in a few milliseconds

Koens' number is the chance to die of somebody who is everybody: the mean of the success of good and bad players on each
challenge, multiplied. But who gets through the first challenge is rather a good player, and gets through the next as
well. So here players have a skill z, normally distributed; the chance to get through a passage is logistic in its
features and z, the product is taken for each z, and the mean over all z comes last. The constants are fitted to
synthetic players on levels of all kinds and kept in dial.toml, which says by which command.
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
from ludus.design.levels.difficulty.challenges import LevelMap, map_level
from ludus.design.levels.difficulty.passages import Passage, usual_way
from ludus.games.platformer.level import Level
from ludus.games.platformer.table import KINDS

FILE = "dial.toml"
COMMAND = "ludus run platformer-difficulty --set 'parts=[\"dial\"]'"
SKILLS = 9  # points at which skill is looked at
TRAINED = ("saw", "wall-spikes", "squeeze", "mine")
NUMBERS = ("t_cycle", "t_timing", "inside", "jumps", "mines", "more_traps")
FEATURES = tuple(f"{kind}" for kind in TRAINED) + NUMBERS
PRIOR = 0.5  # how many levels the belief weighs that a constant is near zero


@dataclass(frozen=True)
class DialModel:
    """Constants of all features, and how much a point of skill adds to the chance to get through, in logits."""

    constants: tuple[float, ...]
    skill: float

    @classmethod
    def load(cls) -> DialModel:
        """The one that comes with the package."""
        return _loaded()

    @classmethod
    def read(cls, text: str, name: str = FILE) -> DialModel:
        """From the text of a file."""
        try:
            data = tomllib.loads(text)
            named = data["constants"]
            return cls(tuple(float(named[feature]) for feature in FEATURES), float(data["skill"]))
        except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
            wanted = ", ".join(FEATURES)
            raise LudusError(f"{name}: {error}; there must be `skill` and, under [constants], {wanted}") from None

    def write(self, command: str = COMMAND) -> str:
        """As a file, with the command that makes it."""
        lines = [
            "# How likely players are to get through a passage, in logits; skill is for one standard deviation of it.",
            f"# Made by: {command}",
            f"skill = {self.skill:.6f}",
            "",
            "[constants]",
        ]
        lines += [f"{name} = {value:.6f}" for name, value in zip(FEATURES, self.constants, strict=True)]
        return "\n".join([*lines, ""])

    def failure(self, level: Level | LevelMap) -> float:
        """The share of players who die at least once on their way through."""
        mapped = level if isinstance(level, LevelMap) else map_level(level)
        return self.failure_of(usual_way(mapped))

    def failure_of(self, passages: Sequence[Passage]) -> float:
        """The same of passages."""
        return self.failure_by(features(passages))

    def failure_by(self, rows: np.ndarray) -> float:
        """The same of the features of passages."""
        index = rows @ np.array(self.constants)
        return float(_shares(index, np.zeros(len(index), int), 1, self.skill)[0])

    def chances(self, passages: Sequence[Passage], z: float = 0.0) -> list[float]:
        """To get through each passage, for somebody of this skill."""
        index = features(passages) @ np.array(self.constants)
        found: list[float] = (1 / (1 + np.exp(-(index + self.skill * z)))).tolist()
        return found


def features(passages: Sequence[Passage]) -> np.ndarray:
    """One row a passage. A kind of trap that no player was trained on counts as the hardest that they were: spikes."""
    rows = []
    for each in passages:
        kind = each.kind if each.kind in TRAINED else "wall-spikes"
        numbers = (each.t_cycle - 1.6, each.t_timing, each.inside, each.jumps, each.mines, max(each.traps - 1, 0))
        rows.append([*(float(kind == name) for name in TRAINED), *map(float, numbers)])
    return np.array(rows).reshape(-1, len(FEATURES))


def fit_features(rows: Sequence[np.ndarray], died: np.ndarray, plays: np.ndarray) -> DialModel:
    """The constants under which so many of so many plays with a death are likeliest; `rows` are features by level."""
    from scipy.optimize import minimize

    lengths = [len(each) for each in rows]
    x = np.concatenate(rows) if rows else np.zeros((0, len(FEATURES)))
    owner = np.repeat(np.arange(len(rows)), lengths)

    def loss(guess: np.ndarray) -> tuple[float, np.ndarray]:
        skill = math.exp(guess[-1])
        failed, by_index, by_skill = _slopes(x @ guess[:-1], owner, len(rows), skill)
        failed = np.clip(failed, 1e-9, 1 - 1e-9)
        told = died * np.log(failed) + (plays - died) * np.log1p(-failed)
        pull = died / failed - (plays - died) / (1 - failed)
        down = np.append(-x.T @ (by_index * pull[owner]), -skill * float(by_skill @ pull)) + 2 * PRIOR * guess
        return float(-told.sum() + PRIOR * (guess @ guess)), down

    start = np.array([1.5] * len(TRAINED) + [0.0] * len(NUMBERS) + [math.log(0.7)])
    best = minimize(loss, start, method="L-BFGS-B", jac=True, options={"maxiter": 400}).x
    rounded = [float(f"{value:.6f}") for value in (*best[:-1], math.exp(best[-1]))]
    return DialModel(tuple(rounded[:-1]), rounded[-1])


def _shares(index: np.ndarray, owner: np.ndarray, count: int, skill: float) -> np.ndarray:
    """The share of failures of each owner of passages: one less the product for each skill, and the mean of these."""
    z, weight = _skills()
    found = np.zeros(count)
    for point, part in zip(z, weight, strict=True):
        lost = np.logaddexp(0, -(index + skill * point))  # -log of success
        found += part * -np.expm1(-np.bincount(owner, lost, minlength=count))
    return found


def _slopes(
    index: np.ndarray, owner: np.ndarray, count: int, skill: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same shares, and how they change with the index of each passage and with what skill adds."""
    found, by_index, by_skill = np.zeros(count), np.zeros(len(index)), np.zeros(count)
    for point, part in zip(*_skills(), strict=True):
        at = index + skill * point
        alive = np.exp(-np.bincount(owner, np.logaddexp(0, -at), minlength=count))
        failing = 1 / (1 + np.exp(at))
        found += part * (1 - alive)
        by_index -= part * alive[owner] * failing
        by_skill -= part * point * alive * np.bincount(owner, failing, minlength=count)
    return found, by_index, by_skill


@cache
def _skills() -> tuple[list[float], list[float]]:
    """Points and weights of a normal distribution (Gauss and Hermite)."""
    points, weights = np.polynomial.hermite_e.hermegauss(SKILLS)
    return points.tolist(), (weights / weights.sum()).tolist()


@cache
def _loaded() -> DialModel:
    return DialModel.read(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))


assert set(TRAINED) <= set(KINDS)

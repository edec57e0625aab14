"""Belief about the skill of one player, updated by what they do.

    belief = SkillBelief.unknown()
    belief.success(level)               # chance to reach the exit without dying
    belief = belief.updated(level, deaths=3)
    belief.predict(level)               # the same chance with an interval for the unknown skill

Skill is that of the failure model: normally distributed over all players, in standard deviations. Every level played
narrows the belief, by Bayes' rule: after a death, the player tries the same passage again with the same chance. Between
two levels the belief widens a little, since people learn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.difficulty.challenges import LevelMap, map_level
from ludus.design.levels.difficulty.dial import DialModel, features
from ludus.design.levels.difficulty.passages import usual_way
from ludus.design.levels.sessions.plays import Respawn
from ludus.games.platformer.level import Level
from ludus.stats import Estimate

WORST, BEST, POINTS = -4.0, 4.0, 81  # grid of skills
MOST_DEATHS = 60  # deaths that are counted, at most
LEAST = 1e-12  # least likelihood, in case the model is wrong about a player
TAILS = (0.025, 0.975)
DRIFT = 0.1  # standard deviation of the change of skill between levels


@dataclass(frozen=True)
class Player:
    """Probability of each skill."""

    belief: tuple[float, ...]
    model: DialModel
    plays: int = 0  # plays seen so far

    @classmethod
    def unknown(cls, model: DialModel | None = None) -> Player:
        """Belief about an unknown player."""
        return cls.of_skill(0.0, 1.0, model)

    @classmethod
    def of_skill(cls, z: float, spread: float = 0.2, model: DialModel | None = None) -> Player:
        """Belief about a player of roughly known skill: 0 is average, 1 is better than five in six.

        Raises:
            LudusError: the skill or its spread is out of range.
        """
        if not (WORST < z < BEST and spread > 0):
            raise LudusError(f"a skill is from {WORST:g} to {BEST:g}, known to some spread above 0; not {z}, {spread}")
        return cls(_normed(np.exp(-(((SKILLS - z) / spread) ** 2) / 2)), DialModel.load() if model is None else model)

    @property
    def skill(self) -> float:
        """Expected skill."""
        return float(np.dot(self.belief, SKILLS))

    @cached_property
    def spread(self) -> float:
        """Standard deviation of the skill."""
        return float(np.sqrt(np.dot(self.belief, (SKILLS - self.skill) ** 2)))

    def success(self, level: Level | LevelMap) -> float:
        """Chance to reach the exit without dying."""
        return float(np.dot(self.belief, self._chances(level).prod(axis=0)))

    def foretold(self, level: Level | LevelMap) -> Estimate:
        """Success chance with its range over 95 % of the possible skills; the count is the number of plays."""
        chances, before = self._chances(level).prod(axis=0), np.cumsum(self.belief)
        low, high = (int(np.searchsorted(before, tail)) for tail in TAILS)  # chances grow with skill
        return Estimate(float(np.dot(self.belief, chances)), float(chances[low]), float(chances[high]), self.plays)

    def after(
        self, level: Level | LevelMap, deaths: int, finished: bool = True, respawn: Respawn = "checkpoint"
    ) -> Player:
        """Belief after a level was played.

        Args:
            level: the level.
            deaths: deaths of the player.
            finished: whether the player reached the exit; otherwise they gave up.
            respawn: where the player respawned.

        Raises:
            LudusError: deaths are negative, or the play is impossible by the model.
        """
        if deaths < 0:
            raise LudusError(f"deaths must not be negative, not {deaths}")
        counted, chances = min(deaths, MOST_DEATHS), self._chances(level)
        if respawn == "start":  # every attempt is at the whole level
            chances = chances.prod(axis=0, keepdims=True)
        by_deaths = with_deaths(chances, counted)
        # A player who gave up would have died at least this often.
        likelihood = by_deaths[counted] if finished else 1 - by_deaths[:counted].sum(axis=0)
        belief = _kernel() @ np.array(_normed(np.array(self.belief) * np.clip(likelihood, LEAST, None)))
        return Player(_normed(belief), self.model, self.plays + 1)

    def _chances(self, level: Level | LevelMap) -> np.ndarray:
        """Success chance at each passage of the usual path, for each skill."""
        mapped = level if isinstance(level, LevelMap) else map_level(level)
        index = features(usual_way(mapped)) @ np.array(self.model.constants)
        chances: np.ndarray = 1 / (1 + np.exp(-(index[:, None] + self.model.skill * SKILLS[None, :])))
        return chances


SKILLS = np.linspace(WORST, BEST, POINTS)


def with_deaths(chances: np.ndarray, deaths: int) -> np.ndarray:
    """Likelihood of 0 to `deaths` deaths in total, for each skill: each passage is tried until it succeeds."""
    counts = np.zeros((deaths + 1, chances.shape[1]))
    counts[0] = 1
    for chance in chances:
        counts[0] *= chance
        for number in range(1, deaths + 1):
            counts[number] = chance * counts[number] + (1 - chance) * counts[number - 1]
    return counts


def _kernel() -> np.ndarray:
    """Transition matrix of the belief from level to level."""
    weights = np.exp(-(((SKILLS[:, None] - SKILLS[None, :]) / DRIFT) ** 2) / 2)
    kernel: np.ndarray = weights / weights.sum(axis=0, keepdims=True)
    return kernel


def _normed(weights: np.ndarray) -> tuple[float, ...]:
    total = float(weights.sum())
    if not total > 0:
        raise LudusError("what this player did is impossible by the model")
    return tuple((weights / total).tolist())

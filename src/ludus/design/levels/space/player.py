"""One player, as far as known: a belief about their skill, from what they did so far.

    player = Player.unknown()
    player.success(level)               the chance that they get to the exit without dying
    player = player.after(level, deaths=3)
    player.foretold(level)              the same chance with an interval: what is not known of their skill

Skill is that of the dial's model: normally distributed over all players, in standard deviations. Every level played
makes the belief narrower, by Bayes' rule: whoever dies tries the same passage again, each time with the same chance.
Between two levels the belief gets a little wider, since people learn.
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

WORST, BEST, POINTS = -4.0, 4.0, 81  # skills that are thought of
MOST_DEATHS = 60  # that are counted; more tell nothing new
LEAST = 1e-12  # likelihood of anything, so that the model may be wrong about somebody
TAILS = (0.025, 0.975)
DRIFT = 0.1  # standard deviations that a skill may change from level to level


@dataclass(frozen=True)
class Player:
    """How likely each skill is."""

    belief: tuple[float, ...]
    model: DialModel
    plays: int = 0  # that are known

    @classmethod
    def unknown(cls, model: DialModel | None = None) -> Player:
        """Anybody."""
        return cls.of_skill(0.0, 1.0, model)

    @classmethod
    def of_skill(cls, z: float, spread: float = 0.2, model: DialModel | None = None) -> Player:
        """Somebody of about this skill: 0 is the average, 1 better than five in six."""
        if not (WORST < z < BEST and spread > 0):
            raise LudusError(f"a skill is from {WORST:g} to {BEST:g}, known to some spread above 0; not {z}, {spread}")
        return cls(_normed(np.exp(-(((SKILLS - z) / spread) ** 2) / 2)), DialModel.load() if model is None else model)

    @property
    def skill(self) -> float:
        """What is expected of it."""
        return float(np.dot(self.belief, SKILLS))

    @cached_property
    def spread(self) -> float:
        """How uncertain it is, as a standard deviation."""
        return float(np.sqrt(np.dot(self.belief, (SKILLS - self.skill) ** 2)))

    def success(self, level: Level | LevelMap) -> float:
        """The chance to get to the exit without dying."""
        return float(np.dot(self.belief, self._chances(level).prod(axis=0)))

    def foretold(self, level: Level | LevelMap) -> Estimate:
        """That chance, and from which to which it is for 95 of 100 skills that they may have; the count is of plays."""
        chances, before = self._chances(level).prod(axis=0), np.cumsum(self.belief)
        low, high = (int(np.searchsorted(before, tail)) for tail in TAILS)  # better players have better chances
        return Estimate(float(np.dot(self.belief, chances)), float(chances[low]), float(chances[high]), self.plays)

    def after(
        self, level: Level | LevelMap, deaths: int, finished: bool = True, respawn: Respawn = "checkpoint"
    ) -> Player:
        """What is known when a level has been played with so many deaths, to its end or until they gave it up."""
        if deaths < 0:
            raise LudusError(f"nobody dies {deaths} times")
        counted, chances = min(deaths, MOST_DEATHS), self._chances(level)
        if respawn == "start":  # every try is one at the whole way
            chances = chances.prod(axis=0, keepdims=True)
        each = with_deaths(chances, counted)
        # Whoever gave up would have died so often at least.
        likely = each[counted] if finished else 1 - each[:counted].sum(axis=0)
        belief = _kernel() @ np.array(_normed(np.array(self.belief) * np.clip(likely, LEAST, None)))
        return Player(_normed(belief), self.model, self.plays + 1)

    def _chances(self, level: Level | LevelMap) -> np.ndarray:
        """To get through each passage on the usual way, for each skill."""
        mapped = level if isinstance(level, LevelMap) else map_level(level)
        index = features(usual_way(mapped)) @ np.array(self.model.constants)
        found: np.ndarray = 1 / (1 + np.exp(-(index[:, None] + self.model.skill * SKILLS[None, :])))
        return found


SKILLS = np.linspace(WORST, BEST, POINTS)


def with_deaths(chances: np.ndarray, deaths: int) -> np.ndarray:
    """How likely 0 to so many deaths in all are, for each skill: each passage is tried until it is got through."""
    counts = np.zeros((deaths + 1, chances.shape[1]))
    counts[0] = 1
    for chance in chances:
        counts[0] *= chance
        for number in range(1, deaths + 1):
            counts[number] = chance * counts[number] + (1 - chance) * counts[number - 1]
    return counts


def _kernel() -> np.ndarray:
    """How a belief spreads from level to level."""
    weights = np.exp(-(((SKILLS[:, None] - SKILLS[None, :]) / DRIFT) ** 2) / 2)
    found: np.ndarray = weights / weights.sum(axis=0, keepdims=True)
    return found


def _normed(weights: np.ndarray) -> tuple[float, ...]:
    total = float(weights.sum())
    if not total > 0:
        raise LudusError("what this player did is impossible by the model")
    return tuple((weights / total).tolist())

"""What players will do in a level, foretold in milliseconds by the model behind the dial.

    told = predict(map_level(level))
    told.failure, told.deaths, told.hardest

The share that dies is that of `difficulty.dial`. Deaths and the hardest passage come from the same chances: means over
players of all skills, of whom three stand for all (Gauss and Hermite).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludus.design.levels.difficulty.challenges import LevelMap
from ludus.design.levels.difficulty.dial import DialModel
from ludus.design.levels.difficulty.passages import usual_way
from ludus.design.levels.sessions.plays import Respawn

SKILLS = ((-math.sqrt(3), 1 / 6), (0.0, 2 / 3), (math.sqrt(3), 1 / 6))


@dataclass(frozen=True)
class Prediction:
    """The three difficulty numbers."""

    failure: float  # share of players that die at least once
    deaths: float  # of a player
    hardest: float  # share of tries that fail at the hardest passage; 0 without traps


def predict(mapped: LevelMap, respawn: Respawn = "checkpoint") -> Prediction:
    """For players who come back to life before the passage, or at the start."""
    model, passages = DialModel.load(), usual_way(mapped)
    deaths, hardest = [], []
    for skill, weight in SKILLS:
        chances = model.chances(passages, skill)
        if respawn == "start":
            deaths.append(weight * (1 / math.prod(chances) - 1))
        else:
            deaths.append(weight * math.fsum(1 / chance - 1 for chance in chances))
        hardest.append(weight * (1 - min(chances, default=1.0)))
    return Prediction(model.failure_of(passages), math.fsum(deaths), math.fsum(hardest))

"""Prediction of the three difficulty numbers of a level, in milliseconds.

    prediction = predict(find_challenges(level))
    prediction.failure, prediction.deaths, prediction.hardest

The failure rate is that of the failure model. Deaths and the hardest passage use the same success chances, averaged
over three skills (Gauss-Hermite quadrature).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludus.design.levels.difficulty.challenges import ChallengeGraph
from ludus.design.levels.difficulty.dial import FailureModel
from ludus.design.levels.difficulty.passages import usual_passages
from ludus.design.levels.sessions.plays import Respawn

PREDICTION_SKILLS = ((-math.sqrt(3), 1 / 6), (0.0, 2 / 3), (math.sqrt(3), 1 / 6))


@dataclass(frozen=True)
class Prediction:
    """The three difficulty numbers."""

    failure: float  # share of players that die at least once
    deaths: float  # deaths per player
    hardest: float  # share of attempts that fail at the hardest passage; 0 without traps


def predict(challenge_graph: ChallengeGraph, respawn: Respawn = "checkpoint") -> Prediction:
    """Predict for players who respawn before the passage, or at the start."""
    model, passages = FailureModel.load(), usual_passages(challenge_graph)
    deaths, hardest = [], []
    for skill, weight in PREDICTION_SKILLS:
        chances = model.success_chances(passages, skill)
        if respawn == "start":
            deaths.append(weight * (1 / math.prod(chances) - 1))
        else:
            deaths.append(weight * math.fsum(1 / chance - 1 for chance in chances))
        hardest.append(weight * (1 - min(chances, default=1.0)))
    return Prediction(model.failure_of_passages(passages), math.fsum(deaths), math.fsum(hardest))

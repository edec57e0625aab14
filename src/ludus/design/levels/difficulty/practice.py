"""Training data of the failure model: random levels played by synthetic players.

training_example(seed, players=40)  # features of a level's passages, and how many players died
"""

from __future__ import annotations

from typing import Any

from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.difficulty.challenges import find_challenges
from ludus.design.levels.difficulty.dial import passage_features
from ludus.design.levels.difficulty.models import LINEAR_MODEL
from ludus.design.levels.difficulty.passages import usual_passages
from ludus.design.levels.difficulty.rating import rate_level
from ludus.design.levels.levels import GeneratorParams, generate_level
from ludus.design.levels.people.filter import SyntheticPlayer, draw_skill, load_calibration
from ludus.design.levels.people.play import PlayableLevel
from ludus.design.levels.trapping.traps import DEFAULT_PERIODS, TrapParams
from ludus.evolve.state import numpy_generator
from ludus.games.platformer.level import Level

MAX_LEVEL_ATTEMPTS = 20  # parameters to try for one level


def draw_player(seed: int) -> SyntheticPlayer:
    """Draw a synthetic player of random skill."""
    return SyntheticPlayer(draw_skill(seed, 0), load_calibration())


def training_example(seed: int, players: int) -> dict[str, Any]:
    """Random level, and how many players die in it or give up."""
    level = random_level(seed)
    mapped, stage = find_challenges(level), PlayableLevel(level)
    died = 0
    for number in range(players):
        played = stage.play(draw_player(derive(seed, "player", number)), derive(seed, "play", number))
        died += played.deaths > 0 or not played.reached_exit
    return {
        "features": passage_features(usual_passages(mapped)),
        "died": died,
        "linear": rate_level(mapped, LINEAR_MODEL).difficulty,
    }


def random_level(seed: int) -> Level:
    """Generate a level of random size, with few or many, slow or fast traps."""
    for attempt in range(MAX_LEVEL_ATTEMPTS):
        rng = numpy_generator(seed, "order", attempt)
        strip = rng.random() < 0.7
        rooms = (int(rng.integers(1, 7)), 1) if strip else (int(rng.integers(2, 5)), int(rng.integers(2, 4)))
        fast = int(rng.integers(DEFAULT_PERIODS[0], DEFAULT_PERIODS[1] + 1))
        traps = TrapParams(
            density=round(float(rng.uniform(0.05, 0.5)), 3),
            periods=(fast, int(rng.integers(fast, DEFAULT_PERIODS[1] + 1))),
            mines=int(rng.integers(0, 3)),
            challenges=int(rng.integers(0, 6)),
        )
        try:
            return generate_level(derive(seed, "level", attempt), GeneratorParams(rooms=rooms, traps=traps)).level
        except LudusError:
            continue  # more challenges than so few rooms can have
    raise LudusError(f"no training level could be generated in {MAX_LEVEL_ATTEMPTS} attempts")

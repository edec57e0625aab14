"""Training data of the failure model: random levels played by synthetic players.

training_example(seed, players=40)  # features of a level's passages, and how many players died
"""

from __future__ import annotations

from typing import Any

from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.difficulty.challenges import map_level
from ludus.design.levels.difficulty.dial import features
from ludus.design.levels.difficulty.models import LINEAR
from ludus.design.levels.difficulty.passages import usual_way
from ludus.design.levels.difficulty.rating import rate_level
from ludus.design.levels.levels import LevelOrder, make_level
from ludus.design.levels.people.filter import SyntheticPlayer, draw_skill, load_calibration
from ludus.design.levels.people.play import Stage
from ludus.design.levels.trapping.traps import CYCLE, TrapOrder
from ludus.evolve.state import generator
from ludus.games.platformer.level import Level

ATTEMPTS = 20  # parameters to try for one level


def player(seed: int) -> SyntheticPlayer:
    """Draw a synthetic player of random skill."""
    return SyntheticPlayer(draw_skill(seed, 0), load_calibration())


def practise(seed: int, players: int) -> dict[str, Any]:
    """Random level, and how many players die in it or give up."""
    level = any_level(seed)
    mapped, stage = map_level(level), Stage(level)
    died = 0
    for number in range(players):
        played = stage.play(player(derive(seed, "player", number)), derive(seed, "play", number))
        died += played.deaths > 0 or not played.arrived
    return {
        "features": features(usual_way(mapped)),
        "died": died,
        "linear": rate_level(mapped, LINEAR).difficulty,
    }


def any_level(seed: int) -> Level:
    """Generate a level of random size, with few or many, slow or fast traps."""
    for attempt in range(ATTEMPTS):
        rng = generator(seed, "order", attempt)
        strip = rng.random() < 0.7
        rooms = (int(rng.integers(1, 7)), 1) if strip else (int(rng.integers(2, 5)), int(rng.integers(2, 4)))
        fast = int(rng.integers(CYCLE[0], CYCLE[1] + 1))
        traps = TrapOrder(
            alpha=round(float(rng.uniform(0.05, 0.5)), 3),
            cycle=(fast, int(rng.integers(fast, CYCLE[1] + 1))),
            mines=int(rng.integers(0, 3)),
            challenges=int(rng.integers(0, 6)),
        )
        try:
            return make_level(derive(seed, "level", attempt), LevelOrder(rooms=rooms, traps=traps)).level
        except LudusError:
            continue  # more challenges than so few rooms can have
    raise LudusError(f"no training level could be generated in {ATTEMPTS} attempts")

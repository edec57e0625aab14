"""The games that every adapter is held against: all that are installed, the toys, and some with other options."""

import random

import pytest

from ludus.core import game_registry
from ludus.core.position import Position
from ludus.testing.example_games import GAMES

CASES = {
    **{name: (game_registry.load_game(name), {}) for name in game_registry.game_names()},
    **{toy.name: (toy, {}) for toy in GAMES},
    "locm dealt": (game_registry.load_game("locm"), {"setup": "dealt"}),
    "locm 1.5": (game_registry.load_game("locm"), {"version": "1.5"}),
    "magpies for two": (next(toy for toy in GAMES if toy.name == "magpies"), {"seats": 2}),
}

# All of their chance is in what players do.
WITHOUT_CHANCE = ("platformer",)

# Adapters compile doors of their own for every game; these wait for the slow tests.
LATER = ("dominion", "tribute", "delve", "locm dealt", "locm 1.5")

every_game = pytest.mark.parametrize(
    ("game", "options"),
    [pytest.param(*case, marks=pytest.mark.slow if name in LATER else ()) for name, case in CASES.items()],
    ids=CASES.keys(),
)


def positions(game, options, seed=1, most=200, every=7):
    """Some positions of a random game, the first and the last included."""
    position, dice = Position.start(game, game.content(**options), seed), random.Random(seed)
    found = [position.copy()]
    for number in range(1, most):
        if position.end_reason:
            break
        position.play(dice.choice(position.legal_moves))
        if number % every == 0 or position.end_reason:
            found.append(position.copy())
    return found

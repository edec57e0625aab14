"""Configuration of the study, and the courtier bot with given weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from numpy.typing import ArrayLike

from ludus.bots import CompiledBot
from ludus.bots.compiled import compiled_bot_with_params
from ludus.bots.lookup import find_bot_spec
from ludus.core.game_registry import load_game
from ludus.evolve import OpponentPool
from ludus.games.tribute.bots import courtier
from ludus.lab import Config
from ludus.studies.config_checks import check_bots, check_unique
from ludus.util.errors import OptionError

GAME, COURTIER = "tribute", "courtier"
DEFAULT_RIVALS = (
    *("random-no-end", "max-agents", "patron-favors", "max-prestige", "decision-tree"),
    *("random-simulation", "beam", "mcts"),
)


def courtier_with(weights: ArrayLike, draft: Sequence[str], iterations: int) -> CompiledBot:
    """Courtier bot with these weights and this number of iterations per move."""
    game = load_game(GAME)
    params = courtier.Params.zeros(1)
    packed = courtier.pack_weights(weights)
    courtier.settle(courtier.Options(iterations=iterations), packed, draft, courtier.Params.over(params))
    return compiled_bot_with_params(game, find_bot_spec(game, COURTIER), params, COURTIER)


class TributeChampionConfig(Config, frozen=True, kw_only=True):
    """Weights learned from games, then evolved by CMA-ES."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2026
    start: Annotated[str, Meta(description="file with the first weights; empty: weights made by hand")] = ""

    rounds: Annotated[int, Meta(ge=0, le=1000, description="rounds of learning from games")] = 20
    own_games: Annotated[int, Meta(ge=2, le=1_000_000, description="games of the bot against itself in a round")] = 6000
    teachers: Annotated[tuple[str, ...], Meta(description="other bots to learn from")] = (
        *("random-simulation:iterations=100", "mcts:iterations=100", "beam", "decision-tree"),
    )
    teacher_games: Annotated[
        int, Meta(ge=2, le=1_000_000, description="games against each of these bots in a round")
    ] = 2000
    learning_iterations: Annotated[
        int, Meta(ge=1, le=1_000_000, description="search iterations for a move in these games")
    ] = 100

    generations: Annotated[int, Meta(ge=1, le=100_000, description="generations of the evolution")] = 150
    population: Annotated[int, Meta(ge=4, le=1000, description="individuals in a generation")] = 24
    step: Annotated[float, Meta(gt=0, le=1, description="first step size, as a share of the range of the weights")] = (
        0.05
    )
    deals: Annotated[int, Meta(ge=1, le=100_000, description="deals against each opponent, from both seats")] = 100
    training_iterations: Annotated[
        int, Meta(ge=1, le=1_000_000, description="search iterations for a move in these games")
    ] = 200
    anchors: Annotated[tuple[str, ...], Meta(min_length=1, description="opponents that always stay in the pool")] = (
        "random-simulation:iterations=200",
    )
    guests: Annotated[
        tuple[str, ...], Meta(description="first opponents, which leave the pool once they are beaten")
    ] = ("mcts:iterations=200",)
    leaves: Annotated[float, Meta(ge=0.5, le=1, description="win rate at which a beaten opponent leaves the pool")] = (
        0.9
    )
    enters: Annotated[
        int, Meta(ge=1, le=10_000, description="number of generations after which the best individual enters the pool")
    ] = 15
    room: Annotated[int, Meta(ge=1, le=100, description="largest number of opponents in the pool")] = 4

    draft_games: Annotated[
        int, Meta(ge=2, le=1_000_000, description="games against each rival for the ranking of patrons")
    ] = 2000
    validation_games: Annotated[int, Meta(ge=2, le=1_000_000, description="games against each rival")] = 1000
    rivals: Annotated[tuple[str, ...], Meta(min_length=1, description="bots for the validation")] = DEFAULT_RIVALS
    playing_iterations: Annotated[
        int, Meta(ge=1, le=1_000_000, description="search iterations for a move in the validation")
    ] = 2000

    def __post_init__(self) -> None:
        check_unique("rivals", self.rivals)
        check_unique("teachers", self.teachers)
        check_unique("anchors and guests", (*self.anchors, *self.guests))
        OpponentPool(
            self.anchors, self.guests, self.leaves, self.enters, self.room
        )  # raises if the values are inconsistent
        for name in ("own_games", "teacher_games", "draft_games", "validation_games"):
            if (games := getattr(self, name)) % 2:
                raise OptionError(f"{name}={games} is odd: every deal is played from both seats")


def check_config(settings: TributeChampionConfig) -> None:
    """Raise an error for unknown bots and unreadable weights."""
    game = load_game(GAME)
    for key in ("teachers", "anchors", "guests", "rivals"):
        check_bots(game, key, getattr(settings, key))
    start_weights(settings)


def start_weights(settings: TributeChampionConfig) -> tuple[np.ndarray, tuple[str, ...]]:
    """Start weights, and patrons by preference."""
    return courtier.read_weights(settings.start or courtier.BY_HAND)


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "rounds": 1,
        "own_games": 40,
        "teachers": ("decision-tree",),
        "teacher_games": 20,
        "learning_iterations": 20,
        "generations": 2,
        "population": 4,
        "deals": 4,
        "training_iterations": 20,
        "anchors": ("decision-tree",),
        "guests": (),
        "room": 2,
        "enters": 1,
        "draft_games": 20,
        "validation_games": 20,
        "rivals": ("random-no-end", "decision-tree"),
        "playing_iterations": 50,
    },
    "small": {
        "rounds": 6,
        "own_games": 2000,
        "teacher_games": 600,
        "learning_iterations": 60,
        "generations": 30,
        "population": 12,
        "deals": 40,
        "training_iterations": 60,
        "draft_games": 400,
        "validation_games": 200,
        "playing_iterations": 1000,
    },
}

"""Configuration of the study, and the steward bot with given weights."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from numpy.typing import ArrayLike

from ludus.bots import CompiledBot
from ludus.bots.compiled import compiled_bot_with_params
from ludus.bots.lookup import find_bot_spec
from ludus.core.game_registry import load_game
from ludus.evolve import OpponentPool
from ludus.games.dominion.bots import steward
from ludus.lab import Config
from ludus.studies.config_checks import check_bots, check_unique
from ludus.util.errors import OptionError

GAME, STEWARD = "dominion", "steward"
DEFAULT_RIVALS = (
    "random",
    "big-money",
    "big-money:terminal=false",
    "earl",
    "drew",
    "sarah",
    "mary",
    "chuck",
    "fynbo-nellemann",
    "greedy",
)


def steward_with(weights: ArrayLike) -> CompiledBot:
    """Steward bot with these weights."""
    game = load_game(GAME)
    params = steward.Params.zeros(1)
    params["weights"] = steward.pack_weights(weights)
    return compiled_bot_with_params(game, find_bot_spec(game, STEWARD), params, STEWARD)


class DominionChampionConfig(Config, frozen=True, kw_only=True):
    """CMA-ES on the weights of all cards, on random kingdoms of both editions."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2026
    generations: Annotated[int, Meta(ge=1, le=100_000, description="generations")] = 1500
    population: Annotated[int, Meta(ge=4, le=1000, description="individuals in a generation")] = 64
    step: Annotated[float, Meta(gt=0, le=1, description="first step size, as a share of the range of the weights")] = (
        0.012
    )
    deals: Annotated[int, Meta(ge=1, le=100_000, description="deals against each opponent, from both seats")] = 300
    second: Annotated[int, Meta(ge=0, le=10, description="number of kingdoms of the second edition, of every ten")] = 4
    start: Annotated[str, Meta(description="file with the first weights; empty: weights made by hand")] = ""
    anchors: Annotated[tuple[str, ...], Meta(min_length=1, description="opponents that always stay in the pool")] = (
        "big-money",
    )
    guests: Annotated[
        tuple[str, ...], Meta(description="first opponents, which leave the pool once they are beaten")
    ] = ("earl",)
    leaves: Annotated[float, Meta(ge=0.5, le=1, description="win rate at which a beaten opponent leaves the pool")] = (
        0.8
    )
    enters: Annotated[
        int, Meta(ge=1, le=10_000, description="number of generations after which the best individual enters the pool")
    ] = 25
    room: Annotated[int, Meta(ge=1, le=100, description="largest number of opponents in the pool")] = 4
    validation_games: Annotated[int, Meta(ge=2, le=10_000_000, description="games against each rival")] = 10_000
    rivals: Annotated[tuple[str, ...], Meta(min_length=1, description="bots for the validation")] = DEFAULT_RIVALS
    slow_games: Annotated[int, Meta(ge=2, le=10_000_000, description="games against each slow rival")] = 1000
    slow_rivals: Annotated[tuple[str, ...], Meta(description="slow bots for the validation")] = ("mcts",)

    evaluation_generations: Annotated[
        int, Meta(ge=1, le=100_000, description="generations of an evaluation for searches")
    ] = 300
    evaluation_population: Annotated[
        int, Meta(ge=4, le=1000, description="individuals in a generation of this evolution")
    ] = 32
    evaluation_deals: Annotated[int, Meta(ge=1, le=100_000, description="deals against each rival")] = 50
    evaluation_rivals: Annotated[
        tuple[str, ...], Meta(min_length=1, description="opponents of greedy with this evaluation")
    ] = (
        "drew",
        "earl",
        "big-money",
    )

    def __post_init__(self) -> None:
        check_unique("rivals and slow rivals", (*self.rivals, *self.slow_rivals))
        check_unique("evaluation_rivals", self.evaluation_rivals)
        check_unique("anchors and guests", (*self.anchors, *self.guests))
        OpponentPool(
            self.anchors, self.guests, self.leaves, self.enters, self.room
        )  # raises if the values are inconsistent
        for name in ("validation_games", "slow_games"):
            if (games := getattr(self, name)) % 2:
                raise OptionError(f"{name}={games} is odd: every deal is played from both seats")

    def games_against(self, rival: str) -> int:
        return self.slow_games if rival in self.slow_rivals else self.validation_games


def check_config(settings: DominionChampionConfig) -> None:
    """Raise an error for unknown bots and unreadable weights."""
    game = load_game(GAME)
    for key in ("anchors", "guests", "rivals", "slow_rivals", "evaluation_rivals"):
        check_bots(game, key, getattr(settings, key))
    start_weights(settings)


def start_weights(settings: DominionChampionConfig) -> Any:
    """Weights at which the evolution starts."""
    return steward.read_weights(settings.start or steward.BY_HAND)


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "generations": 6,
        "population": 8,
        "deals": 20,
        "enters": 3,
        "validation_games": 400,
        "rivals": ("big-money", "earl"),
        "slow_rivals": (),
        "slow_games": 100,
        "evaluation_generations": 3,
        "evaluation_population": 6,
        "evaluation_deals": 5,
    },
    "small": {
        "generations": 100,
        "population": 40,
        "deals": 150,
        "slow_games": 100,
        "evaluation_generations": 60,
        "evaluation_population": 20,
    },
}

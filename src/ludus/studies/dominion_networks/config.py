"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.evolve import OpponentPool
from ludus.lab import Config
from ludus.studies.config_checks import check_bots, check_unique
from ludus.util.errors import OptionError

GAME, BOT_NAME = "dominion", "fynbo-nellemann"
Edition = Literal["first", "second"]


class NetworksConfig(Config, frozen=True, kw_only=True):
    """NEAT on three networks."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2026
    population: Annotated[int, Meta(ge=6, le=10_000, description="networks in a generation")] = 150
    generations: Annotated[
        int, Meta(ge=1, le=100_000, description="generations of the network that buys, in all rounds")
    ] = 100
    state_generations: Annotated[
        int, Meta(ge=1, le=100_000, description="generations of the network that evaluates turns, in all rounds")
    ] = 50
    progress_generations: Annotated[
        int, Meta(ge=1, le=100_000, description="generations of the network that estimates progress")
    ] = 100
    rounds: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            description="number of rounds; each evolves the network that buys, then the one that evaluates turns",
        ),
    ] = 2
    lessons: Annotated[int, Meta(ge=2, le=100_000, description="games from which the network for progress learns")] = (
        400
    )
    deals: Annotated[int, Meta(ge=1, le=100_000, description="deals against each opponent, from both seats")] = 50
    connected: Annotated[float, Meta(ge=0, le=1, description="share of input links in the first networks")] = 1.0
    mutation_rate: Annotated[float, Meta(gt=0, le=1, description="probability that a weight of a child mutates")] = 0.8
    threshold: Annotated[float, Meta(gt=0, le=100, description="compatibility distance between species")] = 2.0
    orders: Annotated[int, Meta(ge=1, le=720, description="orders of Actions tried in a turn during training")] = 6
    samples: Annotated[int, Meta(ge=1, le=10_000, description="random decks for each order during training")] = 10
    anchors: Annotated[tuple[str, ...], Meta(min_length=1, description="opponents that always stay in the pool")] = (
        "earl",
        "drew",
    )
    leaves: Annotated[float, Meta(ge=0.5, le=1, description="win rate at which an earlier network leaves the pool")] = (
        0.8
    )
    enters: Annotated[
        int, Meta(ge=1, le=10_000, description="number of generations after which the best individual enters the pool")
    ] = 10
    room: Annotated[int, Meta(ge=2, le=100, description="largest number of opponents in the pool")] = 4
    finalists: Annotated[
        int, Meta(ge=1, le=1000, description="number of last generations whose best networks play the final")
    ] = 20
    final_deals: Annotated[int, Meta(ge=1, le=100_000, description="deals of each finalist against each anchor")] = 500
    yardstick: Annotated[
        str, Meta(description="a bot against which the strength is chosen; empty: the strongest networks are chosen")
    ] = ""
    strength_deals: Annotated[
        int, Meta(ge=1, le=100_000, description="deals of each candidate against the yardstick")
    ] = 1000
    strength: Annotated[float, Meta(gt=0, lt=1, description="win rate against the yardstick that is wanted")] = 0.625
    validation_games: Annotated[
        int, Meta(ge=2, le=10_000_000, description="games of the player against each rival, by edition")
    ] = 10_000
    rivals: Annotated[tuple[str, ...], Meta(min_length=1, description="bots for the validation")] = (
        "earl",
        "drew",
        "big-money",
    )
    editions: Annotated[
        tuple[Edition, ...], Meta(min_length=1, description="editions for training and validation, used alternately")
    ] = ("first", "second")
    ties: Annotated[Literal["official", "points"], Meta(description="points: equal points are a draw, as in vDom")] = (
        "points"
    )
    declining: Annotated[bool, Meta(description="whether gains may be declined, as in vDom")] = True

    def __post_init__(self) -> None:
        for key in ("anchors", "rivals", "editions"):
            check_unique(key, getattr(self, key))
        OpponentPool(self.anchors, (), self.leaves, self.enters, self.room)  # raises if the values are inconsistent
        if self.validation_games % 2:
            raise OptionError(f"validation_games={self.validation_games} is odd: every deal is played from both seats")
        for key in ("generations", "state_generations"):
            if getattr(self, key) < self.rounds:
                raise OptionError(f"{key}={getattr(self, key)} is less than one for each of rounds={self.rounds}")

    def game_options(self, edition: str) -> dict[str, Any]:
        return {"edition": edition, "ties": self.ties, "declining": self.declining}


def check_config(settings: NetworksConfig) -> None:
    """Raise OptionError for unknown bots."""
    game = load_game(GAME)
    for key in ("anchors", "rivals"):
        check_bots(game, key, getattr(settings, key))
    if settings.yardstick:
        check_bots(game, "yardstick", (settings.yardstick,))


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "population": 12,
        "generations": 4,
        "state_generations": 2,
        "progress_generations": 10,
        "lessons": 20,
        "deals": 4,
        "enters": 1,
        "finalists": 2,
        "final_deals": 10,
        "validation_games": 40,
    },
    "small": {
        "population": 100,
        "generations": 80,
        "state_generations": 16,
        "deals": 25,
        "finalists": 10,
        "final_deals": 200,
        "validation_games": 4000,
    },
    "paper": {},
    "calibrated": {
        "population": 100,
        "generations": 80,
        "state_generations": 2,
        "rounds": 1,
        "deals": 25,
        "finalists": 10,
        "final_deals": 200,
        "anchors": ("big-money:terminal=false", "big-money"),
        "editions": ("first",),
        "yardstick": "drew",
        "seed": 2012,
    },
}

"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.evolve import OpponentPool
from ludus.lab import Config
from ludus.studies.config_checks import check_bots, check_draft, check_search, check_unique
from ludus.util.errors import OptionError

GAME = "locm"


class LocmChampionConfig(Config, frozen=True, kw_only=True):
    """CMA-ES on a weight for each feature, inside a search that plans whole turns."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2026
    features: Annotated[Literal["standard", "extended"], Meta(description="feature set of the evaluation")] = "standard"
    generations: Annotated[int, Meta(ge=1, le=10_000, description="generations")] = 80
    population: Annotated[int, Meta(ge=4, le=1000, description="individuals in a generation")] = 16
    step: Annotated[float, Meta(gt=0, le=1, description="first step size, as a share of the range of the weights")] = (
        0.02
    )
    deals: Annotated[int, Meta(ge=1, le=100_000, description="deals against each opponent, from both seats")] = 60
    inner_deals: Annotated[
        int, Meta(ge=0, le=100_000, description="deals against the next individual of the population; 0: none")
    ] = 30
    draft: Annotated[str, Meta(description="bot that drafts for the champion")] = "weighted"
    training: Annotated[str, Meta(description="search that uses the weights during training")] = "beam"
    playing: Annotated[str, Meta(description="the search of the champion, with its options")] = (
        "mcts:scope=turn,backup=max,iterations=400"
    )
    anchors: Annotated[tuple[str, ...], Meta(min_length=1, description="opponents that always stay in the pool")] = (
        "coac",
    )
    guests: Annotated[
        tuple[str, ...], Meta(description="first opponents, which leave the pool once they are beaten")
    ] = (
        "baseline2",
        "onelane",
    )
    leaves: Annotated[float, Meta(ge=0.5, le=1, description="win rate at which a beaten opponent leaves the pool")] = (
        0.8
    )
    enters: Annotated[
        int, Meta(ge=1, le=10_000, description="number of generations after which the best individual enters the pool")
    ] = 10
    room: Annotated[int, Meta(ge=1, le=100, description="largest number of opponents in the pool")] = 5
    validation_games: Annotated[
        int, Meta(ge=2, le=10_000_000, description="games of the champion against each rival")
    ] = 10_000
    rivals: Annotated[tuple[str, ...], Meta(min_length=1, description="bots for the validation")] = (
        "coac",
        "baseline1",
        "baseline2",
        "greedy",
        "beam",
    )

    def __post_init__(self) -> None:
        check_unique("rivals", self.rivals)
        check_unique("anchors and guests", (*self.anchors, *self.guests))
        OpponentPool(
            self.anchors, self.guests, self.leaves, self.enters, self.room
        )  # raises if the values are inconsistent
        if self.validation_games % 2:
            raise OptionError(f"validation_games={self.validation_games} is odd: every deal is played from both seats")


def check_config(settings: LocmChampionConfig) -> None:
    """Raise OptionError for unknown bots, searches and drafts."""
    game = load_game(GAME)
    for key in ("anchors", "guests", "rivals"):
        check_bots(game, key, getattr(settings, key))
    check_draft(game, "draft", settings.draft)
    for key in ("training", "playing"):
        check_search(game, key, getattr(settings, key))


PRESETS = {
    "quick": {
        "generations": 4,
        "population": 6,
        "deals": 10,
        "inner_deals": 5,
        "playing": "mcts:scope=turn,backup=max,iterations=50",
        "validation_games": 40,
        "rivals": ("coac", "baseline2"),
    }
}

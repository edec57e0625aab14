"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.lab import Config
from ludus.studies.config_checks import check_bots, check_unique
from ludus.studies.tribute_weights.tuned_bot import GAME, published_bot
from ludus.util.errors import OptionError


class TributeWeightsConfig(Config, frozen=True, kw_only=True):
    """The thesis's evolution, and CMA-ES, on the weights of one search."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2023
    search: Annotated[str, Meta(description="the bot whose heuristic is tuned: mcts, beam or random-simulation")] = (
        "mcts:iterations=100"
    )

    generations: Annotated[
        int, Meta(ge=1, le=100_000, description="generations of the evolution in which winners have children")
    ] = 1000
    population: Annotated[int, Meta(ge=4, le=10_000, description="individuals in a generation; half of them win")] = 100
    mutation: Annotated[float, Meta(ge=0, le=1, description="probability that a gene of a child mutates")] = 0.015

    cma_generations: Annotated[int, Meta(ge=1, le=100_000, description="generations of CMA-ES")] = 150
    cma_population: Annotated[int, Meta(ge=4, le=1000, description="individuals in a generation of CMA-ES")] = 24
    cma_deals: Annotated[int, Meta(ge=1, le=100_000, description="deals against each opponent, from both seats")] = 100
    step: Annotated[float, Meta(gt=0, le=1, description="first step size of CMA-ES, as a share of the ranges")] = 0.1
    opponents: Annotated[
        tuple[str, ...], Meta(description="opponents of CMA-ES, in addition to the published weights")
    ] = (*("random-simulation:iterations=100", "decision-tree"),)

    validation_games: Annotated[int, Meta(ge=2, le=1_000_000, description="games of every pair at the end")] = 2000
    rivals: Annotated[tuple[str, ...], Meta(description="other bots in the validation")] = (
        *("max-prestige", "decision-tree", "random-simulation:iterations=100", "beam"),
    )

    def __post_init__(self) -> None:
        check_unique("opponents", self.opponents)
        check_unique("rivals", self.rivals)
        if self.population % 2:
            raise OptionError(f"population={self.population} is odd: all of it plays in pairs")
        if self.validation_games % 2:
            raise OptionError(f"validation_games={self.validation_games} is odd: every deal is played from both seats")


def check_config(settings: TributeWeightsConfig) -> None:
    """Raise OptionError for unknown bots and a search without such weights."""
    game = load_game(GAME)
    for key in ("opponents", "rivals"):
        check_bots(game, key, getattr(settings, key))
    check_bots(game, "search", (settings.search,))
    published_bot(settings.search, compiled=False)


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "search": "beam:width=2",
        "generations": 4,
        "population": 8,
        "cma_generations": 3,
        "cma_population": 4,
        "cma_deals": 2,
        "opponents": ("max-prestige",),
        "validation_games": 20,
        "rivals": ("max-prestige",),
    },
    "small": {
        "search": "mcts:iterations=40",
        "generations": 100,
        "cma_generations": 20,
        "cma_population": 12,
        "cma_deals": 20,
        "validation_games": 400,
        "opponents": ("decision-tree",),
    },
}

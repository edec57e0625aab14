"""Configuration of the study, and the search bot whose heuristic is tuned, with other weights."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from numpy.typing import ArrayLike

from ludus.bots import CompiledBot, load_compiled_bot
from ludus.bots.compiled import compiled_bot_with_params
from ludus.core.game_registry import load_game
from ludus.evolve import Reals
from ludus.lab import Config
from ludus.studies.config_checks import check_bots, check_unique
from ludus.util.errors import OptionError

GAME = "tribute"
DECIMALS = 2  # decimals of weights
FIXED_WEIGHT = "combo_exponent"  # an integer that is not tuned
TIER_LIST = "tiers"  # the list of tiers that the search uses

# Range of each weight.
WEIGHT_RANGES = {
    **{"favour": (-200.0, 200.0), "neutral": (-200.0, 200.0), "unfavour": (-200.0, 200.0), "threat": (-400.0, 400.0)},
    **{"power": (-50.0, 200.0), "prestige": (-50.0, 200.0), "prestige_from": (0.0, 40.0), "calm_below": (0.0, 80.0)},
    **{"agent": (-50.0, 100.0), "health": (-20.0, 40.0), "rival_agent": (-400.0, 100.0), "card": (-10.0, 50.0)},
    **{"combo": (-2.0, 6.0), "row": (-20.0, 20.0), "draw": (-50.0, 100.0)},
}


def heuristic_space() -> Reals:
    low, high = zip(*WEIGHT_RANGES.values(), strict=True)
    return Reals(len(WEIGHT_RANGES), low, high, names=tuple(WEIGHT_RANGES))


@cache
def published_bot(search: str, compiled: bool = True) -> CompiledBot:
    """The search bot with its published weights.

    Raises:
        OptionError: the bot has no heuristic to tune.
    """
    bot = load_compiled_bot(load_game(GAME), search, compiled=compiled)
    names = bot.params.dtype.names or ()
    weights = bot.params["weights"].dtype.names if "weights" in names else None
    if weights is None or set(weights) != {*WEIGHT_RANGES, FIXED_WEIGHT, TIER_LIST}:
        raise OptionError(f"search: {search!r} has no heuristic to tune; there are mcts, beam and random-simulation")
    return bot


def published_weights(search: str) -> np.ndarray:
    """Published weights, in order."""
    record = published_bot(search).params["weights"][0]
    return np.array([float(record[name]) for name in WEIGHT_RANGES])


def bot_with_weights(search: str, weights: ArrayLike) -> CompiledBot:
    """The search bot with these weights."""
    model = published_bot(search)
    assert model.game is not None
    assert model.spec is not None
    params = model.params.copy()
    for name, value in zip(WEIGHT_RANGES, round_weights(weights), strict=True):
        params["weights"][name] = value
    return compiled_bot_with_params(model.game, model.spec, params, model.name)


def round_weights(weights: ArrayLike) -> np.ndarray:
    """Weights rounded as in files; bots always use rounded weights."""
    return np.round(np.asarray(weights, np.float64), DECIMALS) + 0.0  # no negative zero


def weights_file(search: str, weights: ArrayLike, made_by: str) -> str:
    """Weights as a file for the game's search bots."""
    exponent = int(published_bot(search).params["weights"][FIXED_WEIGHT][0])
    lines = [f"# Made by: {made_by}", "# bots/heuristic_evaluation.py has the formula."]
    lines += ["", "version = 1", "", "[shared]"]
    lines += [f"{name} = {value!r}" for name, value in zip(WEIGHT_RANGES, round_weights(weights).tolist(), strict=True)]
    return "\n".join([*lines, f"{FIXED_WEIGHT} = {exponent}", ""])


def weight_rows(weights: dict[str, Any]) -> list[list[Any]]:
    """One row for every weight, one column for every source of weights."""
    return [
        [name, *(float(round_weights(values)[k]) for values in weights.values())]
        for k, name in enumerate(WEIGHT_RANGES)
    ]


class TributeWeightsConfig(Config, frozen=True, kw_only=True):
    """The thesis's evolution, and CMA-ES, on the weights of one search."""

    seed: Annotated[int, Meta(description="everything random follows from it")] = 2023
    search: Annotated[str, Meta(description="the bot whose heuristic is tuned: mcts, beam or random-simulation")] = (
        "mcts:iterations=100"
    )

    generations: Annotated[int, Meta(ge=1, le=100_000, description="generations in which winners breed")] = 1000
    population: Annotated[int, Meta(ge=4, le=10_000, description="individuals, half of which win")] = 100
    mutation: Annotated[float, Meta(ge=0, le=1, description="the chance that a gene of a child mutates")] = 0.015

    cma_generations: Annotated[int, Meta(ge=1, le=100_000, description="generations of CMA-ES")] = 150
    cma_population: Annotated[int, Meta(ge=4, le=1000, description="individuals in each of them")] = 24
    cma_deals: Annotated[int, Meta(ge=1, le=100_000, description="deals against each opponent, from both seats")] = 100
    step: Annotated[float, Meta(gt=0, le=1, description="first step of CMA-ES, as a part of the ranges")] = 0.1
    opponents: Annotated[tuple[str, ...], Meta(description="CMA-ES plays them beside the published weights")] = (
        *("random-simulation:iterations=100", "decision-tree"),
    )

    validation_games: Annotated[int, Meta(ge=2, le=1_000_000, description="games of every pair at the end")] = 2000
    rivals: Annotated[tuple[str, ...], Meta(description="others whom the results meet")] = (
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

"""The search bot whose heuristic is tuned: its published weights, other weights, their ranges, and files of weights."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.bots import CompiledBot, load_compiled_bot
from ludus.bots.compiled import compiled_bot_with_params
from ludus.core.game_registry import load_game
from ludus.evolve import Reals
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
    """The search space of the weights."""
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

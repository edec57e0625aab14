"""The steward bot with given weights, and access to its module."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ludus.core.registry import load_game
from ludus.players import CompiledBot
from ludus.players.compiled import compiled_bot_with_params
from ludus.players.find import find_bot_spec

GAME, STEWARD = "dominion", "steward"


def steward_module() -> Any:
    """Module of the steward: weights, their names and files."""
    return find_bot_spec(load_game(GAME), STEWARD).rules


def steward_with(weights: ArrayLike) -> CompiledBot:
    """Steward bot with these weights."""
    game = load_game(GAME)
    params = steward_module().Params.zeros(1)
    params["weights"] = steward_module().pack_weights(weights)
    return compiled_bot_with_params(game, find_bot_spec(game, STEWARD), params, STEWARD)

"""The courtier bot with given weights, and access to its module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from ludus.core.registry import load_game
from ludus.players import CompiledBot
from ludus.players.compiled import compiled_bot_with_params
from ludus.players.find import find_bot_spec

GAME, COURTIER = "tribute", "courtier"


def courtier_module() -> Any:
    """Module of the courtier."""
    return find_bot_spec(load_game(GAME), COURTIER).rules


def courtier_with(weights: ArrayLike, draft: Sequence[str], iterations: int) -> CompiledBot:
    """Courtier bot with these weights and this number of iterations per move."""
    game, own = load_game(GAME), courtier_module()
    params = own.Params.zeros(1)
    packed = own.pack_weights(weights)
    own.settle(own.Options(iterations=iterations), packed, draft, own.Params.over(params))
    return compiled_bot_with_params(game, find_bot_spec(game, COURTIER), params, COURTIER)

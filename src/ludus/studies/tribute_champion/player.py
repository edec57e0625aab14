"""The courtier bot with given weights, and access to its module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from ludus.core.registry import find_game
from ludus.players import Player
from ludus.players.compiled import player_with
from ludus.players.find import find_bot

GAME, COURTIER = "tribute", "courtier"


def courtier() -> Any:
    """Module of the courtier."""
    return find_bot(find_game(GAME), COURTIER).rules


def fighter(weights: ArrayLike, draft: Sequence[str], iterations: int) -> Player:
    """Courtier bot with these weights and this number of iterations per move."""
    game, own = find_game(GAME), courtier()
    params = own.Params.zeros(1)
    packed = own.pack_weights(weights)
    own.settle(own.Options(iterations=iterations), packed, draft, own.Params.over(params))
    return player_with(game, find_bot(game, COURTIER), params, COURTIER)

"""The steward bot with given weights, and access to its module."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ludus.core.registry import find_game
from ludus.players import Player
from ludus.players.compiled import player_with
from ludus.players.find import find_bot

GAME, STEWARD = "dominion", "steward"


def steward() -> Any:
    """Module of the steward: weights, their names and files."""
    return find_bot(find_game(GAME), STEWARD).rules


def fighter(weights: ArrayLike) -> Player:
    """Steward bot with these weights."""
    game = find_game(GAME)
    params = steward().Params.zeros(1)
    params["weights"] = steward().pack_weights(weights)
    return player_with(game, find_bot(game, STEWARD), params, STEWARD)

"""The player that is made here, as the game offers it: its weights, their names and files, and what plays by them."""

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
    """The courtier's own module."""
    return find_bot(find_game(GAME), COURTIER).rules


def fighter(weights: ArrayLike, draft: Sequence[str], iterations: int) -> Player:
    """A courtier with these weights that tries so many lines a move."""
    game, own = find_game(GAME), courtier()
    params = own.Params.zeros(1)
    packed = own.pack_weights(weights)
    own.settle(own.Options(iterations=iterations), packed, draft, own.Params.over(params))
    return player_with(game, find_bot(game, COURTIER), params, COURTIER)

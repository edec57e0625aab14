"""Searches written once for every game and bound to one by `specialise`."""

from __future__ import annotations

from functools import cache

from ludus.core import specialise
from ludus.core.bot import Bot, moves_scratch
from ludus.core.contract import Game
from ludus.search import uniform

__all__ = ["searches"]


@cache
def searches(game: Game) -> tuple[Bot, ...]:
    """The players that every game has, whatever it is."""
    return (_random(game),)


def _random(game: Game) -> Bot:
    rules = specialise(uniform, legal=game.rules.legal)
    return Bot("random", "plays any legal move with equal chance", rules, moves_scratch(game.most_moves))

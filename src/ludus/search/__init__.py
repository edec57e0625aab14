"""Searches written once for every game and bound to one by `specialise`.

    random      any legal move
    greedy      one move ahead
    agent       the same, and drafts by its evaluation too; where a game names features
    two-ply     the own move and the reply
    turn        whole turns of its own at random, the best one carried out
    beam        the best lines through its own turn
    flat        random games after each move
    mcts        a tree over the own turn or the whole game

They see what their seat sees: whatever is hidden is dealt afresh before they look ahead.
"""

from __future__ import annotations

from functools import cache

from ludus.core.bot import Bot
from ludus.core.contract import Game
from ludus.search.bots import make_searches

__all__ = ["searches"]


@cache
def searches(game: Game) -> tuple[Bot, ...]:
    """The players that every game has, whatever it is."""
    return make_searches(game)

"""Search bots for every game: templates that are bound to a game by `bind_template`.

    random      uniformly random legal move
    greedy      one-ply search
    agent       one-ply search that also drafts by its evaluation; for games with features
    two-ply     own move and best reply
    turn        random complete turns; plays the best one
    beam        beam search over the own turn
    flat        flat Monte Carlo: random playouts after each move
    mcts        Monte Carlo tree search over the own turn or the whole game

They use only the information of their seat: hidden information is resampled before they search.
"""

from __future__ import annotations

from functools import cache

from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.game import Game
from ludus.search.bots import make_searches

__all__ = ["searches"]


@cache
def searches(game: Game) -> tuple[BotSpec, ...]:
    """Return the search bots of a game."""
    return make_searches(game)

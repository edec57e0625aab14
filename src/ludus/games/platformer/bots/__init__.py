"""The players of the platformer as compiled bots."""

from __future__ import annotations

from functools import cache

from ludus.core.bot import Bot


@cache
def bots() -> tuple[Bot, ...]:
    """All of them; loaded when they are asked for, so that the game itself starts sooner."""
    from ludus.games.platformer.bots import walker

    return (walker.bot,)

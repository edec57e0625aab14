"""Compiled bots of the platformer."""

from __future__ import annotations

from functools import cache

from ludus.core.compiled_bot_spec import BotSpec


@cache
def bots() -> tuple[BotSpec, ...]:
    """Return all bots; their modules are imported on first use, for a fast start of the game."""
    from ludus.games.platformer.bots import walker

    return (walker.bot,)

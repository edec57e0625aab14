"""Compiled bots for Dominion: those of vDom, which the paper used, Big Money, and our own."""

from __future__ import annotations

from functools import cache

from ludus.core.bot import BotSpec


@cache
def bots() -> tuple[BotSpec, ...]:
    """All bots; imported on first use, so that the game itself starts faster."""
    from ludus.games.dominion.bots import big_money, chuck, drew, earl, fynbo, steward

    return (big_money.bot, earl.bot, drew.drew, drew.sarah, drew.mary, chuck.bot, fynbo.bot, steward.bot)

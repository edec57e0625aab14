"""The players of Dominion as compiled bots: those of vDom, which the paper used, and Big Money."""

from __future__ import annotations

from functools import cache

from ludus.core.bot import Bot


@cache
def bots() -> tuple[Bot, ...]:
    """All of them; loaded when they are asked for, so that the game itself starts sooner."""
    from ludus.games.dominion.bots import big_money, chuck, drew, earl, fynbo, steward

    return (big_money.bot, earl.bot, drew.drew, drew.sarah, drew.mary, chuck.bot, fynbo.bot, steward.bot)

"""Compiled bots for Dominion: those of vDom, which the paper used, Big Money, and our own."""

from __future__ import annotations

from functools import cache

from ludus.core.compiled_bot_spec import BotSpec


@cache
def bots() -> tuple[BotSpec, ...]:
    """All bots; imported on first use, so that the game itself starts faster."""
    from ludus.games.dominion.bots import (
        big_money,
        fynbo_nellemann_network_bot,
        steward,
        vdom_chuck,
        vdom_drew,
        vdom_earl,
    )

    return (
        big_money.bot,
        vdom_earl.bot,
        vdom_drew.drew,
        vdom_drew.sarah,
        vdom_drew.mary,
        vdom_chuck.bot,
        fynbo_nellemann_network_bot.bot,
        steward.bot,
    )

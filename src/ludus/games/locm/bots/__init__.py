"""The bots that played the contests in Legends of Code and Magic, as compiled players.

Each file says what its bot does and where it departs from the original: a compiled player answers legally, needs
no clock, and plays versions 1.0 and 1.5 as well. What they share: a turn planned at once as the line of text that
the original would print (orders.py, reply.py), and cards to pick from in any version (offers.py).

Chad and OneLane are bots in the manner of the originals, with a search and card weights of our own (worth.py,
card_weights.py), and say nothing that those would say. Weighted only picks, for others that only fight.
"""

from __future__ import annotations

from functools import cache

from ludus.core.bot import Bot


@cache
def bots() -> tuple[Bot, ...]:
    """All of them; loaded when they are asked for, so that the game itself starts sooner."""
    from ludus.games.locm.bots import baseline1, baseline2, chad, coac, onelane, weighted

    return (baseline1.bot, baseline2.bot, coac.bot, chad.bot, onelane.bot, weighted.bot)

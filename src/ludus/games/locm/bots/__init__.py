"""Compiled versions of the bots that played in LOCM competitions.

Each file describes its bot and the differences from the original: a compiled bot replies legally, needs no clock, and
also plays versions 1.0 and 1.5. Shared parts: a whole turn is planned at once as the line of text that the original
would print (command_plan.py, reply_writer.py), and cards are picked from offers in any version (offers.py).

Chad and OneLane follow the ideas of the originals, with our own search and card weights (evaluation.py,
card_weights.py); they do not reproduce the originals' replies. Weighted only picks cards, for bots that only fight.
"""

from __future__ import annotations

from functools import cache

from ludus.core.compiled_bot_spec import BotSpec


@cache
def bots() -> tuple[BotSpec, ...]:
    """Return all bots; their modules are imported on first use, for a fast start of the game."""
    from ludus.games.locm.bots import baseline1, baseline2, card_weight_draft, chad, coac, one_lane_is_enough

    return (baseline1.bot, baseline2.bot, coac.bot, chad.bot, one_lane_is_enough.bot, card_weight_draft.bot)

"""Compiled bots of Delve: those of the thesis, and one of our own.

The thesis (Jaroschy, 2019) has five: RandomBot, RouletteBot, GreedyBot, BestTurnBot, and LuckyBot, which knows the next
hand (a declared cheat). The strategist is ours. All of them pick nodes of the skill tree as the option `picks` says
(node_pickers.py), so that skill in fights and skill in picking can be measured separately.
"""

from __future__ import annotations

from functools import cache

from ludus.core.compiled_bot_spec import BotSpec

SOURCE = "Jaroschy: Methods for Procedural Generation of Skill Trees for Computer Games (2019)"


@cache
def bots() -> tuple[BotSpec, ...]:
    """Return all bots, weaker ones first; their modules are imported on first use, for a fast start of the game."""
    from ludus.games.delve.bots import best_turn, greedy_card, lucky_known_hand, roulette, strategist, thesis_random

    return (thesis_random.bot, roulette.bot, greedy_card.bot, best_turn.bot, lucky_known_hand.bot, strategist.bot)

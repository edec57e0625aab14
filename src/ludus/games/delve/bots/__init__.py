"""The players of Delve as compiled bots: those of the thesis, and our own.

The thesis (Jaroschy, 2019) has five: RandomBot, RouletteBot, GreedyBot, BestTurnBot, and LuckyBot, which knows the next
hand: a declared cheat. The strategist is ours. All of them pick nodes of the skill tree as the option `picks`
says (pickers.py), so that skill in fights and skill in picking can be told apart.
"""

from __future__ import annotations

from functools import cache

from ludus.core.bot import Bot

SOURCE = "Jaroschy: Methods for Procedural Generation of Skill Trees for Computer Games (2019)"


@cache
def bots() -> tuple[Bot, ...]:
    """All of them, weaker ones first; loaded when they are asked for, so that the game itself starts sooner."""
    from ludus.games.delve.bots import best_turn, greedy_card, lucky, roulette, strategist, thesis_random

    return (thesis_random.bot, roulette.bot, greedy_card.bot, best_turn.bot, lucky.bot, strategist.bot)

"""Compiled bots for Tales of Tribute: those of Scripts of Tribute, and our own.

Each bot of Scripts of Tribute exists twice. `X-2023` is the bot as published: it makes the same choices, move for move,
with the reference engine's generator and its fixed seed. If the original reads hidden cards, so does `X-2023`, and it
is declared as cheating. `X` is the bot as its authors intended it: fair, without the faults of the original, and with a
better generator. Each module lists the differences.
"""

from __future__ import annotations

from functools import cache

from ludus.core.compiled_bot_spec import BotSpec


@cache
def bots() -> tuple[BotSpec, ...]:
    """All bots; imported on first use, so that the game itself starts faster."""
    from ludus.games.tribute.bots import (
        beam,
        beam_2023,
        courtier,
        decision_tree,
        decision_tree_random_buys,
        max_agents,
        max_prestige,
        mcts,
        mcts_2023,
        patron_favors_bot,
        random_bots,
        random_buyer,
        random_simulation,
        random_simulation_2023,
    )

    return (
        *random_bots.BOTS,
        *max_agents.BOTS,
        *patron_favors_bot.BOTS,
        *max_prestige.BOTS,
        *decision_tree.BOTS,
        random_simulation.bot,
        random_simulation_2023.bot,
        mcts.bot,
        mcts_2023.bot,
        beam.bot,
        beam_2023.bot,
        random_buyer.bot,
        decision_tree_random_buys.bot,
        courtier.bot,
    )

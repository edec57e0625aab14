"""The players of Tales of Tribute as compiled bots: the classic ones of Scripts of Tribute, and our own.

Each classic bot exists twice. `X-2023` is as published: its choices, move for move, with the reference engine's
generator, which starts at a fixed number; it looks at hidden cards where the original does, and then is a declared
cheat. `X` is what was meant: fair, without the faults of the original, with good dice. Each file tells what differs.
"""

from __future__ import annotations

from functools import cache

from ludus.core.bot import Bot


@cache
def bots() -> tuple[Bot, ...]:
    """All of them; loaded when they are asked for, so that the game itself starts sooner."""
    from ludus.games.tribute.bots import (
        any_move,
        beam,
        beam_2023,
        courtier,
        decision_tree,
        max_agents,
        max_prestige,
        mcts,
        mcts_2023,
        patron_favors,
        random_simulation,
        random_simulation_2023,
        shopper,
        shopping,
    )

    return (
        *any_move.BOTS,
        *max_agents.BOTS,
        *patron_favors.BOTS,
        *max_prestige.BOTS,
        *decision_tree.BOTS,
        random_simulation.bot,
        random_simulation_2023.bot,
        mcts.bot,
        mcts_2023.bot,
        beam.bot,
        beam_2023.bot,
        shopper.bot,
        shopping.bot,
        courtier.bot,
    )

"""Effect of a card on a measure: kingdoms with the card against kingdoms without it.

    kingdoms = pool.unrank_all(ranks)                        random ones
    rows = play_kingdoms(pool, kingdoms, ["earl", "drew"], games=100, seed=7)
    effects = card_effects(pool, kingdoms, outcome_measure("wins", rows)[0])
    losses(pool, kingdoms, rows)                             effects on the wins of each player

Kingdoms are the independent units, so intervals are over kingdoms (Welch's for the difference of two means); they
include the noise of the games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.design.kingdoms.pool import KingdomPool
from ludus.stats import Estimate, mean
from ludus.stats.runs import difference_of_runs


@dataclass(frozen=True)
class KingdomCardEffect:
    """A measure in kingdoms with a card, in kingdoms without it, and the difference."""

    card: str
    kingdoms: int  # number of kingdoms with the card
    with_card: Estimate
    without_card: Estimate
    difference: Estimate


def card_effects(
    pool: KingdomPool, kingdoms: Sequence[Sequence[int]] | np.ndarray, values: np.ndarray
) -> list[KingdomCardEffect]:
    """Return the effect of every card of the pool, in the pool's order; `values` has the measure of each kingdom."""
    holds = np.zeros((len(kingdoms), pool.size), bool)
    holds[np.arange(len(kingdoms))[:, None], pool.check_kingdoms(kingdoms)] = True
    effects = []
    for card, name in enumerate(pool.names):
        inside, outside = values[holds[:, card]], values[~holds[:, card]]
        effects.append(
            KingdomCardEffect(name, len(inside), mean(inside), mean(outside), difference_of_runs(inside, outside))  # type: ignore[arg-type]
        )
    return effects


def harmful_cards(
    pool: KingdomPool, kingdoms: Sequence[Sequence[int]] | np.ndarray, rows: np.ndarray
) -> list[list[KingdomCardEffect]]:
    """Return for each of the two players the effects of cards on its win rate, the most harmful card first.

    A draw is half a win for each, so the second player's list is the first one's reversed.
    """
    shares = (rows["wins"] + rows["draws"][:, None] / 2) / rows["games"][:, None]
    return [
        sorted(
            card_effects(pool, kingdoms, shares[:, player]), key=lambda effect: (effect.difference.value, effect.card)
        )
        for player in range(2)
    ]

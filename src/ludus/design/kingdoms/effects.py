"""What a card does to a measure: kingdoms that hold it against kingdoms that do not.

    kingdoms = pool.unrank_all(ranks)                        random ones
    rows = play_kingdoms(pool, kingdoms, ["earl", "drew"], games=100, seed=7)
    effects = card_effects(pool, kingdoms, outcome_measure("wins", rows)[0])
    losses(pool, kingdoms, rows)                             the same for the wins of each player: what each loses by

Kingdoms are what is independent, so intervals are over kingdoms (Welch's for the difference of two means), and hold
what chance did to the games as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.design.kingdoms.pool import Pool
from ludus.stats import Estimate, mean
from ludus.stats.runs import difference_of_runs


@dataclass(frozen=True)
class Effect:
    """A card: the measure with it, without it, and how much larger it is with it."""

    card: str
    kingdoms: int  # with it
    inside: Estimate
    outside: Estimate
    difference: Estimate


def card_effects(pool: Pool, kingdoms: Sequence[Sequence[int]] | np.ndarray, values: np.ndarray) -> list[Effect]:
    """The effect of every card of the pool, in the pool's order; `values` has the measure of each kingdom."""
    holds = np.zeros((len(kingdoms), pool.size), bool)
    holds[np.arange(len(kingdoms))[:, None], pool.checked(kingdoms)] = True
    found = []
    for card, name in enumerate(pool.names):
        inside, outside = values[holds[:, card]], values[~holds[:, card]]
        found.append(
            Effect(name, len(inside), mean(inside), mean(outside), difference_of_runs(inside, outside))  # type: ignore[arg-type]
        )
    return found


def losses(pool: Pool, kingdoms: Sequence[Sequence[int]] | np.ndarray, rows: np.ndarray) -> list[list[Effect]]:
    """For each of the two players the effects of cards on its share of wins, the card that hurts it most first.

    A draw is half a win for each, so the second player's list is the first one's the other way round.
    """
    shares = (rows["wins"] + rows["draws"][:, None] / 2) / rows["games"][:, None]
    return [
        sorted(
            card_effects(pool, kingdoms, shares[:, player]), key=lambda effect: (effect.difference.value, effect.card)
        )
        for player in range(2)
    ]

"""Effects of cards on a measure of kingdoms.

    kingdoms = pool.unrank_all(ranks)                        random ones
    rows = play_kingdoms(pool, kingdoms, ["earl", "drew"], games=100, seed=7)
    effects = card_effects(pool, kingdoms, outcome_measure("wins", rows)[0])      with a card against without it
    harmful_cards(pool, kingdoms, rows)                      effects on the wins of each player
    swap_cards(evaluator, precise_evaluator, kingdom, "turns", seed=7)            each card replaced by each other card

Kingdoms are the independent units, so intervals of `card_effects` are over kingdoms (Welch's for the difference of two
means); they include the noise of the games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.backends import Backend
from ludus.core.random import derive
from ludus.design.base.significance import inside_bounds
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.stats import Estimate, mean
from ludus.stats.intervals import difference_of_runs, normal_estimate


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


@dataclass(frozen=True)
class CardSwap:
    """A card of the kingdom: the effect of removing it, and the replacements that raise and lower the measure most.

    The two replacements are chosen among all swaps and measured again on fresh seeds, to remove selection bias.
    """

    card: int
    absence: Estimate  # mean over all replacements, minus the kingdom itself
    raiser: int
    raised: Estimate  # the kingdom with that card instead, minus the kingdom itself
    lowerer: int
    lowered: Estimate


def swap_cards(
    evaluator: KingdomEvaluator,
    precise_evaluator: KingdomEvaluator,
    kingdom: Kingdom,
    name: str,
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[CardSwap]:
    """Measure every swap, and the best and worst of each card again with more games.

    Args:
        evaluator: evaluator for all swaps.
        precise_evaluator: evaluator with more games for the best and worst.
        kingdom: ten cards.
        name: the measure.
        seed: seed of all games.
        backend: backend.
        progress: called with the number of games played.
    """
    others = [card for card in range(evaluator.pool.size) if card not in kingdom]
    swapped = [_swapped(kingdom, card, other) for card in kingdom for other in others]
    values, errors = _measure(evaluator, [kingdom, *swapped], name, derive(seed, "swaps"), backend, progress)
    grid, noise = (array[1:].reshape(len(kingdom), len(others)) for array in (values, errors))
    raisers, lowerers = grid.argmax(axis=1), grid.argmin(axis=1)
    remeasured = [
        _swapped(kingdom, card, others[k]) for card, *both in zip(kingdom, raisers, lowerers, strict=True) for k in both
    ]
    fresh, doubt = _measure(
        precise_evaluator, [kingdom, *remeasured], name, derive(seed, "swaps", "again"), backend, progress
    )
    most = MEASURES[name].high - MEASURES[name].low  # by which two kingdoms can differ

    def change(value: float, variance: float, games: int) -> Estimate:
        return inside_bounds(normal_estimate(value, variance, games), -most, most)

    swaps = []
    for k, card in enumerate(kingdom):
        absence = float(grid[k].mean() - fresh[0])
        error = math.sqrt(float((noise[k] ** 2).sum()) / len(others) ** 2 + float(doubt[0]) ** 2)
        up, down = (
            change(float(fresh[at] - fresh[0]), float(doubt[at] ** 2 + doubt[0] ** 2), precise_evaluator.games)
            for at in (1 + 2 * k, 2 + 2 * k)
        )
        swaps.append(
            CardSwap(
                card,
                change(absence, error**2, evaluator.games * len(others)),
                others[int(raisers[k])],
                up,
                others[int(lowerers[k])],
                down,
            )
        )
    return swaps


def swap_games(evaluator: KingdomEvaluator, precise_evaluator: KingdomEvaluator, name: str) -> int:
    """Return the number of games that `swap_cards` takes."""
    piles, others = evaluator.pool.piles, evaluator.pool.size - evaluator.pool.piles
    return evaluator.games_needed([name]) * (1 + piles * others) + precise_evaluator.games_needed([name]) * (
        1 + 2 * piles
    )


def _swapped(kingdom: Kingdom, card: int, other: int) -> Kingdom:
    return tuple(sorted({*kingdom, other} - {card}))


def _measure(
    evaluator: KingdomEvaluator,
    kingdoms: list[Kingdom],
    name: str,
    seed: int,
    backend: Backend | None,
    progress: Callable[[int], None] | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Measure each distinct kingdom once; one replacement may both raise and lower the measure most."""
    different = sorted(set(kingdoms))
    values, errors = evaluator.measure(different, [name], seed, backend, progress)[name]
    rows = [different.index(kingdom) for kingdom in kingdoms]
    return values[rows], errors[rows]

"""Card swaps: the effect of replacing each card of a kingdom by each card that is not in it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludus.compute import Backend
from ludus.core.random import derive
from ludus.design.kingdoms.objectives import KingdomEvaluator
from ludus.design.kingdoms.pool import Kingdom
from ludus.stats import Estimate
from ludus.stats.ratios import normal_estimate


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
    """Measure every swap with `table`, and the best and worst of each card again with `again`.

    Args:
        table: evaluator for all swaps.
        again: evaluator with more games for the best and worst.
        kingdom: ten cards.
        name: the measure.
        seed: seed of all games.
        place: backend.
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
    swaps = []
    for k, card in enumerate(kingdom):
        absence = float(grid[k].mean() - fresh[0])
        error = math.sqrt(float((noise[k] ** 2).sum()) / len(others) ** 2 + float(doubt[0]) ** 2)
        up, down = (
            normal_estimate(float(fresh[at] - fresh[0]), float(doubt[at] ** 2 + doubt[0] ** 2), precise_evaluator.games)
            for at in (1 + 2 * k, 2 + 2 * k)
        )
        swaps.append(
            CardSwap(
                card,
                normal_estimate(absence, error**2, evaluator.games * len(others)),
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

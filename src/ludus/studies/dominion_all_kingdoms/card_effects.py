"""Effects of cards and pairs of cards on a measure, over all kingdoms, by linear regression.

The measure of a kingdom is modelled as a sum: a constant, a term for each of its ten cards and a term for each of
their 45 pairs, fitted by least squares. A kingdom always has ten cards, so only differences between cards are
identifiable: the terms of the cards add up to zero, and so do the terms of all pairs of any card. The term of a card
is then the gain over an average other card in its place, and the term of a pair the joint effect beyond that. The
pairs alone span the model: a constant is a term for each of 45 pairs, a card one for each of its nine.

Intervals include both chance in the games and what the model leaves out. Over all kingdoms the latter is not random,
so they are rather too wide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from math import comb
from statistics import NormalDist
from typing import Any

import numpy as np

from ludus.design.dominion.kingdom_numbering import KingdomPool
from ludus.stats import Estimate

BLOCK_SIZE = 1 << 16  # kingdoms at a time
Z_95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class CardEffectModel:
    """Fitted model of one measure."""

    mean: float
    spread: float  # variance over kingdoms, as measured
    noise: float  # part of it that is due to chance in the games
    cards: float  # share of the measured variance explained by cards alone
    pairs: float  # share explained by cards and pairs
    differences: np.ndarray  # by card: mean of kingdoms with it less mean of those without it
    difference_errors: np.ndarray
    effects: np.ndarray  # by card
    effect_errors: np.ndarray
    synergies: np.ndarray  # by pair, in the order of `combinations`
    synergy_errors: np.ndarray
    kingdoms: int

    @property
    def real_variance(self) -> float:
        """Variance without the part that is due to chance in the games."""
        return max(self.spread - self.noise, 0.0)

    def share_of_real_variance(self, share: float, terms: int) -> float:
        """Convert a share of the measured variance to one of the real variance, less what the terms fit by chance."""
        if self.real_variance == 0:
            return math.nan
        left = (1 - share) * self.spread * self.kingdoms / (self.kingdoms - terms - 1)
        explained = share * self.spread - left * terms / self.kingdoms
        return min(max(explained / self.real_variance, 0.0), 1.0)


def fit_card_effects(
    pool: KingdomPool, ranks: np.ndarray, values: dict[str, np.ndarray], noise: dict[str, float], units: dict[str, int]
) -> dict[str, CardEffectModel]:
    """Fit a model of every measure. `values` are integers in `units`, so that sums do not depend on their order."""
    count = len(ranks)
    blocks = [range(k, min(k + BLOCK_SIZE, count)) for k in range(0, count, BLOCK_SIZE)]
    together = np.zeros((pool.size, pool.size))
    sums = {name: np.zeros((pool.size, pool.size)) for name in values}
    squares = {name: np.zeros(pool.size, np.int64) for name in values}
    fours = np.zeros((comb(pool.size, 2),) * 2)
    is_complete = count == pool.count
    for block in blocks:
        holds = membership(pool, ranks[block.start : block.stop])
        together += holds.T @ holds
        if not is_complete:
            pairs = _pair_columns(holds)
            fours += pairs.T @ pairs
        for name, numbers in values.items():
            part = numbers[block.start : block.stop]
            sums[name] += (holds * part[:, None]).T @ holds
            squares[name] += (holds.astype(np.int64) * (part**2)[:, None]).sum(axis=0)
    if is_complete:
        fours = _pair_cooccurrence(pool)
    with _single_threaded_blas():
        shape = _DesignMatrix(pool, fours, together)
        return {
            name: shape.model(numbers, sums[name], squares[name], noise[name], units[name])
            for name, numbers in values.items()
        }


def membership(pool: KingdomPool, ranks: np.ndarray) -> np.ndarray:
    """Matrix by kingdom and card: 1 if the kingdom has the card."""
    holds = np.zeros((len(ranks), pool.size))
    holds[np.arange(len(ranks))[:, None], pool.unrank_all(ranks)] = 1.0
    return holds


class _DesignMatrix:
    """Co-occurrence of cards and pairs, and its inverse; shared by all measures of the same kingdoms."""

    def __init__(self, pool: KingdomPool, fours: np.ndarray, together: np.ndarray) -> None:
        self.pool, self.together = pool, together
        self.inverse = np.linalg.inv(fours)
        self.pairs = list(combinations(range(pool.size), 2))
        self.card_of, self.pair_of = _effect_projections(pool)
        self.card_spread = np.einsum("ij,jk,ik->i", self.card_of, self.inverse, self.card_of)
        self.pair_spread = np.einsum("ij,jk,ik->i", self.pair_of, self.inverse, self.pair_of)

    def model(
        self, numbers: np.ndarray, sums: np.ndarray, squares: np.ndarray, noise: float, unit: int
    ) -> CardEffectModel:
        count = len(numbers)
        total, own = int(numbers.sum()), np.diag(sums)
        middle = total**2 / count
        squared = _sum_of_squares(numbers)
        spread = squared - middle
        sides = np.array([sums[pair] for pair in self.pairs])
        fitted = self.inverse @ sides
        by_pairs = float(fitted @ sides) - middle
        by_cards = float(np.linalg.solve(self.together, own) @ own) - middle
        left = max(spread - by_pairs, 0.0) / (count - len(self.pairs))
        inside, outside = np.diag(self.together), count - np.diag(self.together)
        differences = own / inside - (total - own) / outside
        inner = squares / inside - (own / inside) ** 2
        outer = (squared - squares) / outside - ((total - own) / outside) ** 2
        scale = 1 / unit
        return CardEffectModel(
            total / count * scale,
            spread / (count - 1) * scale**2,
            noise / count,
            by_cards / spread if spread else 0.0,
            by_pairs / spread if spread else 0.0,
            differences * scale,
            np.sqrt(np.maximum(inner, 0) / inside + np.maximum(outer, 0) / outside) * scale,
            self.card_of @ fitted * scale,
            np.sqrt(self.card_spread * left) * scale,
            self.pair_of @ fitted * scale,
            np.sqrt(self.pair_spread * left) * scale,
            count,
        )


def _sum_of_squares(numbers: np.ndarray) -> int:
    """Sum of squares, in parts, because the whole may exceed 64 bits."""
    return sum(int((numbers[k : k + BLOCK_SIZE] ** 2).sum()) for k in range(0, len(numbers), BLOCK_SIZE))


def _effect_projections(pool: KingdomPool) -> tuple[np.ndarray, np.ndarray]:
    """Projections from fitted pair terms c to card terms and remaining pair terms: c = a + b_i + b_j + rest."""
    n, pairs = pool.size, list(combinations(range(pool.size), 2))
    in_pair = np.zeros((n, len(pairs)))
    for k, (i, j) in enumerate(pairs):
        in_pair[i, k] = in_pair[j, k] = 1.0
    constant = np.full(len(pairs), 1 / len(pairs))
    by_card = (in_pair - (n - 1) * constant) / (n - 2)
    rest = np.eye(len(pairs)) - constant - in_pair.T @ by_card
    return (pool.piles - 1) * by_card, rest


def _pair_columns(holds: np.ndarray) -> np.ndarray:
    first, second = (list(side) for side in zip(*combinations(range(holds.shape[1]), 2), strict=True))
    columns: np.ndarray = holds[:, first] * holds[:, second]
    return columns


def _pair_cooccurrence(pool: KingdomPool) -> np.ndarray:
    """Number of all kingdoms that have both cards of one pair and both of another."""
    pairs = list(combinations(range(pool.size), 2))
    ways = {m: float(comb(pool.size - m, pool.piles - m)) for m in (2, 3, 4)}
    return np.array([[ways[len({*one, *other})] for other in pairs] for one in pairs])


def estimate_with_error(value: float, error: float, count: int) -> Estimate:
    """Estimate from a number and its standard error."""
    return Estimate(float(value), float(value - Z_95 * error), float(value + Z_95 * error), count)


def model_to_data(model: CardEffectModel) -> dict[str, Any]:
    return dict(model.__dict__)


def model_from_data(data: dict[str, Any]) -> CardEffectModel:
    return CardEffectModel(**data)


def _single_threaded_blas() -> Any:
    """Run linear algebra on one thread; several threads add in another order and change the last bits."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(1, user_api="blas")

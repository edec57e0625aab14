"""Effect of taking a card by least squares, other purchases being equal.

Players who are ahead buy more, so the win rate of players who took a card says little about expensive cards. Here the
difference between the half points of the two players is modelled as a sum: a constant (who is stronger), a term for the
first seat, and a coefficient for every card times how many more of it the first player took. Fitted by least squares
over all games, with a small ridge term (`RIDGE`) for cards that no player took. A card's coefficient is the growth of a
player's win rate with each copy taken. Only whole sums are stored, so surveys can be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.stats import Estimate
from ludus.stats.ratios import normal_estimate

CONSTANT_COLUMN, SEAT_COLUMN, FIRST_CARD_COLUMN = 0, 1, 2  # columns
RIDGE = 1.0  # ridge penalty on every coefficient, equivalent to one game
HALF_POINT_RANGE = 4  # half points from losing to winning, seen from one player and the other: -2 to 2


@dataclass(frozen=True)
class RegressionSums:
    """Sums of products over games: of the columns with each other, with the result, and of the squared result."""

    games: int
    columns: np.ndarray
    results: np.ndarray
    square: int

    @classmethod
    def of(cls, taken: np.ndarray, halves: np.ndarray) -> RegressionSums:
        """Compute from `taken` (by game, seat and card) and `halves` (by game and seat); seats alternate by game."""
        sign = 1 - 2 * (np.arange(len(halves)) & 1)  # 1: player 0 sits first
        x = np.zeros((len(halves), FIRST_CARD_COLUMN + taken.shape[2]))
        x[:, CONSTANT_COLUMN], x[:, SEAT_COLUMN] = 1.0, sign
        x[:, FIRST_CARD_COLUMN:] = sign[:, None] * (taken[:, 0].astype(np.int64) - taken[:, 1])
        y = (sign * (halves[:, 0] - halves[:, 1])).astype(np.float64)
        return cls(len(y), (x.T @ x).astype(np.int64), (x.T @ y).astype(np.int64), int(y @ y))

    def __add__(self, other: RegressionSums) -> RegressionSums:
        return RegressionSums(
            self.games + other.games,
            self.columns + other.columns,
            self.results + other.results,
            self.square + other.square,
        )


def regression_effects(meetings: Sequence[RegressionSums]) -> list[Estimate]:
    """Return effects by card, over one or several pairings, each with its own constant.

    Intervals treat games as independent, which those of one deal are not quite.
    """
    games = sum(pairing.games for pairing in meetings)
    extra = len(meetings) - 1
    size = len(meetings[0].results) + extra
    xx, xy = np.zeros((size, size)), np.zeros(size)
    for number, pairing in enumerate(meetings):
        at = np.array(
            [CONSTANT_COLUMN if number == 0 else len(pairing.results) + number - 1, *range(1, len(pairing.results))]
        )
        xx[np.ix_(at, at)] += pairing.columns
        xy[at] += pairing.results
    with _one_thread():
        inverse = np.linalg.inv(xx + RIDGE * np.eye(size))
        values = inverse @ xy
        left = sum(pairing.square for pairing in meetings) - 2 * values @ xy + values @ xx @ values
        spread = left / max(games - size, 1) * np.diag(inverse @ xx @ inverse)
    cards = range(FIRST_CARD_COLUMN, len(meetings[0].results))
    return [
        normal_estimate(values[k] / HALF_POINT_RANGE, spread[k] / HALF_POINT_RANGE**2, games)
        if xx[k, k] > 0
        else Estimate(float("nan"), -np.inf, np.inf, 0)
        for k in cards
    ]


def _one_thread() -> AbstractContextManager[Any]:
    """Limit BLAS to one thread: with several, the order of summation would depend on the machine."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(1, user_api="blas")  # type: ignore[no-any-return]

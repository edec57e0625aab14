"""What taking a card is worth, other purchases being equal.

Players who are ahead buy more, so what those win who took a card says little about dear cards. Here the difference
between the half points of the two players is taken for a sum: a constant (who is stronger), a number for the first
seat, and a number for every card times how many more of it the first player took. Fitted by least squares over all
games, with a grain of salt (`RIDGE`) for cards that nobody took. A card's number is by how much a player's share of
wins grows with each copy taken. Only whole sums are kept, so surveys can be added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.stats import Estimate
from ludus.stats.ratios import around

CONSTANT, SEAT, FIRST_CARD = 0, 1, 2  # columns
RIDGE = 1.0  # a game's worth of doubt in every number
POINTS = 4  # half points from losing to winning, seen from one player and the other: -2 to 2


@dataclass(frozen=True)
class Moments:
    """Sums of products over games: of the columns with each other, with the result, and of the result with itself."""

    games: int
    columns: np.ndarray
    results: np.ndarray
    square: int

    @classmethod
    def of(cls, taken: np.ndarray, halves: np.ndarray) -> Moments:
        """`taken` is by game, seat and card, `halves` by game and seat; in every other game the seats are changed."""
        sign = 1 - 2 * (np.arange(len(halves)) & 1)  # 1: player 0 sits first
        x = np.zeros((len(halves), FIRST_CARD + taken.shape[2]))
        x[:, CONSTANT], x[:, SEAT] = 1.0, sign
        x[:, FIRST_CARD:] = sign[:, None] * (taken[:, 0].astype(np.int64) - taken[:, 1])
        y = (sign * (halves[:, 0] - halves[:, 1])).astype(np.float64)
        return cls(len(y), (x.T @ x).astype(np.int64), (x.T @ y).astype(np.int64), int(y @ y))

    def __add__(self, other: Moments) -> Moments:
        return Moments(
            self.games + other.games,
            self.columns + other.columns,
            self.results + other.results,
            self.square + other.square,
        )


def worths(meetings: Sequence[Moments]) -> list[Estimate]:
    """By card, over one or several meetings, each of which has a constant of its own. Intervals take games for
    independent of each other, which those of one deal are not quite."""
    games = sum(each.games for each in meetings)
    extra = len(meetings) - 1
    size = len(meetings[0].results) + extra
    xx, xy = np.zeros((size, size)), np.zeros(size)
    for number, each in enumerate(meetings):
        at = np.array([CONSTANT if number == 0 else len(each.results) + number - 1, *range(1, len(each.results))])
        xx[np.ix_(at, at)] += each.columns
        xy[at] += each.results
    with _one_thread():
        inverse = np.linalg.inv(xx + RIDGE * np.eye(size))
        values = inverse @ xy
        left = sum(each.square for each in meetings) - 2 * values @ xy + values @ xx @ values
        spread = left / max(games - size, 1) * np.diag(inverse @ xx @ inverse)
    cards = range(FIRST_CARD, len(meetings[0].results))
    return [
        around(values[k] / POINTS, spread[k] / POINTS**2, games)
        if xx[k, k] > 0
        else Estimate(float("nan"), -np.inf, np.inf, 0)
        for k in cards
    ]


def _one_thread() -> AbstractContextManager[Any]:
    """On several threads numbers would be added up in another order on every machine."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(1, user_api="blas")  # type: ignore[no-any-return]

"""Ratings from all games at once, on the Elo scale, with intervals.

A player of strength r in a seat of advantage a wins with a chance in proportion to exp(r + a), against the others at
the table: the model of Bradley and Terry ("Rank analysis of incomplete block designs"), and for more than two seats
that of Luce. A tie is half a win for each. Strengths are relative, so they are given around the mean of the field.

Intervals do not trust the model. The deals are the independent observations, not the games: one deal is played from
every seat, and by every group of players. So the spread is that of the deals' own contributions (the "sandwich"
of Huber, "The behavior of maximum likelihood estimates under nonstandard conditions", clustered by deal). It is exact
in what a bootstrap over deals approximates, and needs no dice.

One drawn game for each strength to be found is added, spread over all groups. It takes away most of the bias that
few games have (Firth, "Bias reduction of maximum likelihood estimates") and keeps finite the rating of a player who
won or lost every game; such gaps are reported as `tiers`, for games alone do not bound them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from ludus.stats.elo import POINTS
from ludus.stats.intervals import CONFIDENCE, Estimate

STEPS, CLOSE = 100, 1e-10  # of Newton's method


@dataclass(frozen=True)
class Contest:
    """The games of one group of players. In game g of a deal, player k of the group sits in seat (k - g) % seats."""

    players: tuple[int, ...]
    shares: np.ndarray  # by deal, game of the deal and player of the group


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo around their mean, and the advantages of the seats around theirs."""

    values: np.ndarray  # players, then seats
    covariance: np.ndarray
    players: int
    deals: int
    tiers: list[list[int]]  # best first; nobody in a tier took anything from a tier above

    def player(self, k: int) -> Estimate:
        return self._estimate(np.eye(len(self.values))[k])

    def difference(self, k: int, other: int) -> Estimate:
        """How many points one player is ahead of another. Narrower than their intervals, where luck was shared."""
        return self._estimate(self._contrast(k, other))

    def seat(self, k: int, other: int) -> Estimate:
        """How many points a seat is worth more than another."""
        return self._estimate(self._contrast(self.players + k, self.players + other))

    def expected(self, players: Sequence[int]) -> np.ndarray:
        """The share of each player in games among these, every seat taken once."""
        strengths = np.concatenate([self.values[list(players)], self.values[self.players :]]) / POINTS
        found: np.ndarray = _chances(strengths, len(players)).mean(axis=0)
        return found

    def _contrast(self, k: int, other: int) -> np.ndarray:
        unit = np.eye(len(self.values))
        found: np.ndarray = unit[k] - unit[other]
        return found

    def _estimate(self, weights: np.ndarray) -> Estimate:
        value = float(weights @ self.values)
        half = math.inf
        if self.deals > 1:
            error = math.sqrt(max(0.0, float(weights @ self.covariance @ weights)))
            half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * error
        return Estimate(value, value - half, value + half, self.deals)


def rate(contests: Sequence[Contest], players: int) -> Ratings:
    """The likeliest strengths of players 0 .. players-1, each of whom must be linked to all others by games."""
    if len(_linked(contests, players)) != 1:
        raise ValueError("players without a chain of games between them cannot be compared")
    seats = len(contests[0].players)
    drawn = (players - 1) / (seats * len(contests))  # deals added to each group
    columns = np.array([[*each.players, *range(players, players + seats)] for each in contests])
    totals = np.array([each.shares.sum(axis=0) for each in contests]) + drawn / seats
    counts = np.array([len(each.shares) for each in contests])[:, None, None] + drawn
    design = _design(seats)

    def climb(values: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """Log-likelihood, its slope and its curvature."""
        slope, curvature = np.zeros(len(values)), np.zeros((len(values), len(values)))
        chances = _chances(values[columns], seats)
        mean = np.einsum("cgk,gkp->cgp", chances, design)
        spread = np.einsum("cgk,gkp,gkq->cpq", chances, design, design) - np.einsum("cgp,cgq->cpq", mean, mean)
        np.add.at(slope, columns, np.einsum("cgk,gkp->cp", totals - counts * chances, design))
        np.add.at(curvature, (columns[:, :, None], columns[:, None, :]), counts * spread)
        return float((totals * np.log(chances)).sum()), slope, curvature

    values = np.zeros(players + seats)
    height, slope, curvature = climb(values)
    for _ in range(STEPS):
        step = _inverse(curvature) @ slope
        after = climb(values + step)
        while after[0] < height - 1e-9 * abs(height):
            step /= 2
            after = climb(values + step)
        values, (height, slope, curvature) = values + step, after
        if np.abs(step).max() < CLOSE:
            break
    deals = max(len(each.shares) for each in contests)
    spread = _spread(contests, columns, _chances(values[columns], seats), players, deals, drawn)
    inverse = _inverse(curvature)
    covariance = inverse @ spread @ inverse * POINTS**2
    return Ratings(values * POINTS, covariance, players, deals, _tiers(contests, players))


def _chances(strengths: np.ndarray, seats: int) -> np.ndarray:
    """By game of a deal and player: who wins how often. The last axis of `strengths` has players, then seats."""
    odds = np.exp(strengths[..., None, :seats] + strengths[..., seats + _seating(seats)])
    found: np.ndarray = odds / odds.sum(axis=-1, keepdims=True)
    return found


def _seating(seats: int) -> np.ndarray:
    """By game of a deal and player: the seat."""
    found: np.ndarray = (np.arange(seats)[None, :] - np.arange(seats)[:, None]) % seats
    return found


def _design(seats: int) -> np.ndarray:
    """By game, player and strength (players, then seats): whether it counts for the player there."""
    return np.concatenate([np.tile(np.eye(seats), (seats, 1, 1)), np.eye(seats)[_seating(seats)]], axis=2)


def _spread(
    contests: Sequence[Contest], columns: np.ndarray, chances: np.ndarray, players: int, deals: int, drawn: float
) -> np.ndarray:
    """The summed squares of what each deal contributes to the slope. The drawn games count as one deal more."""
    seats = len(contests[0].players)
    design = _design(seats).reshape(seats * seats, 2 * seats)
    slopes, last = np.zeros((deals, players + seats)), np.zeros(players + seats)
    for each, column, chance in zip(contests, columns, chances, strict=True):
        slopes[: len(each.shares), column] += (each.shares - chance).reshape(-1, seats * seats) @ design
        last[column] += drawn * (1 / seats - chance).reshape(seats * seats) @ design
    found: np.ndarray = slopes.T @ slopes * (deals / max(1, deals - 1)) + np.outer(last, last)
    return found


def _inverse(curvature: np.ndarray) -> np.ndarray:
    """Where the mean of all strengths is free, it stays where it is."""
    return np.linalg.pinv(curvature, rcond=1e-12, hermitian=True)


def _tiers(contests: Sequence[Contest], players: int) -> list[list[int]]:
    """Players in the order of who could take a share of whom, even over others; best first."""
    beats = np.eye(players, dtype=bool)
    for each in contests:
        took = each.shares.sum(axis=(0, 1)) > 0
        for k, winner in enumerate(each.players):
            beats[winner, [other for other in each.players if other != winner]] |= took[k]
    for k in range(players):  # Warshall: through ever more players in between
        beats |= np.outer(beats[:, k], beats[k])
    equals, reach = beats & beats.T, beats.sum(axis=1)
    first = [int(np.argmax(equals[k])) for k in range(players)]  # of a tier
    heads = sorted(set(first), key=lambda k: -int(reach[k]))
    return [[k for k in range(players) if first[k] == head] for head in heads]


def _linked(contests: Sequence[Contest], players: int) -> list[set[int]]:
    """Sets of players with a chain of games between them."""
    sets = [{k} for k in range(players)]
    for each in contests:
        together = set().union(*(one for one in sets if one & set(each.players)))
        sets = [one for one in sets if not one & together] + [together]
    return sets

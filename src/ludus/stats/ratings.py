"""Elo ratings from all games at once, with confidence intervals; and OpenSkill ratings, updated game by game.

On the Elo scale, 400 points are odds of ten to one. A player of strength r in a seat with advantage a wins with a
probability proportional to exp(r + a): the model of Bradley and Terry ("Rank analysis of incomplete block designs"),
and for more than two seats that of Luce. A tie is half a win for each. Strengths are relative, so they are given
relative to their mean.

The intervals do not rely on the model. The independent observations are the deals, not the games: a deal is played from
every seat and by every group of players. So the covariance is computed from the contributions of the deals (the
"sandwich" estimator of Huber, "The behavior of maximum likelihood estimates under nonstandard conditions", clustered by
deal). A bootstrap over deals approximates the same value.

One drawn game per estimated strength is added, spread over all groups. It removes most of the bias of small samples
(Firth, "Bias reduction of maximum likelihood estimates") and keeps the rating of a player finite that won or lost every
game. Such gaps are reported as `tiers`. The games do not bound the distance between two tiers, so it has no interval,
whatever the added games say. Ratings are then relative to the mean of the largest tier.

OpenSkill is the Plackett-Luce model of Weng and Lin, "A Bayesian approximation method for online ranking". It accepts
games with any number of seats, but ignores deals and seats, so its uncertainty is too small compared with the Elo
ratings. It is provided because many sites publish such ratings.

Processors differ in the last bits of matrices, exponentials and logarithms. So all results are rounded to decimals far
above these bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import NormalDist

import numpy as np

from ludus.stats.intervals import CONFIDENCE, Estimate

ELO_PER_LOGIT = 400 / math.log(10)  # Elo points per unit of log-odds
MAX_NEWTON_STEPS, NEWTON_TOLERANCE = 100, 1e-10  # Newton's method: largest number of steps, tolerance
ELO_DIGITS, PAYOFF_DIGITS = 6, 9  # decimals of ratings and of expected payoffs
MAX_OPENSKILL_GAMES = 10_000  # games: ratings have converged by then, and openskill is slow


def elo_to_win_rate(points: float) -> float:
    """Return the expected win rate for a lead in Elo points."""
    return 1 / (1 + 10 ** (-points / 400))


def win_rate_to_elo(share: float) -> float:
    """Return the lead in Elo points that corresponds to a win rate; infinite for 0 and 1.

    Args:
        share: the win rate, 0..1.
    """
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return ELO_PER_LOGIT * math.log(share / (1 - share))


@dataclass(frozen=True)
class GroupResults:
    """Results of one group of players. In game g of a deal, player k of the group has seat (k - g) % seats."""

    players: tuple[int, ...]
    payoffs: np.ndarray  # payoffs by deal, game of the deal and player of the group


@dataclass(frozen=True)
class Ratings:
    """Strengths of players in Elo relative to their mean, and advantages of seats relative to theirs.

    An estimate has no interval (infinite ends) if the games do not determine one: players of different tiers are
    compared, there is only one deal, or all deals ended alike.
    """

    values: np.ndarray  # players, then seats
    covariance: np.ndarray
    players: int
    deals: int
    tiers: list[list[int]]  # best first; no player of a tier won anything against a higher tier

    @property
    def reference(self) -> list[int]:
        """Players whose mean rating is zero: the largest tier, or all players if each is a tier of its own."""
        largest = max(self.tiers, key=len)
        return largest if len(largest) > 1 else list(range(self.players))

    def player(self, k: int) -> Estimate:
        """The rating of player k in Elo, relative to the mean of `reference`."""
        return self._estimate(self.player_weights(k), self.reference in self.tiers and k in self.reference)

    def player_weights(self, k: int) -> np.ndarray:
        """Weights of `values` in the rating of player k."""
        weights: np.ndarray = np.eye(len(self.values))[k]
        if len(self.reference) < self.players:  # the mean of all players is zero already
            weights[self.reference] -= 1 / len(self.reference)
        return weights

    def difference(self, k: int, other: int) -> Estimate:
        """Estimate the lead of player k over player `other` in Elo. Shared luck of the deals cancels out."""
        return self._estimate(self._contrast(k, other), self.same_tier(k, other))

    def same_tier(self, k: int, other: int) -> bool:
        """Whether two players are in one tier, so that the games determine the distance of their ratings."""
        return any(k in tier and other in tier for tier in self.tiers)

    def seat(self, k: int, other: int) -> Estimate:
        """Estimate the advantage of seat k over seat `other` in Elo."""
        return self._estimate(self._contrast(self.players + k, self.players + other))

    def expected(self, players: Sequence[int]) -> np.ndarray:
        """Return the expected payoff of each player in games of this group, averaged over all seats."""
        strengths = np.concatenate([self.values[list(players)], self.values[self.players :]]) / ELO_PER_LOGIT
        payoffs: np.ndarray = _chances(strengths, len(players)).mean(axis=0).round(PAYOFF_DIGITS)
        return payoffs

    def _contrast(self, k: int, other: int) -> np.ndarray:
        unit = np.eye(len(self.values))
        weights: np.ndarray = unit[k] - unit[other]
        return weights

    def _estimate(self, weights: np.ndarray, is_determined: bool = True) -> Estimate:
        value = round(float(weights @ self.values), ELO_DIGITS)
        half = math.inf
        if self.deals > 1 and is_determined:
            error = math.sqrt(max(0.0, float(weights @ self.covariance @ weights)))
            half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * error
            half = half if round(half, ELO_DIGITS) else math.inf  # deals that all ended alike do not show the spread
        low, high = (round(end, ELO_DIGITS) for end in (value - half, value + half))
        return Estimate(value, low, high, self.deals)


def rate(contests: Sequence[GroupResults], players: int) -> Ratings:
    """Estimate the strengths of players 0 .. players-1 by maximum likelihood.

    Args:
        contests: results of each group of players; all groups have the same number of seats.
        players: number of players.

    Returns:
        Strengths of players and advantages of seats, with their covariance.

    Raises:
        ValueError: some players are not connected to the others by games.
    """
    if len(_connected_players(contests, players)) != 1:
        raise ValueError("players without a chain of games between them cannot be compared")
    seats = len(contests[0].players)
    drawn = (players - 1) / (seats * len(contests))  # deals added to each group
    columns = np.array([[*contest.players, *range(players, players + seats)] for contest in contests])
    totals = np.array([contest.payoffs.sum(axis=0) for contest in contests]) + drawn / seats
    counts = np.array([len(contest.payoffs) for contest in contests])[:, None, None] + drawn
    design = _design(seats)

    def climb(values: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """Return the log-likelihood, its gradient and its negative Hessian."""
        slope, curvature = np.zeros(len(values)), np.zeros((len(values), len(values)))
        chances = _chances(values[columns], seats)
        mean = np.einsum("cgk,gkp->cgp", chances, design)
        spread = np.einsum("cgk,gkp,gkq->cpq", chances, design, design) - np.einsum("cgp,cgq->cpq", mean, mean)
        np.add.at(slope, columns, np.einsum("cgk,gkp->cp", totals - counts * chances, design))
        np.add.at(curvature, (columns[:, :, None], columns[:, None, :]), counts * spread)
        return float((totals * np.log(chances)).sum()), slope, curvature

    values = np.zeros(players + seats)
    height, slope, curvature = climb(values)
    for _ in range(MAX_NEWTON_STEPS):
        step = _inverse(curvature) @ slope
        after = climb(values + step)
        while after[0] < height - 1e-9 * abs(height):
            step /= 2
            after = climb(values + step)
        values, (height, slope, curvature) = values + step, after
        if np.abs(step).max() < NEWTON_TOLERANCE:
            break
    deals = max(len(contest.payoffs) for contest in contests)
    spread = _score_covariance(contests, columns, _chances(values[columns], seats), players, deals, drawn)
    inverse = _inverse(curvature)
    covariance = inverse @ spread @ inverse * ELO_PER_LOGIT**2
    return Ratings(values * ELO_PER_LOGIT, covariance, players, deals, _tiers(contests, players))


@dataclass(frozen=True)
class OpenSkillRating:
    """Rating of one player: a normal distribution, mu 25 and sigma 25/3 before the first game."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A conservative rating: the player is almost certainly better than this."""
        return self.mu - 3 * self.sigma


def openskill_ratings(players: int, games: Iterable[tuple[Sequence[int], Sequence[float]]]) -> list[OpenSkillRating]:
    """Rate players 0 .. players-1 by games in their order.

    Args:
        players: number of players.
        games: for each game, the player of each seat and the payoff of each seat. At most MAX_OPENSKILL_GAMES games are
            used.

    Returns:
        The rating of each player.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # the strength of players does not change over time
    ratings = [model.rating() for _ in range(players)]
    for seated, payoffs in islice(games, MAX_OPENSKILL_GAMES):
        updated = model.rate([[ratings[k]] for k in seated], scores=list(payoffs))
        for k, (rating,) in zip(seated, updated, strict=True):
            ratings[k] = rating
    return [OpenSkillRating(rating.mu, rating.sigma) for rating in ratings]


def _chances(strengths: np.ndarray, seats: int) -> np.ndarray:
    """Return win probabilities by game of a deal and player. The last axis of `strengths` has players, then seats."""
    odds = np.exp(strengths[..., None, :seats] + strengths[..., seats + _seating(seats)])
    chances: np.ndarray = odds / odds.sum(axis=-1, keepdims=True)
    return chances


def _seating(seats: int) -> np.ndarray:
    """Return the seat by game of a deal and player."""
    seating: np.ndarray = (np.arange(seats)[None, :] - np.arange(seats)[:, None]) % seats
    return seating


def _design(seats: int) -> np.ndarray:
    """Return the design matrix: by game, player and strength (players, then seats), 1 if the strength applies."""
    return np.concatenate([np.tile(np.eye(seats), (seats, 1, 1)), np.eye(seats)[_seating(seats)]], axis=2)


def _score_covariance(
    contests: Sequence[GroupResults], columns: np.ndarray, chances: np.ndarray, players: int, deals: int, drawn: float
) -> np.ndarray:
    """The summed squares of what each deal contributes to the slope. The drawn games count as one deal more."""
    seats = len(contests[0].players)
    design = _design(seats).reshape(seats * seats, 2 * seats)
    slopes, last = np.zeros((deals, players + seats)), np.zeros(players + seats)
    for contest, column, chance in zip(contests, columns, chances, strict=True):
        slopes[: len(contest.payoffs), column] += (contest.payoffs - chance).reshape(-1, seats * seats) @ design
        last[column] += drawn * (1 / seats - chance).reshape(seats * seats) @ design
    spread: np.ndarray = slopes.T @ slopes * (deals / max(1, deals - 1)) + np.outer(last, last)
    return spread


def _inverse(curvature: np.ndarray) -> np.ndarray:
    """Return the pseudo-inverse: the mean of all strengths is not determined and stays unchanged."""
    return np.linalg.pinv(curvature, rcond=1e-12, hermitian=True)


def _tiers(contests: Sequence[GroupResults], players: int) -> list[list[int]]:
    """Return the strongly connected tiers of the relation "won something against", best first."""
    beats = np.eye(players, dtype=bool)
    for contest in contests:
        won = contest.payoffs.sum(axis=(0, 1)) > 0
        for k, winner in enumerate(contest.players):
            beats[winner, [other for other in contest.players if other != winner]] |= won[k]
    for k in range(players):  # transitive closure (Warshall)
        beats |= np.outer(beats[:, k], beats[k])
    equals, reach = beats & beats.T, beats.sum(axis=1)
    first = [int(np.argmax(equals[k])) for k in range(players)]  # first player of the tier of player k
    heads = sorted(set(first), key=lambda k: -int(reach[k]))
    return [[k for k in range(players) if first[k] == head] for head in heads]


def _connected_players(contests: Sequence[GroupResults], players: int) -> list[set[int]]:
    """Return the connected components of players with games between them."""
    sets = [{k} for k in range(players)]
    for contest in contests:
        joined = set().union(*(one for one in sets if one & set(contest.players)))
        sets = [one for one in sets if not one & joined] + [joined]
    return sets

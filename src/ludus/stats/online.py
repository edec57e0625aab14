"""OpenSkill ratings, updated game by game: the Plackett-Luce model of Weng and Lin, "A Bayesian approximation method
for online ranking".

They accept games with any number of seats, but ignore deals and seats, so their uncertainty is too small compared with
the Elo ratings of `ludus.stats.ratings`. They are provided because many sites publish them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

MAX_OPENSKILL_GAMES = 10_000  # games: ratings have converged by then, and openskill is slow


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
        games: for each game, the player of each seat and the payoff of each seat. At most MOST games are used.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # the strength of players does not change over time
    ratings = [model.rating() for _ in range(players)]
    for seated, payoffs in islice(games, MAX_OPENSKILL_GAMES):
        updated = model.rate([[ratings[k]] for k in seated], scores=list(payoffs))
        for k, (rating,) in zip(seated, updated, strict=True):
            ratings[k] = rating
    return [OpenSkillRating(rating.mu, rating.sigma) for rating in ratings]

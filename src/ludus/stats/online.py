"""Ratings that are updated game by game: openskill's, by the model of Plackett and Luce (Weng and Lin, "A Bayesian
approximation method for online ranking").

They take games of any number of seats and know nothing of deals or seats, so they are surer of themselves than the
ratings of `ludus.stats.ratings`; they are here because many sites publish them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

MOST = 10_000  # games: ratings have long settled by then, and openskill takes its time


@dataclass(frozen=True)
class Skill:
    """What is believed of a player: a normal distribution, 25 and 25/3 before the first game."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A cautious rating: the player is almost certainly better than this."""
        return self.mu - 3 * self.sigma


def skills(players: int, games: Iterable[tuple[Sequence[int], Sequence[float]]]) -> list[Skill]:
    """Skills of players 0 .. players-1 after the games in their order; a game is who played and what share each got."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # players here neither learn nor tire
    held = [model.rating() for _ in range(players)]
    for who, shares in islice(games, MOST):
        after = model.rate([[held[k]] for k in who], scores=list(shares))
        for k, (rating,) in zip(who, after, strict=True):
            held[k] = rating
    return [Skill(rating.mu, rating.sigma) for rating in held]

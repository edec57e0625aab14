"""Results of a tournament: win rates, seats, end reasons, faults and ratings, all with intervals.

Deals are the observations throughout. All pairs play the same deals, so the luck of a deal is counted once, not once
per pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from ludus.arena.compiled_games import Outcomes
from ludus.arena.pairing import Group
from ludus.bots import FAULTS
from ludus.stats import (
    Estimate,
    GroupResults,
    OpenSkillRating,
    Ratings,
    SprtVerdict,
    mean,
    openskill_ratings,
    pooled_mean,
    pooled_proportion,
    probability_above_zero,
    proportion,
    proportion_difference,
    rate,
)
from ludus.stats.intervals import COUNT_BOUNDS

FAULT_WITHOUT_CULPRIT = "endless game"


@dataclass(frozen=True)
class PairGames:
    """The games of one pair, or of a larger group."""

    group: Group
    outcomes: Outcomes
    verdict: SprtVerdict | None = None  # of its sequential test, if any

    @property
    def deals(self) -> int:
        """Number of whole deals."""
        return len(self.outcomes) // len(self.group)

    @property
    def by_deal(self) -> np.ndarray:
        """Payoffs by deal, game of the deal and player of the group."""
        seats = len(self.group)
        by_seat = self.outcomes.payoffs.reshape(-1, seats, seats)
        game, player = np.arange(seats)[:, None], np.arange(seats)[None, :]
        payoffs: np.ndarray = by_seat[:, game, (player - game) % seats]
        return payoffs

    def seat_by_deal(self) -> np.ndarray:
        """Payoffs by deal and seat."""
        payoffs: np.ndarray = self.outcomes.payoffs.reshape(-1, len(self.group), len(self.group)).mean(axis=1)
        return payoffs

    def lengths(self) -> np.ndarray:
        """Mean number of decisions, by deal."""
        means: np.ndarray = self.outcomes.lengths.reshape(-1, len(self.group)).mean(axis=1)
        return means

    def points(self, k: int) -> np.ndarray:
        """The scores of a player of the group, by deal.

        Args:
            k: Index of the player in the group.
        """
        seats = len(self.group)
        by_seat = self.outcomes.scores.reshape(-1, seats, seats)
        game = np.arange(seats)
        means: np.ndarray = by_seat[:, game, (k - game) % seats].mean(axis=1)
        return means


@dataclass(frozen=True)
class PairStanding:
    """Results of a pair, or of a larger group."""

    group: Group
    games: int
    shares: list[Estimate]  # by player of the group
    expected: list[float] | None  # win rates expected from the ratings; None without ratings
    seats: list[Estimate]
    length: Estimate
    endings: dict[tuple[str, int | None], int]  # by reason and player at fault
    verdict: SprtVerdict | None


@dataclass(frozen=True)
class PlayerStanding:
    """Results of a player against the whole field, every opponent weighted equally."""

    number: int
    name: str
    games: int
    share: Estimate
    points: Estimate
    rating: Estimate | None
    skill: OpenSkillRating
    faults: dict[str, int]
    ahead: Estimate | None  # lead over the next player: in Elo, or in win rate in games for one player; None if unknown
    chance: float | None  # probability that it is stronger than the next; None if unknown


@dataclass(frozen=True)
class TournamentResult:
    """The results of a tournament, the best player first.

    `head_to_head` has the win rate of a player against another for each two players that met and whose distance in Elo
    cannot be measured. For more than two seats it is that of the games with both; games that neither won count half.
    """

    names: list[str]  # by number
    seats: int
    players: list[PlayerStanding]  # by rank
    pairs: list[PairStanding]
    ratings: Ratings | None
    seat_shares: list[Estimate]  # by seat, over all pairs
    length: Estimate
    endings: dict[str, int]
    head_to_head: dict[tuple[int, int], Estimate] = field(default_factory=dict)  # by player and opponent

    @property
    def games(self) -> int:
        """Number of games of all pairs."""
        return sum(row.games for row in self.pairs)

    def against(self, player: int, other: int) -> Estimate | None:
        """A cell of the win matrix: the win rate of a player against another in games of two.

        Args:
            player: Number of the player.
            other: Number of the opponent.

        Returns:
            The estimate; None if the two did not play each other.
        """
        for row in self.pairs:
            if len(row.group) == 2 and {player, other} == set(row.group):
                return row.shares[row.group.index(player)]
        return None


def compute_standings(
    names: list[str], reasons: Sequence[str], played: list[PairGames], order: list[int] | None = None
) -> TournamentResult:
    """Compute all results from the games.

    Args:
        names: The players.
        reasons: The end reasons by number.
        played: The games of every pair.
        order: The ranking if the kind of tournament determines it, as a ladder does.

    Returns:
        The results, the best player first.
    """
    seats, count = len(played[0].group), len(names)
    ratings = None
    if seats > 1:
        ratings = rate([GroupResults(pair.group, pair.by_deal) for pair in played], count)
    games_of = [[(pair, pair.group.index(k)) for pair in played if k in pair.group] for k in range(count)]
    series = [[pair.by_deal[:, :, at].mean(axis=1) for pair, at in mine] for mine in games_of]
    shares = [pooled_proportion(values) for values in series]
    points = [pooled_mean([pair.points(at) for pair, at in mine]) for mine in games_of]
    strength = [ratings.player(k).value if ratings else (shares[k].value, points[k].value) for k in range(count)]
    order = order or sorted(range(count), key=lambda k: strength[k], reverse=True)
    skill_estimates = openskill_ratings(count, _games_in_order(played))
    pairs = [_pair_standing(pair, reasons, ratings) for pair in played]
    players = []
    for rank, k in enumerate(order):
        ahead, chance = None, None
        if rank + 1 < count:
            ahead, chance = _lead(ratings, series, k, order[rank + 1])
        faults: dict[str, int] = {}
        for row in pairs:
            for (reason, culprit), number in row.endings.items():
                if culprit == k:
                    faults[reason] = faults.get(reason, 0) + number
        players.append(
            PlayerStanding(
                k,
                names[k],
                sum(len(pair.outcomes) for pair, _ in games_of[k]),
                shares[k],
                points[k],
                ratings.player(k) if ratings else None,
                skill_estimates[k],
                faults,
                ahead,
                chance,
            )
        )
    counts = np.sum([np.bincount(pair.outcomes.end_reasons, minlength=len(reasons)) for pair in played], axis=0)
    return TournamentResult(
        names,
        seats,
        players,
        pairs,
        ratings,
        [pooled_proportion([pair.seat_by_deal()[:, seat] for pair in played]) for seat in range(seats)],
        pooled_mean([pair.lengths() for pair in played], bounds=COUNT_BOUNDS),
        {reason: int(number) for reason, number in zip(reasons, counts, strict=True) if number},
        _head_to_head(played, ratings, order) if ratings else {},
    )


def _head_to_head(played: list[PairGames], ratings: Ratings, order: list[int]) -> dict[tuple[int, int], Estimate]:
    """Win rates between players of different tiers, for each two that met, in both directions."""
    rates: dict[tuple[int, int], Estimate] = {}
    for k, other in permutations(order, 2):
        groups = [pair for pair in played if {k, other} <= {*pair.group}] if not ratings.same_tier(k, other) else []
        if groups:
            leads = [
                pair.by_deal[:, :, pair.group.index(k)] - pair.by_deal[:, :, pair.group.index(other)] for pair in groups
            ]
            rates[k, other] = pooled_proportion([0.5 + lead.mean(axis=1) / 2 for lead in leads])
    return rates


def _pair_standing(pair: PairGames, reasons: Sequence[str], ratings: Ratings | None) -> PairStanding:
    return PairStanding(
        pair.group,
        len(pair.outcomes),
        [proportion(column) for column in pair.by_deal.mean(axis=1).T],
        ratings.expected(pair.group).tolist() if ratings else None,
        [proportion(column) for column in pair.seat_by_deal().T],
        mean(pair.lengths(), bounds=COUNT_BOUNDS),
        count_endings(pair, reasons),
        pair.verdict,
    )


def count_endings(pair: PairGames, reasons: Sequence[str]) -> dict[tuple[str, int | None], int]:
    """Number of games by end reason and player at fault: the one in the seat with the lowest payoff."""
    outcomes, seats = pair.outcomes, len(pair.group)
    worst = outcomes.payoffs.argmin(axis=1)
    culprits = np.array(pair.group)[(worst + np.arange(len(outcomes))) % seats]
    counts: dict[tuple[str, int | None], int] = {}
    for k, reason in enumerate(reasons):
        ended = outcomes.end_reasons == k
        if reason not in FAULTS or reason == FAULT_WITHOUT_CULPRIT:
            if ended.any():
                counts[reason, None] = int(ended.sum())
            continue
        for player in pair.group:
            number = int((ended & (culprits == player)).sum())
            if number:
                counts[reason, player] = number
    return counts


def _lead(
    ratings: Ratings | None, series: list[list[np.ndarray]], k: int, other: int
) -> tuple[Estimate | None, float | None]:
    """The lead of a player over another, and the probability that it is stronger; None if it cannot be measured."""
    if ratings is not None and not ratings.same_tier(k, other):
        return None, None
    if ratings is not None:
        lead = ratings.difference(k, other)
        return lead, probability_above_zero(lead)
    lead = proportion_difference(series[k][0], series[other][0])  # alone on the same deals
    return lead, probability_above_zero(lead)


def _games_in_order(played: list[PairGames]) -> Iterator[tuple[Sequence[int], Sequence[float]]]:
    """Games deal by deal, so that the pairs alternate. In games for one player, players of one deal are compared."""
    payoffs = [pair.by_deal for pair in played]
    for deal in range(max(map(len, payoffs))):
        if len(played[0].group) == 1:
            yield [pair.group[0] for pair in played], [float(values[deal, 0, 0]) for values in payoffs]
            continue
        for pair, values in zip(played, payoffs, strict=True):
            if deal < len(values):
                for game in values[deal]:
                    yield pair.group, game.tolist()

"""The result of a match: payoffs with intervals by player and by seat, end reasons, faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.arena.compiled_games import Outcomes
from ludus.arena.match_spec import Match
from ludus.arena.pairing import unique_names
from ludus.stats import Estimate, mean, proportion
from ludus.stats.intervals import COUNT_BOUNDS
from ludus.util.text import plural


@dataclass(frozen=True)
class MatchResult:
    """Results of a match. The games of one deal, each with other seats, are one observation of every estimate.

    Payoffs are win rates in which draws count half. Estimates have the fields `value`, `low`, `high` (95 % interval)
    and `count` (deals).
    """

    match: Match
    outcomes: Outcomes
    bots: list[str]  # texts or names of the bots, by player
    names: list[str]  # the same, made unique
    payoffs: list[Estimate]  # by player
    seat_payoffs: list[Estimate]  # by seat
    length: Estimate  # decisions per game
    end_reasons: dict[str, int]  # number of games by the game's own end reasons, and by faults that occurred
    faults: list[dict[str, int]]  # by player: games lost by its own fault, by reason

    @classmethod
    def compute(cls, match: Match, outcomes: Outcomes, bots: Sequence[str]) -> MatchResult:
        """Compute the results of played games.

        Args:
            match: The match.
            outcomes: Its games from number 0 on.
            bots: Texts or names of the bots, by player.
        """
        counts = np.bincount(outcomes.end_reasons, minlength=len(match.reasons))
        pairs = zip(match.reasons, counts, strict=True)
        return cls(
            match,
            outcomes,
            list(bots),
            unique_names(list(bots)),
            [proportion(column) for column in match.by_deal(match.by_player(outcomes)).T],
            [proportion(column) for column in match.by_deal(outcomes.payoffs).T],
            mean(match.by_deal(outcomes.lengths), bounds=COUNT_BOUNDS),
            {reason: int(number) for reason, number in pairs if number or reason in match.game.end_reasons},
            faults_by_player(match, outcomes),
        )

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.outcomes)

    def __str__(self) -> str:
        width = max(map(len, self.names))
        pairs = zip(self.names, self.payoffs, strict=True)
        rows = [f"{name:<{width}}  {payoff.in_percent()}" for name, payoff in pairs]
        return "\n".join([f"{self.match.game.title}, {plural(self.games, 'game')}, win rate [95 % interval]:", *rows])


def faults_by_player(match: Match, outcomes: Outcomes) -> list[dict[str, int]]:
    """Count the games that each player lost by its own fault. In these games only the culprit has payoff 0.

    Args:
        match: The match.
        outcomes: Its games from number 0 on.

    Returns:
        For each player, the number of games by reason.
    """
    by_player, faults = match.by_player(outcomes), []
    for player in range(match.seats):
        lost = outcomes.end_reasons[by_player[:, player] == 0]
        reasons = [match.reasons[k] for k in lost if k >= len(match.game.end_reasons)]
        faults.append({reason: reasons.count(reason) for reason in sorted(set(reasons))})
    return faults

"""Results of the match-ups: payoffs with intervals, seats, and the tournaments before and after apriori."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ludus.design.tribute.sufficient_stats import suitability
from ludus.lab import RunContext
from ludus.stats import Estimate, mean, pooled_mean, pooled_proportion, proportion
from ludus.stats.intervals import normal_estimate
from ludus.studies.tribute_thesis.config import TributeThesisConfig, all_bots, tournament_bots
from ludus.studies.tribute_thesis.experiment import (
    MatchupRecord,
    backup_matchup,
    learned_matchups,
    learned_patrons,
    patron_names,
    round_robin_matchups,
    tournament_blocks,
    width_matchups,
)

Z_95 = 1.959963984540054  # standard errors on either side in a 95 % interval


@dataclass(frozen=True)
class RoundRobin:
    """All bots against all."""

    players: tuple[str, ...]
    meetings: dict[tuple[str, str], MatchupRecord]

    def payoffs_by_deal(self, one: str, other: str) -> np.ndarray:
        """Payoff of one of two bots, by deal."""
        if (one, other) in self.meetings:
            return self.meetings[one, other].payoffs_by_deal
        return 1 - self.meetings[other, one].payoffs_by_deal

    def payoff(self, one: str, other: str) -> Estimate:
        return proportion(self.payoffs_by_deal(one, other))

    def average_payoff(self, one: str, rivals: Sequence[str]) -> Estimate:
        """Mean payoff over several rivals, each with equal weight."""
        return pooled_proportion([self.payoffs_by_deal(one, other) for other in rivals if other != one])

    def average_difference(self, one: str, other: str, field: Sequence[str]) -> Estimate:
        """Difference of the mean payoffs of two bots in a field."""
        series = [self.payoffs_by_deal(one, rival) for rival in field if rival != one]
        series += [1 - self.payoffs_by_deal(other, rival) for rival in field if rival != other]
        mean_of_both = pooled_mean(series)  # the mean of both lists: half the difference, and a half
        return normal_estimate(
            2 * mean_of_both.value - 1,
            (2 * (mean_of_both.high - mean_of_both.low) / (2 * Z_95)) ** 2,
            mean_of_both.count,
        )

    def seat_advantage(self, one: str | None = None) -> Estimate:
        """Payoff in the first seat minus that in the second, for one bot or for all."""
        return pooled_mean(
            [matchup.seat_differences for pair, matchup in self.meetings.items() if one is None or one in pair]
        )

    def patron_effect(self, one: str, patron: int, rivals: Sequence[str]) -> Estimate:
        """Effect of a patron on the payoff of a bot against these rivals."""
        matchups = [
            (pair, matchup) for pair, matchup in self.meetings.items() if one in pair and set(pair) <= {one, *rivals}
        ]
        return suitability([(matchup.patrons, pair.index(one)) for pair, matchup in matchups], patron)


@dataclass(frozen=True)
class AprioriTournaments:
    """Figure 7.1: tournaments with random patrons, then as many with learned ones."""

    players: tuple[str, ...]
    blocks: list[list[MatchupRecord]]

    def payoffs_by_deal(self, number: int, blocks: Sequence[list[MatchupRecord]]) -> list[np.ndarray]:
        """Payoffs of a bot by deal in some blocks, one series for each rival."""
        series = []
        for k, pair in enumerate(combinations(range(len(self.players)), 2)):
            if number in pair:
                won = np.concatenate([block[k].payoffs_by_deal for block in blocks])
                series.append(won if pair[0] == number else 1 - won)
        return series

    @property
    def halves(self) -> tuple[list[list[MatchupRecord]], list[list[MatchupRecord]]]:
        middle = len(self.blocks) // 2
        return self.blocks[:middle], self.blocks[middle:]

    def payoff(self, number: int, half: int) -> Estimate:
        return pooled_proportion(self.payoffs_by_deal(number, self.halves[half]))

    def gain(self, number: int) -> Estimate:
        """Payoff in the second half minus that in the first."""
        before, after = (pooled_mean(self.payoffs_by_deal(number, half)) for half in self.halves)
        return normal_estimate(
            after.value - before.value, _variance(before) + _variance(after), before.count + after.count
        )

    def running_mean(self, number: int) -> np.ndarray:
        """Running mean of the win rate by tournament, restarted at the second half."""
        halves_means = []
        for half in self.halves:
            games = []
            for k, pair in enumerate(combinations(range(len(self.players)), 2)):
                if number in pair:
                    won = np.concatenate([block[k].half_points for block in half]) / 2
                    games.append(won if pair[0] == number else 1 - won)
            means = np.mean(games, axis=0)
            halves_means.append(np.cumsum(means) / np.arange(1, len(means) + 1))
        return np.concatenate(halves_means)


@dataclass(frozen=True)
class ThesisResults:
    """All results of the study."""

    settings: TributeThesisConfig
    round_robin: RoundRobin
    tournaments: AprioriTournaments
    widths: dict[int, MatchupRecord]
    backup: MatchupRecord
    learned_lists: list[list[str]]  # learned draft order of each bot
    rule_counts: list[int]  # number of patrons at the head of each list that come from rules
    learned_matchups: dict[tuple[int, int], MatchupRecord]  # each bot with its list against each other one without

    @classmethod
    def read(cls, settings: TributeThesisConfig, context: RunContext) -> ThesisResults:
        meetings = {item.players: item for item in round_robin_matchups(settings, context)}
        lists = learned_patrons(settings, context)
        return cls(
            settings,
            RoundRobin(all_bots(settings), meetings),
            AprioriTournaments(tournament_bots(settings), tournament_blocks(settings, context)),
            width_matchups(settings, context),
            backup_matchup(context),
            [patron_names(item.order) for item in lists],
            [item.rule_picks for item in lists],
            learned_matchups(settings, context),
        )

    @property
    def games(self) -> int:
        all_matchups = [
            *self.round_robin.meetings.values(),
            *self.widths.values(),
            self.backup,
            *self.learned_matchups.values(),
        ]
        all_matchups += [matchup for block in self.tournaments.blocks for matchup in block]
        return sum(len(matchup.half_points) for matchup in all_matchups)

    def gain_alone(self, number: int) -> Estimate:
        """Gain of a bot if it alone drafts by its learned list."""
        five = self.tournaments.players
        after = pooled_mean(
            [matchup.payoffs_by_deal for (a, _), matchup in self.learned_matchups.items() if a == number]
        )
        before = pooled_mean(
            [self.round_robin.payoffs_by_deal(five[number], other) for other in five if other != five[number]]
        )
        return normal_estimate(
            after.value - before.value, _variance(before) + _variance(after), before.count + after.count
        )

    def width_seat_advantage(self) -> Estimate:
        """Advantage of the first seat, over beams of all widths."""
        return mean(np.concatenate([matchup.seat_differences for matchup in self.widths.values()]))


def _variance(estimate: Estimate) -> float:
    return float(((estimate.high - estimate.low) / (2 * Z_95)) ** 2)

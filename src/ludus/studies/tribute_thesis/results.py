"""Results of the match-ups: payoffs with intervals, seats, faults, and the tournaments before and after apriori."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ludus.bots import FAULTS
from ludus.core.game_registry import load_game
from ludus.design.tribute.sufficient_stats import suitability
from ludus.lab import RunContext
from ludus.stats import Estimate, mean_of_runs, pooled_mean, pooled_proportion, proportion
from ludus.stats.intervals import normal_estimate
from ludus.studies.tribute_thesis.config import GAME, TributeThesisConfig, all_bots, tournament_bots
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
        rivals = [rival for rival in field if rival not in (one, other)]
        differences = [(1, self.payoffs_by_deal(one, rival)) for rival in rivals]
        differences += [(-1, self.payoffs_by_deal(other, rival)) for rival in rivals]
        # What one of the two wins against the other, the other loses: these deals count twice.
        differences.append((2, self.payoffs_by_deal(one, other) - 0.5))
        means = len(rivals) + 1
        return normal_estimate(
            math.fsum(sign * won.mean() for sign, won in differences) / means,
            math.fsum(sign**2 * won.var(ddof=1) / len(won) for sign, won in differences) / means**2,
            sum(len(won) for _, won in differences),
        )

    def seat_advantage(self, one: str | None = None) -> Estimate:
        """Payoff in the first seat minus that in the second, for one bot or for all."""
        return pooled_mean(
            [matchup.seat_differences for pair, matchup in self.meetings.items() if one is None or one in pair]
        )

    def fault_counts(self, one: str, rivals: Sequence[str] | None = None) -> dict[str, int]:
        """Number of games that a bot lost by each of its own faults, such as an illegal move; against all or some."""
        counts = dict.fromkeys(FAULTS, 0)
        for matchup, player in self._meetings_of(one, rivals):
            for fault, number in zip(FAULTS, fault_numbers(), strict=True):
                counts[fault] += int(matchup.own_faults(player, {number}).sum())
        return counts

    def fault_share(self, one: str) -> Estimate:
        """Share of all its games that a bot lost by its own fault."""
        series = [
            matchup.own_faults(player, set(fault_numbers())).reshape(-1, 2).mean(axis=1)
            for matchup, player in self._meetings_of(one)
        ]
        return proportion(np.concatenate(series))

    def game_count(self, one: str) -> int:
        """Number of games of a bot."""
        return sum(len(matchup.half_points) for matchup, _ in self._meetings_of(one))

    def _meetings_of(self, one: str, rivals: Sequence[str] | None = None) -> list[tuple[MatchupRecord, int]]:
        """Match-ups of a bot against all or some rivals, with its number in each."""
        return [
            (matchup, pair.index(one))
            for pair, matchup in self.meetings.items()
            if one in pair and (rivals is None or pair[1 - pair.index(one)] in rivals)
        ]

    def patron_effect(self, one: str, patron: int, rivals: Sequence[str]) -> Estimate:
        """Effect of a patron on the payoff of a bot against these rivals."""
        return suitability([(matchup.patrons, player) for matchup, player in self._meetings_of(one, rivals)], patron)


@dataclass(frozen=True)
class AprioriTournaments:
    """Figure 7.1, once: tournaments with random and then with learned patrons, and each bot with its list alone."""

    players: tuple[str, ...]
    blocks: list[list[MatchupRecord]]
    learned_lists: list[list[str]]  # learned draft order of each bot
    rule_counts: list[int]  # number of patrons at the head of each list that come from rules
    learned_matchups: dict[tuple[int, int], MatchupRecord]  # each bot with its list against each other one without

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

    def payoff(self, number: int, half: int) -> float:
        """Mean payoff of a bot in a half."""
        return float(np.mean([won.mean() for won in self.payoffs_by_deal(number, self.halves[half])]))

    def gain(self, number: int) -> float:
        """Payoff in the second half minus that in the first."""
        return self.payoff(number, 1) - self.payoff(number, 0)

    def gain_alone(self, number: int) -> float:
        """Gain of a bot if it alone drafts by its learned list: its payoff then minus that in the first half."""
        alone = [matchup.payoffs_by_deal.mean() for (a, _), matchup in self.learned_matchups.items() if a == number]
        return float(np.mean(alone)) - self.payoff(number, 0)

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

    @property
    def matchups(self) -> list[MatchupRecord]:
        """All match-ups."""
        return [*(matchup for block in self.blocks for matchup in block), *self.learned_matchups.values()]


@dataclass(frozen=True)
class RepeatedTournaments:
    """Repetitions of figure 7.1. Lists are learned anew in each, so a repetition is the unit of independence."""

    runs: list[AprioriTournaments]

    def payoff(self, number: int, half: int) -> Estimate:
        return mean_of_runs([run.payoff(number, half) for run in self.runs])

    def gain(self, number: int) -> Estimate:
        """Payoff in the second half minus that in the first."""
        return mean_of_runs([run.gain(number) for run in self.runs])

    def gain_alone(self, number: int) -> Estimate:
        """Gain of a bot if it alone drafts by its learned list."""
        return mean_of_runs([run.gain_alone(number) for run in self.runs])

    def running_mean(self, number: int) -> np.ndarray:
        """Mean over the repetitions of the running means."""
        course: np.ndarray = np.mean([run.running_mean(number) for run in self.runs], axis=0)
        return course

    def top_picks(self, number: int, patron: str, picks: int) -> int:
        """Number of repetitions in which a patron is among the first of a bot's learned list."""
        return sum(patron in run.learned_lists[number][:picks] for run in self.runs)


@dataclass(frozen=True)
class ThesisResults:
    """All results of the study."""

    settings: TributeThesisConfig
    round_robin: RoundRobin
    tournaments: RepeatedTournaments
    widths: dict[int, MatchupRecord]
    backup: MatchupRecord

    @classmethod
    def read(cls, settings: TributeThesisConfig, context: RunContext) -> ThesisResults:
        meetings = {item.players: item for item in round_robin_matchups(settings, context)}
        return cls(
            settings,
            RoundRobin(all_bots(settings), meetings),
            RepeatedTournaments([_read_repetition(settings, context, k) for k in range(settings.repetitions)]),
            width_matchups(settings, context),
            backup_matchup(context),
        )

    @property
    def games(self) -> int:
        all_matchups = [*self.round_robin.meetings.values(), *self.widths.values(), self.backup]
        all_matchups += [matchup for run in self.tournaments.runs for matchup in run.matchups]
        return sum(len(matchup.half_points) for matchup in all_matchups)


def fault_numbers() -> range:
    """Numbers of FAULTS among the end reasons of a match-up, in their order."""
    first = len(load_game(GAME).end_reasons)
    return range(first, first + len(FAULTS))


def _read_repetition(settings: TributeThesisConfig, context: RunContext, repetition: int) -> AprioriTournaments:
    lists = learned_patrons(settings, context, repetition)
    return AprioriTournaments(
        tournament_bots(settings),
        tournament_blocks(settings, context, repetition),
        [patron_names(settings, item.order) for item in lists],
        [item.rule_picks for item in lists],
        learned_matchups(settings, context, repetition),
    )

"""Results of the match-ups: payoffs with intervals, seats, and the tournaments before and after apriori."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ludus.design.decks.sums import suitability
from ludus.lab import Desk
from ludus.stats import Estimate, mean, mean_over, share, share_over
from ludus.stats.ratios import around
from ludus.studies.tribute_thesis.config import Settings, entrants, players
from ludus.studies.tribute_thesis.meetings import Meeting
from ludus.studies.tribute_thesis.work import (
    all_meetings,
    backup,
    learned,
    learned_meetings,
    names_of,
    tournaments,
    widths,
)

SURE = 1.959963984540054  # standard errors on either side in a 95 % interval


@dataclass(frozen=True)
class RoundRobin:
    """All bots against all."""

    players: tuple[str, ...]
    meetings: dict[tuple[str, str], Meeting]

    def deals(self, one: str, other: str) -> np.ndarray:
        """Payoff of one of two bots, by deal."""
        if (one, other) in self.meetings:
            return self.meetings[one, other].deals
        return 1 - self.meetings[other, one].deals

    def share(self, one: str, other: str) -> Estimate:
        return share(self.deals(one, other))

    def average(self, one: str, rivals: Sequence[str]) -> Estimate:
        """Mean payoff over several rivals, each with equal weight."""
        return share_over([self.deals(one, other) for other in rivals if other != one])

    def ahead(self, one: str, other: str, field: Sequence[str]) -> Estimate:
        """Difference of the mean payoffs of two bots in a field."""
        series = [self.deals(one, rival) for rival in field if rival != one]
        series += [1 - self.deals(other, rival) for rival in field if rival != other]
        mean_of_both = mean_over(series)  # the mean of both lists: half the difference, and a half
        return around(
            2 * mean_of_both.value - 1,
            (2 * (mean_of_both.high - mean_of_both.low) / (2 * SURE)) ** 2,
            mean_of_both.count,
        )

    def first_seat(self, one: str | None = None) -> Estimate:
        """Payoff in the first seat minus that in the second, for one bot or for all."""
        return mean_over([matchup.seats for pair, matchup in self.meetings.items() if one is None or one in pair])

    def presence(self, one: str, patron: int, rivals: Sequence[str]) -> Estimate:
        """Effect of a patron on the payoff of a bot against these rivals."""
        matchups = [
            (pair, matchup) for pair, matchup in self.meetings.items() if one in pair and set(pair) <= {one, *rivals}
        ]
        return suitability([(matchup.patrons, pair.index(one)) for pair, matchup in matchups], patron)


@dataclass(frozen=True)
class Tournaments:
    """Figure 7.1: tournaments with random patrons, then as many with learned ones."""

    players: tuple[str, ...]
    blocks: list[list[Meeting]]

    def deals(self, number: int, blocks: Sequence[list[Meeting]]) -> list[np.ndarray]:
        """Payoffs of a bot by deal in some blocks, one series for each rival."""
        series = []
        for k, pair in enumerate(combinations(range(len(self.players)), 2)):
            if number in pair:
                won = np.concatenate([block[k].deals for block in blocks])
                series.append(won if pair[0] == number else 1 - won)
        return series

    @property
    def halves(self) -> tuple[list[list[Meeting]], list[list[Meeting]]]:
        middle = len(self.blocks) // 2
        return self.blocks[:middle], self.blocks[middle:]

    def share(self, number: int, half: int) -> Estimate:
        return share_over(self.deals(number, self.halves[half]))

    def change(self, number: int) -> Estimate:
        """Payoff in the second half minus that in the first."""
        before, after = (mean_over(self.deals(number, half)) for half in self.halves)
        return around(after.value - before.value, _variance(before) + _variance(after), before.count + after.count)

    def course(self, number: int) -> np.ndarray:
        """Running mean of the win rate by tournament, restarted at the second half."""
        halves_means = []
        for half in self.halves:
            games = []
            for k, pair in enumerate(combinations(range(len(self.players)), 2)):
                if number in pair:
                    won = np.concatenate([block[k].halves for block in half]) / 2
                    games.append(won if pair[0] == number else 1 - won)
            means = np.mean(games, axis=0)
            halves_means.append(np.cumsum(means) / np.arange(1, len(means) + 1))
        return np.concatenate(halves_means)


@dataclass(frozen=True)
class Findings:
    """All results of the study."""

    settings: Settings
    everybody: RoundRobin
    tournaments: Tournaments
    widths: dict[int, Meeting]
    backup: Meeting
    lists: list[list[str]]  # learned draft order of each bot
    by_rules: list[int]  # number of patrons at the head of each list that come from rules
    learned: dict[tuple[int, int], Meeting]  # each bot with its list against each other one without

    @classmethod
    def read(cls, settings: Settings, desk: Desk) -> Findings:
        meetings = {item.players: item for item in all_meetings(settings, desk)}
        lists = learned(settings, desk)
        return cls(
            settings,
            RoundRobin(players(settings), meetings),
            Tournaments(entrants(settings), tournaments(settings, desk)),
            widths(settings, desk),
            backup(desk),
            [names_of(item.order) for item in lists],
            [item.learned for item in lists],
            learned_meetings(settings, desk),
        )

    @property
    def games(self) -> int:
        all_matchups = [*self.everybody.meetings.values(), *self.widths.values(), self.backup, *self.learned.values()]
        all_matchups += [matchup for block in self.tournaments.blocks for matchup in block]
        return sum(len(matchup.halves) for matchup in all_matchups)

    def alone(self, number: int) -> Estimate:
        """Gain of a bot if it alone drafts by its learned list."""
        five = self.tournaments.players
        after = mean_over([matchup.deals for (a, _), matchup in self.learned.items() if a == number])
        before = mean_over([self.everybody.deals(five[number], other) for other in five if other != five[number]])
        return around(after.value - before.value, _variance(before) + _variance(after), before.count + after.count)

    def width_seats(self) -> Estimate:
        """Advantage of the first seat, over beams of all widths."""
        return mean(np.concatenate([matchup.seats for matchup in self.widths.values()]))


def _variance(each: Estimate) -> float:
    return float(((each.high - each.low) / (2 * SURE)) ** 2)

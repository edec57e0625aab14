"""What the meetings tell: shares with intervals, seats, and the tournaments before and after apriori."""

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

SURE = 1.959963984540054  # standard errors to either side of a 95 % interval


@dataclass(frozen=True)
class RoundRobin:
    """Everybody against everybody."""

    players: tuple[str, ...]
    meetings: dict[tuple[str, str], Meeting]

    def deals(self, one: str, other: str) -> np.ndarray:
        """What one of two won, by deal."""
        if (one, other) in self.meetings:
            return self.meetings[one, other].deals
        return 1 - self.meetings[other, one].deals

    def share(self, one: str, other: str) -> Estimate:
        return share(self.deals(one, other))

    def average(self, one: str, rivals: Sequence[str]) -> Estimate:
        """Over several rivals, each counting alike."""
        return share_over([self.deals(one, other) for other in rivals if other != one])

    def ahead(self, one: str, other: str, field: Sequence[str]) -> Estimate:
        """How much higher the average of one player in a field is than that of another."""
        series = [self.deals(one, rival) for rival in field if rival != one]
        series += [1 - self.deals(other, rival) for rival in field if rival != other]
        found = mean_over(series)  # the mean of both lists: half the difference, and a half
        return around(2 * found.value - 1, (2 * (found.high - found.low) / (2 * SURE)) ** 2, found.count)

    def first_seat(self, one: str | None = None) -> Estimate:
        """How much more is won in the first seat than in the second, by a player or by all."""
        return mean_over([each.seats for pair, each in self.meetings.items() if one is None or one in pair])

    def presence(self, one: str, patron: int, rivals: Sequence[str]) -> Estimate:
        """How much more a player wins against these rivals when a patron is in the game."""
        there = [(pair, each) for pair, each in self.meetings.items() if one in pair and set(pair) <= {one, *rivals}]
        return suitability([(each.patrons, pair.index(one)) for pair, each in there], patron)


@dataclass(frozen=True)
class Tournaments:
    """Figure 7.1: tournaments with random patrons, then as many with those that were learned."""

    players: tuple[str, ...]
    blocks: list[list[Meeting]]

    def deals(self, number: int, blocks: Sequence[list[Meeting]]) -> list[np.ndarray]:
        """What an entrant won by deal in some blocks, a series for each rival."""
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
        """How much more an entrant wins in the second half."""
        before, after = (mean_over(self.deals(number, half)) for half in self.halves)
        return around(after.value - before.value, _variance(before) + _variance(after), before.count + after.count)

    def course(self, number: int) -> np.ndarray:
        """The mean win rate so far, tournament by tournament, counted anew from the second half on."""
        found = []
        for half in self.halves:
            games = []
            for k, pair in enumerate(combinations(range(len(self.players)), 2)):
                if number in pair:
                    won = np.concatenate([block[k].halves for block in half]) / 2
                    games.append(won if pair[0] == number else 1 - won)
            each = np.mean(games, axis=0)
            found.append(np.cumsum(each) / np.arange(1, len(each) + 1))
        return np.concatenate(found)


@dataclass(frozen=True)
class Findings:
    """All of it."""

    settings: Settings
    everybody: RoundRobin
    tournaments: Tournaments
    widths: dict[int, Meeting]
    backup: Meeting
    lists: list[list[str]]  # what each entrant has learned to draft
    by_rules: list[int]  # so many at the head of each list come from rules
    learned: dict[tuple[int, int], Meeting]  # each entrant with its list against each other one without

    @classmethod
    def read(cls, settings: Settings, desk: Desk) -> Findings:
        meetings = {each.players: each for each in all_meetings(settings, desk)}
        lists = learned(settings, desk)
        return cls(
            settings,
            RoundRobin(players(settings), meetings),
            Tournaments(entrants(settings), tournaments(settings, desk)),
            widths(settings, desk),
            backup(desk),
            [names_of(each.order) for each in lists],
            [each.learned for each in lists],
            learned_meetings(settings, desk),
        )

    @property
    def games(self) -> int:
        some = [*self.everybody.meetings.values(), *self.widths.values(), self.backup, *self.learned.values()]
        some += [each for block in self.tournaments.blocks for each in block]
        return sum(len(each.halves) for each in some)

    def alone(self, number: int) -> Estimate:
        """How much more an entrant wins against the others if it drafts by its list and nobody else does."""
        five = self.tournaments.players
        after = mean_over([each.deals for (a, _), each in self.learned.items() if a == number])
        before = mean_over([self.everybody.deals(five[number], other) for other in five if other != five[number]])
        return around(after.value - before.value, _variance(before) + _variance(after), before.count + after.count)

    def width_seats(self) -> Estimate:
        """How much more is won in the first seat, over beams of all widths."""
        return mean(np.concatenate([each.seats for each in self.widths.values()]))


def _variance(each: Estimate) -> float:
    return float(((each.high - each.low) / (2 * SURE)) ** 2)

"""Judgement of a tournament: who is surely stronger, which pairs and which seats surely differ.

    judgement = TournamentJudgement(results)
    judgement.lead_side(2)          "above" if the first of the ranking is surely stronger than player 2
    judgement.cell_side(pair)       "above" if the first of a pair surely wins more than half against the second
    judgement.seats.side(0)         "above" if the first seat is surely an advantage

All verdicts of the report are a family: sentences and colours use intervals that are corrected for all comparisons.
The leader is chosen by the same games, so every pair of players counts, not only those with the leader. Two players
whose distance in Elo cannot be measured, because one group lost and drew no game against the other, are judged by their
win rate against each other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ludus.stats.judgement import JudgedNumbers, RangeSide, exactly

if TYPE_CHECKING:
    from ludus.arena import TournamentResult
    from ludus.arena.standings import PairStanding
    from ludus.stats import Estimate


@dataclass(frozen=True)
class TournamentJudgement:
    """All verdicts of the report of a tournament."""

    results: TournamentResult

    @cached_property
    def comparisons(self) -> int:
        """Number of all comparisons."""
        return count_comparisons(len(self.results.names), len(self.results.pairs), self.results.seats)

    @cached_property
    def leads(self) -> JudgedNumbers[int]:
        """Leads of the first of the ranking, by the number of the other player, in Elo, where that can be measured.

        In games for one player there are no ratings: then only the lead in win rate over the second is known.
        """
        best, second, *others = self.results.players
        leads = {} if best.ahead is None else {second.number: best.ahead}
        if (ratings := self.results.ratings) is not None:
            known = [row.number for row in others if ratings.same_tier(best.number, row.number)]
            leads |= {number: ratings.difference(best.number, number) for number in known}
        return JudgedNumbers(leads, exactly(0.0), family_size=self.comparisons)

    @cached_property
    def head_to_head(self) -> JudgedNumbers[int]:
        """Win rates of the first of the ranking, by the number of the other player, where no lead can be measured."""
        best, *others = self.results.players
        rates = self.results.head_to_head
        known = {row.number: rates[best.number, row.number] for row in others if (best.number, row.number) in rates}
        return JudgedNumbers(known, exactly(0.5), family_size=self.comparisons)

    def lead_side(self, player: int) -> RangeSide | None:
        """Whether the first of the ranking is surely stronger (`above`) or weaker than a player; None if unknown."""
        return self.head_to_head.side(player) if player in self.head_to_head.estimates else self.leads.side(player)

    @cached_property
    def rivals(self) -> list[str]:
        """Names of the players that the first of the ranking is not surely stronger than, the best first."""
        return [row.name for row in self.results.players[1:] if self.lead_side(row.number) != "above"]

    def cell_side(self, pair: PairStanding) -> RangeSide | None:
        """Whether the first player of a pair surely wins more (`above`) or less than half against the second."""
        if len(self.results.names) > 2:
            return self._judge(pair.shares[0], 0.5)
        best, second = self.results.players
        side = self.lead_side(second.number)
        if pair.group[0] == best.number or side not in ("above", "below"):
            return side
        return "below" if side == "above" else "above"

    def is_surprising(self, pair: PairStanding) -> bool:
        """Whether the result of a pair surely differs from what the ratings predict.

        The rating follows each result in part, so a result is closer to the prediction than its interval allows for:
        the verdict errs on the careful side.
        """
        if not self._is_overdetermined or pair.expected is None:
            return False
        return self._judge(pair.shares[0], pair.expected[0]) in ("above", "below")

    @cached_property
    def seats(self) -> JudgedNumbers[int]:
        """Win rates of the seats over all pairs, compared with an equal share."""
        shares = dict(enumerate(self.results.seat_shares))
        return JudgedNumbers(shares, exactly(1 / self.results.seats), family_size=self.comparisons)

    def _judge(self, share: Estimate, mark: float) -> RangeSide | None:
        return JudgedNumbers({0: share}, exactly(mark), family_size=self.comparisons).side(0)

    @property
    def _is_overdetermined(self) -> bool:
        return _is_overdetermined(len(self.results.names), len(self.results.pairs), self.results.seats)


def count_comparisons(players: int, pairs: int, seats: int) -> int:
    """Number of comparisons: players with each other, pairs with 50 % and with the ratings, and seats.

    Args:
        players: number of players.
        pairs: number of pairs or larger groups that played.
        seats: number of seats of the game.
    """
    cells = pairs if seats == 2 and players > 2 else 0  # of two players, the cell is the lead
    predicted = pairs if _is_overdetermined(players, pairs, seats) else 0
    return max(1, math.comb(players, 2) + cells + predicted + {1: 0, 2: 1}.get(seats, seats))


def _is_overdetermined(players: int, pairs: int, seats: int) -> bool:
    """Whether there are more pairs than ratings to choose, so that results can differ from the prediction."""
    return seats == 2 and pairs >= players

"""What the games say: numbers with intervals, from what the run has kept.

Two kinds of interval are in use. Over deals: these agents, other games. Over evolutions: other evolutions of the same
kind, which is what a claim about representations and schemes is about.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from ludus.arena.league import WHOLE, Meetings
from ludus.stats import Estimate, mean, share, share_over
from ludus.studies.locm_representation.config import Settings
from ludus.studies.locm_representation.plan import evolutions

NEIGHBOURS = 2  # generations on either side that a generation is compared with
FORGOTTEN = 0.01  # chance that any generation of an evolution is called weaker when none is


class SelfPlay:
    """The bests of one evolution against each other."""

    def __init__(self, found: Meetings) -> None:
        self.count = int(found.pairs.max()) + 1
        deals = found.points.shape[1]
        self.table = np.full((self.count, self.count, deals), 0.5)  # share of the row against the column, by deal
        for (a, b), points in zip(found.pairs, found.points / WHOLE, strict=True):
            self.table[a, b], self.table[b, a] = points, 1 - points

    def shares(self) -> np.ndarray:
        """By row and column; on the diagonal a half."""
        found: np.ndarray = self.table.mean(axis=2)
        return found

    def against_all(self, generation: int) -> Estimate:
        """The best of a generation against the bests of all others."""
        others = [g for g in range(self.count) if g != generation]
        return share_over([self.table[generation, g] for g in others])

    def gain(self) -> Estimate:
        """How much more the last best wins against all bests than the first."""
        difference = self._by_deal(self.count - 1) - self._by_deal(0)
        return mean(difference)

    def later_wins(self) -> Estimate:
        """How often the later of two bests wins: above a half, knowledge is gained and kept."""
        later = np.array([self.table[a, b] for a in range(self.count) for b in range(a)])
        return share(later.mean(axis=0))

    def largest_step(self) -> float:
        """The largest rise between two generations as a part of the whole gain: 1 is a single leap."""
        curve = np.array([self._by_deal(g).mean() for g in range(self.count)])
        gain = curve[-1] - curve[0]
        return float(np.diff(curve).max() / gain) if gain > 0 and self.count > 1 else math.nan

    def forgotten(self) -> list[int]:
        """Generations that are significantly weaker than their neighbours against all bests."""
        limit = NormalDist().inv_cdf(1 - FORGOTTEN / self.count)
        return [g for g in range(self.count) if self._deficit(g) > limit]

    def _deficit(self, generation: int) -> float:
        """How many standard errors a generation is below the mean of its neighbours."""
        # Only steps that lead to both sides: a slope is no dip.
        steps = [d for d in range(1, NEIGHBOURS + 1) if d <= generation < self.count - d]
        near_ones = [generation + sign * d for d in steps for sign in (-1, 1)]
        if not near_ones or self.table.shape[2] < 2:
            return 0.0
        difference = np.mean([self._by_deal(g) for g in near_ones], axis=0) - self._by_deal(generation)
        error = difference.std(ddof=1) / math.sqrt(len(difference))
        return float(difference.mean() / error) if error > 0 else 0.0

    def _by_deal(self, generation: int) -> np.ndarray:
        others = [g for g in range(self.count) if g != generation]
        found: np.ndarray = self.table[generation, others].mean(axis=0)
        return found


@dataclass(frozen=True)
class Row:
    """A row of Table 5.1: a kind of agent, or one player of the field, and its numbers in the tournament."""

    name: str
    members: tuple[int, ...]


class Tournament:
    """All agents and the field, by row of Table 5.1."""

    def __init__(self, settings: Settings, found: Meetings) -> None:
        agents = evolutions(settings)
        kinds: dict[str, list[int]] = {}
        for number, one in enumerate(agents):
            kinds.setdefault(one.group, []).append(number)
        field = {name: [len(agents) + k] for k, name in enumerate(settings.field)}
        self.names = [one.name for one in agents] + list(settings.field)
        self.rows = [Row(name, tuple(members)) for name, members in (field | kinds).items()]
        count, self.deals = len(self.names), found.points.shape[1]
        self.table = np.full((count, count, self.deals), np.nan)
        for (a, b), points in zip(found.pairs, found.points / WHOLE, strict=True):
            self.table[a, b], self.table[b, a] = points, 1 - points

    def cell(self, row: Row, column: Row) -> Estimate:
        """A kind of agent against another, over all their pairs."""
        return share(self._cell(row.members, column))

    def plain_mean(self, row: Row, rounds: int | None = None) -> Estimate:
        """Over the columns, each counting alike."""
        return share(self._plain(row.members, row)[:rounds])

    def weighted_mean(self, row: Row, rounds: int | None = None) -> Estimate:
        """Over the opponents, as the thesis's global average: a column counts by its number of agents."""
        return share(self._weighted(row.members, row)[:rounds])

    def agent_means(self, row: Row) -> list[float]:
        """The weighted mean of every single agent of a row: what differs between evolutions."""
        return [float(self._weighted((member,), row).mean()) for member in row.members]

    def agent_cells(self, row: Row, column: Row) -> list[float]:
        """Every single agent of a row against a column."""
        return [float(self._cell((member,), column).mean()) for member in row.members]

    def row(self, name: str) -> Row | None:
        return next((row for row in self.rows if row.name == name), None)

    def _cell(self, members: tuple[int, ...], column: Row) -> np.ndarray:
        found: np.ndarray = self.table[np.ix_(members, column.members)].mean(axis=(0, 1))
        return found

    def _plain(self, members: tuple[int, ...], row: Row) -> np.ndarray:
        cells = [self._cell(members, column) for column in self.rows if column is not row]
        return np.mean(cells, axis=0) if cells else np.full(self.deals, 0.5)

    def _weighted(self, members: tuple[int, ...], row: Row) -> np.ndarray:
        others = [k for k in range(len(self.names)) if k not in row.members]
        if not others:
            return np.full(self.deals, 0.5)
        found: np.ndarray = self.table[np.ix_(members, others)].mean(axis=(0, 1))
        return found

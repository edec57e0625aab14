"""Results of self-play, strength and tournament with intervals, and the numbers of the thesis's Table 5.1.

Two kinds of intervals are used. Over deals: the same agents, other games. Over evolutions: other evolutions of the
same kind, which is what a claim about representations and schemes is about. Evolutions from the same base count as one.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import fsum
from pathlib import Path
from statistics import NormalDist

import numpy as np

from ludus.arena.play_all_pairs import POINTS_PER_DEAL, PairwiseResult
from ludus.stats import Estimate, mean, pooled_proportion, proportion
from ludus.studies.locm_representation.config import AgentEvolution, RepresentationConfig, all_evolutions

REPRESENTATION_TITLES = {"linear": "Linear", "binary": "BinaryTree", "tree": "Tree"}
FIXED_SCHEMES = ("weak-op", "strong-op")
SCRATCH_SCHEMES = ("progressive", *FIXED_SCHEMES)  # those that start with random genomes
FIELD_BOTS = ("baseline1", "baseline2", "chad", "coac", "onelane", "reinforced-greediness")
NEIGHBOUR_STEPS = 2  # generations on either side that a generation is compared with
SINGLE_RUN_NOTE = "(a single evolution has no interval)"
FORGOTTEN_ALPHA = 0.01  # chance of a false positive in one evolution


@cache
def published_table() -> dict[str, dict[str, float]]:
    """Win rates in percent by row and column; `global_average` as printed, `plain_average` over the columns."""
    text = Path(__file__).with_name("table_5_1.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    table = {row.pop("agent"): {name: float(value) for name, value in row.items() if value} for row in rows}
    for cells in table.values():
        columns = [value for name, value in cells.items() if name != "global_average"]
        cells["plain_average"] = fsum(columns) / len(columns)
    return table


class SelfPlay:
    """Best agents of one evolution against each other."""

    def __init__(self, matchups: PairwiseResult) -> None:
        self.count = int(matchups.pairs.max()) + 1
        deals = matchups.points.shape[1]
        self.payoff_table = np.full(
            (self.count, self.count, deals), 0.5
        )  # payoff of the row against the column, by deal
        for (a, b), points in zip(matchups.pairs, matchups.points / POINTS_PER_DEAL, strict=True):
            self.payoff_table[a, b], self.payoff_table[b, a] = points, 1 - points

    def payoffs(self) -> np.ndarray:
        """Payoffs by row and column; the diagonal is a half."""
        means: np.ndarray = self.payoff_table.mean(axis=2)
        return means

    def against_all(self, generation: int) -> Estimate:
        """Best of a generation against the best of all others."""
        others = [g for g in range(self.count) if g != generation]
        return pooled_proportion([self.payoff_table[generation, g] for g in others])

    def gain(self) -> Estimate:
        """Payoff of the last best against all others minus that of the first."""
        difference = self._by_deal(self.count - 1) - self._by_deal(0)
        return mean(difference)

    def later_wins(self) -> Estimate:
        """Payoff of the later of two bests; above a half, knowledge is gained and kept."""
        later = np.array([self.payoff_table[a, b] for a in range(self.count) for b in range(a)])
        return proportion(later.mean(axis=0))

    def largest_step(self) -> float:
        """Largest rise between two generations as a share of the total gain: 1 is a single leap."""
        curve = np.array([self._by_deal(g).mean() for g in range(self.count)])
        gain = curve[-1] - curve[0]
        return float(np.diff(curve).max() / gain) if gain > 0 and self.count > 1 else math.nan

    def weaker_generations(self) -> list[int]:
        """Generations that are significantly weaker than their neighbours."""
        limit = NormalDist().inv_cdf(1 - FORGOTTEN_ALPHA / self.count)
        return [g for g in range(self.count) if self._deficit(g) > limit]

    def _deficit(self, generation: int) -> float:
        """How many standard errors a generation is below the mean of its neighbours."""
        # Only distances with neighbours on both sides: a slope is not a dip.
        steps = [d for d in range(1, NEIGHBOUR_STEPS + 1) if d <= generation < self.count - d]
        near_ones = [generation + sign * d for d in steps for sign in (-1, 1)]
        if not near_ones or self.payoff_table.shape[2] < 2:
            return 0.0
        difference = np.mean([self._by_deal(g) for g in near_ones], axis=0) - self._by_deal(generation)
        error = difference.std(ddof=1) / math.sqrt(len(difference))
        return float(difference.mean() / error) if error > 0 else 0.0

    def _by_deal(self, generation: int) -> np.ndarray:
        others = [g for g in range(self.count) if g != generation]
        payoffs: np.ndarray = self.payoff_table[generation, others].mean(axis=0)
        return payoffs


class Strength:
    """Best agents of one evolution against the final agents of other bases.

    Every row of Table 5.1 has the same weight, whatever the number of its agents that have another base. Such a
    strength can be compared between evolutions; a win rate against the own generations is one half on average for
    every evolution.
    """

    def __init__(self, opponents: Sequence[AgentEvolution], generations: int, matchups: PairwiseResult) -> None:
        rows: dict[str, list[int]] = {}
        for number, opponent in enumerate(opponents):
            rows.setdefault(opponent.row_name, []).append(number)
        payoffs = (matchups.points / POINTS_PER_DEAL).reshape(generations, len(opponents), -1)
        self.by_deal: np.ndarray = np.mean([payoffs[:, members].mean(axis=1) for members in rows.values()], axis=0)

    def against_others(self, generation: int) -> Estimate:
        """Best of a generation against the others, over deals."""
        return proportion(self.by_deal[generation])

    def curve(self) -> list[float]:
        """Strength of the best of every generation."""
        return [float(value) for value in self.by_deal.mean(axis=1)]


def percent_text(estimate: Estimate) -> str:
    """Format a mean over evolutions in percent; a single one has no interval."""
    if math.isinf(estimate.low):
        return f"{100 * estimate.value:.1f} % {SINGLE_RUN_NOTE}"
    return estimate.in_percent()


def means_by_base(evolutions: Sequence[AgentEvolution], values: Sequence[float]) -> dict[str, float]:
    """Mean value of the evolutions that go back to the same base, by base: these are independent.

    Args:
        evolutions: The evolutions.
        values: One number for each of them.
    """
    groups: dict[str, list[float]] = {}
    for evolution, value in zip(evolutions, values, strict=True):
        groups.setdefault(evolution.base, []).append(value)
    return {base: float(np.mean(members)) for base, members in groups.items()}


@dataclass(frozen=True)
class TournamentRow:
    """Row of Table 5.1: a kind of agent, or one player of the field, with its numbers in the tournament."""

    name: str
    members: tuple[int, ...]


class TournamentTable:
    """All agents and the field, by row of Table 5.1."""

    def __init__(self, settings: RepresentationConfig, matchups: PairwiseResult) -> None:
        self.settings = settings
        agents = all_evolutions(settings)
        kinds: dict[str, list[int]] = {}
        for number, evolution in enumerate(agents):
            kinds.setdefault(evolution.row_name, []).append(number)
        field = {name: [len(agents) + k] for k, name in enumerate(settings.field)}
        self.evolutions = agents
        self.names = [evolution.name for evolution in agents] + list(settings.field)
        self.rows = [TournamentRow(name, tuple(members)) for name, members in (field | kinds).items()]
        count, self.deals = len(self.names), matchups.points.shape[1]
        self.payoff_table = np.full((count, count, self.deals), np.nan)
        for (a, b), points in zip(matchups.pairs, matchups.points / POINTS_PER_DEAL, strict=True):
            self.payoff_table[a, b], self.payoff_table[b, a] = points, 1 - points

    def cell(self, row: TournamentRow, column: TournamentRow) -> Estimate:
        """Payoff of one row against another, over all their pairs."""
        return proportion(self._cell(row.members, column))

    def plain_mean(self, row: TournamentRow, rounds: int | None = None) -> Estimate:
        """Mean over the columns, each with equal weight."""
        return proportion(self._plain(row.members, row)[:rounds])

    def weighted_mean(self, row: TournamentRow, rounds: int | None = None) -> Estimate:
        """Mean over the opponents, as the thesis's global average: columns are weighted by their number of agents."""
        return proportion(self._weighted(row.members, row)[:rounds])

    def agent_means(self, row: TournamentRow) -> list[float]:
        """Weighted mean of every single agent of a row: the variation between evolutions."""
        return [float(self._weighted((member,), row).mean()) for member in row.members]

    def base_means(self, row: TournamentRow) -> dict[str, float]:
        """Weighted means of the agents of an evolved row, one for each base: agents of one base are related."""
        return means_by_base([self.evolutions[member] for member in row.members], self.agent_means(row))

    def best_cell(self, row: TournamentRow, column: TournamentRow) -> Estimate:
        """Payoff of the strongest agent of a row against a column, over deals."""
        cells = [proportion(self._cell((member,), column)) for member in row.members]
        return max(cells, key=lambda cell: cell.value)

    def find_row(self, name: str) -> TournamentRow | None:
        return next((row for row in self.rows if row.name == name), None)

    def _cell(self, members: tuple[int, ...], column: TournamentRow) -> np.ndarray:
        payoffs: np.ndarray = self.payoff_table[np.ix_(members, column.members)].mean(axis=(0, 1))
        return payoffs

    def _plain(self, members: tuple[int, ...], row: TournamentRow) -> np.ndarray:
        cells = [self._cell(members, column) for column in self.rows if column is not row]
        return np.mean(cells, axis=0) if cells else np.full(self.deals, 0.5)

    def _weighted(self, members: tuple[int, ...], row: TournamentRow) -> np.ndarray:
        others = [k for k in range(len(self.names)) if k not in row.members]
        if not others:
            return np.full(self.deals, 0.5)
        payoffs: np.ndarray = self.payoff_table[np.ix_(members, others)].mean(axis=(0, 1))
        return payoffs


@dataclass(frozen=True)
class Evidence:
    """Data by which the claims are judged, by name of the evolution."""

    evolutions: list[AgentEvolution]
    tournament: TournamentTable
    self_play: dict[str, SelfPlay]
    lengths: dict[str, list[float]]  # decisions in a game, by generation
    training: dict[str, float]  # payoff against its own training opponent
    strength: dict[str, list[float]] = field(default_factory=dict)  # against the agents of other bases, by generation
    published: dict[str, dict[str, float]] = field(default_factory=published_table)

    def select(self, representation: str | None = None, *schemes: str) -> list[AgentEvolution]:
        """Evolutions of a representation and of some schemes; all of them if these are not given."""
        selected = [evolution for evolution in self.evolutions if representation in (None, evolution.representation)]
        return [evolution for evolution in selected if not schemes or evolution.scheme in schemes]

    def planned_runs(self, representation: str | None = None, *schemes: str) -> int:
        """How many evolutions of a representation and of some schemes the configuration fixes."""
        planned = replace(self, evolutions=all_evolutions(self.tournament.settings))
        return len(planned.select(representation, *schemes))

    def planned_bases(self, *rows: str) -> int:
        """How many bases of some rows the configuration fixes; those of rows with the same bases are paired."""
        evolutions = all_evolutions(self.tournament.settings)
        bases = [frozenset(item.base for item in evolutions if item.row_name == row) for row in rows]
        return len(bases[0]) if len(set(bases)) == 1 else sum(map(len, bases))

"""Results of locm-representation as far as its claims need them, from its kept tables and its kept agents.

`heat.parquet` has the generations of every evolution against each other, `generations.csv` the lengths of their games,
`strength.csv` and `training.csv` their win rates against other opponents, and `agents.csv` the win rate of every agent
in the tournament. That win rate contains the games against agents of the same kind, which a comparison of kinds leaves
out; and the tables do not have which agent of a kind is the best against Coac, deal by deal. These games, of 110 pairs
and of 52, are played again from the kept agents: about ten seconds on one core.

Tables have six decimals. Every number in them is a share of a known number of points, or a mean length of a known
number of games, so the number before rounding is known, too.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from ludus.arena.play_all_pairs import POINTS_PER_DEAL
from ludus.stats import Estimate
from ludus.studies.locm_representation.config import AgentEvolution, RepresentationConfig, all_evolutions
from ludus.studies.locm_representation.experiment import TRAINING_DEALS, strength_opponents
from ludus.studies.locm_representation.results import Evidence, SelfPlay, TournamentRow, TournamentTable
from tools.kept_estimates import Row, kept_estimate, kept_rows, unrounded
from tools.remake_rows.locm import play_kept_pairs, read_settings

COAC = "coac"


class KeptSelfPlay(SelfPlay):
    """Best agents of one evolution against each other: means of all deals, as if they were one deal.

    Estimates have the right value, but no interval over deals.
    """

    def __init__(self, settings: RepresentationConfig, shares: np.ndarray, weaker: Sequence[int]) -> None:
        self.count, self._weaker = settings.generations, list(weaker)
        self.payoff_table = shares[:, :, np.newaxis]

    def weaker_generations(self) -> list[int]:
        """Generations that the kept table calls weaker than their neighbours: this needs the deals."""
        return list(self._weaker)


class KeptTournament(TournamentTable):
    """The tournament by its kept means; only games of a kind with itself and against Coac are there one by one.

    Cells of other pairs are NaN.
    """

    def __init__(self, folder: Path) -> None:
        settings, tables = read_settings(folder), folder / "tables"
        kinds = [evolution.row_name for evolution in all_evolutions(settings)]
        coac = len(kinds) + settings.field.index(COAC)
        pairs = [(a, b) for a, b in combinations(range(len(kinds)), 2) if kinds[a] == kinds[b]]
        pairs += [(agent, coac) for agent in range(len(kinds))]
        super().__init__(settings, play_kept_pairs(folder, tuple(pairs)))
        points = (len(self.names) - 1) * self.deals * POINTS_PER_DEAL
        agents = {row["evolution"]: unrounded(row["tournament"], points) for row in kept_rows(tables / "agents.csv")}
        self._agents = [agents[evolution.name] for evolution in self.evolutions]
        self._rows = {row["row"]: row for row in kept_rows(tables / "averages.csv")}

    def weighted_mean(self, row: TournamentRow, rounds: int | None = None) -> Estimate:
        """The kept mean of a row.

        Raises:
            ValueError: not of all rounds; other means are not kept.
        """
        if rounds not in (None, self.deals):
            raise ValueError(f"the kept means are those of all {self.deals} rounds, not of {rounds}")
        return kept_estimate(self._rows[row.name], "weighted", self.deals)

    def agent_means(self, row: TournamentRow) -> list[float]:
        """Mean of every agent of an evolved row against all that are not of its kind."""
        return [self._mean_against_others(member, row) for member in row.members]

    def _mean_against_others(self, member: int, row: TournamentRow) -> float:
        siblings = [other for other in row.members if other != member]
        opponents = len(self.names) - 1
        within = float(self.payoff_table[member, siblings].mean(axis=1).sum())
        return (self._agents[member] * opponents - within) / (opponents - len(siblings))


def kept_evidence(folder: Path) -> Evidence:
    """The data by which the claims are judged.

    Raises:
        ModuleNotFoundError: pyarrow is not installed, which reads `heat.parquet`.
        ValueError: A kept number is not one that its games can give.
    """
    settings, tables = read_settings(folder), folder / "tables"
    evolutions = all_evolutions(settings)
    generations = _by_evolution(kept_rows(tables / "generations.csv"))
    strengths = _by_evolution(kept_rows(tables / "strength.csv"))
    heat = _heat_maps(settings, tables / "heat.parquet")
    trained = TRAINING_DEALS * settings.tournament_rounds * POINTS_PER_DEAL
    names = {evolution.name for evolution in evolutions}
    return Evidence(
        evolutions,
        KeptTournament(folder),
        {name: KeptSelfPlay(settings, heat[name], _weaker(rows)) for name, rows in generations.items()},
        {name: [unrounded(row["length"], int(row["games"])) for row in rows] for name, rows in generations.items()},
        {
            row["agent"]: unrounded(row["share"], trained)
            for row in kept_rows(tables / "training.csv")
            if row["agent"] in names
        },
        {item.name: _strength(settings, item, strengths[item.name]) for item in evolutions if item.name in strengths},
    )


def _heat_maps(settings: RepresentationConfig, path: Path) -> dict[str, np.ndarray]:
    """Payoffs of the best of every generation against those of the others, by evolution; the diagonal is a half."""
    import pyarrow.parquet

    count, points = settings.generations, settings.heat_games // 2 * POINTS_PER_DEAL
    maps: dict[str, np.ndarray] = {}
    for cell in pyarrow.parquet.read_table(path).to_pylist():
        shares = maps.setdefault(cell["evolution"], np.full((count, count), 0.5))
        share = unrounded(cell["share"], points)
        shares[cell["later"], cell["earlier"]], shares[cell["earlier"], cell["later"]] = share, 1 - share
    return maps


def _strength(settings: RepresentationConfig, evolution: AgentEvolution, rows: Sequence[Row]) -> list[float]:
    """Strength by generation: a mean over kinds of opponents, which have different numbers of agents."""
    kinds = Counter(opponent.row_name for opponent in strength_opponents(settings, evolution))
    points = len(kinds) * math.lcm(*kinds.values()) * settings.strength_deals * POINTS_PER_DEAL
    return [unrounded(row["share"], points) for row in rows]


def _weaker(rows: Sequence[Row]) -> list[int]:
    return [int(row["generation"]) for row in rows if row["weaker"] == "true"]


def _by_evolution(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Rows of a table by evolution, in the order of the generations."""
    by_name: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: int(row["generation"])):
        by_name.setdefault(row["evolution"], []).append(row)
    return by_name

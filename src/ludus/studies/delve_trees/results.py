"""Results of the study, read from the run folder, and the numbers that the thesis prints.

The unit is a tree: intervals are over the runs of a method and generalise to other runs of it. The win rates and turns
of the thesis are only in its figures 27 to 36, without numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.design.delve.rating.tree_ratings import RATINGS
from ludus.lab import RunContext
from ludus.stats import Estimate, difference_of_runs, mean_of_runs
from ludus.stats.rank_correlation_and_trend import TrendTest, page_trend_test, rank_correlation
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM, DelveTreesConfig, needs_trees
from ludus.studies.delve_trees.experiment import ablation_runs
from ludus.studies.delve_trees.tree_maker import comparison_total

THESIS_BOTS = (
    "RandomBot",
    "RouletteBot",
    "GreedyBot",
    "BestTurnBot",
    "LuckyBot",
)  # in the order of the configuration key `bots`
TITLES = {
    "nsga2": "NSGA-II",
    "weighted": "weighted evolutionary",
    "evolutionary": "evolutionary",
    "randomised-hill-climbing": "randomised hill climbing",
    "hill-climbing": "hill climbing",
    "nsga3": "NSGA-III",
    "nsga2-four": "NSGA-II, four goals",
    RANDOM: "random trees",
    HAND_MADE: "hand-made tree",
}
THESIS_METHODS = ("nsga2", "weighted", "evolutionary", "randomised-hill-climbing", "hill-climbing")  # in its order
TURNS_SPREAD = dict(zip(THESIS_METHODS, (0.681, 0.596, 0.631, 0.576, 0.615), strict=True))  # 8.4
BUILDS_SPREAD = dict(zip(THESIS_METHODS, (0.379, 0.395, 0.367, 0.386, 0.348), strict=True))  # 9
MIN_TURNS, MAX_TURNS = 2.0, 6.0  # turns to win, on average: hypothesis 3
TARGET_TURNS = 3.0, 5.0  # target range of the thesis


RunRecords = list[dict[str, Any]]
TOTAL = "weighted total"
ROUNDING_DIGITS = 12  # digits of differences


@dataclass(frozen=True)
class DelveTreesResults:
    """Stored results by kind of tree, in the order of their runs; empty if a part was not chosen."""

    settings: DelveTreesConfig
    trees: dict[str, RunRecords]
    crossed: dict[tuple[str, str], RunRecords]  # by method and crossover
    held_out: dict[str, RunRecords]
    fights: dict[str, RunRecords]
    choices: dict[str, RunRecords]
    rows: str  # rows of Table 9
    dial: dict[float, RunRecords]
    agreement: dict[str, dict[str, np.ndarray]]  # by bot
    maps: dict[str, RunRecords]

    @classmethod
    def read(cls, settings: DelveTreesConfig, context: RunContext) -> DelveTreesResults:
        def runs(what: str, count: int) -> RunRecords:
            return [context.result(f"{what}/{number:03}") for number in range(count)]

        def trees(what: str, baselines: bool) -> dict[str, RunRecords]:
            records: dict[str, RunRecords] = {kind: runs(f"{what}/{kind}", settings.runs) for kind in settings.methods}
            if baselines:
                records |= {RANDOM: runs(f"{what}/{RANDOM}", settings.runs), HAND_MADE: runs(f"{what}/{HAND_MADE}", 1)}
            return records

        parts = settings.parts
        crossed: dict[tuple[str, str], RunRecords] = {}
        if "crossover" in parts:
            for name, kind, crossover, _ in ablation_runs(settings):
                crossed.setdefault((kind, crossover), []).append(context.result(name))
        return cls(
            settings,
            trees("trees", True) if needs_trees(settings) else {},
            crossed,
            trees("held-out", False) if "held-out" in parts else {},
            trees("fights", True) if "validation" in parts else {},
            trees("choices", True) if "validation" in parts else {},
            context.result("rows") if "validation" in parts else "",
            {t: runs(f"dial/{t:g}", settings.dial_runs) for t in settings.targets} if "dial" in parts else {},
            {bot: context.result(f"agreement/{k}") for k, bot in enumerate(settings.judged)}
            if "agreement" in parts
            else {},
            {name: runs(f"maps/{name}", settings.map_runs) for name in settings.maps} if "maps" in parts else {},
        )

    @property
    def thesis_methods(self) -> list[str]:
        """Methods of the thesis that ran, in its order."""
        return [kind for kind in THESIS_METHODS if kind in self.settings.methods]

    def total(self, kind: str, crossover: str = "recursive") -> list[float]:
        """Weighted total of every tree."""
        runs = self.trees[kind] if crossover == "recursive" else self.crossed[kind, crossover]
        return [comparison_total(run["ratings"]) for run in runs]

    def rating(self, kind: str, name: str) -> list[float]:
        return [float(run["ratings"][RATINGS.index(name)]) for run in self.trees[kind]]

    def tree_measure(self, kind: str, what: str) -> list[float]:
        """A number of every tree of a kind: nodes, entropy, useless, power_spread, win."""
        return [float(run[what]) for run in self.trees[kind]]

    def choice_measure(self, kind: str, what: str) -> list[float]:
        return [float(run[what] if what in run else run["flaws"][what]) for run in self.choices[kind]]

    def growth(self, kind: str) -> np.ndarray:
        """Weighted total of the best living tree, by run and generation."""
        tables = [run["growth"][:, -len(RATINGS) :] for run in self.trees[kind]]
        return np.array([[comparison_total(row) for row in table] for table in tables])

    def wins(self, kind: str, lot: str, bot: int, encounter: int | None = None) -> list[float]:
        """Win rate of a bot with every tree of a kind, in all encounters or in one."""
        tables = [run[lot]["wins"][bot] for run in self.fights[kind]]
        return [float(table.mean() if encounter is None else table[:, encounter].mean()) for table in tables]

    def turns(self, kind: str, lot: str, bot: int) -> list[float]:
        """Turns to win of a bot; NaN for trees with which it never wins."""
        pairs = [(int(run[lot]["turns"][bot]), int(run[lot]["won"][bot])) for run in self.fights[kind]]
        return [turns / won if won else math.nan for turns, won in pairs]

    def results_by_tree_and_bot(self, kind: str, lot: str, what: str) -> np.ndarray:
        """Wins or turns by tree and bot, weak bots first."""
        series = self.wins if what == "wins" else self.turns
        return np.array([series(kind, lot, bot) for bot in range(len(self.settings.bots))]).T

    def skill_trend(self, kind: str, lot: str, what: str) -> TrendTest:
        """Page's trend test: whether trees order the bots by skill, by wins or by turns saved."""
        table = self.results_by_tree_and_bot(kind, lot, what)
        finite = table[np.isfinite(table).all(axis=1)]
        return page_trend_test(finite if what == "wins" else -finite)

    def turns_spread(self, kind: str, lot: str) -> list[float]:
        """Standard deviation of turns over all fights won by any bot, by tree."""
        spreads = []
        for run in self.fights[kind]:
            won, turns, squares = (float(run[lot][name].sum()) for name in ("won", "turns", "squares"))
            spreads.append(math.sqrt(max(0.0, (squares - turns**2 / won) / (won - 1))) if won > 1 else math.nan)
        return spreads

    def builds_spread(self, kind: str, lot: str, over_decks: bool = False) -> list[float]:
        """Standard deviation over builds of the win rate of all bots, by tree."""
        return [float(run[lot]["spread_over_decks" if over_decks else "spread"][-1]) for run in self.fights[kind]]

    def made_and_random(self, kind: str, rating: str) -> tuple[list[float], list[float]]:
        """A rating of every tree and of random trees of its size, on held-out decks."""
        pick = comparison_total if rating == TOTAL else lambda row: float(row[RATINGS.index(rating)])
        runs = self.held_out[kind]
        return [pick(run["made"]) for run in runs], [
            float(np.mean([pick(row) for row in run["random"]])) for run in runs
        ]

    def correlation(self, bot: str, what: str) -> Estimate:
        """Rank correlation of simulation and play over random trees."""
        rows = self.agreement[bot][what]
        finite = rows[np.isfinite(rows).all(axis=1)]
        return rank_correlation(finite[:, 0], finite[:, 1])

    def made_correlation(self, bot: int) -> Estimate:
        """Rank correlation of simulation and play over the trees of all methods, which vary less."""
        simulated = [value for kind in self.settings.methods for value in self.tree_measure(kind, "win")]
        played = [value for kind in self.settings.methods for value in self.wins(kind, "reference", bot)]
        return rank_correlation(simulated, played)


def mean_over_runs(values: list[float]) -> Estimate:
    """Mean over runs of the finite values."""
    return mean_of_runs(list(filter(math.isfinite, values)))


def share_over_runs(values: list[float]) -> Estimate:
    """Mean over runs of shares, with the interval clipped to 0..1."""
    mean = mean_over_runs(values)
    return Estimate(mean.value, max(0.0, mean.low), min(1.0, mean.high), mean.count)


def unpaired_difference(one: list[float], other: list[float]) -> Estimate:
    """Difference of two kinds whose runs are independent."""
    return difference_of_runs(list(filter(math.isfinite, one)), list(filter(math.isfinite, other)))


def paired_difference(one: list[float], other: list[float]) -> Estimate:
    """Difference of two kinds, run by run; rounding errors of equal numbers are removed."""
    return mean_over_runs([round(a - b, ROUNDING_DIGITS) for a, b in zip(one, other, strict=True)])

"""Results of the study, read from the run folder, and the numbers that the thesis prints.

Numbers are cells by run and deck. Intervals are over both, so they hold for other runs of a method and for other decks
of the same kind; a number that is not a mean over decks has the pseudo-values of the jackknife as cells. The win rates
and turns of the thesis are only in its figures 27 to 36, without numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ludus.backends import Threads
from ludus.design.delve.playtest.approximation_vs_play import mean_turns
from ludus.design.delve.rating.choice_ratings import thesis_bounds
from ludus.design.delve.rating.tree_ratings import RATINGS, SHAPE_RATINGS, WEIGHTS, TreeGoals, weighted_total
from ludus.lab import RunContext
from ludus.stats import Estimate, mean_of_runs
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import CONFIDENCE, MIN_VARIANCE
from ludus.stats.rank_correlation_and_trend import TrendTest, page_trend_test, rank_correlation
from ludus.stats.two_way_clusters import clustered_difference, clustered_mean, pseudo_values
from ludus.studies.claims import clipped
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM, DelveTreesConfig, needs_trees
from ludus.studies.delve_trees.experiment import ablation_runs
from ludus.studies.delve_trees.tree_maker import TreeMaker, comparison_total
from ludus.util.errors import LudusError

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
TOTAL = "weighted total"  # of all ratings, which searches maximise
DECK_TOTAL = "total by decks"  # of the ratings that depend on decks
DECK_RATINGS = tuple(name for name in RATINGS if name not in SHAPE_RATINGS)
ROUNDING_DIGITS = 12  # digits of differences
OWN_DECKS, HELD_OUT = "reference", "held-out"  # decks that trees are made for, and others
SATURATION = 0.01  # a rating so close to its bound is saturated: better trees cannot show in it


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
        """Read the results of a run.

        Raises:
            LudusError: an earlier version made them, without results by deck.
        """

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
        results = cls(
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
        if not results._has_decks():
            raise LudusError(
                f"{context.folder}: its results come from a version of Ludus that did not keep them by deck, so they "
                "have no intervals over decks; run the study again in another folder"
            )
        return results

    def _has_decks(self) -> bool:
        """Whether all results are by deck."""
        made = [run for runs in (*self.trees.values(), *self.crossed.values()) for run in runs]
        fought = [run[lot]["won"] for runs in self.fights.values() for run in runs for lot in (OWN_DECKS, HELD_OUT)]
        chosen = [run for runs in self.choices.values() for run in runs]
        rated = [run["made"] for runs in self.held_out.values() for run in runs]
        dialled = [run for runs in self.dial.values() for run in runs]
        return (
            all("by_deck" in record for record in (*made, *self.agreement.values()))
            and all("deck_wins" in run for run in dialled)
            and all(np.ndim(array) == 2 for array in (*fought, *rated))
            and all(np.ndim(run["wins"]) == 1 for run in chosen)
        )

    @property
    def thesis_methods(self) -> list[str]:
        """Methods of the thesis that ran, in its order."""
        return [kind for kind in THESIS_METHODS if kind in self.settings.methods]

    def ratings(self, kind: str, name: str, lot: str = OWN_DECKS, crossover: str = "recursive") -> np.ndarray:
        """A rating, or the weighted total, of every tree: cells by run and deck."""
        runs = self.trees[kind] if crossover == "recursive" else self.crossed[kind, crossover]
        return np.array([rating_cells(run["by_deck"][lot], name) for run in runs])

    def total(self, kind: str, lot: str = OWN_DECKS, crossover: str = "recursive") -> np.ndarray:
        """Weighted total of every tree, by run and deck. With the reference decks, searches maximise it."""
        return self.ratings(kind, TOTAL, lot, crossover)

    def deck_total(self, kind: str, crossover: str = "recursive") -> np.ndarray:
        """Total of every tree with held-out decks, of the ratings that depend on decks, by run and deck.

        Balance and NodeCount are left out: they are the same with all decks, so searches maximised them here, too.
        """
        return self.ratings(kind, DECK_TOTAL, HELD_OUT, crossover)

    def bounds(self, lot: str) -> dict[str, float]:
        """What no tree can exceed with these decks, by rating and for the total."""
        return self._bounds[lot]

    @cached_property
    def _bounds(self) -> dict[str, dict[str, float]]:
        inputs = TreeMaker(self.settings, Threads(1)).setting
        goals = TreeGoals(self.settings.target, nodes=self.settings.nodes)
        bounds = {}
        for lot, decks in ((OWN_DECKS, inputs.decks), (HELD_OUT, inputs.held_out_decks)):
            of_decks = thesis_bounds(decks, inputs.encounters, goals)
            deck_total = deck_rating_total([of_decks[name] for name in RATINGS])
            bounds[lot] = of_decks | {TOTAL: of_decks["total"], DECK_TOTAL: deck_total}
        return bounds

    def saturated_share(self, kinds: list[str], name: str, lot: str) -> float:
        """Share of the trees of some kinds whose rating is at its bound."""
        bound = self.bounds(lot)[name]
        values = np.concatenate([self.ratings(kind, name, lot).mean(axis=1) for kind in kinds])
        return float((values >= bound - SATURATION).mean())

    def tree_measure(self, kind: str, what: str) -> list[float]:
        """A number of every tree of a kind: nodes, entropy, useless, power_spread, win."""
        return [float(run[what]) for run in self.trees[kind]]

    def choice_measure(self, kind: str, what: str) -> np.ndarray:
        """A measure of the choices of every tree, by run and held-out deck."""
        return np.array([pseudo_values(run[what][:1], run[what][None, 1:])[0] for run in self.choices[kind]])

    def target_distance(self, kind: str) -> np.ndarray:
        """Distance of GreedyBot's win ratio with random picks from the target, by run and held-out deck."""
        off = [np.abs(run["wins"] - self.settings.target) for run in self.choices[kind]]
        return np.array([pseudo_values(row[:1], row[None, 1:])[0] for row in off])

    def growth(self, kind: str) -> np.ndarray:
        """Weighted total of the best living tree, by run and generation."""
        tables = [run["growth"][:, -len(RATINGS) :] for run in self.trees[kind]]
        return np.array([[comparison_total(row) for row in table] for table in tables])

    def wins(self, kind: str, lot: str, bot: int, encounter: int | None = None) -> np.ndarray:
        """Win rate of a bot with every tree of a kind, by run and deck, in all encounters or in one."""
        tables = [run[lot]["wins"][bot] for run in self.fights[kind]]
        return np.array([table.mean(axis=1) if encounter is None else table[:, encounter] for table in tables])

    def turns(self, kind: str, lot: str, bot: int) -> np.ndarray:
        """Turns to win of a bot, by run and deck; NaN for trees with which it never wins."""
        return np.array(
            [_jackknife(_mean_turns, run[lot]["won"][bot], run[lot]["turns"][bot]) for run in self.fights[kind]]
        )

    def results_by_tree_and_bot(self, kind: str, lot: str, what: str) -> np.ndarray:
        """Wins or turns by tree and bot, weak bots first."""
        series = self.wins if what == "wins" else self.turns
        return np.array([series(kind, lot, bot).mean(axis=1) for bot in range(len(self.settings.bots))]).T

    def results_by_deck_and_bot(self, kind: str, lot: str, what: str) -> np.ndarray:
        """The same by deck and bot, over all trees."""
        bots = range(len(self.settings.bots))
        if what == "wins":
            return np.array([self.wins(kind, lot, bot).mean(axis=0) for bot in bots]).T
        won, turns = (sum(run[lot][name] for run in self.fights[kind]) for name in ("won", "turns"))
        return np.where(won > 0, turns / np.maximum(won, 1), np.nan).T

    def skill_orders(self, kind: str, lot: str, what: str) -> np.ndarray:
        """Rank correlation of the order of the bots with their wins or turns saved, by run and deck.

        It is 1 if each bot does better than the next weaker one, and 0 if there is no order: all are alike, or fewer
        than four bots won a fight.
        """
        rows = []
        for fought in (run[lot] for run in self.fights[kind]):
            saved = np.where(fought["won"] > 0, -fought["turns"] / np.maximum(fought["won"], 1), np.nan)
            better = fought["wins"].mean(axis=2) if what == "wins" else saved
            rows.append([_order_correlation(bots) for bots in better.T])
        return np.array(rows)

    def skill_trends(self, kind: str, lot: str, what: str) -> dict[str, TrendTest]:
        """Page's trend tests, by what orders the bots by their wins or by turns saved: trees or decks."""
        tables = {
            "trees": self.results_by_tree_and_bot(kind, lot, what),
            "decks": self.results_by_deck_and_bot(kind, lot, what),
        }
        finite = {name: table[np.isfinite(table).all(axis=1)] for name, table in tables.items()}
        return {name: page_trend_test(table if what == "wins" else -table) for name, table in finite.items()}

    def turns_spread(self, kind: str, lot: str) -> np.ndarray:
        """Standard deviation of turns over all fights won by any bot, by run and deck."""
        rows = [[run[lot][name].sum(axis=0) for name in ("won", "turns", "squares")] for run in self.fights[kind]]
        return np.array([_jackknife(_spread, *row) for row in rows])

    def builds_spread(self, kind: str, lot: str, over_decks: bool = False) -> np.ndarray:
        """Standard deviation over builds of the win rate of all bots, by run and deck."""
        if not over_decks:
            return np.array([run[lot]["spread"][-1] for run in self.fights[kind]])
        rows = [run[lot]["spread_over_decks"][-1] for run in self.fights[kind]]
        return np.array([pseudo_values(row[:1], row[None, 1:])[0] for row in rows])

    def made_and_random(self, kind: str, rating: str) -> tuple[np.ndarray, np.ndarray]:
        """A rating of every tree and of random trees of its size, by run and held-out deck."""
        runs = self.held_out[kind]
        made = np.array([rating_cells(run["made"], rating) for run in runs])
        return made, np.array([np.mean([rating_cells(rows, rating) for rows in run["random"]], axis=0) for run in runs])

    def dial_wins(self, target: float) -> np.ndarray:
        """GreedyBot's win ratio with trees for a target, by run and held-out deck."""
        return np.array([run["deck_wins"] for run in self.dial[target]])

    def dial_distance(self, target: float) -> np.ndarray:
        """Distance of each of these trees from its target, by run and held-out deck."""
        return np.array([_jackknife(lambda wins: abs(wins.mean() - target), row) for row in self.dial_wins(target)])

    def correlation(self, bot: str, what: str) -> Estimate:
        """Rank correlation of simulation and play over random trees; decks are part of its interval."""
        by_deck = self.agreement[bot]["by_deck"]

        def correlate(results: np.ndarray) -> Estimate:
            rows = results[..., 0].mean(axis=-1) if what == "wins" else mean_turns(results)
            finite = rows[np.isfinite(rows).all(axis=1)]
            return rank_correlation(finite[:, 0], finite[:, 1])

        decks = by_deck.shape[2]
        without = [correlate(np.delete(by_deck, deck, axis=2)).value for deck in range(decks)]
        return _with_decks(correlate(by_deck), np.array(without))

    def made_correlation(self, bot: int) -> Estimate:
        """Rank correlation of simulation and play over the trees of all methods, which vary less.

        The simulation has one number for a tree, so decks vary on the side of play alone.
        """
        simulated = [value for kind in self.settings.methods for value in self.tree_measure(kind, "win")]
        played = np.concatenate([self.wins(kind, OWN_DECKS, bot) for kind in self.settings.methods])
        without = [
            rank_correlation(simulated, np.delete(played, deck, axis=1).mean(axis=1)).value
            for deck in range(played.shape[1])
        ]
        return _with_decks(rank_correlation(simulated, played.mean(axis=1)), np.array(without))


def rating_cells(by_deck: np.ndarray, name: str) -> np.ndarray:
    """A rating of a tree with several decks as cells by deck, from its ratings with each deck alone."""
    squares = (1.0 - by_deck) ** 2
    decks = len(by_deck)
    whole = 1.0 - np.sqrt(squares.mean(axis=0))
    without = 1.0 - np.sqrt(np.maximum(squares.sum(axis=0) - squares, 0.0) / (decks - 1))
    totals = {TOTAL: comparison_total, DECK_TOTAL: deck_rating_total}
    pick = totals[name] if name in totals else lambda row: float(row[RATINGS.index(name)])
    cells: np.ndarray = pseudo_values(np.array([pick(whole)]), np.array([[pick(row) for row in without]]))[0]
    return np.round(cells, ROUNDING_DIGITS)


def deck_rating_total(ratings: Sequence[float] | np.ndarray) -> float:
    """Weighted total of the ratings that depend on decks, from all ratings."""
    return weighted_total(ratings, [WEIGHTS[name] if name in DECK_RATINGS else 0.0 for name in RATINGS])


def mean_over_runs(values: list[float]) -> Estimate:
    """Mean over runs of the finite values."""
    return without_empty_interval(_mean_of_known(values))


def share_over_runs(values: list[float]) -> Estimate:
    """Mean over runs of shares, with the interval clipped to 0..1."""
    return without_empty_interval(clipped(_mean_of_known(values), 0.0, 1.0))


def mean_over_decks(cells: np.ndarray) -> Estimate:
    """Mean of cells by run and deck; the interval is over both."""
    return without_empty_interval(clustered_mean(cells))


def rating_over_decks(cells: np.ndarray) -> Estimate:
    """Mean of ratings by run and deck, whose interval ends at a perfect rating."""
    return bounded_mean_over_decks(cells, -math.inf, 1.0)


def share_over_decks(cells: np.ndarray) -> Estimate:
    """Mean of shares by run and deck, with the interval clipped to 0..1."""
    return bounded_mean_over_decks(cells, 0.0, 1.0)


def bounded_mean_over_decks(cells: np.ndarray, low: float, high: float) -> Estimate:
    """Mean of cells by run and deck, with an interval inside the bounds of possible values."""
    return without_empty_interval(clipped(clustered_mean(cells), low, high))


def unpaired_difference(one: np.ndarray, other: np.ndarray) -> Estimate:
    """Difference of two kinds whose runs are independent, on the same decks."""
    return without_empty_interval(clustered_difference(one, other))


def paired_difference(one: np.ndarray, other: np.ndarray) -> Estimate:
    """Difference of two kinds, run by run and deck by deck; rounding errors of equal numbers are removed."""
    return mean_over_decks(np.round(one - other, ROUNDING_DIGITS))


def without_empty_interval(estimate: Estimate) -> Estimate:
    """Return the estimate without its interval if that has no width: equal values do not show how much units differ."""
    if estimate.high - estimate.low > 2 * math.sqrt(MIN_VARIANCE):
        return estimate
    return replace(estimate, low=-math.inf, high=math.inf)


def _mean_of_known(values: list[float]) -> Estimate:
    return mean_of_runs(list(filter(math.isfinite, values)))


def _jackknife(statistic: Callable[..., float], *columns: np.ndarray) -> np.ndarray:
    """Cells of a number of a tree that is computed from values by deck."""
    decks = len(columns[0])
    without = [statistic(*(np.delete(column, deck) for column in columns)) for deck in range(decks)]
    cells: np.ndarray = pseudo_values(np.array([statistic(*columns)]), np.array([without]))[0]
    return cells


def _mean_turns(won: np.ndarray, turns: np.ndarray) -> float:
    return float(turns.sum() / won.sum()) if won.sum() else math.nan


def _order_correlation(bots: np.ndarray) -> float:
    """Rank correlation of numbers with their places, of those that are known; 0 if they show no order."""
    places = np.flatnonzero(np.isfinite(bots))
    correlation = rank_correlation(places, bots[places]).value
    return 0.0 if math.isnan(correlation) else correlation


def _spread(won: np.ndarray, turns: np.ndarray, squares: np.ndarray) -> float:
    count = float(won.sum())
    return math.sqrt(max(0.0, (squares.sum() - turns.sum() ** 2 / count) / (count - 1))) if count > 1 else math.nan


def _with_decks(estimate: Estimate, without: np.ndarray) -> Estimate:
    """Widen the interval of a correlation by its spread over decks, by the jackknife."""
    decks = len(without)
    error = math.sqrt((decks - 1) * float(without.var()))
    more = student_t_quantile(decks - 1, 0.5 + CONFIDENCE / 2) * error
    low, high = estimate.value - estimate.low, estimate.high - estimate.value
    wider = replace(estimate, low=estimate.value - math.hypot(low, more), high=estimate.value + math.hypot(high, more))
    return without_empty_interval(clipped(wider, -1.0, 1.0))

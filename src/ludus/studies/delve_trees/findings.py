"""What was kept, read, and the numbers that tables, figures and verdicts share. The unit is a tree: intervals are over
the runs of a method, and hold for other runs of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.design.trees.rating.ratings import RATINGS
from ludus.lab import Desk
from ludus.stats import Estimate, difference_of_runs, mean_of_runs
from ludus.stats.page import Trend, page_trend
from ludus.stats.ranks import rank_correlation
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM, Settings, needs_trees
from ludus.studies.delve_trees.making import weighted
from ludus.studies.delve_trees.published import THESIS
from ludus.studies.delve_trees.work import ablated

Runs = list[dict[str, Any]]
TOTAL = "weighted total"
DIGITS = 12  # of differences


@dataclass(frozen=True)
class Findings:
    """Pieces of work by kind of tree, in the order of their runs; empty where a part was not chosen."""

    settings: Settings
    trees: dict[str, Runs]
    crossed: dict[tuple[str, str], Runs]  # by method and crossover
    held_out: dict[str, Runs]
    fights: dict[str, Runs]
    choices: dict[str, Runs]
    rows: str  # of Table 9
    dial: dict[float, Runs]
    agreement: dict[str, dict[str, np.ndarray]]  # by bot
    maps: dict[str, Runs]

    @classmethod
    def read(cls, settings: Settings, desk: Desk) -> Findings:
        def runs(what: str, count: int) -> Runs:
            return [desk.kept(f"{what}/{number:03}") for number in range(count)]

        def trees(what: str, baselines: bool) -> dict[str, Runs]:
            found: dict[str, Runs] = {kind: runs(f"{what}/{kind}", settings.runs) for kind in settings.methods}
            if baselines:
                found |= {RANDOM: runs(f"{what}/{RANDOM}", settings.runs), HAND_MADE: runs(f"{what}/{HAND_MADE}", 1)}
            return found

        parts = settings.parts
        crossed: dict[tuple[str, str], Runs] = {}
        if "crossover" in parts:
            for name, kind, crossover, _ in ablated(settings):
                crossed.setdefault((kind, crossover), []).append(desk.kept(name))
        return cls(
            settings,
            trees("trees", True) if needs_trees(settings) else {},
            crossed,
            trees("held-out", False) if "held-out" in parts else {},
            trees("fights", True) if "validation" in parts else {},
            trees("choices", True) if "validation" in parts else {},
            desk.kept("rows") if "validation" in parts else "",
            {t: runs(f"dial/{t:g}", settings.dial_runs) for t in settings.targets} if "dial" in parts else {},
            {bot: desk.kept(f"agreement/{k}") for k, bot in enumerate(settings.judged)} if "agreement" in parts else {},
            {name: runs(f"maps/{name}", settings.map_runs) for name in settings.maps} if "maps" in parts else {},
        )

    @property
    def of_thesis(self) -> list[str]:
        """The methods of the thesis that ran, in its order."""
        return [kind for kind in THESIS if kind in self.settings.methods]

    def total(self, kind: str, crossover: str = "recursive") -> list[float]:
        """The weighted total of every tree."""
        runs = self.trees[kind] if crossover == "recursive" else self.crossed[kind, crossover]
        return [weighted(run["ratings"]) for run in runs]

    def rating(self, kind: str, name: str) -> list[float]:
        return [float(run["ratings"][RATINGS.index(name)]) for run in self.trees[kind]]

    def number(self, kind: str, what: str) -> list[float]:
        """A number of every tree of a kind: nodes, entropy, useless, power_spread, win."""
        return [float(run[what]) for run in self.trees[kind]]

    def choice(self, kind: str, what: str) -> list[float]:
        return [float(run[what] if what in run else run["flaws"][what]) for run in self.choices[kind]]

    def growth(self, kind: str) -> np.ndarray:
        """The weighted total of the best that lives, by run and generation."""
        tables = [run["growth"][:, -len(RATINGS) :] for run in self.trees[kind]]
        return np.array([[weighted(row) for row in table] for table in tables])

    def wins(self, kind: str, lot: str, bot: int, encounter: int | None = None) -> list[float]:
        """A bot's win ratio with every tree of a kind, in all encounters or in one."""
        tables = [run[lot]["wins"][bot] for run in self.fights[kind]]
        return [float(table.mean() if encounter is None else table[:, encounter].mean()) for table in tables]

    def turns(self, kind: str, lot: str, bot: int) -> list[float]:
        """A bot's turns to win; trees with which it never wins are left out."""
        pairs = [(int(run[lot]["turns"][bot]), int(run[lot]["won"][bot])) for run in self.fights[kind]]
        return [turns / won if won else math.nan for turns, won in pairs]

    def table(self, kind: str, lot: str, what: str) -> np.ndarray:
        """Wins or turns by tree and bot, weak bots first."""
        series = self.wins if what == "wins" else self.turns
        return np.array([series(kind, lot, bot) for bot in range(len(self.settings.bots))]).T

    def trend(self, kind: str, lot: str, what: str) -> Trend:
        """Whether trees put the bots into the order of their skill, by wins or by turns saved."""
        table = self.table(kind, lot, what)
        known = table[np.isfinite(table).all(axis=1)]
        return page_trend(known if what == "wins" else -known)

    def turns_spread(self, kind: str, lot: str) -> list[float]:
        """The standard deviation of turns over all fights won, whoever fights, by tree."""
        found = []
        for run in self.fights[kind]:
            won, turns, squares = (float(run[lot][name].sum()) for name in ("won", "turns", "squares"))
            found.append(math.sqrt(max(0.0, (squares - turns**2 / won) / (won - 1))) if won > 1 else math.nan)
        return found

    def builds_spread(self, kind: str, lot: str, over_decks: bool = False) -> list[float]:
        """The standard deviation over builds of the win ratio of all bots, by tree."""
        return [float(run[lot]["spread_over_decks" if over_decks else "spread"][-1]) for run in self.fights[kind]]

    def beside(self, kind: str, rating: str) -> tuple[list[float], list[float]]:
        """A rating of every tree and of random ones of its size, with the held-out decks."""
        pick = weighted if rating == TOTAL else lambda row: float(row[RATINGS.index(rating)])
        runs = self.held_out[kind]
        return [pick(run["made"]) for run in runs], [
            float(np.mean([pick(row) for row in run["random"]])) for run in runs
        ]

    def correlation(self, bot: str, what: str) -> Estimate:
        """Rank correlation of simulation and play over random trees."""
        rows = self.agreement[bot][what]
        known = rows[np.isfinite(rows).all(axis=1)]
        return rank_correlation(known[:, 0], known[:, 1])

    def made_correlation(self, bot: int) -> Estimate:
        """The same over all trees that methods made: a narrower field."""
        simulated = [value for kind in self.settings.methods for value in self.number(kind, "win")]
        played = [value for kind in self.settings.methods for value in self.wins(kind, "reference", bot)]
        return rank_correlation(simulated, played)


def over(values: list[float]) -> Estimate:
    """The mean over runs of those that are known."""
    return mean_of_runs(list(filter(math.isfinite, values)))


def portion(values: list[float]) -> Estimate:
    """The same of shares, which are from 0 to 1 however wide the interval."""
    found = over(values)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high), found.count)


def more(one: list[float], other: list[float]) -> Estimate:
    """How much more one kind has than another, in runs that do not depend on each other."""
    return difference_of_runs(list(filter(math.isfinite, one)), list(filter(math.isfinite, other)))


def paired(one: list[float], other: list[float]) -> Estimate:
    """How much more one has than the other, run by run; what is left of equal numbers by rounding is nothing."""
    return over([round(a - b, DIGITS) for a, b in zip(one, other, strict=True)])


def less(mark: float, each: Estimate) -> Estimate:
    """The mark less what was found."""
    return Estimate(mark - each.value, mark - each.high, mark - each.low, each.count)


def above(each: Estimate, mark: float) -> Estimate:
    return Estimate(each.value - mark, each.low - mark, each.high - mark, each.count)


def within(each: Estimate, mark: float) -> Estimate:
    """How far inside the marks to either side of zero something is, so that above zero is inside."""
    near = 0.0 if each.low <= 0 <= each.high else min(abs(each.low), abs(each.high))
    return Estimate(mark - abs(each.value), mark - max(abs(each.low), abs(each.high)), mark - near, each.count)


def worst(found: list[Estimate]) -> Estimate:
    """Of several that all have to be above zero, the one that is the least so: a failure, or the lowest bound."""
    failed = [each for each in found if each.high < 0]
    return min(failed, key=lambda each: each.high) if failed else min(found, key=lambda each: each.low)

"""Tests of the five hypotheses of the thesis (8.1) and of stronger ones, for every method and deck set."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ludus.lab.report import State
from ludus.stats import Estimate
from ludus.stats.page import Trend
from ludus.studies.claim import verdict_on
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM
from ludus.studies.delve_trees.fights import LOTS, STAGES
from ludus.studies.delve_trees.findings import Findings, above, less, more, over, paired, worst
from ludus.studies.delve_trees.published import LEAST, MOST, TITLES, WISHED

SURE = 1.959963984540054  # standard errors on either side in a 95 % interval
T_TEST = "mean over trees, Student's t"
TWO_SAMPLES = "difference of means over trees, Welch's t"
PAGE = "Page's trend test over trees"
HARD = 0.1  # share of fights that even the best bot should lose, in the stronger form of hypothesis 1
ALIKE = 0.5  # rank correlation of simulation and play above which the simulation is useful


@dataclass(frozen=True)
class Tested:
    """A hypothesis about one kind of tree; it holds if the number is above zero."""

    hypothesis: str
    kind: str
    decks: str
    test: str
    ours: Estimate
    unit: str

    @property
    def verdict(self) -> State:
        return verdict_on(self.ours)


def examine(found: Findings) -> list[Tested]:
    """Run all tests that the chosen parts of the study can decide."""
    tests: list[Tested] = []
    for kind in found.settings.methods:
        if found.fights:
            for lot in LOTS:
                tests += _played(found, kind, lot)
        if found.choices:
            tests += _chosen(found, kind)
        if found.trees:
            tests += _rated(found, kind)
        if found.choices:
            tests += _aimed(found, kind)
    tests += _agreement(found)
    order = list(dict.fromkeys(test.hypothesis for test in tests))
    return sorted(tests, key=lambda test: order.index(test.hypothesis))


def together(tests: list[Tested]) -> dict[str, State]:
    """Combined verdicts: a hypothesis holds if all its tests hold, and fails if any fails."""
    verdicts: dict[str, State] = {}
    for name in dict.fromkeys(test.hypothesis for test in tests):
        states = [test.verdict for test in tests if test.hypothesis == name]
        verdicts[name] = "fails" if "fails" in states else "undecided" if "undecided" in states else "holds"
    return verdicts


def _played(found: Findings, kind: str, lot: str) -> Iterator[Tested]:
    bots, title = range(len(found.settings.bots)), TITLES[kind]
    wins = [over(found.wins(kind, lot, bot)) for bot in bots]
    last = [over(found.wins(kind, lot, bot, STAGES - 1)) for bot in bots]
    turns = [over(found.turns(kind, lot, bot)) for bot in bots]
    rise = [paired(found.wins(kind, lot, b), found.wins(kind, lot, a)) for a, b in pairwise(bots)]
    fall = [paired(found.turns(kind, lot, a), found.turns(kind, lot, b)) for a, b in pairwise(bots)]
    every = f"{T_TEST}, the worst of all bots"
    pairs = f"{T_TEST}, paired, the worst of all neighbours"
    rows = [
        ("1: bots can lose", every, worst([less(1.0, win) for win in wins]), "share of fights lost"),
        ("1, stronger: bots lose a tenth or more", every, worst([less(1 - HARD, win) for win in wins]), "share more"),
        ("2: bots can win", every, worst(wins), "share of fights won"),
        ("2, stronger: bots win the last encounter", every, worst(last), "share of fights won"),
        ("3: wins take 2 to 6 turns", every, _between(turns, LEAST, MOST), "turns inside"),
        ("3, stronger: wins take 3 to 5 turns", every, _between(turns, *WISHED), "turns inside"),
        ("4: better bots win more", pairs, worst(rise), "share of fights more"),
        ("4, stronger: wins rise with skill", PAGE, _trend(found.trend(kind, lot, "wins")), "standard errors"),
        ("5: better bots win faster", pairs, worst(fall), "turns fewer"),
        ("5, stronger: turns fall with skill", PAGE, _trend(found.trend(kind, lot, "turns")), "standard errors"),
    ]
    for name, test, ours, unit in rows:
        yield Tested(name, title, lot, test, ours, unit)


def _chosen(found: Findings, kind: str) -> Iterator[Tested]:
    title, lot = TITLES[kind], "held-out"
    even = more(found.choice(kind, "entropy"), found.choice(RANDOM, "entropy"))
    yield Tested("6: best picks are more even than in random trees", title, lot, TWO_SAMPLES, even, "entropy more")
    idle = more(found.choice(RANDOM, "never useful"), found.choice(kind, "never useful"))
    yield Tested("7: fewer nodes are never useful than in random trees", title, lot, TWO_SAMPLES, idle, "share fewer")


def _aimed(found: Findings, kind: str) -> Iterator[Tested]:
    target = found.settings.target
    off = [[abs(win - target) for win in found.choice(tree_kind, "wins")] for tree_kind in (RANDOM, kind)]
    name = "10: GreedyBot's win ratio with random picks is nearer to the target than with random trees"
    yield Tested(name, TITLES[kind], "held-out", TWO_SAMPLES, more(*off), "nearer")


def _rated(found: Findings, kind: str) -> Iterator[Tested]:
    title, lot, unit = TITLES[kind], "reference", "of the weighted total more"
    ahead = more(found.total(kind), found.total(RANDOM))
    yield Tested("8: made trees are better than random ones", title, lot, TWO_SAMPLES, ahead, unit)
    hand = above(over(found.total(kind)), found.total(HAND_MADE)[0])
    yield Tested("9: made trees are better than a hand-made one", title, lot, T_TEST, hand, unit)


def _agreement(found: Findings) -> Iterator[Tested]:
    for bot in found.agreement:
        ours = above(found.correlation(bot, "wins"), ALIKE)
        name = f"11: the simulation ranks trees as play does, correlation above {ALIKE:g}"
        yield Tested(name, f"random trees, {bot}", "reference", "Spearman's rank correlation", ours, "above it")


def _between(found: list[Estimate], low: float, high: float) -> Estimate:
    return worst([*(above(estimate, low) for estimate in found), *(less(high, estimate) for estimate in found)])


def _trend(trend: Trend) -> Estimate:
    z = trend.z if math.isfinite(trend.z) else 0.0
    return Estimate(z, z - SURE, z + SURE, trend.rows)

"""Tests of the five hypotheses of the thesis (8.1) and of stronger ones, for every method and deck set."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ludus.lab.report import VerdictState
from ludus.stats import Estimate
from ludus.stats.page import TrendTest
from ludus.studies.claim import judge_above
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM
from ludus.studies.delve_trees.fights import DECK_SETS, ENCOUNTERS
from ludus.studies.delve_trees.findings import (
    DelveTreesResults,
    above_mark,
    below_mark,
    unpaired_difference,
    mean_over_runs,
    paired_difference,
    least_certain,
)
from ludus.studies.delve_trees.published import MIN_TURNS, MAX_TURNS, TITLES, TARGET_TURNS

Z_95 = 1.959963984540054  # standard errors on either side in a 95 % interval
T_TEST = "mean over trees, Student's t"
TWO_SAMPLES = "difference of means over trees, Welch's t"
PAGE_TEST = "Page's trend test over trees"
LOSS_SHARE = 0.1  # share of fights that even the best bot should lose, in the stronger form of hypothesis 1
MIN_CORRELATION = 0.5  # rank correlation of simulation and play above which the simulation is useful


@dataclass(frozen=True)
class HypothesisTest:
    """A hypothesis about one kind of tree; it holds if the number is above zero."""

    hypothesis: str
    kind: str
    decks: str
    test: str
    measured: Estimate
    unit: str

    @property
    def verdict(self) -> VerdictState:
        return judge_above(self.measured)


def run_tests(results: DelveTreesResults) -> list[HypothesisTest]:
    """Run all tests that the chosen parts of the study can decide."""
    tests: list[HypothesisTest] = []
    for kind in results.settings.methods:
        if results.fights:
            for lot in DECK_SETS:
                tests += _play_tests(results, kind, lot)
        if results.choices:
            tests += _choice_tests(results, kind)
        if results.trees:
            tests += _rating_tests(results, kind)
        if results.choices:
            tests += _target_tests(results, kind)
    tests += _agreement_tests(results)
    order = list(dict.fromkeys(test.hypothesis for test in tests))
    return sorted(tests, key=lambda test: order.index(test.hypothesis))


def combined_verdicts(tests: list[HypothesisTest]) -> dict[str, VerdictState]:
    """Combined verdicts: a hypothesis holds if all its tests hold, and fails if any fails."""
    verdicts: dict[str, VerdictState] = {}
    for name in dict.fromkeys(test.hypothesis for test in tests):
        states = [test.verdict for test in tests if test.hypothesis == name]
        verdicts[name] = "fails" if "fails" in states else "undecided" if "undecided" in states else "holds"
    return verdicts


def _play_tests(results: DelveTreesResults, kind: str, lot: str) -> Iterator[HypothesisTest]:
    bots, title = range(len(results.settings.bots)), TITLES[kind]
    wins = [mean_over_runs(results.wins(kind, lot, bot)) for bot in bots]
    last = [mean_over_runs(results.wins(kind, lot, bot, ENCOUNTERS - 1)) for bot in bots]
    turns = [mean_over_runs(results.turns(kind, lot, bot)) for bot in bots]
    rise = [paired_difference(results.wins(kind, lot, b), results.wins(kind, lot, a)) for a, b in pairwise(bots)]
    fall = [paired_difference(results.turns(kind, lot, a), results.turns(kind, lot, b)) for a, b in pairwise(bots)]
    every = f"{T_TEST}, the worst of all bots"
    pairs = f"{T_TEST}, paired, the worst of all neighbours"
    rows = [
        ("1: bots can lose", every, least_certain([below_mark(1.0, win) for win in wins]), "share of fights lost"),
        (
            "1, stronger: bots lose a tenth or more",
            every,
            least_certain([below_mark(1 - LOSS_SHARE, win) for win in wins]),
            "share more",
        ),
        ("2: bots can win", every, least_certain(wins), "share of fights won"),
        ("2, stronger: bots win the last encounter", every, least_certain(last), "share of fights won"),
        ("3: wins take 2 to 6 turns", every, _between(turns, MIN_TURNS, MAX_TURNS), "turns inside"),
        ("3, stronger: wins take 3 to 5 turns", every, _between(turns, *TARGET_TURNS), "turns inside"),
        ("4: better bots win more", pairs, least_certain(rise), "share of fights more"),
        (
            "4, stronger: wins rise with skill",
            PAGE_TEST,
            _trend_estimate(results.skill_trend(kind, lot, "wins")),
            "standard errors",
        ),
        ("5: better bots win faster", pairs, least_certain(fall), "turns fewer"),
        (
            "5, stronger: turns fall with skill",
            PAGE_TEST,
            _trend_estimate(results.skill_trend(kind, lot, "turns")),
            "standard errors",
        ),
    ]
    for name, test, ours, unit in rows:
        yield HypothesisTest(name, title, lot, test, ours, unit)


def _choice_tests(results: DelveTreesResults, kind: str) -> Iterator[HypothesisTest]:
    title, lot = TITLES[kind], "held-out"
    even = unpaired_difference(results.choice_measure(kind, "entropy"), results.choice_measure(RANDOM, "entropy"))
    yield HypothesisTest(
        "6: best picks are more even than in random trees", title, lot, TWO_SAMPLES, even, "entropy more"
    )
    idle = unpaired_difference(
        results.choice_measure(RANDOM, "never useful"), results.choice_measure(kind, "never useful")
    )
    yield HypothesisTest(
        "7: fewer nodes are never useful than in random trees", title, lot, TWO_SAMPLES, idle, "share fewer"
    )


def _target_tests(results: DelveTreesResults, kind: str) -> Iterator[HypothesisTest]:
    target = results.settings.target
    off = [[abs(win - target) for win in results.choice_measure(tree_kind, "wins")] for tree_kind in (RANDOM, kind)]
    name = "10: GreedyBot's win ratio with random picks is nearer to the target than with random trees"
    yield HypothesisTest(name, TITLES[kind], "held-out", TWO_SAMPLES, unpaired_difference(*off), "nearer")


def _rating_tests(results: DelveTreesResults, kind: str) -> Iterator[HypothesisTest]:
    title, lot, unit = TITLES[kind], "reference", "of the weighted total more"
    ahead = unpaired_difference(results.total(kind), results.total(RANDOM))
    yield HypothesisTest("8: made trees are better than random ones", title, lot, TWO_SAMPLES, ahead, unit)
    hand = above_mark(mean_over_runs(results.total(kind)), results.total(HAND_MADE)[0])
    yield HypothesisTest("9: made trees are better than a hand-made one", title, lot, T_TEST, hand, unit)


def _agreement_tests(results: DelveTreesResults) -> Iterator[HypothesisTest]:
    for bot in results.agreement:
        ours = above_mark(results.correlation(bot, "wins"), MIN_CORRELATION)
        name = f"11: the simulation ranks trees as play does, correlation above {MIN_CORRELATION:g}"
        yield HypothesisTest(name, f"random trees, {bot}", "reference", "Spearman's rank correlation", ours, "above it")


def _between(estimates: list[Estimate], low: float, high: float) -> Estimate:
    return least_certain(
        [
            *(above_mark(estimate, low) for estimate in estimates),
            *(below_mark(high, estimate) for estimate in estimates),
        ]
    )


def _trend_estimate(trend: TrendTest) -> Estimate:
    z = trend.z if math.isfinite(trend.z) else 0.0
    return Estimate(z, z - Z_95, z + Z_95, trend.rows)

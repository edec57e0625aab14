"""Claims of the thesis about its results (8.4, 9), and claims of this study about generated trees.

A claim holds or fails if the whole 95 % interval says so; else it is undecided. Shares are in percentage points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ludus.design.trees.rating.ratings import RATINGS
from ludus.lab import Verdict
from ludus.stats import Estimate
from ludus.studies.claim import Claim
from ludus.studies.delve_trees.findings import (
    TOTAL,
    DelveTreesResults,
    above_mark,
    below_mark,
    unpaired_difference,
    mean_over_runs,
    paired_difference,
    inside_marks,
    least_certain,
)
from ludus.studies.delve_trees.published import THESIS_BOTS, BUILDS_SPREAD, TITLES

DECK_SET = "reference"
EASIER_METHODS = ("nsga2", "hill-climbing")  # methods with higher win ratios, 8.4
NEAR_ALWAYS = 0.9  # interpretation of "almost always"
CLOSE = 0.05  # tolerance for win rates to be called close, also for requested win rates
NEGLIGIBLE = 0.02  # effects on the weighted total below this are called small
LARGE_SPREAD = 0.3  # interpretation of a "decently big" standard deviation of win rates
POINTS = "points"


def make_claims(results: DelveTreesResults) -> list[Claim]:
    """Make all claims that the chosen parts of the study can decide."""
    parts = []
    if results.fights:
        parts += [_order, _higher, _hill_climbing, _random_bot, _close, _expected, _builds]
    if results.crossed:
        parts += [_crossover]
    if results.held_out:
        parts += [_held_out]
    if results.dial:
        parts += [_dial]
    return [claim for part in parts for claim in part(results)]


def not_worse_verdicts(results: DelveTreesResults) -> list[Verdict]:
    """For each method: on held-out decks no rating is significantly worse than that of random trees."""
    verdicts = []
    for kind in results.held_out:
        gains = {name: paired_difference(*results.made_and_random(kind, name)) for name in RATINGS}
        lost = [name for name, gain in gains.items() if gain.high < 0]
        ratings = ", ".join(f"{name} {gains[name]:+.3f}" for name in lost or [min(gains, key=lambda n: gains[n].value)])
        because = f"This study, held-out decks. {'Worse' if lost else 'The least gain'}: {ratings}."
        statement = f"{TITLES[kind]}: no rating is worse than that of random trees of the same size"
        verdicts.append(Verdict(statement, "fails" if lost else "holds", because))
    return verdicts


def _order(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.thesis_methods:
        for a, b in pairwise(range(len(THESIS_BOTS))):
            gain = paired_difference(results.wins(kind, DECK_SET, b), results.wins(kind, DECK_SET, a))
            yield Claim(
                f"{TITLES[kind]}: {THESIS_BOTS[b]} wins more than {THESIS_BOTS[a]}",
                "8.4",
                "so in figures 27 to 31",
                _in_percent(gain),
                POINTS,
            )


def _higher(results: DelveTreesResults) -> Iterator[Claim]:
    for one in (kind for kind in EASIER_METHODS if kind in results.thesis_methods):
        for other in (kind for kind in results.thesis_methods if kind not in EASIER_METHODS):
            gains = [
                unpaired_difference(results.wins(one, DECK_SET, bot), results.wins(other, DECK_SET, bot))
                for bot in range(len(THESIS_BOTS))
            ]
            statement = f"All bots win more with trees of {TITLES[one]} than of {TITLES[other]}"
            yield Claim(
                statement,
                "8.4",
                "so in figures 27 to 31",
                _in_percent(least_certain(gains)),
                f"{POINTS}, the worst bot",
            )


def _hill_climbing(results: DelveTreesResults) -> Iterator[Claim]:
    greedy, best = THESIS_BOTS.index("GreedyBot"), THESIS_BOTS.index("BestTurnBot")
    if "hill-climbing" in results.thesis_methods:
        gap = paired_difference(
            results.wins("hill-climbing", DECK_SET, best), results.wins("hill-climbing", DECK_SET, greedy)
        )
        statement = f"Hill climbing: GreedyBot and BestTurnBot differ by less than {100 * CLOSE:g} points"
        yield Claim(
            statement, "8.4", "very little difference", _in_percent(inside_marks(gap, CLOSE)), f"{POINTS} inside"
        )


def _random_bot(results: DelveTreesResults) -> Iterator[Claim]:
    random, roulette, lucky = 0, 1, len(THESIS_BOTS) - 1
    for kind in results.thesis_methods:
        low, middle, high = (results.wins(kind, DECK_SET, bot) for bot in (random, roulette, lucky))
        gap = mean_over_runs([2 * b - a - c for a, b, c in zip(low, middle, high, strict=True)])
        statement = f"{TITLES[kind]}: RandomBot is further behind RouletteBot than that is behind LuckyBot"
        yield Claim(statement, "8.4, 9", "RandomBot is significantly lower", _in_percent(gap), POINTS)


def _close(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.thesis_methods:
        gap = inside_marks(
            paired_difference(results.wins(kind, DECK_SET, len(THESIS_BOTS) - 1), results.wins(kind, DECK_SET, 1)),
            CLOSE,
        )
        statement = f"{TITLES[kind]}: LuckyBot and RouletteBot differ by less than {100 * CLOSE:g} points"
        yield Claim(statement, "9", "the four are very close to each other", _in_percent(gap), f"{POINTS} inside")
    pairs = [
        inside_marks(unpaired_difference(results.wins(a, DECK_SET, 2), results.wins(b, DECK_SET, 2)), CLOSE)
        for k, a in enumerate(results.thesis_methods)
        for b in results.thesis_methods[:k]
    ]
    if pairs:
        statement = f"GreedyBot's win ratio differs by less than {100 * CLOSE:g} points between any two methods"
        yield Claim(
            statement, "8.4", "very similar between trees", _in_percent(least_certain(pairs)), f"{POINTS} inside"
        )


def _expected(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.thesis_methods:
        for bot in (len(THESIS_BOTS) - 2, len(THESIS_BOTS) - 1):
            ours = above_mark(mean_over_runs(results.wins(kind, DECK_SET, bot)), NEAR_ALWAYS)
            statement = f"{TITLES[kind]}: {THESIS_BOTS[bot]} wins more than {100 * NEAR_ALWAYS:g} % of fights"
            yield Claim(statement, "8.1", "should almost always beat the encounter", _in_percent(ours), POINTS)


def _builds(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.thesis_methods:
        ours = above_mark(mean_over_runs(results.builds_spread(kind, DECK_SET)), LARGE_SPREAD)
        statement = f"{TITLES[kind]}: the win ratio's standard deviation over builds is above {LARGE_SPREAD:g}"
        yield Claim(statement, "9", f"{BUILDS_SPREAD[kind]:g}: decently big", ours, "above it, deck by deck")


def _crossover(results: DelveTreesResults) -> Iterator[Claim]:
    unit = "of the weighted total"
    for kind in results.settings.crossed:
        none, builds, plain = (results.total(kind, name) for name in ("none", "builds", "recursive"))
        gain = inside_marks(paired_difference(plain, none), NEGLIGIBLE)
        statement = f"{TITLES[kind]}: the recursive crossover changes the weighted total by less than {NEGLIGIBLE:g}"
        yield Claim(statement, "9", "crossover had little impact", gain, f"{unit} inside")
        statement = f"{TITLES[kind]}: the recursive crossover makes better trees than none"
        yield Claim(statement, "9", "not known", paired_difference(plain, none), f"{unit} more")
        statement = f"{TITLES[kind]}: a crossover that keeps builds makes better trees than the recursive one"
        yield Claim(statement, "10.2", "a wish of the author", paired_difference(builds, plain), f"{unit} more")


def _held_out(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.held_out:
        for rating in (TOTAL, "WinRate"):
            gain = paired_difference(*results.made_and_random(kind, rating))
            statement = f"{TITLES[kind]}: better than random trees of the same size in the {rating}"
            yield Claim(statement, "this study", "held-out decks", gain, "more")


def _dial(results: DelveTreesResults) -> Iterator[Claim]:
    for target, runs in results.dial.items():
        wins = [run["wins"][0] for run in runs]
        mean = inside_marks(above_mark(mean_over_runs(wins), target), CLOSE)
        statement = f"Asked for a win ratio of {target:g}, trees have it on average, to within {CLOSE:g}"
        yield Claim(statement, "this study", "GreedyBot, held-out decks", _in_percent(mean), f"{POINTS} inside")
        off = below_mark(CLOSE, mean_over_runs([abs(win - target) for win in wins]))
        statement = f"Asked for a win ratio of {target:g}, a tree is off by less than {CLOSE:g} on average"
        yield Claim(statement, "this study", "GreedyBot, held-out decks", _in_percent(off), f"{POINTS} inside")


def _in_percent(estimate: Estimate) -> Estimate:
    return Estimate(100 * estimate.value, 100 * estimate.low, 100 * estimate.high, estimate.count)

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
from ludus.studies.delve_trees.findings import TOTAL, Findings, above, less, more, over, paired, within, worst
from ludus.studies.delve_trees.published import BOTS, BUILDS_SPREAD, TITLES

LOT = "reference"
HIGHER = ("nsga2", "hill-climbing")  # methods with higher win ratios, 8.4
NEAR_ALWAYS = 0.9  # interpretation of "almost always"
CLOSE = 0.05  # tolerance for win rates to be called close, also for requested win rates
LITTLE = 0.02  # effects on the weighted total below this are called small
LARGE = 0.3  # interpretation of a "decently big" standard deviation of win rates
POINTS = "points"


def judge(found: Findings) -> list[Claim]:
    """Make all claims that the chosen parts of the study can decide."""
    parts = []
    if found.fights:
        parts += [_order, _higher, _hill_climbing, _random_bot, _close, _expected, _builds]
    if found.crossed:
        parts += [_crossover]
    if found.held_out:
        parts += [_held_out]
    if found.dial:
        parts += [_dial]
    return [claim for part in parts for claim in part(found)]


def not_worse(found: Findings) -> list[Verdict]:
    """For each method: on held-out decks no rating is significantly worse than that of random trees."""
    verdicts = []
    for kind in found.held_out:
        gains = {name: paired(*found.beside(kind, name)) for name in RATINGS}
        lost = [name for name, gain in gains.items() if gain.high < 0]
        ratings = ", ".join(f"{name} {gains[name]:+.3f}" for name in lost or [min(gains, key=lambda n: gains[n].value)])
        because = f"This study, held-out decks. {'Worse' if lost else 'The least gain'}: {ratings}."
        statement = f"{TITLES[kind]}: no rating is worse than that of random trees of the same size"
        verdicts.append(Verdict(statement, "fails" if lost else "holds", because))
    return verdicts


def _order(found: Findings) -> Iterator[Claim]:
    for kind in found.of_thesis:
        for a, b in pairwise(range(len(BOTS))):
            gain = paired(found.wins(kind, LOT, b), found.wins(kind, LOT, a))
            yield Claim(
                f"{TITLES[kind]}: {BOTS[b]} wins more than {BOTS[a]}",
                "8.4",
                "so in figures 27 to 31",
                _percent(gain),
                POINTS,
            )


def _higher(found: Findings) -> Iterator[Claim]:
    for one in (kind for kind in HIGHER if kind in found.of_thesis):
        for other in (kind for kind in found.of_thesis if kind not in HIGHER):
            gains = [more(found.wins(one, LOT, bot), found.wins(other, LOT, bot)) for bot in range(len(BOTS))]
            statement = f"All bots win more with trees of {TITLES[one]} than of {TITLES[other]}"
            yield Claim(statement, "8.4", "so in figures 27 to 31", _percent(worst(gains)), f"{POINTS}, the worst bot")


def _hill_climbing(found: Findings) -> Iterator[Claim]:
    greedy, best = BOTS.index("GreedyBot"), BOTS.index("BestTurnBot")
    if "hill-climbing" in found.of_thesis:
        gap = paired(found.wins("hill-climbing", LOT, best), found.wins("hill-climbing", LOT, greedy))
        statement = f"Hill climbing: GreedyBot and BestTurnBot differ by less than {100 * CLOSE:g} points"
        yield Claim(statement, "8.4", "very little difference", _percent(within(gap, CLOSE)), f"{POINTS} inside")


def _random_bot(found: Findings) -> Iterator[Claim]:
    random, roulette, lucky = 0, 1, len(BOTS) - 1
    for kind in found.of_thesis:
        low, middle, high = (found.wins(kind, LOT, bot) for bot in (random, roulette, lucky))
        gap = over([2 * b - a - c for a, b, c in zip(low, middle, high, strict=True)])
        statement = f"{TITLES[kind]}: RandomBot is further behind RouletteBot than that is behind LuckyBot"
        yield Claim(statement, "8.4, 9", "RandomBot is significantly lower", _percent(gap), POINTS)


def _close(found: Findings) -> Iterator[Claim]:
    for kind in found.of_thesis:
        gap = within(paired(found.wins(kind, LOT, len(BOTS) - 1), found.wins(kind, LOT, 1)), CLOSE)
        statement = f"{TITLES[kind]}: LuckyBot and RouletteBot differ by less than {100 * CLOSE:g} points"
        yield Claim(statement, "9", "the four are very close to each other", _percent(gap), f"{POINTS} inside")
    pairs = [
        within(more(found.wins(a, LOT, 2), found.wins(b, LOT, 2)), CLOSE)
        for k, a in enumerate(found.of_thesis)
        for b in found.of_thesis[:k]
    ]
    if pairs:
        statement = f"GreedyBot's win ratio differs by less than {100 * CLOSE:g} points between any two methods"
        yield Claim(statement, "8.4", "very similar between trees", _percent(worst(pairs)), f"{POINTS} inside")


def _expected(found: Findings) -> Iterator[Claim]:
    for kind in found.of_thesis:
        for bot in (len(BOTS) - 2, len(BOTS) - 1):
            ours = above(over(found.wins(kind, LOT, bot)), NEAR_ALWAYS)
            statement = f"{TITLES[kind]}: {BOTS[bot]} wins more than {100 * NEAR_ALWAYS:g} % of fights"
            yield Claim(statement, "8.1", "should almost always beat the encounter", _percent(ours), POINTS)


def _builds(found: Findings) -> Iterator[Claim]:
    for kind in found.of_thesis:
        ours = above(over(found.builds_spread(kind, LOT)), LARGE)
        statement = f"{TITLES[kind]}: the win ratio's standard deviation over builds is above {LARGE:g}"
        yield Claim(statement, "9", f"{BUILDS_SPREAD[kind]:g}: decently big", ours, "above it, deck by deck")


def _crossover(found: Findings) -> Iterator[Claim]:
    unit = "of the weighted total"
    for kind in found.settings.crossed:
        none, builds, plain = (found.total(kind, name) for name in ("none", "builds", "recursive"))
        gain = within(paired(plain, none), LITTLE)
        statement = f"{TITLES[kind]}: the recursive crossover changes the weighted total by less than {LITTLE:g}"
        yield Claim(statement, "9", "crossover had little impact", gain, f"{unit} inside")
        statement = f"{TITLES[kind]}: the recursive crossover makes better trees than none"
        yield Claim(statement, "9", "not known", paired(plain, none), f"{unit} more")
        statement = f"{TITLES[kind]}: a crossover that keeps builds makes better trees than the recursive one"
        yield Claim(statement, "10.2", "a wish of the author", paired(builds, plain), f"{unit} more")


def _held_out(found: Findings) -> Iterator[Claim]:
    for kind in found.held_out:
        for rating in (TOTAL, "WinRate"):
            gain = paired(*found.beside(kind, rating))
            statement = f"{TITLES[kind]}: better than random trees of the same size in the {rating}"
            yield Claim(statement, "this study", "held-out decks", gain, "more")


def _dial(found: Findings) -> Iterator[Claim]:
    for target, runs in found.dial.items():
        wins = [run["wins"][0] for run in runs]
        mean = within(above(over(wins), target), CLOSE)
        statement = f"Asked for a win ratio of {target:g}, trees have it on average, to within {CLOSE:g}"
        yield Claim(statement, "this study", "GreedyBot, held-out decks", _percent(mean), f"{POINTS} inside")
        off = less(CLOSE, over([abs(win - target) for win in wins]))
        statement = f"Asked for a win ratio of {target:g}, a tree is off by less than {CLOSE:g} on average"
        yield Claim(statement, "this study", "GreedyBot, held-out decks", _percent(off), f"{POINTS} inside")


def _percent(each: Estimate) -> Estimate:
    return Estimate(100 * each.value, 100 * each.low, 100 * each.high, each.count)

"""Claims of the thesis about its results (8.4, 9), its hypotheses (8.1) with their tests, and claims of this study.

Intervals are over runs of a method, each with its own tree, and over decks. Claims are one family, tests of hypotheses
another, made trees against random ones, rating by rating, a third. All claims are measured with held-out decks, which
no search has seen: what a search maximises on its own decks says nothing about its trees. Balance and NodeCount depend
on the tree alone, so searches maximise them for all decks: they are not testable, and no claimed total has them.
Shares are in percentage points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from ludus.design.delve.playtest.bot_fights import deck_set
from ludus.design.delve.rating.tree_ratings import RATINGS, SHAPE_RATINGS
from ludus.report.report_model import VerdictState
from ludus.stats import Estimate
from ludus.studies.claims import (
    Claim,
    ClaimFormat,
    DecidingNumber,
    above,
    above_mark,
    below_mark,
    judge_family,
    scaled,
    within,
)
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM
from ludus.studies.delve_trees.experiment import DECK_SETS, ENCOUNTERS
from ludus.studies.delve_trees.results import (
    BUILDS_SPREAD,
    DECK_RATINGS,
    DECK_TOTAL,
    HELD_OUT,
    MAX_TURNS,
    MIN_TURNS,
    TARGET_TURNS,
    THESIS_BOTS,
    TITLES,
    TOTAL,
    DelveTreesResults,
    bounded_mean_over_decks,
    mean_over_decks,
    paired_difference,
    unpaired_difference,
)

DECK_SET = HELD_OUT
EASIER_METHODS = ("nsga2", "hill-climbing")  # methods with higher win ratios, 8.4
NEAR_ALWAYS = 0.9  # interpretation of "almost always"
CLOSE = 0.05  # tolerance for win rates to be called close, also for requested win rates
NEGLIGIBLE = 0.02  # effects on ratings and totals below this are called small; needed sizes are for this effect
LARGE_SPREAD = 0.3  # interpretation of a "decently big" standard deviation of win rates
POINTS = "points"
CLAIMS_FAMILY, HYPOTHESES_FAMILY, HELD_OUT_FAMILY = "claims", "tests of hypotheses", "made against random trees"
CLAIM_FORMAT = ClaimFormat(digits=3, no_interval="(no interval: equal values)")
SHAPE_SET = "it depends on the tree alone, so searches maximise it for all decks"
TOTAL_SET = f"it has {' and '.join(SHAPE_RATINGS)}, which searches maximise for all decks"
TARGET_SET = "trees are searched for a win ratio of {:g}"
ENCOUNTERS_SET = "encounters were calibrated so that about seven of ten fights are won, in about four turns"
T_TEST = "mean over trees and decks, Student's t"
TWO_SAMPLES = "difference of means over trees and decks, Student's t"
ORDER_TEST = "rank correlation with the order of the bots, mean over trees and decks, Student's t"
SKILL_SHOWN = ("wins", "turns")  # what shows that a bot is better
LOSS_SHARE = 0.1  # share of fights that even the best bot should lose, in the stronger form of hypothesis 1
MIN_CORRELATION = 0.5  # rank correlation of simulation and play above which the simulation is useful
deck_claim = partial(Claim, sample_unit="deck")


def make_claims(results: DelveTreesResults) -> list[Claim]:
    """Make all claims that the chosen parts of the study can decide, with verdicts."""
    return judge_claims(list_claims(results))


def judge_claims(claims: list[Claim]) -> list[Claim]:
    """Judge the claims together."""
    return judge_family(CLAIMS_FAMILY, claims, {"deck": len(deck_set(DECK_SET))})  # type: ignore[arg-type]


def list_claims(results: DelveTreesResults) -> list[Claim]:
    """Make all claims that the chosen parts of the study can decide, before they are judged."""
    parts = []
    if results.fights:
        parts += [_order, _higher, _hill_climbing, _random_bot, _close, _expected, _builds]
    if results.crossed:
        parts += [_crossover]
    if results.held_out:
        parts += [_held_out, _not_worse]
    if results.dial:
        parts += [_dial]
    return [claim for part in parts for claim in part(results)]


def compare_with_random(results: DelveTreesResults) -> dict[tuple[str, str], Claim]:
    """Judge, by method and rating, whether made trees are rated higher than random trees of the same size."""
    claims = {
        (kind, rating): deck_claim(
            f"{TITLES[kind]}: {rating} is higher than that of random trees of the same size",
            "this study",
            "held-out decks",
            paired_difference(*results.made_and_random(kind, rating)),
            "more",
            effect=NEGLIGIBLE,
            not_testable=TOTAL_SET if rating == TOTAL else SHAPE_SET if rating in SHAPE_RATINGS else "",
        )
        for kind in results.held_out
        for rating in (DECK_TOTAL, TOTAL, *RATINGS)
    }
    judged = judge_family(HELD_OUT_FAMILY, list(claims.values()), {"deck": len(deck_set(HELD_OUT))})  # type: ignore[arg-type]
    return dict(zip(claims, judged, strict=True))


def _not_worse(results: DelveTreesResults) -> Iterator[Claim]:
    """For each method: on held-out decks every rating by decks is at least that of random trees, less a margin."""
    for kind in results.held_out:
        gains = {name: paired_difference(*results.made_and_random(kind, name)) for name in DECK_RATINGS}
        yield deck_claim(
            f"{TITLES[kind]}: no rating by decks is worse than that of random trees of the same size by {NEGLIGIBLE:g} "
            "or more",
            "this study",
            "held-out decks",
            None,
            "more",
            parts=tuple((gain, above(-NEGLIGIBLE)) for gain in gains.values()),
            part_names=tuple(gains),
            effect=NEGLIGIBLE,
        )


def _order(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.thesis_methods:
        for a, b in pairwise(range(len(THESIS_BOTS))):
            gain = paired_difference(results.wins(kind, DECK_SET, b), results.wins(kind, DECK_SET, a))
            yield deck_claim(
                f"{TITLES[kind]}: {THESIS_BOTS[b]} wins more than {THESIS_BOTS[a]}",
                "8.4",
                "so in figures 27 to 31",
                scaled(gain, 100),
                POINTS,
            )


def _higher(results: DelveTreesResults) -> Iterator[Claim]:
    for one in (kind for kind in EASIER_METHODS if kind in results.thesis_methods):
        for other in (kind for kind in results.thesis_methods if kind not in EASIER_METHODS):
            gains = [
                scaled(unpaired_difference(results.wins(one, DECK_SET, bot), results.wins(other, DECK_SET, bot)), 100)
                for bot in range(len(THESIS_BOTS))
            ]
            statement = f"All bots win more with trees of {TITLES[one]} than of {TITLES[other]}"
            yield deck_claim(
                statement,
                "8.4",
                "so in figures 27 to 31",
                None,
                POINTS,
                parts=tuple((gain, above(0.0)) for gain in gains),
                part_names=THESIS_BOTS,
            )


def _hill_climbing(results: DelveTreesResults) -> Iterator[Claim]:
    greedy, best = THESIS_BOTS.index("GreedyBot"), THESIS_BOTS.index("BestTurnBot")
    if "hill-climbing" in results.thesis_methods:
        gap = paired_difference(
            results.wins("hill-climbing", DECK_SET, best), results.wins("hill-climbing", DECK_SET, greedy)
        )
        statement = f"Hill climbing: GreedyBot and BestTurnBot differ by less than {100 * CLOSE:g} points"
        yield deck_claim(statement, "8.4", "very little difference", scaled(gap, 100), POINTS, within(0.0, 100 * CLOSE))


def _random_bot(results: DelveTreesResults) -> Iterator[Claim]:
    random, roulette, lucky = 0, 1, len(THESIS_BOTS) - 1
    for kind in results.thesis_methods:
        low, middle, high = (results.wins(kind, DECK_SET, bot) for bot in (random, roulette, lucky))
        gap = mean_over_decks(2 * middle - low - high)
        statement = f"{TITLES[kind]}: RandomBot is further behind RouletteBot than that is behind LuckyBot"
        yield deck_claim(statement, "8.4, 9", "RandomBot is significantly lower", scaled(gap, 100), POINTS)


def _close(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.thesis_methods:
        gap = paired_difference(results.wins(kind, DECK_SET, len(THESIS_BOTS) - 1), results.wins(kind, DECK_SET, 1))
        statement = f"{TITLES[kind]}: LuckyBot and RouletteBot differ by less than {100 * CLOSE:g} points"
        yield deck_claim(
            statement,
            "9",
            "the four are very close to each other",
            scaled(gap, 100),
            POINTS,
            within(0.0, 100 * CLOSE),
        )
    gaps = {
        f"{TITLES[a]} and {TITLES[b]}": scaled(
            unpaired_difference(results.wins(a, DECK_SET, 2), results.wins(b, DECK_SET, 2)), 100
        )
        for k, a in enumerate(results.thesis_methods)
        for b in results.thesis_methods[:k]
    }
    if gaps:
        statement = f"GreedyBot's win ratio differs by less than {100 * CLOSE:g} points between any two methods"
        yield deck_claim(
            statement,
            "8.4",
            "very similar between trees",
            None,
            POINTS,
            parts=tuple((gap, within(0.0, 100 * CLOSE)) for gap in gaps.values()),
            part_names=tuple(gaps),
        )


def _expected(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.thesis_methods:
        for bot in (len(THESIS_BOTS) - 2, len(THESIS_BOTS) - 1):
            ours = above_mark(mean_over_decks(results.wins(kind, DECK_SET, bot)), NEAR_ALWAYS)
            statement = f"{TITLES[kind]}: {THESIS_BOTS[bot]} wins more than {100 * NEAR_ALWAYS:g} % of fights"
            yield deck_claim(
                statement,
                "8.1",
                "should almost always beat the encounter",
                scaled(ours, 100),
                POINTS,
                not_testable=TARGET_SET.format(results.settings.target),
            )


def _builds(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.thesis_methods:
        ours = above_mark(mean_over_decks(results.builds_spread(kind, DECK_SET)), LARGE_SPREAD)
        statement = f"{TITLES[kind]}: the win ratio's standard deviation over builds is above {LARGE_SPREAD:g}"
        yield deck_claim(statement, "9", f"{BUILDS_SPREAD[kind]:g}: decently big", ours, "above it, deck by deck")


def _crossover(results: DelveTreesResults) -> Iterator[Claim]:
    unit = f"of the {DECK_TOTAL}"
    for kind in results.settings.crossed:
        none, builds, plain = (results.deck_total(kind, name) for name in ("none", "builds", "recursive"))
        gain = paired_difference(plain, none)
        statement = f"{TITLES[kind]}: the recursive crossover changes the {DECK_TOTAL} by less than {NEGLIGIBLE:g}"
        yield deck_claim(statement, "9", "crossover had little impact", gain, f"{unit} more", within(0.0, NEGLIGIBLE))
        statement = f"{TITLES[kind]}: the recursive crossover makes better trees than none"
        yield deck_claim(statement, "9", "not known", gain, f"{unit} more", effect=NEGLIGIBLE)
        statement = f"{TITLES[kind]}: a crossover that keeps builds makes better trees than the recursive one"
        more = paired_difference(builds, plain)
        yield deck_claim(statement, "10.2", "a wish of the author", more, f"{unit} more", effect=NEGLIGIBLE)


def _held_out(results: DelveTreesResults) -> Iterator[Claim]:
    for kind in results.held_out:
        for rating in (DECK_TOTAL, "WinRate"):
            gain = paired_difference(*results.made_and_random(kind, rating))
            statement = f"{TITLES[kind]}: better than random trees of the same size in the {rating}"
            yield deck_claim(statement, "this study", "held-out decks", gain, "more", effect=NEGLIGIBLE)


def _dial(results: DelveTreesResults) -> Iterator[Claim]:
    for target in results.dial:
        gap = scaled(above_mark(mean_over_decks(results.dial_wins(target)), target), 100)
        statement = f"Asked for a win ratio of {target:g}, trees have it on average, to within {CLOSE:g}"
        yield deck_claim(
            statement, "this study", "GreedyBot, held-out decks", gap, f"{POINTS} above it", within(0.0, 100 * CLOSE)
        )
        off = below_mark(mean_over_decks(results.dial_distance(target)), CLOSE)
        statement = f"Asked for a win ratio of {target:g}, a tree is off by less than {CLOSE:g} on average"
        yield deck_claim(statement, "this study", "GreedyBot, held-out decks", scaled(off, 100), f"{POINTS} inside")


@dataclass(frozen=True)
class HypothesisTest:
    """A hypothesis about one kind of tree, as a claim that a number is above zero."""

    hypothesis: str
    kind: str
    decks: str
    test: str
    claim: Claim

    @property
    def measured(self) -> Estimate:
        """The number that decides, with its 95 % interval."""
        return self._deciding.measured

    @property
    def corrected(self) -> Estimate | None:
        """The same with the interval that decides; None if it gets no verdict."""
        return self._deciding.corrected if self.claim.is_sampled else None

    @property
    def _deciding(self) -> DecidingNumber:
        assert self.claim.deciding is not None
        return self.claim.deciding

    @property
    def unit(self) -> str:
        return self.claim.unit

    @property
    def verdict(self) -> VerdictState:
        return self.claim.verdict


def _test(
    hypothesis: str,
    kind: str,
    decks: str,
    test: str,
    measured: Estimate | list[Estimate],
    unit: str,
    sample_unit: str = "deck",
    calibration: str = "",
    effect: float | None = None,
) -> HypothesisTest:
    claim = Claim(
        f"{hypothesis}, {kind}, {decks}",
        "8.1",
        "",
        measured if isinstance(measured, Estimate) else None,
        unit,
        sample_unit=sample_unit,
        planned=len(deck_set(decks)) if sample_unit == "deck" else None,  # type: ignore[arg-type]
        parts=() if isinstance(measured, Estimate) else tuple((number, above(0.0)) for number in measured),
        calibration=calibration,
        effect=effect,
    )
    return HypothesisTest(hypothesis, kind, decks, test, claim)


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
    claims = judge_family(HYPOTHESES_FAMILY, [test.claim for test in tests], {"tree": results.settings.judged_trees})
    tests = [replace(test, claim=claim) for test, claim in zip(tests, claims, strict=True)]
    order = list(dict.fromkeys(test.hypothesis for test in tests))
    return sorted(tests, key=lambda test: order.index(test.hypothesis))


def combined_verdicts(tests: list[HypothesisTest]) -> dict[str, VerdictState]:
    """Combined verdicts: a hypothesis holds if all its tests hold, and fails if any fails; calibration stays so."""
    return {name: test.verdict for name, test in deciding_tests(tests).items()}


def deciding_tests(tests: list[HypothesisTest]) -> dict[str, HypothesisTest]:
    """The test of each hypothesis whose verdict is that of the hypothesis: a failure, else the least certain."""
    members: dict[str, list[HypothesisTest]] = {}
    for test in tests:
        members.setdefault(test.hypothesis, []).append(test)
    return {name: _deciding_test(group) for name, group in members.items()}


def _deciding_test(tests: list[HypothesisTest]) -> HypothesisTest:
    judged = [test for test in tests if test.claim.is_sampled] or tests
    for state in ("fails", "undecided"):
        if found := [test for test in judged if test.verdict == state]:
            return found[0]
    return judged[0]


def _play_tests(results: DelveTreesResults, kind: str, lot: str) -> Iterator[HypothesisTest]:
    bots, title = range(len(results.settings.bots)), TITLES[kind]
    wins = [mean_over_decks(results.wins(kind, lot, bot)) for bot in bots]
    last = [mean_over_decks(results.wins(kind, lot, bot, ENCOUNTERS - 1)) for bot in bots]
    turns = [mean_over_decks(results.turns(kind, lot, bot)) for bot in bots]
    rise = [paired_difference(results.wins(kind, lot, b), results.wins(kind, lot, a)) for a, b in pairwise(bots)]
    fall = [paired_difference(results.turns(kind, lot, a), results.turns(kind, lot, b)) for a, b in pairwise(bots)]
    every = f"{T_TEST}, the worst of all bots"
    pairs = f"{T_TEST}, paired, the worst of all neighbours"
    calibrated: list[tuple[str, list[Estimate], str]] = [
        ("1: bots can lose", [below_mark(win, 1.0) for win in wins], "share of fights lost"),
        (
            "1, stronger: bots lose a tenth or more",
            [below_mark(win, 1 - LOSS_SHARE) for win in wins],
            "share more",
        ),
        ("2: bots can win", wins, "share of fights won"),
        ("2, stronger: bots win the last encounter", last, "share of fights won"),
        ("3: wins take 2 to 6 turns", _between(turns, MIN_TURNS, MAX_TURNS), "turns inside"),
        ("3, stronger: wins take 3 to 5 turns", _between(turns, *TARGET_TURNS), "turns inside"),
    ]
    for name, ours, unit in calibrated:
        yield _test(name, title, lot, every, ours, unit, calibration=ENCOUNTERS_SET)
    orders = {what: bounded_mean_over_decks(results.skill_orders(kind, lot, what), -1.0, 1.0) for what in SKILL_SHOWN}
    # A trend over all bots is less than an order of all neighbours.
    rows: list[tuple[str, str, Estimate | list[Estimate], str]] = [
        ("4: better bots win more", pairs, rise, "share of fights more"),
        ("4, weaker: wins rise with skill on the whole", ORDER_TEST, orders["wins"], "of rank correlation"),
        ("5: better bots win faster", pairs, fall, "turns fewer"),
        ("5, weaker: turns fall with skill on the whole", ORDER_TEST, orders["turns"], "of rank correlation"),
    ]
    for name, test, numbers, unit in rows:
        yield _test(name, title, lot, test, numbers, unit)


def _choice_tests(results: DelveTreesResults, kind: str) -> Iterator[HypothesisTest]:
    title, lot = TITLES[kind], "held-out"
    even = unpaired_difference(results.choice_measure(kind, "entropy"), results.choice_measure(RANDOM, "entropy"))
    yield _test("6: best picks are more even than in random trees", title, lot, TWO_SAMPLES, even, "entropy more")
    idle = unpaired_difference(
        results.choice_measure(RANDOM, "never useful"), results.choice_measure(kind, "never useful")
    )
    yield _test("7: fewer nodes are never useful than in random trees", title, lot, TWO_SAMPLES, idle, "share fewer")


def _target_tests(results: DelveTreesResults, kind: str) -> Iterator[HypothesisTest]:
    nearer = unpaired_difference(results.target_distance(RANDOM), results.target_distance(kind))
    name = "10: GreedyBot's win ratio with random picks is nearer to the target than with random trees"
    yield _test(name, TITLES[kind], HELD_OUT, TWO_SAMPLES, nearer, "nearer")


def _rating_tests(results: DelveTreesResults, kind: str) -> Iterator[HypothesisTest]:
    title, unit, total = TITLES[kind], f"of the {DECK_TOTAL} more", results.deck_total(kind)
    ahead = unpaired_difference(total, results.deck_total(RANDOM))
    name = "8: made trees are better than random ones"
    yield _test(name, title, HELD_OUT, TWO_SAMPLES, ahead, unit, effect=NEGLIGIBLE)
    hand = mean_over_decks(total - results.deck_total(HAND_MADE))
    name = "9: made trees are better than a hand-made one"
    yield _test(name, title, HELD_OUT, T_TEST, hand, unit, effect=NEGLIGIBLE)


def _agreement_tests(results: DelveTreesResults) -> Iterator[HypothesisTest]:
    for bot in results.agreement:
        ours = above_mark(results.correlation(bot, "wins"), MIN_CORRELATION)
        name = f"11: the simulation ranks trees as play does, correlation above {MIN_CORRELATION:g}"
        test = "Spearman's rank correlation"
        yield _test(name, f"random trees, {bot}", "reference", test, ours, "above it", sample_unit="tree")


def _between(estimates: list[Estimate], low: float, high: float) -> list[Estimate]:
    """How far each number is above one mark and below another."""
    return [
        *(above_mark(estimate, low) for estimate in estimates),
        *(below_mark(estimate, high) for estimate in estimates),
    ]

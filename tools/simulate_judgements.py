"""Simulates studies whose truth is known, and counts how often the judge of claims is wrong.

    python tools/simulate_judgements.py --studies 10000 --to benchmarks/judge-simulations.csv
    python tools/simulate_judgements.py --skewed --studies 10000 --to benchmarks/judge-simulations-skewed.csv

Two kinds of rows. Coverage: how often the 95 % interval of an estimate contains the true number, for the intervals and
sample sizes that studies use. Families: how often a family of claims has any false `holds` (true claims: how many are
found), for claims that are true, false, undecidable, decided by construction, and about several numbers. `required` is
what must be so; contrasts, which show what goes wrong otherwise, have none. A share of simulated studies is itself
known only up to chance: it is `met` up to `slack`, three standard errors of the share.

With `--skewed`, values are skewed or pile up at a bound, as shares of fights won do. Where nothing is required, the row
says how often verdicts are wrong that rest on Student's t although values are not nearly normal.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ludus.design.platformer.difficulty.cross_validation import bootstrap_estimates
from ludus.stats import (
    Estimate,
    Sprt,
    SprtMonitor,
    contrast_of_runs,
    difference,
    difference_of_runs,
    elo_to_win_rate,
    mean,
    mean_of_runs,
    needed_size,
    proportion,
    proportion_difference,
)
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import mean_of_bounded
from ludus.stats.rank_correlation_and_trend import page_trend_test, rank_correlation
from ludus.stats.two_way_clusters import clustered_mean, clustered_ratio
from ludus.studies.claims import Claim, ClaimedRange, ClaimFamily, above, above_mark, judge, judge_family, within

COVERAGE = (0.94, 0.96)
Z_95 = 1.959963984540054  # standard errors on either side in a 95 % interval
MAX_FALSE = 0.05
COLUMNS = ("kind", "case", "sample", "claims", "studies", "measure", "value", "required", "slack", "met")
FITTED = "by construction: fitted or set up"
EDGE = "undecidable: equality at the edge of its margin"
# Truth, size of a sample, number of claims, and a range: numbers that a 95 % interval leaves open there are None
Draw = Callable[[np.random.Generator, float, int, int, ClaimedRange | None], list[Estimate | None]]
Sample = Callable[[np.random.Generator], tuple[Estimate, float]]
DrawValues = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]  # values of a shape


@dataclass(frozen=True)
class Result:
    """A row of the table: a share of simulated studies, and what it must be."""

    kind: str
    case: str
    sample: str
    claims: int
    studies: int
    measure: str
    value: float
    required: tuple[float, float] | None

    @property
    def is_met(self) -> bool:
        """Whether the share is as required, up to the slack."""
        if self.required is None:
            return True
        low, high = self.required
        return low - self.slack <= self.value <= high + self.slack

    @property
    def slack(self) -> float:
        """Three standard errors of the share: what chance in the simulated studies may add."""
        return 3 * math.sqrt(max(self.value * (1 - self.value), 1e-4) / self.studies)

    def cells(self) -> list[str]:
        required = "" if self.required is None else "{:g} to {:g}".format(*self.required)
        met = "" if self.required is None else "yes" if self.is_met else "no"
        row = (self.kind, self.case, self.sample, self.claims, self.studies, self.measure, f"{self.value:.4f}")
        return [*map(str, row), required, f"{self.slack:.4f}" if required else "", met]


def simulate(studies: int, seed: int) -> list[Result]:
    """Simulate all cases.

    Args:
        studies: Number of simulated studies of a case.
        seed: Seed of the random numbers.
    """
    cases = [*coverage_results(studies, seed), *family_results(studies, seed), *part_results(studies, seed)]
    return [*cases, *sequential_results(studies, seed)]


def coverage_results(studies: int, seed: int) -> list[Result]:
    """Coverage of the 95 % intervals of all kinds of estimates."""
    results = []
    for k, (case, sample, make, required) in enumerate(_coverage_cases()):
        rng = np.random.default_rng([seed, 1, k])
        covered = 0
        for _ in range(studies):
            estimate, truth = make(rng)
            covered += estimate.low <= truth <= estimate.high
        results.append(
            Result("coverage", case, sample, 1, studies, "interval has the truth", covered / studies, required)
        )
    return results


def family_results(studies: int, seed: int) -> list[Result]:
    """False and true verdicts of families."""
    return [result for k, family in enumerate(FAMILIES) for result in _family_cases(family, studies, [seed, 2, k])]


@dataclass(frozen=True)
class Family:
    """Claims of one study: what was drawn, how many claims, a function that draws their numbers, and a real effect."""

    sample: str
    unit: str
    claims: int
    size: int
    draw: Draw
    effect: float

    def estimates(self, rng: np.random.Generator, truth: float, size: int | None = None) -> list[Estimate]:
        """Measured numbers of all claims of one study."""
        return [number for number in self.draw(rng, truth, size or self.size, self.claims, None) if number is not None]

    def verdicts(
        self, rng: np.random.Generator, truth: float, claimed: ClaimedRange, size: int | None = None
    ) -> list[str]:
        """Verdicts of one study.

        What a 95 % interval leaves open, the wider corrected one leaves open, too. So only the others are judged, as
        members of a family of the same size.
        """
        family = ClaimFamily("claims", self.claims, {self.unit: 10**9})
        numbers = self.draw(rng, truth, size or self.size, self.claims, claimed)
        return [
            "undecided"
            if number is None
            else Claim("a claim", "", "", number, "", claimed, sample_unit=self.unit, family=family).verdict
            for number in numbers
        ]

    def fitted_verdicts(self, rng: np.random.Generator, truth: float, claimed: ClaimedRange) -> list[str]:
        """Verdicts of one study in which half of the claims are calibration, and half not testable."""
        reasons: list[dict[str, str]] = [{"calibration": "fitted"}, {"not_testable": "set up"}]
        claims = [
            Claim("a claim", "", "", number, "", claimed, sample_unit=self.unit, **reasons[k % 2])  # type: ignore[arg-type]
            for k, number in enumerate(self.estimates(rng, truth))
        ]
        return [claim.verdict for claim in judge_family("claims", claims, {self.unit: 10**9})]


def _family_cases(family: Family, studies: int, seed: list[int]) -> Iterator[Result]:
    [pilot] = family.draw(np.random.default_rng(seed), 0.0, 4000, 1, None)
    assert pilot is not None
    needed = needed_size(pilot, family.effect, family.claims)
    sized = f"{family.sample}: {needed} instead of {family.size}"
    cases: list[tuple[str, str, float, ClaimedRange, int | None]] = [
        ("false: the number is at the mark", family.sample, 0.0, above(0.0), None),
        (EDGE, family.sample, family.effect, within(0.0, family.effect), None),
        ("true: the size is the needed one", sized, family.effect, above(0.0), needed),
    ]
    if family is FAMILIES[0]:  # what is fitted does not depend on the number of claims
        cases.append((FITTED, family.sample, 10 * family.effect, above(0.0), None))
    for number, (case, sample, truth, claimed, size) in enumerate(cases):
        rng, any_of, held = np.random.default_rng([*seed, number]), Counter[str](), 0
        for _ in range(studies):
            if case == FITTED:
                states = family.fitted_verdicts(rng, truth, claimed)
            else:
                states = family.verdicts(rng, truth, claimed, size)
            any_of.update(set(states))
            any_of["decided"] += "holds" in states or "fails" in states
            held += states.count("holds")
        row = ("family", case, sample, family.claims, studies)
        if case == FITTED:
            yield Result(*row, "any verdict", any_of["decided"] / studies, (0.0, 0.0))
        elif size is None:
            yield Result(*row, "any false holds", any_of["holds"] / studies, (0.0, MAX_FALSE))
        else:
            yield Result(*row, "claims that hold", held / studies / family.claims, (0.78, 0.9))
            yield Result(*row, "any false fails", any_of["fails"] / studies, (0.0, MAX_FALSE))
        if truth == 0:
            yield Result(*row, "any false verdict", any_of["decided"] / studies, (0.0, MAX_FALSE))


def part_results(studies: int, seed: int) -> list[Result]:
    """Claims about several numbers, where the least certain decides: false `holds` and false `fails` of a family."""
    claims, parts, decks = PARTS_FAMILY
    sample = f"{parts} numbers of {decks} decks each"
    cases = [
        ("several numbers, false: one is at the mark, the others are far above", "any false holds", "holds", 10.0),
        ("several numbers, true at the very limit: all are at the mark", "any false fails", "fails", 0.0),
    ]
    results = []
    for number, (case, measure, wrong, others) in enumerate(cases):
        rng, count = np.random.default_rng([seed, 3, number]), 0
        family = ClaimFamily("claims", claims, {"deck": 10**9})
        raised = np.array([0.0] + [others] * (parts - 1))
        for _ in range(studies):
            values, halves = _means_and_halves(rng.normal(0, 1, (claims, parts, decks)) + raised[:, None])
            # What is not so with 95 % intervals is not so with wider ones: these claims are not wrong.
            suspects = np.all(values > halves, axis=1) if wrong == "holds" else np.any(values < -halves, axis=1)
            count += any(
                _part_claim(values[claim], halves[claim], decks, family).verdict == wrong
                for claim in np.flatnonzero(suspects)
            )
        results.append(Result("family", case, sample, claims, studies, measure, count / studies, (0.0, MAX_FALSE)))
    return results


def _part_claim(values: np.ndarray, halves: np.ndarray, size: int, family: ClaimFamily) -> Claim:
    """A claim that all numbers are above zero."""
    parts = tuple((number, above(0.0)) for number in _run_estimates(values, halves, size))
    return Claim("all are above", "", "", None, sample_unit="deck", parts=parts, family=family)


def sequential_results(studies: int, seed: int) -> list[Result]:
    """A declared sequential test, and looking again and again without one."""
    test = Sprt(0.0, 50.0)
    accepted, rng = 0, np.random.default_rng([seed, 6])
    for _ in range(studies):
        monitor = SprtMonitor(test)
        while monitor.verdict.decision == "running":
            monitor.add(_deals(rng, 160, elo_to_win_rate(test.low)))
        accepted += monitor.verdict.decision == "accept"
    held, rng = 0, np.random.default_rng([seed, 7])
    looks = max(studies // 10, 50)  # nothing is required of it
    for _ in range(looks):
        deals = _deals(rng, 1000, 0.5)
        held += any(judge(proportion(deals[:size]), above(0.5)) == "holds" for size in range(20, 1001, 20))
    row = ("false: both players are equal", "deals of two games", 1, studies)
    return [
        Result(
            "sequential", row[0], row[1], 1, studies, "false holds, declared test", accepted / studies, (0.0, MAX_FALSE)
        ),
        Result("contrast", row[0], row[1], 1, looks, "false holds, 50 looks at 95 % intervals", held / looks, None),
    ]


def _coverage_cases() -> list[tuple[str, str, Sample, tuple[float, float] | None]]:
    return [
        ("proportion", "100 deals of two games", lambda rng: _proportion(rng, 100), COVERAGE),
        ("proportion", "200 deals of two games, win rate 0.9", lambda rng: _proportion(rng, 200, 0.9), COVERAGE),
        ("proportion", "40 runs, yes or no", lambda rng: _yes_or_no(rng, 40), COVERAGE),
        *(
            (
                "mean of runs, Student's t",
                f"{n} runs",
                lambda rng, n=n: (mean_of_runs(rng.normal(0.3, 1, n).tolist()), 0.3),
                COVERAGE,
            )
            for n in (3, 4, 5, 20, 30)
        ),
        (
            "mean of base means",
            "4 bases of 2 agents",
            lambda rng: (mean_of_runs(_agents(rng, 4, 2).mean(axis=1).tolist()), 0.0),
            COVERAGE,
        ),
        *(
            ("difference of runs, Welch's t", f"{a} and {b} runs", lambda rng, a=a, b=b: _welch(rng, a, b), COVERAGE)
            for a, b in ((4, 4), (4, 12), (5, 30), (20, 20))
        ),
        ("mean, normal", "200 deals", lambda rng: (mean(_deals(rng, 200, 0.5) - _deals(rng, 200, 0.5)), 0.0), COVERAGE),
        ("difference on the same deals", "200 deals", lambda rng: _paired(rng, 200), COVERAGE),
        ("difference of proportions", "200 and 200 deals", lambda rng: _two_proportions(rng, 200), COVERAGE),
        ("contrast of runs, Welch's t", "4, 4 and 4 runs", lambda rng: _contrast(rng, 4), COVERAGE),
        *(
            (
                "ratio by trees and decks",
                f"20 trees, {decks} decks",
                lambda rng, decks=decks: _two_ways(rng, 20, decks),
                COVERAGE,
            )
            for decks in (45, 12)
        ),
        *(
            (
                "Page's trend test without a trend",
                f"{rows} rows, 5 bots",
                lambda rng, rows=rows: (_trend(rng, rows), 0.0),
                COVERAGE,
            )
            for rows in (12, 20)
        ),
        ("rank correlation", "300 trees", lambda rng: _correlated(rng, 300), COVERAGE),
        ("bootstrap over players", "53 players of 10 levels", lambda rng: _bootstrap(rng, 53, 10), COVERAGE),
        (
            "contrast: agents of a base as if they were independent",
            "4 bases of 6 agents",
            lambda rng: (mean_of_runs(_agents(rng, 4, 6).reshape(-1).tolist()), 0.0),
            None,
        ),
    ]


def draw_runs(
    rng: np.random.Generator, truth: float, size: int, claims: int, claimed: ClaimedRange | None = None
) -> list[Estimate | None]:
    """Means of runs, the same as `mean_of_runs` of each row; None where a 95 % interval leaves a range open."""
    values, halves = _means_and_halves(rng.normal(truth, 1, (claims, size)))
    numbers: list[Estimate | None] = [None] * claims
    decided = np.arange(claims) if claimed is None else np.flatnonzero(~_is_open(values, halves, claimed))
    for k, number in zip(decided, _run_estimates(values[decided], halves[decided], size), strict=True):
        numbers[k] = number
    return numbers


def _means_and_halves(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Means over the last axis, and half the widths of their 95 % intervals."""
    size = values.shape[-1]
    errors = values.std(axis=-1, ddof=1) / math.sqrt(size)
    return values.mean(axis=-1), student_t_quantile(size - 1, 0.975) * errors


def _run_estimates(values: np.ndarray, halves: np.ndarray, size: int) -> list[Estimate]:
    return [
        Estimate(value, value - half, value + half, size, size - 1)
        for value, half in zip(values.tolist(), halves.tolist(), strict=True)
    ]


def _is_open(values: np.ndarray, halves: np.ndarray, claimed: ClaimedRange) -> np.ndarray:
    """Whether an interval is neither inside the range nor outside."""
    low = -math.inf if claimed.low is None else claimed.low
    high = math.inf if claimed.high is None else claimed.high
    inside = (values - halves >= low) & (values + halves <= high)
    is_open: np.ndarray = ~(inside | (values + halves <= low) | (values - halves >= high))
    return is_open


def _draw_win_rates(
    rng: np.random.Generator, truth: float, size: int, claims: int, claimed: ClaimedRange | None = None
) -> list[Estimate | None]:
    """Win rates over deals, above one half; None where a 95 % interval leaves a range open."""
    deals = _deals(rng, size * claims, 0.5 + truth).reshape(claims, size)
    rows: Iterable[int] = range(claims)
    if claimed is not None:
        # A 95 % interval is wider than 1.5 standard errors on either side.
        halves = 1.5 * deals.std(axis=1, ddof=1) / math.sqrt(size)
        rows = np.flatnonzero(~_is_open(deals.mean(axis=1) - 0.5, halves, claimed))
    numbers: list[Estimate | None] = [None] * claims
    for k in rows:
        numbers[k] = above_mark(proportion(deals[k]), 0.5)
    return numbers


def _deals(rng: np.random.Generator, count: int, rate: float) -> np.ndarray:
    """Mean payoff of two games on a deal; the luck of the deal is shared."""
    luck = rng.normal(0, 0.15, count)
    chance = np.clip(rate + luck * 4 * rate * (1 - rate), 0, 1)
    return rng.binomial(2, chance) / 2


def _proportion(rng: np.random.Generator, count: int, rate: float = 0.5) -> tuple[Estimate, float]:
    return proportion(_deals(rng, count, rate)), _true_rate(rate)


def _true_rate(rate: float, nodes: int = 2001) -> float:
    """Mean payoff of `_deals`: chances are clipped, so it is not exactly the rate."""
    z = np.linspace(-8, 8, nodes)
    weights = np.exp(-z * z / 2)
    chances = np.clip(rate + 0.15 * z * 4 * rate * (1 - rate), 0, 1)
    return float((chances * weights).sum() / weights.sum())


def _yes_or_no(rng: np.random.Generator, count: int) -> tuple[Estimate, float]:
    rate = rng.uniform(0.2, 0.8)
    return proportion((rng.random(count) < rate).astype(float)), rate


def _agents(rng: np.random.Generator, bases: int, agents: int) -> np.ndarray:
    """Strengths of agents; those of a base are related."""
    return rng.normal(0, 1, (bases, 1)) + rng.normal(0, 1, (bases, agents))


def _welch(rng: np.random.Generator, one: int, other: int) -> tuple[Estimate, float]:
    return difference_of_runs(rng.normal(0.5, 1, one).tolist(), rng.normal(0, 1.5, other).tolist()), 0.5


def _paired(rng: np.random.Generator, count: int) -> tuple[Estimate, float]:
    luck = rng.normal(0, 0.15, count)
    one, other = (rng.binomial(2, np.clip(rate + luck, 0, 1)) / 2 for rate in (0.55, 0.45))
    return proportion_difference(one, other), 0.1


def _two_proportions(rng: np.random.Generator, count: int) -> tuple[Estimate, float]:
    first, second = (proportion(_deals(rng, count, rate)) for rate in (0.5, 0.6))
    return difference(first, second), _true_rate(0.6) - _true_rate(0.5)


def _two_ways(rng: np.random.Generator, trees: int, decks: int) -> tuple[Estimate, float]:
    cells = 0.3 + rng.normal(0, 0.5, (trees, 1)) + rng.normal(0, 0.5, (1, decks)) + rng.normal(0, 1, (trees, decks))
    return clustered_ratio(cells, np.ones((trees, decks))), 0.3


def _contrast(rng: np.random.Generator, runs: int) -> tuple[Estimate, float]:
    """The first kind of runs less the mean of two others, as the gaps between representations."""
    groups = [(weight, rng.normal(weight, 1, runs).tolist()) for weight in (1.0, -0.5, -0.5)]
    return contrast_of_runs(groups), 1.5


def _trend(rng: np.random.Generator, rows: int, columns: int = 5) -> Estimate:
    """Page's statistic in standard errors; rows differ, columns do not."""
    z = page_trend_test(rng.normal(0, 1, (rows, 1)) + rng.normal(0, 1, (rows, columns))).z
    return Estimate(z, z - Z_95, z + Z_95, rows)


def _correlated(rng: np.random.Generator, count: int, rho: float = 0.6) -> tuple[Estimate, float]:
    x = rng.normal(size=count)
    y = rho * x + math.sqrt(1 - rho * rho) * rng.normal(size=count)
    return rank_correlation(x, y), 6 / math.pi * math.asin(rho / 2)


def _bootstrap(rng: np.random.Generator, players: int, levels: int) -> tuple[Estimate, float]:
    """Mean over players with their levels, with an interval from 100 draws of players."""
    scores = _agents(rng, players, levels).mean(axis=1)
    draws = scores[rng.integers(players, size=(100, players))].mean(axis=1)
    return bootstrap_estimates({"x": float(scores.mean())}, [{"x": draw} for draw in draws], players)["x"], 0.0


@dataclass(frozen=True)
class SkewedFamily:
    """Claims of one study about means of values that are not nearly normal; all means are at the mark.

    Attributes:
        case: How the values are distributed, and the interval.
        sample: What was drawn.
        claims: Number of claims.
        shape: Shape of the sample of a claim: its units, or rows and columns.
        draw: Draws samples of all claims, from a generator and a shape.
        truth: The true mean.
        estimate: Makes the number of a claim from its sample.
        required: Largest share of families with a false verdict on one side; None if nothing is required.
        share: Share of the studies that are simulated.
        least_half: Corrected intervals are wider than this number of standard errors of the units. Wilson's interval is
            narrower on the side of one half.
    """

    case: str
    sample: str
    claims: int
    shape: tuple[int, ...]
    draw: DrawValues
    truth: float
    estimate: Callable[[np.ndarray], Estimate]
    required: float | None = None
    share: float = 1.0
    least_half: float = 2.5

    def results(self, studies: int, seed: list[int]) -> Iterator[Result]:
        """Simulate the family: how often a claim is falsely above the mark, and how often below."""
        count, any_of = max(round(studies * self.share), 1), Counter[str]()
        rng, family = np.random.default_rng(seed), ClaimFamily("claims", self.claims, {"run": 10**9})
        for _ in range(count):
            samples = self.draw(rng, (self.claims, *self.shape))
            numbers = [self.estimate(samples[k]) for k in np.flatnonzero(~self._surely_open(samples))]
            any_of.update(
                {
                    Claim("above", "", "", number, "", above(self.truth), sample_unit="run", family=family).verdict
                    for number in numbers
                }
            )
        required = None if self.required is None else (0.0, self.required)
        row = ("skewed", self.case, self.sample, self.claims, count)
        yield Result(*row, "any falsely above", any_of["holds"] / count, required)
        yield Result(*row, "any falsely below", any_of["fails"] / count, required)

    def _surely_open(self, samples: np.ndarray) -> np.ndarray:
        """Whether the corrected interval of each sample surely contains the truth, by its units, which are columns."""
        units = samples if samples.ndim == 2 else samples.mean(axis=1)
        halves = self.least_half * units.std(axis=-1, ddof=1) / math.sqrt(units.shape[-1])
        is_open: np.ndarray = np.abs(units.mean(axis=-1) - self.truth) < halves
        return is_open


def skewed_results(studies: int, seed: int) -> list[Result]:
    """Families whose values are skewed or pile up at a bound, and what an interval that knows the bounds costs."""
    results = [row for k, family in enumerate(skewed_families()) for row in family.results(studies, [seed, 8, k])]
    return [*results, *_bounded_power(studies, seed)]


def skewed_families() -> list[SkewedFamily]:
    """Values of decks and runs that are skewed, and groups of few deals."""

    def t(
        case: str, sample: str, claims: int, size: int, draw: DrawValues, truth: float, required: float | None = None
    ) -> SkewedFamily:
        return SkewedFamily(f"Student's t: {case}", sample, claims, (size,), draw, truth, _by_t, required)

    def bounded(case: str, sample: str, claims: int, size: int, draw: DrawValues, truth: float) -> SkewedFamily:
        name = f"one more unit at the bound: {case}"
        return SkewedFamily(name, sample, claims, (size,), draw, truth, _by_bounds, MAX_FALSE)

    def deals(size: int, rate: float, required: float | None = None, share: float = 1.0) -> SkewedFamily:
        case = "proportion: equal players" if rate == 0.5 else f"proportion: win rate {rate:g}"
        claims = 45 if size < 100 else 63
        half = 2.5 if rate == 0.5 else 1.0
        return SkewedFamily(
            case, f"{size} deals", claims, (size,), _games(rate), rate, proportion, required, share, half
        )

    return [
        t("skewed shares, beta(2, 0.7)", "12 decks", 79, 12, _beta(2, 0.7), 2 / 2.7),
        t("shares at both bounds, beta(0.5, 0.5)", "12 decks", 79, 12, _beta(0.5, 0.5), 0.5),
        t("half of the decks win all fights", "12 decks", 79, 12, _all_won(0.5), 0.75),
        t("90 % of the decks win all fights", "12 decks", 79, 12, _all_won(0.9), 0.95, MAX_FALSE),
        t("90 % of the runs win all games", "30 runs", 42, 30, _all_won(0.9), 0.95, MAX_FALSE),
        t("half-normal below a bound", "30 runs", 28, 30, _half_normal, -math.sqrt(2 / math.pi)),
        t("exponential", "30 runs", 28, 30, _exponential, 1.0),
        t("exponential", "4 runs", 55, 4, _exponential, 1.0),
        SkewedFamily(
            "Student's t: skewed decks, beta(2, 0.7)",
            "20 trees x 12 decks",
            79,
            (20, 12),
            _skewed_decks,
            2 / 2.7,
            clustered_mean,
            share=0.1,
        ),
        deals(10, 0.5, MAX_FALSE),
        deals(20, 0.5, MAX_FALSE),
        deals(20, 0.9, MAX_FALSE),
        deals(200, 0.97, share=0.25),
        deals(200, 0.99, share=0.25),
        bounded("skewed shares, beta(2, 0.7)", "12 decks", 79, 12, _beta(2, 0.7), 2 / 2.7),
        bounded("half of the decks win all fights", "12 decks", 79, 12, _all_won(0.5), 0.75),
        bounded("80 % of the runs win all games", "30 runs", 42, 30, _all_won(0.8), 0.9),
    ]


def _bounded_power(studies: int, seed: int) -> Iterator[Result]:
    """Claims that hold by Student's t and by an interval that knows the bounds, if shares are normal."""
    cases = ((4, 36, "4 runs", 0.02), (12, 79, "12 decks", 0.1), (30, 42, "30 runs", 0.1))
    for k, (size, claims, sample, spread) in enumerate(cases):
        effect = needed_effect(size, claims, spread)
        values = np.random.default_rng([seed, 9, k]).normal(0.5, spread, (studies, size))
        for name, estimate in (("Student's t", _by_t), ("one more unit at the bound", _by_bounds)):
            held = sum(judge(estimate(row), above(0.5 - effect), claims) == "holds" for row in values)
            case = f"{name}: normal shares, 0.5 with a standard deviation of {spread:g}"
            yield Result("power", case, sample, claims, studies, "claims that hold", held / studies, None)


def needed_effect(size: int, claims: int, spread: float) -> float:
    """A difference that this number of normal values decides with a power of about 80 %."""
    distance = student_t_quantile(size - 1, 1 - 0.025 / claims) + student_t_quantile(size - 1, 0.8)
    return distance * spread / math.sqrt(size)


def _by_t(values: np.ndarray) -> Estimate:
    return mean_of_runs(values)  # type: ignore[arg-type]


def _by_bounds(values: np.ndarray) -> Estimate:
    return mean_of_bounded(values)  # type: ignore[arg-type]


def _beta(a: float, b: float) -> DrawValues:
    return lambda rng, shape: rng.beta(a, b, shape)


def _all_won(share: float) -> DrawValues:
    """Units that win everything, and others that win any share."""
    return lambda rng, shape: np.where(rng.random(shape) < share, 1.0, rng.random(shape))


def _games(rate: float) -> DrawValues:
    """Deals of two independent games."""
    return lambda rng, shape: rng.binomial(2, rate, shape) / 2


def _half_normal(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    values: np.ndarray = -np.abs(rng.normal(0, 1, shape))
    return values


def _exponential(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return rng.exponential(1, shape)


def _skewed_decks(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Decks that differ much and trees that differ little."""
    claims, trees, decks = shape
    values: np.ndarray = (
        rng.beta(2, 0.7, (claims, 1, decks)) + rng.normal(0, 0.1, (claims, trees, 1)) + rng.normal(0, 0.1, shape)
    )
    return values


PARTS_FAMILY = (20, 5, 12)  # claims, numbers of each, decks
FAMILIES = (
    Family("4 runs", "run", 36, 4, draw_runs, 1.5),
    Family("30 runs", "run", 42, 30, draw_runs, 0.4),
    Family("200 deals", "deal", 63, 200, _draw_win_rates, 0.1),
    Family("12 decks", "deck", 105, 12, draw_runs, 0.7),
    Family("20 runs", "run", 177, 20, draw_runs, 0.5),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--studies", type=int, default=10_000, help="simulated studies of a case")
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--skewed", action="store_true", help="values that are skewed or pile up at a bound")
    parser.add_argument("--to", type=Path, help="CSV file to write")
    chosen = parser.parse_args()
    started = time.process_time()
    results = (skewed_results if chosen.skewed else simulate)(chosen.studies, chosen.seed)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(result.cells() for result in results)
    kind = "--skewed " if chosen.skewed else ""
    command = f"python tools/simulate_judgements.py {kind}--studies {chosen.studies} --seed {chosen.seed}"
    page = f"# {command}; CPU time {time.process_time() - started:.0f} s\n{text.getvalue()}"
    if chosen.to:
        chosen.to.write_text(page, encoding="utf-8")
    print(page, end="")
    return 0 if all(result.is_met for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())

"""False and true verdicts of families of claims about normal values and win rates, and of sequential tests."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ludus.stats import (
    Estimate,
    Sprt,
    SprtMonitor,
    elo_to_win_rate,
    needed_size,
    proportion,
)
from ludus.stats.skewness import NEARLY_NORMAL, FamilySkewness, pooled_skewness
from ludus.studies.claims import Claim, ClaimedRange, ClaimFamily, above, above_mark, judge, judge_family, within
from tools.simulate_judgements.results import MAX_FALSE, Result
from tools.simulate_judgements.samples import deals, means_and_halves, run_estimates, sample_skewnesses

FITTED = "by construction: fitted or set up"
EDGE = "undecidable: equality at the edge of its margin"
# Truth, size of a sample, number of claims, and a range: numbers that a 95 % interval leaves open there are None
Draw = Callable[[np.random.Generator, float, int, int, ClaimedRange | None], "Drawn"]


@dataclass(frozen=True)
class Drawn:
    """Numbers of all claims of one study, and the skewness of all their units."""

    numbers: list[Estimate | None]
    skewness: FamilySkewness = NEARLY_NORMAL


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
        drawn = self.draw(rng, truth, size or self.size, self.claims, None)
        return [number for number in drawn.numbers if number is not None]

    def verdicts(
        self, rng: np.random.Generator, truth: float, claimed: ClaimedRange, size: int | None = None
    ) -> list[str]:
        """Verdicts of one study.

        What a 95 % interval leaves open, the wider corrected one leaves open, too. So only the others are judged, as
        members of a family of the same size.
        """
        drawn = self.draw(rng, truth, size or self.size, self.claims, claimed)
        family = ClaimFamily("claims", self.claims, {self.unit: 10**9}, {self.unit: drawn.skewness})
        return [
            "undecided"
            if number is None
            else Claim("a claim", "", "", number, "", claimed, sample_unit=self.unit, family=family).verdict
            for number in drawn.numbers
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
    [pilot] = family.draw(np.random.default_rng(seed), 0.0, 4000, 1, None).numbers
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
        raised = np.array([0.0] + [others] * (parts - 1))
        for _ in range(studies):
            samples = rng.normal(0, 1, (claims, parts, decks)) + raised[:, None]
            values, halves = means_and_halves(samples)
            skewnesses = sample_skewnesses(samples)
            family = ClaimFamily("claims", claims, {"deck": 10**9}, {"deck": pooled_skewness(skewnesses)})
            # What is not so with 95 % intervals is not so with wider ones: these claims are not wrong.
            suspects = np.all(values > halves, axis=1) if wrong == "holds" else np.any(values < -halves, axis=1)
            count += any(
                _part_claim(
                    run_estimates(values[claim], halves[claim], decks, skewnesses[claim * parts : (claim + 1) * parts]),
                    family,
                ).verdict
                == wrong
                for claim in np.flatnonzero(suspects).tolist()
            )
        results.append(Result("family", case, sample, claims, studies, measure, count / studies, (0.0, MAX_FALSE)))
    return results


def _part_claim(numbers: list[Estimate], family: ClaimFamily) -> Claim:
    """A claim that all numbers are above zero."""
    parts = tuple((number, above(0.0)) for number in numbers)
    return Claim("all are above", "", "", None, sample_unit="deck", parts=parts, family=family)


def sequential_results(studies: int, seed: int) -> list[Result]:
    """A declared sequential test, and looking again and again without one."""
    test = Sprt(0.0, 50.0)
    accepted, rng = 0, np.random.default_rng([seed, 6])
    for _ in range(studies):
        monitor = SprtMonitor(test)
        while monitor.verdict.decision == "running":
            monitor.add(deals(rng, 160, elo_to_win_rate(test.low)))
        accepted += monitor.verdict.decision == "accept"
    held, rng = 0, np.random.default_rng([seed, 7])
    looks = max(studies // 10, 50)  # nothing is required of it
    for _ in range(looks):
        payoffs = deals(rng, 1000, 0.5)
        held += any(judge(proportion(payoffs[:size]), above(0.5)) == "holds" for size in range(20, 1001, 20))
    row = ("false: both players are equal", "deals of two games", 1, studies)
    return [
        Result(
            "sequential", row[0], row[1], 1, studies, "false holds, declared test", accepted / studies, (0.0, MAX_FALSE)
        ),
        Result("contrast", row[0], row[1], 1, looks, "false holds, 50 looks at 95 % intervals", held / looks, None),
    ]


def draw_runs(
    rng: np.random.Generator, truth: float, size: int, claims: int, claimed: ClaimedRange | None = None
) -> Drawn:
    """Means of runs, the same as `mean_of_runs` of each row; None where a 95 % interval leaves a range open."""
    samples = rng.normal(truth, 1, (claims, size))
    values, halves = means_and_halves(samples)
    skewnesses = sample_skewnesses(samples)
    numbers: list[Estimate | None] = [None] * claims
    decided = np.arange(claims) if claimed is None else np.flatnonzero(~_is_open(values, halves, claimed))
    known = [skewnesses[k] for k in decided]
    for k, number in zip(decided, run_estimates(values[decided], halves[decided], size, known), strict=True):
        numbers[k] = number
    return Drawn(numbers, pooled_skewness(skewnesses))


def _is_open(values: np.ndarray, halves: np.ndarray, claimed: ClaimedRange) -> np.ndarray:
    """Whether an interval is neither inside the range nor outside."""
    low = -math.inf if claimed.low is None else claimed.low
    high = math.inf if claimed.high is None else claimed.high
    inside = (values - halves >= low) & (values + halves <= high)
    is_open: np.ndarray = ~(inside | (values + halves <= low) | (values - halves >= high))
    return is_open


def _draw_win_rates(
    rng: np.random.Generator, truth: float, size: int, claims: int, claimed: ClaimedRange | None = None
) -> Drawn:
    """Win rates over deals, above one half; None where a 95 % interval leaves a range open."""
    payoffs = deals(rng, size * claims, 0.5 + truth).reshape(claims, size)
    rows: Iterable[int] = range(claims)
    if claimed is not None:
        # A 95 % interval is wider than 1.5 standard errors on either side.
        halves = 1.5 * payoffs.std(axis=1, ddof=1) / math.sqrt(size)
        rows = np.flatnonzero(~_is_open(payoffs.mean(axis=1) - 0.5, halves, claimed))
    numbers: list[Estimate | None] = [None] * claims
    for k in rows:
        numbers[k] = above_mark(proportion(payoffs[k]), 0.5)
    return Drawn(numbers)


PARTS_FAMILY = (20, 5, 12)  # claims, numbers of each, decks
FAMILIES = (
    Family("4 runs", "run", 36, 4, draw_runs, 1.5),
    Family("30 runs", "run", 42, 30, draw_runs, 0.4),
    Family("200 deals", "deal", 63, 200, _draw_win_rates, 0.1),
    Family("12 decks", "deck", 105, 12, draw_runs, 0.7),
    Family("20 runs", "run", 177, 20, draw_runs, 0.5),
)

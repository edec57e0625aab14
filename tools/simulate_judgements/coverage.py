"""How often 95 % intervals contain the truth, for the intervals and sample sizes that studies use."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ludus.design.platformer.difficulty.cross_validation import bootstrap_estimates
from ludus.stats import (
    Estimate,
    contrast_of_runs,
    difference,
    difference_of_runs,
    mean,
    mean_of_runs,
    proportion,
    proportion_difference,
)
from ludus.stats.rank_correlation_and_trend import page_trend_test, rank_correlation
from ludus.stats.two_way_clusters import clustered_ratio
from tools.simulate_judgements.results import COVERAGE, Result
from tools.simulate_judgements.samples import agents, deals, true_rate

Z_95 = 1.959963984540054  # standard errors on either side in a 95 % interval
Sample = Callable[[np.random.Generator], tuple[Estimate, float]]


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
            lambda rng: (mean_of_runs(agents(rng, 4, 2).mean(axis=1).tolist()), 0.0),
            COVERAGE,
        ),
        *(
            ("difference of runs, Welch's t", f"{a} and {b} runs", lambda rng, a=a, b=b: _welch(rng, a, b), COVERAGE)
            for a, b in ((4, 4), (4, 12), (5, 30), (20, 20))
        ),
        ("mean, normal", "200 deals", lambda rng: (mean(deals(rng, 200, 0.5) - deals(rng, 200, 0.5)), 0.0), COVERAGE),
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
            lambda rng: (mean_of_runs(agents(rng, 4, 6).reshape(-1).tolist()), 0.0),
            None,
        ),
    ]


def _proportion(rng: np.random.Generator, count: int, rate: float = 0.5) -> tuple[Estimate, float]:
    return proportion(deals(rng, count, rate)), true_rate(rate)


def _yes_or_no(rng: np.random.Generator, count: int) -> tuple[Estimate, float]:
    rate = rng.uniform(0.2, 0.8)
    return proportion((rng.random(count) < rate).astype(float)), rate


def _welch(rng: np.random.Generator, one: int, other: int) -> tuple[Estimate, float]:
    return difference_of_runs(rng.normal(0.5, 1, one).tolist(), rng.normal(0, 1.5, other).tolist()), 0.5


def _paired(rng: np.random.Generator, count: int) -> tuple[Estimate, float]:
    luck = rng.normal(0, 0.15, count)
    one, other = (rng.binomial(2, np.clip(rate + luck, 0, 1)) / 2 for rate in (0.55, 0.45))
    return proportion_difference(one, other), 0.1


def _two_proportions(rng: np.random.Generator, count: int) -> tuple[Estimate, float]:
    first, second = (proportion(deals(rng, count, rate)) for rate in (0.5, 0.6))
    return difference(first, second), true_rate(0.6) - true_rate(0.5)


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
    scores = agents(rng, players, levels).mean(axis=1)
    draws = scores[rng.integers(players, size=(100, players))].mean(axis=1)
    return bootstrap_estimates({"x": float(scores.mean())}, [{"x": draw} for draw in draws], players)["x"], 0.0

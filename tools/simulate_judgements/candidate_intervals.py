"""Intervals for skewed values that were compared before one was chosen: false verdicts and power of families.

Each candidate says how many standard errors the ends of the interval of every claim are away from its mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ludus.stats.distributions import student_t_quantile
from ludus.stats.skewness import pooled_skewness, skewed_critical_value
from tools.simulate_judgements.results import Result
from tools.simulate_judgements.samples import sample_skewnesses
from tools.simulate_judgements.skewed_families import SkewedFamily, needed_effect, skewed_families

DRAWS = 400  # of the bootstrap
SURELY_SKEWED = 1.645  # standard errors, for a claim that is undecided because of its own skewness
NORMAL = "normal"


@dataclass(frozen=True)
class Study:
    """Samples of the claims of one study, and the quantile of Student's t for their family."""

    samples: np.ndarray
    quantile: float

    @property
    def size(self) -> int:
        return int(self.samples.shape[-1])


Ends = tuple[np.ndarray | float, np.ndarray | float]  # standard errors from the mean down and up
Candidate = Callable[[Study, np.random.Generator], Ends]


def candidate_results(studies: int, seed: int) -> Iterator[Result]:
    """False verdicts of every candidate in families of skewed values; of normal values also the claims that hold."""
    chosen = [each for each in skewed_families() if each.claims > 2 and each.shape in ((4,), (12,), (30,))]
    cases = ("shares of fights", "half-normal", "exponential")
    families = [each for each in chosen if each.case.startswith(cases) and "sign" not in each.case]
    families += [SkewedFamily(NORMAL, "12 decks", 79, (12,), lambda rng, shape: rng.normal(0, 1, shape), 0.0)]
    families += [SkewedFamily(NORMAL, "30 runs", 42, (30,), lambda rng, shape: rng.normal(0, 1, shape), 0.0)]
    for k, family in enumerate(families):
        for name, candidate in CANDIDATES.items():
            yield from _candidate_rows(name, candidate, family, max(studies // 2, 1), [seed, 10, k])


def _candidate_rows(
    name: str, candidate: Candidate, family: SkewedFamily, studies: int, seed: list[int]
) -> Iterator[Result]:
    size, claims = family.shape[0], family.claims
    rng, draws = np.random.default_rng(seed), np.random.default_rng([*seed, 1])
    quantile = student_t_quantile(size - 1, 1 - 0.025 / claims)
    effect = needed_effect(size, claims, 1.0)
    above = below = held = 0
    for _ in range(studies):
        samples = family.draw(rng, (claims, size))
        errors = samples.std(axis=1, ddof=1) / math.sqrt(size)
        off = (samples.mean(axis=1) - family.truth) / errors
        down, up = candidate(Study(samples, quantile), draws)
        above += bool((off > down).any())
        below += bool((off < -np.asarray(up)).any())
        held += int((off + effect / errors > down).sum())
    row = ("candidate", f"{name}: {family.case}", family.sample, claims, studies)
    yield Result(*row, "any falsely above", above / studies, None)
    yield Result(*row, "any falsely below", below / studies, None)
    if family.case == NORMAL:
        yield Result(*row, "claims that hold", held / studies / claims, None)


def _student(study: Study, rng: np.random.Generator) -> Ends:
    return study.quantile, study.quantile


def _own_skewness(study: Study, rng: np.random.Generator) -> Ends:
    """The first term of the expansion with the skewness of each sample (Johnson 1978)."""
    shift = (2 * study.quantile**2 + 1) / (6 * math.sqrt(study.size))
    skewness = np.array([each.value for each in sample_skewnesses(study.samples)])
    return study.quantile + shift * np.maximum(-skewness, 0), study.quantile + shift * np.maximum(skewness, 0)


def _undecided_if_skewed(study: Study, rng: np.random.Generator) -> Ends:
    """No verdict on the side of the rare values, if the sample itself is significantly skewed."""
    ratios = np.array([each.value / math.sqrt(each.variance) for each in sample_skewnesses(study.samples)])
    return (
        np.where(ratios < -SURELY_SKEWED, math.inf, study.quantile),
        np.where(ratios > SURELY_SKEWED, math.inf, study.quantile),
    )


def _bootstrap_t(study: Study, rng: np.random.Generator) -> Ends:
    """Quantiles of the bootstrapped t statistic, widened like those of Student's t."""
    size = study.size
    chosen = rng.integers(size, size=(DRAWS, size))
    again = study.samples[:, chosen]
    errors = np.maximum(again.std(axis=-1, ddof=1) / math.sqrt(size), 1e-12)
    t = (again.mean(axis=-1) - study.samples.mean(axis=1, keepdims=True)) / errors
    low, high = np.quantile(t, (0.025, 0.975), axis=1)
    wider = study.quantile / student_t_quantile(size - 1, 0.975)
    return wider * high, -wider * low


def _family_skewness(study: Study, rng: np.random.Generator) -> Ends:
    """The skewness of all samples of the family: the judge's."""
    skewness = pooled_skewness(sample_skewnesses(study.samples))
    return (
        skewed_critical_value(study.quantile, skewness.negative, study.size),
        skewed_critical_value(study.quantile, skewness.positive, study.size),
    )


CANDIDATES: dict[str, Candidate] = {
    "Student's t": _student,
    "own skewness": _own_skewness,
    "undecided if skewed": _undecided_if_skewed,
    "bootstrap-t": _bootstrap_t,
    "skewness of the family": _family_skewness,
}

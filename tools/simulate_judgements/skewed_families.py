"""False verdicts of families of claims about values that are skewed or pile up at a bound, and what safety costs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ludus.stats import Estimate, mean_of_runs, proportion, simultaneous_interval
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import mean_of_bounded
from ludus.stats.judgement import FAMILY_ERROR
from ludus.stats.skewness import family_skewness
from ludus.stats.two_way_clusters import clustered_mean
from ludus.studies.claims import Claim, ClaimFamily, above
from tools.simulate_judgements.results import MAX_FALSE, Result

DrawValues = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]  # values of a shape


@dataclass(frozen=True)
class SkewedFamily:
    """Claims of one study about means of values that are not nearly normal; all means are at the mark.

    Attributes:
        case: How the values are distributed.
        sample: What was drawn.
        claims: Number of claims.
        shape: Shape of the sample of a claim: its units, or rows and columns.
        draw: Draws samples of all claims, from a generator and a shape.
        truth: The true mean.
        estimate: Makes the number of a claim from its sample.
        is_win_rate: Whether values are payoffs of deals, whose estimates are proportions.
    """

    case: str
    sample: str
    claims: int
    shape: tuple[int, ...]
    draw: DrawValues
    truth: float
    estimate: Callable[[np.ndarray], Estimate] = mean_of_runs  # type: ignore[assignment]
    is_win_rate: bool = False

    def results(self, studies: int, seed: list[int]) -> Iterator[Result]:
        """Simulate the family: how often a claim is falsely above the mark, and how often below.

        The rows of kind `contrast` are those of the same samples without a correction for skewness.
        """
        any_of, plain_any_of = Counter[str](), Counter[str]()
        rng = np.random.default_rng(seed)
        for _ in range(studies):
            samples = self.draw(rng, (self.claims, *self.shape))
            any_of.update(set(self.verdicts(samples)))
            plain_any_of.update(self._plain_verdicts(samples))
        required = (0.0, MAX_FALSE)
        row = (self.case, self.sample, self.claims, studies)
        yield Result("skewed", *row, "any falsely above", any_of["holds"] / studies, required)
        yield Result("skewed", *row, "any falsely below", any_of["fails"] / studies, required)
        if self.estimate is not _by_bounds:
            yield Result("contrast", *row, "any falsely above", plain_any_of["holds"] / studies, None)
            yield Result("contrast", *row, "any falsely below", plain_any_of["fails"] / studies, None)

    def verdicts(self, samples: np.ndarray) -> list[str]:
        """Verdicts of one study. What is surely open is not judged, but counts for the skewness of the family."""
        is_open = self.surely_open(samples)
        if self.is_win_rate:  # their skewness is known
            numbers = {int(k): self.estimate(samples[k]) for k in np.flatnonzero(~is_open)}
        else:
            numbers = dict(enumerate(map(self.estimate, samples)))
        family = ClaimFamily("claims", self.claims, {"run": 10**9}, {"run": family_skewness(numbers.values())})
        claimed = above(self.truth)
        return [
            Claim("above", "", "", numbers[k], "", claimed, sample_unit="run", family=family).verdict
            for k in np.flatnonzero(~is_open).tolist()
        ]

    def surely_open(self, samples: np.ndarray) -> np.ndarray:
        """Whether the corrected interval of each sample surely contains the truth, by its units, which are columns."""
        # Wilson's interval is short on the side of the near bound.
        least_half = 2.5 if not self.is_win_rate or self.truth == 0.5 else 1.0
        units = samples if samples.ndim == 2 else samples.mean(axis=1)
        halves = least_half * units.std(axis=-1, ddof=1) / math.sqrt(units.shape[-1])
        is_open: np.ndarray = np.abs(units.mean(axis=-1) - self.truth) < halves
        return is_open

    def _plain_verdicts(self, samples: np.ndarray) -> set[str]:
        """Verdicts without a correction for skewness: Student's t, Wilson's interval."""
        verdicts = set()
        for k in np.flatnonzero(~self.surely_open(samples)):
            if self.is_win_rate:
                interval = proportion(samples[k], 1 - FAMILY_ERROR / self.claims)
            else:
                interval = simultaneous_interval(self.estimate(samples[k]), self.claims)
            if not interval.is_tied and interval.low < interval.high:
                verdicts |= {"holds"} if interval.low > self.truth else set()
                verdicts |= {"fails"} if interval.high < self.truth else set()
        return verdicts


def skewed_results(studies: int, seed: int) -> list[Result]:
    """Families whose values are skewed or pile up at a bound, and what the correction costs."""
    results = [row for k, family in enumerate(skewed_families()) for row in family.results(studies, [seed, 8, k])]
    return [*results, *_power(studies, seed)]


def skewed_families() -> list[SkewedFamily]:
    """Values of decks and runs that are skewed, and groups of few deals."""

    def deals(size: int, rate: float) -> SkewedFamily:
        case = "equal players" if rate == 0.5 else f"win rate {rate:g}"
        claims = 45 if size < 100 else 63
        shape, draw = (size,), _games(rate)
        return SkewedFamily(case, f"{size} deals", claims, shape, draw, rate, proportion, True)

    beta, half_won = "shares of fights, beta(2, 0.7)", "half of the decks win all fights"
    families = [
        SkewedFamily(beta, "12 decks", 79, (12,), _beta(2, 0.7), 2 / 2.7),
        SkewedFamily("shares at both bounds, beta(0.5, 0.5)", "12 decks", 79, (12,), _beta(0.5, 0.5), 0.5),
        SkewedFamily("uniform", "12 decks", 79, (12,), _beta(1, 1), 0.5),
        SkewedFamily(half_won, "12 decks", 79, (12,), _all_won(0.5), 0.75),
        SkewedFamily("90 % of the decks win all fights", "12 decks", 79, (12,), _all_won(0.9), 0.95),
        SkewedFamily("90 % of the runs win all games", "30 runs", 42, (30,), _all_won(0.9), 0.95),
        SkewedFamily("half-normal below a bound", "30 runs", 28, (30,), _half_normal, -math.sqrt(2 / math.pi)),
        SkewedFamily("exponential", "30 runs", 28, (30,), _exponential, 1.0),
        SkewedFamily("exponential", "30 runs", 2, (30,), _exponential, 1.0),
        SkewedFamily("exponential", "12 decks", 79, (12,), _exponential, 1.0),
        SkewedFamily("exponential", "4 runs", 55, (4,), _exponential, 1.0),
        SkewedFamily(
            "exponential, every second number with the other sign",
            "30 runs",
            42,
            (30,),
            _both_signs,
            0.0,
        ),
        SkewedFamily("a quarter exponential, the others normal", "30 runs", 42, (30,), _quarter_skewed, 0.0),
        SkewedFamily(
            "a few outliers on both sides, t with 5 degrees of freedom", "12 decks", 79, (12,), _outliers, 0.0
        ),
        SkewedFamily(
            "shares of fights, beta(2, 0.7), by tree and deck",
            "20 trees x 12 decks",
            79,
            (20, 12),
            _skewed_decks,
            2 / 2.7,
            clustered_mean,
        ),
        *(deals(size, rate) for size, rate in ((10, 0.5), (20, 0.5), (20, 0.9), (60, 0.97), (100, 0.99))),
        *(deals(200, rate) for rate in (0.9, 0.97, 0.99)),
    ]
    bounded = [
        SkewedFamily(beta, "12 decks", 79, (12,), _beta(2, 0.7), 2 / 2.7),
        SkewedFamily(half_won, "12 decks", 79, (12,), _all_won(0.5), 0.75),
        SkewedFamily("80 % of the runs win all games", "30 runs", 42, (30,), _all_won(0.8), 0.9),
    ]
    known = [replace(each, case=f"one more unit at the bound: {each.case}", estimate=_by_bounds) for each in bounded]
    return [*families, *known]


def _power(studies: int, seed: int) -> Iterator[Result]:
    """Claims that hold if shares are normal: with the correction, by Student's t, and if the interval knows bounds."""
    cases = ((4, 36, "4 runs", 0.02), (12, 79, "12 decks", 0.1), (30, 42, "30 runs", 0.1), (20, 177, "20 runs", 0.1))
    for k, (size, claims, sample, spread) in enumerate(cases):
        mark, held = 0.5 - needed_effect(size, claims, spread), Counter[str]()
        rng, count = np.random.default_rng([seed, 9, k]), max(studies // 10, 1)
        for _ in range(count):
            samples = rng.normal(0.5, spread, (claims, size))
            numbers = [mean_of_runs(sample.tolist()) for sample in samples]
            skewness = family_skewness(numbers)
            held["changed"] += bool(skewness)
            for number, values in zip(numbers, samples, strict=True):
                held["the judge"] += simultaneous_interval(number, claims, skewness).low > mark
                held["Student's t alone"] += simultaneous_interval(number, claims).low > mark
                bounded = mean_of_bounded(values.tolist())
                held["one more unit at the bound"] += simultaneous_interval(bounded, claims).low > mark
        row = (sample, claims, count)
        for name in ("the judge", "Student's t alone", "one more unit at the bound"):
            case = f"normal shares, {name}"
            yield Result("power", case, *row, "claims that hold", held[name] / count / claims, None)
        yield Result("power", "normal shares", *row, "families with a correction", held["changed"] / count, None)


def needed_effect(size: int, claims: int, spread: float) -> float:
    """A difference that this number of normal values decides with a power of about 80 %."""
    distance = student_t_quantile(size - 1, 1 - 0.025 / claims) + student_t_quantile(size - 1, 0.8)
    return distance * spread / math.sqrt(size)


def _by_bounds(values: np.ndarray) -> Estimate:
    return mean_of_bounded(values.tolist())


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


def _both_signs(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    signs = np.where(np.arange(shape[0]) % 2, 1.0, -1.0)
    values: np.ndarray = (rng.exponential(1, shape) - 1) * signs[:, None]
    return values


def _quarter_skewed(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    values, skewed = rng.normal(0, 1, shape), shape[0] // 4
    values[:skewed] = rng.exponential(1, (skewed, *shape[1:])) - 1
    return values


def _outliers(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return rng.standard_t(5, shape)

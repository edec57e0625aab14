"""Estimates with 95 % confidence intervals: means, proportions, ratios and differences.

Three kinds of samples need different intervals:

- Games: the groups (deals) are independent, not the games. `proportion`, `mean`, `pooled_proportion`, `pooled_mean`.
  Means of counts that are often 0, such as deaths per player, are `mean_count`.
- Runs: if an evolution is repeated four times, the sample size is four runs. `mean_of_runs` and `difference_of_runs`
  use Student's t instead of the normal distribution: with four runs, 3.2 instead of 2.0 standard errors.
- Ratios of sums over independent groups, such as the win rate of all decks with a card, by deals. A group contributes
  any number of observations, so a ratio is not a mean of groups. Its variance comes from the influence of each group:
  with r = sum(x) / sum(d), group k moves the ratio by (x_k - r d_k) / sum(d). Only sums over the groups are needed, so
  that millions of groups need not be stored. `ratio_proportion`, `ratio_mean`, `ratio_difference`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist

import numpy as np

from ludus.stats.distributions import chi_square_quantile, student_t_quantile
from ludus.stats.skewness import UnitSkewness, combined_skewness, sample_skewness
from ludus.stats.sums import sum_of_products

CONFIDENCE = 0.95
MIN_VARIANCE = 1e-20  # a smaller variance is a rounding error of equal numbers
NO_INTERVAL = "no interval"  # what readers see instead of infinite bounds
FEW_GROUPS = 100  # with fewer, the variance of the groups is itself uncertain
MIN_DIFFERENT = 10  # units that must differ from the commonest value, if most units have it
UNBOUNDED = (-math.inf, math.inf)
SHARE_BOUNDS = (0.0, 1.0)
COUNT_BOUNDS = (0.0, math.inf)  # of turns, deaths, seconds
DIFFERENCE_BOUNDS = (-1.0, 1.0)  # of a difference of proportions


@dataclass(frozen=True)
class Estimate:
    """A measured number with its 95 % confidence interval and the sample size.

    The fields after `count` are for judgements. Three say how an interval of another confidence follows from this one,
    see `ludus.stats.simultaneous_intervals_and_power`: the degrees of freedom of its t distribution (infinite: normal),
    the bounds of possible values, and whether it is Wilson's interval between these bounds. `is_tied` says that too few
    units differ for Student's t, see `has_ties`: the interval is then no ground for a verdict. `skewness` is that of
    the units, None if it is not known or not needed. `unit_values` has the number by each unit alone, everything else
    at its mean, for estimates of `ludus.stats.two_way_clusters`: by column, then by row of each group of rows.
    """

    value: float
    low: float
    high: float
    count: int
    freedom: float = field(default=math.inf, compare=False, repr=False)
    bounds: tuple[float, float] = field(default=UNBOUNDED, compare=False, repr=False)
    is_wilson: bool = field(default=False, compare=False, repr=False)
    is_tied: bool = field(default=False, compare=False, repr=False)
    skewness: UnitSkewness | None = field(default=None, compare=False, repr=False)
    unit_values: tuple[tuple[float, ...], ...] = field(default=(), compare=False, repr=False)

    @property
    def has_interval(self) -> bool:
        """Whether the interval has two finite bounds."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def __format__(self, spec: str) -> str:
        spec = spec or ".3f"
        if not self.has_interval:
            return f"{self.value:{spec}} ({NO_INTERVAL})"
        return f"{self.value:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"

    def in_percent(self, digits: int = 1) -> str:
        """Format a proportion and its interval in percent."""
        value, low, high = (f"{100 * number:.{digits}f}" for number in (self.value, self.low, self.high))
        return f"{value} % [{low}, {high}]" if self.has_interval else f"{value} % ({NO_INTERVAL})"

    def as_dict(self) -> dict[str, float | int]:
        """The four fields by name."""
        return {"value": self.value, "low": self.low, "high": self.high, "count": self.count}


def proportion(groups: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a proportion, e.g. a win rate, from independent groups of games.

    Games on one seed with swapped seats are one group, because they are not independent. The interval is Wilson's with
    the effective number of Bernoulli trials that corresponds to the variance of the groups, so that it stays inside
    0..1 and does not vanish if all groups are equal. With fewer than 100 groups their variance is uncertain: then the
    quantile is Student's t, as for runs, and groups of which too few differ count as one trial each at most. Groups
    that are only 0 or 1 are trials themselves, so that their variance is known.

    Args:
        groups: the mean of each group, in 0..1.
        confidence: coverage of the interval.

    Returns:
        The estimate; its value is NaN without groups.
    """
    return pooled_proportion([groups], confidence)


def mean(values: np.ndarray, confidence: float = CONFIDENCE, bounds: tuple[float, float] = UNBOUNDED) -> Estimate:
    """Estimate the mean of independent values, with a normal interval.

    Args:
        values: the values, such as the mean length of the games of each deal.
        confidence: coverage of the interval.
        bounds: bounds of possible values, such as COUNT_BOUNDS; the interval stays inside.
    """
    return pooled_mean([values], confidence, bounds)


def mean_count(counts: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a mean count of rare events from independent units, such as deaths per player.

    A gamma interval with the variance between the units: Fay and Feuer, "Confidence intervals for directly standardized
    rates: a method based on the gamma distribution" (1997). If no unit has an event, its upper bound is the exact one
    of Poisson's distribution, 3.7 / units. For many events it approaches the normal interval of `mean`. If all units
    have the same count above 0, at most 3.7 / units may have one event more or less.

    Args:
        counts: the number of events of each unit.
        confidence: coverage of the interval.

    Returns:
        The estimate; its value is NaN without units, and a single unit has no interval.
    """
    return mean_count_of_variance(*_pool([counts]), confidence)


def mean_count_of_variance(value: float, variance: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a mean count like `mean_count`, from the mean of the units and its variance.

    Args:
        value: the mean.
        variance: variance of the mean, the square of its standard error.
        n: number of units.
        confidence: coverage of the interval.
    """
    if n < 2:
        return Estimate(value, -math.inf, math.inf, n, bounds=COUNT_BOUNDS)
    tail = (1 - confidence) / 2
    if variance < MIN_VARIANCE:
        unseen = -math.log(tail) / n  # upper bound of the units that differ
        low, high = max(0.0, value - unseen), value + unseen
    else:
        event = max(variance / value, 1 / n)  # what one more unit with events adds to the mean
        low = _gamma_quantile(value, variance, tail)
        high = _gamma_quantile(value + event, variance + event**2, 1 - tail)
    return Estimate(value, low, high, n, bounds=COUNT_BOUNDS)


def pooled_proportion(series: Sequence[np.ndarray], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of several proportions with equal weights, each from its own series of groups.

    Element k of every series belongs to the same deal, so these are not independent: the luck of a deal affects all
    series and does not average out. Series may have different lengths.

    Args:
        series: for each proportion, the mean of each group, in 0..1.
        confidence: coverage of the interval.
    """
    p, error, n = _pool(series)
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    trials = p * (1 - p) / error if MIN_VARIANCE < error < math.inf else float(n)
    if not 1 < n < FEW_GROUPS or all(np.isin(values, (0, 1)).all() for values in series):
        return _wilson(p, trials, n, confidence)
    is_tied = any(has_ties(np.asarray(values)) for values in series if len(values))
    return _wilson(p, min(trials, n) if is_tied else trials, n, confidence, n - 1)


def pooled_mean(
    series: Sequence[np.ndarray], confidence: float = CONFIDENCE, bounds: tuple[float, float] = UNBOUNDED
) -> Estimate:
    """Estimate the mean of several means like `pooled_proportion`, with a normal interval.

    Args:
        series: for each mean, its values by group.
        confidence: coverage of the interval.
        bounds: bounds of possible values; the interval stays inside.
    """
    value, error, n = _pool(series)
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    half = _z(confidence) * math.sqrt(error)
    low, high = max(bounds[0], value - half), min(bounds[1], value + half)
    if math.isinf(high):  # a single group without an upper bound: there is no interval
        low = -math.inf
    return Estimate(value, low, high, n, bounds=bounds, skewness=sample_skewness(_influence(series, n)))


def proportion_difference(one: np.ndarray, other: np.ndarray) -> Estimate:
    """Estimate the difference of two proportions (`one` minus `other`) on the same deals.

    Args:
        one: the mean of each group, in 0..1.
        other: the same for the other proportion, in the same order of deals.
    """
    paired = mean(one - other)
    if paired.low < paired.high:
        low, high = max(-1.0, paired.low), min(1.0, paired.high)
        return replace(paired, low=low, high=high, bounds=DIFFERENCE_BOUNDS)
    # All differences are equal, e.g. because no game is ever won: use the intervals of the proportions themselves
    # (Newcombe, "Interval estimation for the difference between independent proportions").
    first, second = proportion(one), proportion(other)
    down = math.hypot(first.value - first.low, second.high - second.value)
    up = math.hypot(first.high - first.value, second.value - second.low)
    low, high = max(-1.0, paired.value - down), min(1.0, paired.value + up)
    return Estimate(paired.value, low, high, paired.count, bounds=DIFFERENCE_BOUNDS)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """Estimate `second` minus `first`, which were measured independently.

    The variance of each side is recovered from its own interval, so that asymmetric intervals, such as those of
    proportions near 0 and 1, stay asymmetric: Zou and Donner, "Construction of confidence limits about effect measures"
    (2008). If both were played on the same deals, they share luck, and this interval is too wide, not too narrow.
    """
    value = second.value - first.value
    down = math.hypot(second.value - second.low, first.high - first.value)
    up = math.hypot(second.high - second.value, first.value - first.low)
    freedom, is_tied = min(first.freedom, second.freedom), first.is_tied or second.is_tied
    return Estimate(value, value - down, value + up, min(first.count, second.count), freedom, is_tied=is_tied)


def probability_above_zero(estimate: Estimate) -> float:
    """Return the probability that the true value is above zero, for an estimate with a 95 % normal interval."""
    error = (estimate.high - estimate.low) / (2 * _z(CONFIDENCE))
    if error == 0:
        return 0.5 + math.copysign(0.5, estimate.value) if estimate.value else 0.5
    return NormalDist().cdf(estimate.value / error) if math.isfinite(error) else 0.5


def has_ties(values: np.ndarray) -> bool:
    """Whether more than half of the values are equal and fewer than 10 are others.

    Such values pile up at a bound: 11 of 12 decks that win all fights, and one that wins 99 %. Their spread is that of
    the few others, and Student's t is far too sure. This is the textbook rule for proportions, by which the normal
    distribution needs ten cases of each kind.
    """
    others = len(values) - int(np.unique(values, return_counts=True)[1].max(initial=0))
    return others < min(MIN_DIFFERENT, len(values) / 2)


def mean_of_runs(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of independent runs; the interval of a single run is infinite.

    Args:
        values: one number per run.
        confidence: coverage of the interval.
    """
    data = np.asarray(values, float)
    if len(data) == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    middle = float(data.mean())
    if len(data) == 1:
        return Estimate(middle, -math.inf, math.inf, 1)
    half = _t(confidence, len(data) - 1) * float(data.std(ddof=1)) / math.sqrt(len(data))
    skewness = sample_skewness(data)
    is_tied = has_ties(data)
    return Estimate(middle, middle - half, middle + half, len(data), len(data) - 1, is_tied=is_tied, skewness=skewness)


def mean_of_bounded(values: Sequence[float], low: float = 0.0, high: float = 1.0) -> Estimate:
    """Estimate the mean of runs whose values are between two bounds, with an interval for any distribution.

    The interval is Student's with one more run at the bound that is further from the truth than any that was seen: the
    lower limit has one at `low`, the upper limit one at `high`. So values that pile up at a bound are not too sure, but
    with few runs the interval is wide. The idea is Gaffke's, "Three test statistics for a nonparametric one-sided
    hypothesis on the mean of a nonnegative variable" (2005).

    Args:
        values: one number per run.
        low, high: bounds of possible values.
    """
    data = np.asarray(values, float)
    if len(data) < 2:
        return Estimate(float(data.mean()) if len(data) else math.nan, low, high, len(data), bounds=(low, high))
    middle, t = float(data.mean()), _t(CONFIDENCE, len(data) - 1)
    limits = []
    for bound, sign in ((low, -1), (high, 1)):
        more = np.append(data, bound)
        limits.append(float(more.mean()) + sign * t * float(more.std(ddof=1)) / math.sqrt(len(more)))
    return Estimate(middle, max(low, limits[0]), min(high, limits[1]), len(data), len(data) - 1, (low, high))


def difference_of_runs(one: Sequence[float], other: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the difference of the means of two kinds of runs (`one` minus `other`; Welch: unequal variances).

    Args:
        one: one number per run of the first kind.
        other: one number per run of the second kind.
        confidence: coverage of the interval.
    """
    return contrast_of_runs([(1, one), (-1, other)], confidence)


def contrast_of_runs(groups: Sequence[tuple[float, Sequence[float]]], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a weighted sum of the means of several kinds of runs (Welch and Satterthwaite: unequal variances).

    `[(1, a), (-1, b)]` is the difference of two means, `[(1, a), (-1, b), (-1, c), (1, d)]` that of two differences.

    Args:
        groups: for each kind its weight, and one number per run.
        confidence: coverage of the interval.
    """
    samples = [(weight, np.asarray(values, float)) for weight, values in groups]
    count = sum(len(values) for _, values in samples)
    if not samples or min(len(values) for _, values in samples) == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    middle = math.fsum(weight * float(values.mean()) for weight, values in samples)
    if min(len(values) for _, values in samples) == 1:
        return Estimate(middle, -math.inf, math.inf, count)
    errors = [weight**2 * float(values.var(ddof=1)) / len(values) for weight, values in samples]
    error = math.fsum(errors)
    is_tied = any(has_ties(values) for _, values in samples)
    if error == 0:
        return Estimate(middle, middle, middle, count, is_tied=is_tied)
    parts = [part**2 / (len(values) - 1) for part, (_, values) in zip(errors, samples, strict=True)]
    freedom = error**2 / math.fsum(parts)
    half = _t(confidence, freedom) * math.sqrt(error)
    shares = [
        (math.copysign(part / error, weight), sample_skewness(values), len(values))
        for part, (weight, values) in zip(errors, samples, strict=True)
    ]
    skewness = combined_skewness(shares, count)
    return Estimate(middle, middle - half, middle + half, count, freedom, is_tied=is_tied, skewness=skewness)


def ratio_proportion(n: float, x: float, d: float, xx: float, xd: float, dd: float) -> Estimate:
    """Estimate a proportion in 0..1 as a ratio of sums over n groups, with a Wilson interval like `proportion`.

    Args:
        n: number of groups.
        x, d: sums of the numerators and denominators.
        xx, xd, dd: sums of their squares and products.
    """
    if d == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    p = x / d
    return share_estimate(p, _ratio_variance(n, p, d, xx, xd, dd), n)


def share_estimate(p: float, variance: float, n: float) -> Estimate:
    """Return a proportion with Wilson's interval, for the number of trials that gives its variance.

    Args:
        p: the measured proportion.
        variance: its variance.
        n: number of independent groups.
    """
    trials = p * (1 - p) / variance if MIN_VARIANCE < variance < math.inf and 0 < p < 1 else n
    return _wilson(p, trials, round(n), CONFIDENCE)


def ratio_mean(n: float, x: float, d: float, xx: float, xd: float, dd: float) -> Estimate:
    """Estimate any ratio of sums over n groups, with a normal interval.

    Args:
        n: number of groups.
        x, d: sums of the numerators and denominators.
        xx, xd, dd: sums of their squares and products.
    """
    if d == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    return normal_estimate(x / d, _ratio_variance(n, x / d, d, xx, xd, dd), round(n))


def ratio_difference(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> Estimate:
    """Estimate the difference of two proportions (`one` minus `other`) on the same groups; each is (x, d) by group.

    The interval combines those of the two proportions and their correlation (Newcombe, "Improved confidence intervals
    for the difference between binomial proportions based on paired data"), so that it stays inside -1..1 and does not
    vanish if a small number of groups are all equal.
    """
    rates, influences = [], []
    for x, d in (one, other):
        if d.sum() == 0:
            return Estimate(math.nan, -1.0, 1.0, 0)
        rates.append(ratio_proportion(int(np.count_nonzero(d)), x.sum(), d.sum(), *_products(x, d)))
        influences.append((x - x.sum() / d.sum() * d) / d.sum())
    n = int(np.count_nonzero((one[1] != 0) | (other[1] != 0)))
    first, shared, second = _products(*influences)
    spread = math.sqrt(first * second)
    correlation = max(-1.0, min(1.0, shared / spread)) if spread > MIN_VARIANCE else 0.0
    down = _difference_half_width(rates[0].value - rates[0].low, rates[1].high - rates[1].value, correlation)
    up = _difference_half_width(rates[0].high - rates[0].value, rates[1].value - rates[1].low, correlation)
    if all(np.array_equal(ours, theirs) for ours, theirs in zip(one, other, strict=True)):
        most = ratio_proportion(n, 0.0, n, 0.0, 0.0, n).high  # upper bound of the proportion of groups that differ
        down = up = min(
            most, _difference_half_width(rates[0].value - rates[0].low, rates[0].high - rates[0].value, 0.0)
        )
    value = rates[0].value - rates[1].value
    low, high = float(max(-1.0, value - down)), float(min(1.0, value + up))
    return Estimate(float(value), low, high, n, bounds=DIFFERENCE_BOUNDS)


def normal_estimate(value: float, variance: float, count: int) -> Estimate:
    """Return an estimate with a normal interval.

    Args:
        value: the measured number.
        variance: its variance.
        count: the sample size.
    """
    half = _z(CONFIDENCE) * math.sqrt(variance)
    return Estimate(float(value), float(value - half), float(value + half), count)


def _wilson(p: float, trials: float, count: int, confidence: float, freedom: float = math.inf) -> Estimate:
    """Return Wilson's interval of a proportion p with the given effective number of trials."""
    z = _z(confidence) if math.isinf(freedom) else _t(confidence, freedom)
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    low, high = min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half))
    return Estimate(p, low, high, count, freedom, bounds=(0.0, 1.0), is_wilson=True)


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def _gamma_quantile(mean: float, variance: float, probability: float) -> float:
    """Return a quantile of the gamma distribution with this mean and variance."""
    return variance / (2 * mean) * chi_square_quantile(2 * mean**2 / variance, probability)


def _pool(series: Sequence[np.ndarray]) -> tuple[float, float, int]:
    """Return the mean of the series' means, its variance (infinite for one deal) and the number of deals."""
    series = [values for values in series if len(values)]
    if not series:
        return math.nan, math.inf, 0
    n = max(len(values) for values in series)
    means = [float(np.mean(values)) for values in series]
    influence = _influence(series, n)
    value = sum(means) / len(means)
    return value, sum_of_products(influence, influence) * n / (n - 1) if n > 1 else math.inf, n


def _products(x: np.ndarray, y: np.ndarray) -> tuple[float, float, float]:
    """Sums of x², x y and y²."""
    return sum_of_products(x, x), sum_of_products(x, y), sum_of_products(y, y)


def _influence(series: Sequence[np.ndarray], n: int) -> np.ndarray:
    """Return the influence of each of n deals on the mean of the series' means."""
    series = [values for values in series if len(values)]
    influence = np.zeros(n)
    for values in series:
        influence[: len(values)] += (values - float(np.mean(values))) / (len(values) * len(series))
    return influence


def _t(confidence: float, freedom: float) -> float:
    return student_t_quantile(freedom, 0.5 + confidence / 2)


def _difference_half_width(a: float, b: float, correlation: float) -> float:
    """Return the half width of a difference's interval from those of its parts and their correlation."""
    return math.sqrt(max(a * a + b * b - 2 * correlation * a * b, 0.0))


def _ratio_variance(n: float, r: float, d: float, xx: float, xd: float, dd: float) -> float:
    """Return the variance of a ratio."""
    if n <= 1:
        return math.inf
    return max(xx - 2 * r * xd + r * r * dd, 0.0) / (d * d) * n / (n - 1)

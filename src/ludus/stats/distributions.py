"""Student's t, the chi-square and the beta distribution, from their incomplete beta and gamma functions.

student_t_cdf(freedom, t)                   probability of values up to t
student_t_quantile(freedom, probability)    the t of a probability
chi_square_quantile(freedom, probability)   the value that is exceeded with the probability 1 - probability
beta_quantile(a, b, probability)            the same for values between 0 and 1

Relative errors are below 1e-12 for usual probabilities and 1 to 10,000 degrees of freedom. No library is needed, so
that a plain install of Ludus has intervals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist

TINY = 1e-300  # stands in for a zero denominator of a continued fraction
PRECISION = 2.0**-52
MAX_TERMS = 100_000  # of a continued fraction or a series
MAX_STEPS = 200  # of a search for a quantile
MANY, FAR = 100, 3.5  # degrees of freedom, and values of t
SERIES_START = 20  # smallest argument for the series of the gamma ratio


def student_t_cdf(freedom: float, t: float) -> float:
    """Return the probability that a value of Student's t distribution is at most t.

    Args:
        freedom: degrees of freedom, above 0; need not be an integer.
        t: the value; may be infinite.

    Raises:
        ValueError: there are no degrees of freedom.
    """
    _check_freedom(freedom)
    if math.isinf(t):
        return 0.0 if t < 0 else 1.0
    tail = _student_t_tail(freedom, abs(t))
    return tail if t < 0 else 1 - tail


@lru_cache(maxsize=1024)
def student_t_quantile(freedom: float, probability: float) -> float:
    """Return the value that Student's t distribution stays below with the given probability.

    Args:
        freedom: degrees of freedom, above 0; need not be an integer.
        probability: above 0 and below 1.

    Raises:
        ValueError: an argument is out of range.
    """
    _check_freedom(freedom)
    _check_probability(probability)
    if probability == 0.5:
        return 0.0
    tail = min(probability, 1 - probability)
    scale = _log_gamma_ratio(freedom / 2) - 0.5 * math.log(freedom * math.pi)

    def excess(t: float) -> tuple[float, float]:
        density = math.exp(scale - (freedom + 1) / 2 * math.log1p(t * t / freedom))
        return tail - _student_t_tail(freedom, t), density

    quantile = _increasing_root(excess, -NormalDist().inv_cdf(tail))
    return quantile if probability > 0.5 else -quantile


def chi_square_quantile(freedom: float, probability: float) -> float:
    """Return the value that the chi-square distribution stays below with the given probability.

    Args:
        freedom: degrees of freedom, above 0.
        probability: above 0 and below 1.

    Raises:
        ValueError: an argument is out of range.
    """
    _check_freedom(freedom)
    _check_probability(probability)
    half = freedom / 2

    def excess(value: float) -> tuple[float, float]:
        x = value / 2
        density = 0.5 * math.exp((half - 1) * math.log(x) - x - math.lgamma(half))
        lower, upper = _incomplete_gammas(half, x)
        # The smaller of the two tails is the exact one.
        return (lower - probability if probability < 0.5 else (1 - probability) - upper), density

    z, spread = NormalDist().inv_cdf(probability), 2 / (9 * freedom)
    return _increasing_root(excess, max(freedom * (1 - spread + z * math.sqrt(spread)) ** 3, 1e-6 * freedom))


def beta_quantile(a: float, b: float, probability: float) -> float:
    """Return the value that the beta distribution stays below with the given probability.

    Args:
        a, b: the parameters, above 0.
        probability: above 0 and below 1.

    Raises:
        ValueError: an argument is out of range.
    """
    if not (a > 0 and b > 0):
        raise ValueError(f"parameters of the beta distribution are above 0, not {a} and {b}")
    _check_probability(probability)
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)

    def excess(odds: float) -> tuple[float, float]:
        x, y = odds / (1 + odds), 1 / (1 + odds)
        front = math.exp(scale + a * math.log(x) + b * math.log(y))
        if x < (a + 1) / (a + b + 2):
            lower = front * _beta_fraction(a, b, x) / a
            upper = 1 - lower
        else:
            upper = front * _beta_fraction(b, a, y) / b
            lower = 1 - upper
        # The smaller of the two tails is the exact one.
        return (lower - probability if probability < 0.5 else (1 - probability) - upper), front / odds

    odds = _increasing_root(excess, a / b)
    return odds / (1 + odds)


def _check_freedom(freedom: float) -> None:
    if not freedom > 0:
        raise ValueError(f"degrees of freedom are above 0, not {freedom}")


def _check_probability(probability: float) -> None:
    if not 0 < probability < 1:
        raise ValueError(f"a probability of a quantile is above 0 and below 1, not {probability}")


def _increasing_root(function: Callable[[float], tuple[float, float]], start: float) -> float:
    """Return the positive root of an increasing function: Newton's steps, and bisection where these leave the bracket.

    Args:
        function: returns value and slope.
        start: a positive first guess.
    """
    low, high, x = 0.0, math.inf, start
    for _ in range(MAX_STEPS):
        value, slope = function(x)
        if value == 0:
            return x
        low, high = (x, high) if value < 0 else (low, x)
        step = value / slope if slope > 0 else math.inf
        following = x - step
        if not low < following < high:
            following = 2 * x if math.isinf(high) else (low + high) / 2
        if abs(following - x) <= PRECISION * x:
            return following
        x = following
    return x


def _student_t_tail(freedom: float, t: float) -> float:
    """Return the probability of values above t, for t from 0 on: half the incomplete beta function I_x(n/2, 1/2)."""
    if t == 0:
        return 0.5
    half, ratio = freedom / 2, t * t / freedom
    x, y = 1 / (1 + ratio), ratio / (1 + ratio)
    front = math.exp(_log_gamma_ratio(half) - half * math.log1p(ratio)) * math.sqrt(y / math.pi)
    # The fraction converges quickly on one side of the mean; the other side is its complement. With many degrees of
    # freedom x is near 1, where the fraction loses digits: the complement is then better unless the tail is tiny.
    if x < (half + 1) / (half + 2.5) and (freedom < MANY or t > FAR):
        return 0.5 * front * _beta_fraction(half, 0.5, x) / half
    return 0.5 - front * _beta_fraction(0.5, half, y)


def _log_gamma_ratio(a: float) -> float:
    """Return the logarithm of gamma(a + 1/2) / gamma(a); the difference of two logarithms would lose digits."""
    factor = 1.0
    while a < SERIES_START:
        factor *= a / (a + 0.5)
        a += 1
    b = 1 / (a * a)
    series = -1 / 8 + b * (1 / 192 + b * (-1 / 640 + b * (17 / 14336 - b * 31 / 18432)))
    return math.log(factor) + 0.5 * math.log(a) + series / a


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function, by the modified algorithm of Lentz."""

    def terms(m: int) -> tuple[float, float]:
        if m == 0:
            return 1.0, 1.0
        k, odd = divmod(m, 2)
        if odd:
            return -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1)), 1.0
        return k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k)), 1.0

    return _continued_fraction(terms)


def _incomplete_gammas(a: float, x: float) -> tuple[float, float]:
    """Return the lower and the upper regularised incomplete gamma function."""
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for k in range(1, MAX_TERMS):
            term *= x / (a + k)
            total += term
            if term < PRECISION * total:
                break
        return front * total, 1 - front * total

    def terms(m: int) -> tuple[float, float]:
        return (1.0 if m == 0 else -m * (m - a)), x + 2 * m + 1 - a

    upper = front * _continued_fraction(terms)
    return 1 - upper, upper


def _continued_fraction(terms: Callable[[int], tuple[float, float]]) -> float:
    """Return a0 / (b0 + a1 / (b1 + a2 / (b2 + ...))), where `terms(k)` gives ak and bk."""
    first, divisor = terms(0)
    value = c = divisor or TINY
    d = 0.0
    for k in range(1, MAX_TERMS):
        a, b = terms(k)
        d = 1 / (b + a * d or TINY)
        c = b + a / c or TINY
        value *= c * d
        if abs(c * d - 1) <= PRECISION:
            break
    return first / value

"""Portable exponential, hyperbolic tangent, sine and logarithm from plain arithmetic.

Math libraries differ in the last digit, which can decide between two moves. The error of the first three is about 2e-16
of the result, or of 1 where the result is smaller; the logarithm has seven digits.
"""

import math

from ludus.core import rule
from ludus.core.compile.intrinsics import plus, times

# mypy: ignore-errors


LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 0.6931471675634384, 1.2996506893889889e-08  # ln 2 in two parts; multiples of the first are exact
PI_HIGH, PI_LOW = 3.1415926218032837, 3.178650954705639e-08  # the same for pi
EXPONENTIAL = tuple(1.0 / math.factorial(n) for n in range(13, -1, -1))  # coefficients, the highest power first
SINE = tuple((-1.0) ** n / math.factorial(2 * n + 1) for n in range(10, -1, -1))  # of x, x^3, x^5 ...


@rule(inline=True)
def exponential(x):
    """e to the x, for x from -700 to 700: an integer power of 2 times a series of the remainder."""
    whole = math.floor(times(x, LOG2_E) + 0.5)
    k = float(whole)
    rest = plus(plus(x, times(-k, LN2_HIGH)), times(-k, LN2_LOW))
    return math.ldexp(series(EXPONENTIAL, rest), whole)


@rule(inline=True)
def hyperbolic_tangent(x):
    """Hyperbolic tangent, for x from -350 to 350."""
    size = exponential(times(-2.0, abs(x)))
    value = (1.0 - size) / (1.0 + size)
    return value if x >= 0.0 else -value


@rule(inline=True)
def sine(x):
    """Sine, for x from -1000 to 1000."""
    whole = math.floor(x / math.pi + 0.5)
    k = float(whole)
    rest = plus(plus(x, times(-k, PI_HIGH)), times(-k, PI_LOW))
    value = times(rest, series(SINE, times(rest, rest)))
    return value if whole % 2 == 0 else -value


@rule(inline=True)
def series(coefficients, x):
    total = 0.0
    for coefficient in coefficients:
        total = plus(times(total, x), coefficient)
    return total


# mypy: ignore-errors


@rule
def ln(n):
    """Natural logarithm of an integer >= 1, to seven digits.

    Halves it until it is below 2, then sums the series of 2 artanh((x - 1) / (x + 1)).
    """
    x, halvings = float(n), 0
    while x >= 2.0:
        x *= 0.5
        halvings += 1
    z = (x - 1.0) / (x + 1.0)
    square = z * z
    series = 0.0
    for k in range(13, 0, -2):
        series = series * square + 1.0 / k
    return halvings * 0.6931471805599453 + 2.0 * z * series

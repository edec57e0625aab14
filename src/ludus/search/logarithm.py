"""Portable natural logarithm of a count from plain arithmetic, because math libraries differ in the last digit."""

# mypy: ignore-errors

from ludus.core import rule


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

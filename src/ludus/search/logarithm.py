"""The natural logarithm of a count, from plain arithmetic: libraries differ in the last digit, searches must not."""

# mypy: ignore-errors

from ludus.core import rule


@rule
def ln(n):
    """Of a whole number from 1 on, to seven digits: halve it below 2, then 2 artanh((x - 1) / (x + 1)) as a series."""
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

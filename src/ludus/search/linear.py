"""A position by its features, each with a weight. Free names: features, FEATURES.

Weights have 16 binary places and everything is added up in whole numbers, so that every machine comes to the
same sum; only the last step makes a float of it.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.memory import local_numbers

INLINE = ("evaluate",)

ONE = 1 << 16  # a weight of 1


def evaluate(table, state, seat, params, scratch):
    values = local_numbers(FEATURES)
    features(table, state, seat, values)
    total = 0
    for k in range(FEATURES):
        total += params.weights[k] * values[k]
    return total / float(ONE)

"""A position by its features, each with a weight. Free names: features, piece_features, FEATURES and CARD (how
many of each), CARD_ROOM (not 0).

Weights have 16 binary places and everything is added up in whole numbers, so that every machine comes to the
same sum; only the last step makes a float of it. The last weights are those of pieces.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.memory import local_numbers

INLINE = ("evaluate", "judge")

ONE = 1 << 16  # a weight of 1


def evaluate(table, state, seat, params, scratch):
    values = local_numbers(FEATURES)
    features(table, state, seat, values)
    total = 0
    for k in range(FEATURES):
        total += params.weights[k] * values[k]
    return total / float(ONE)


def judge(key, params, scratch):
    """What a piece is worth."""
    values = local_numbers(CARD_ROOM)
    piece_features(key, values)
    total = 0
    for k in range(CARD):
        total += params.weights[FEATURES - CARD + k] * values[k]
    return total / float(ONE)

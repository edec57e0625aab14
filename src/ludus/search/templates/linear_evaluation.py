"""Template: linear evaluation, a weighted sum of features. Free names: features, piece_features, FEATURES and CARD
(their numbers), CARD_ROOM (not 0).

Weights have 16 binary places and the sum is computed in int64, so that it is the same on every machine; only the last
step converts it to a float. The last weights are those of piece features.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import local_ints

INLINE = ("evaluate", "judge")

ONE = 1 << 16  # a weight of 1


def evaluate(data, state, seat, params, scratch):
    values = local_ints(FEATURES)
    features(data, state, seat, values)
    total = 0
    for k in range(FEATURES):
        total += params.weights[k] * values[k]
    return total / float(ONE)


def judge(key, params, scratch):
    """Return the value of a piece."""
    values = local_ints(CARD_ROOM)
    piece_features(key, values)
    total = 0
    for k in range(CARD):
        total += params.weights[FEATURES - CARD + k] * values[k]
    return total / float(ONE)

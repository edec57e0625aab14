"""Template: entry points of observers into one game, bound in `ludus.adapters.observation`.

Free names: data_at, state_at, the rules `resample_hidden` and `features`, WORDS (of a state), NUMBERS (in an
observation) and FEATURES. The layout is described in state_layout.py.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.adapters.state_layout import UNKNOWN
from ludus.core.compile.intrinsics import ints_at


def look_by_address(data, rows, redeals, seat, layout, found):
    """Resample the state in the first row for a seat; writes the numbers, and whether all samples agree on each.

    Numbers on which they disagree are UNKNOWN.
    """
    words = ints_at(rows, WORDS * redeals)
    for k in range(redeals - 1, -1, -1):  # the first row last, as the others are copies of it
        for word in range(WORDS * min(k, 1)):
            words[WORDS * k + word] = words[word]
        resample_hidden(data_at(data), state_at(rows + 8 * WORDS * k), seat, k + 1)
    place, number = ints_at(layout, 4 * NUMBERS), ints_at(found, 2 * NUMBERS)
    for n in range(NUMBERS):
        word, shift, mask, top = place[n], place[NUMBERS + n], place[2 * NUMBERS + n], place[3 * NUMBERS + n]
        value = words[word] >> shift & mask
        known = 1
        for k in range(1, redeals):
            if words[WORDS * k + word] >> shift & mask != value:
                known = 0
        number[n] = (value ^ top) - top if known else UNKNOWN
        number[NUMBERS + n] = known


def features_by_address(data, state, seat, found):
    """The features of a state resampled for a seat."""
    resample_hidden(data_at(data), state_at(state), seat, 1)
    features(data_at(data), state_at(state), seat, ints_at(found, FEATURES))

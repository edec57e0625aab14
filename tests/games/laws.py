"""The laws of the conformance kit as parameters of tests."""

import pytest

from ludus.testing import CHECKS

# With bounds checks a game is compiled once more, so that this one takes longer than all others.
every_law = pytest.mark.parametrize(
    "law", [pytest.param(law, marks=pytest.mark.slow) if law == "bounds_hold" else law for law in CHECKS]
)


def every_way(ways):
    """Ways to play a game as parameters: the first in every run of the tests, the others with the slow ones."""
    first, *others = ways
    return pytest.mark.parametrize("way", [first, *(pytest.param(way, marks=pytest.mark.slow) for way in others)])

"""The laws of the conformance kit as parameters of tests."""

import pytest

from ludus.testing import LAWS

# With bounds checks a game is compiled once more, so that this one takes longer than all others.
every_law = pytest.mark.parametrize(
    "law", [pytest.param(law, marks=pytest.mark.slow) if law == "bounds_hold" else law for law in LAWS]
)

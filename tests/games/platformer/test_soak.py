"""A thousand hours of random input; how many can be chosen:

PLATFORMER_SOAK=10000 .venv/bin/pytest -q -n0 -m slow tests/games/platformer/test_soak.py
"""

import os

import pytest

from .soak import soak

HOURS = int(os.environ.get("PLATFORMER_SOAK", "1000"))


def test_in_20_hours_of_random_input_no_body_is_in_a_wall_passes_through_one_or_sticks():
    happened = soak(20)
    assert min(happened.values()) > 1000


@pytest.mark.slow
def test_in_a_thousand_hours_of_random_input_no_body_is_in_a_wall_passes_through_one_or_sticks():
    soak(HOURS, seed=2)

"""A thousand hours of random input; how many can be chosen:

PLATFORMER_SOAK=10000 .venv/bin/pytest -q -n0 -m slow tests/games/platformer/test_soak.py
"""

import os

import pytest
from hypothesis import example, given, settings

from ludus.games.platformer.movement import Physics
from ludus.games.platformer.movement_files import find_file, read_physics
from tests.cases import each

from .random_physics import any_physics
from .soak import soak

HOURS = int(os.environ.get("PLATFORMER_SOAK", "1000"))


def test_in_20_hours_of_random_input_no_body_is_in_a_wall_passes_through_one_or_sticks():
    happened = soak(20)
    assert min(happened.values()) > 1000


@each("physics", [read_physics(find_file(name, "physics")) for name in ("double-jump", "wall-jump")])
def test_jumps_in_the_air_and_off_walls_lead_into_no_wall(physics):
    happened = soak(10, physics=physics)
    assert min(happened.values()) > 300


# Off a wall by nearly a cell a tick, and then aside by a corner of the ceiling: more than a cell, but through nothing.
FAST_OFF_WALLS = Physics(
    "fast off walls",
    run_speed=570,
    jump_speed=960,
    gravity=40,
    max_fall_speed=1800,
    half_width=1358,
    height=5400,
    air_jump_speed=960,
    wall_jump=1,
    wall_jump_speed=960,
    wall_push_speed=5843,
    wall_lock_ticks=9,
)


@given(any_physics())
@example(FAST_OFF_WALLS)
@settings(max_examples=25, deadline=None)
def test_in_any_physics_no_body_is_in_a_wall_passes_through_one_or_sticks(physics):
    soak(1, physics=physics)


@pytest.mark.slow
def test_in_a_thousand_hours_of_random_input_no_body_is_in_a_wall_passes_through_one_or_sticks():
    soak(HOURS, seed=2)

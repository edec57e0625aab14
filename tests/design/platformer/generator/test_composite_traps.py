"""Composite traps, placed by the generator and passed by the agent."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.traps import TRAP_SETS, TrapParams
from ludus.design.platformer.spec import LevelSpec
from ludus.design.platformer.verify.agent import reversed_level, walk_level
from ludus.design.platformer.verify.validate_level import both_runs_reach_exit, reaches_exit
from ludus.games.platformer.game_data_records import (
    COMPOSITE_TRAPS,
    MINE,
    POINT_UP,
    SAW_SQUEEZE,
    TRAP_KINDS,
    TWIN_SAWS,
)
from ludus.games.platformer.level import Level, LevelTrap, write_level
from ludus.games.platformer.level_files import check_level, read_level

HALL = {
    TWIN_SAWS: ("###############", "#ooooooooooooo#", "#oooootttooooo#", "###############"),
    SAW_SQUEEZE: ("###############", "#####oo#oo#####", "#oooootttooooo#", "###############"),
}


def composite(seed, fill="airy", kinds=TRAP_SETS["composites"], **spec):
    return generate_level(seed, LevelSpec(setup="thesis", fill=fill, traps=TrapParams(kinds=kinds, **spec)))


@given(st.integers(0, 2**32), st.sampled_from(["airy", "solid"]), st.booleans())
@settings(max_examples=12, deadline=None)
def test_composites_are_placed_on_supports_and_their_levels_read_back(seed, fill, doubles):
    level = composite(seed, fill, doubles=doubles).level
    check_level(level)
    assert {trap.kind for trap in level.traps} <= {MINE, *COMPOSITE_TRAPS}
    assert read_level(write_level(level)) == level


def test_every_composite_is_placed_alone_and_with_others():
    assert {trap.kind for seed in range(12) for trap in composite(seed).level.traps} == {MINE, *COMPOSITE_TRAPS}
    for kind in COMPOSITE_TRAPS:
        level = composite(2, "solid", (TRAP_KINDS[kind],), mines=0).level
        assert {trap.kind for trap in level.traps} == {kind}
    both = TRAP_SETS["simple"] + TRAP_SETS["composites"]
    seen = {trap.kind for seed in range(12) for trap in composite(seed, kinds=both).level.traps}
    assert len(seen) == len(both) + 1


@pytest.mark.parametrize("kind", HALL)
@given(st.integers(60, 150), st.floats(0, 0.999))
@settings(max_examples=12, deadline=None)
def test_the_agent_passes_two_saws_and_a_saw_under_blocks_in_both_directions(kind, period, phase):
    level = Level(
        "hall", HALL[kind], (2, 1), ((12, 1),), (LevelTrap(kind, 6, 1, POINT_UP, period, int(phase * period)),)
    )
    for item in (level, reversed_level(level)):
        assert walk_level(item).moves


def test_the_runs_of_the_agent_reach_the_exit_in_the_game():
    for seed in range(4):
        generated = composite(seed)
        assert both_runs_reach_exit(generated) == (True, True)
        assert not reaches_exit(generated.level, generated.run_to_start)

"""Rewards and decoration: in cells that the graph does not need, without effect in the game."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.platformer.generator.decoration import decorate, needed_cells
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.level_graph.cell_grid import grid_of_level
from ludus.design.platformer.level_graph.graph import STAND, build_graph
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.level import IN_SOLID, ORNAMENTS, REWARDS, Level, Ornament, write_level
from ludus.games.platformer.level_files import check_level, read_level
from ludus.games.platformer.options import Options, load_with_level
from ludus.util.errors import ContentError, OptionError
from tests.cases import each

ORDERS = (
    LevelSpec(setup="thesis", rooms=(2, 1)),
    LevelSpec(setup="thesis", rooms=(2, 2), fill="open"),
    LevelSpec(setup="thesis", rooms=(2, 1), fill="solid"),
)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), spec=st.sampled_from(ORDERS), share=st.floats(0, 1))
def test_ornaments_touch_no_cell_that_the_graph_needs_and_change_nothing_in_the_game(seed, spec, share):
    level = generate_level(seed, spec).level
    fine = decorate(level, seed, share)
    cells = [item.cell for item in fine.ornaments]
    for falls in (False, True):
        assert not needed_cells(level, build_graph(grid_of_level(level), falls=falls)) & set(cells)
    assert len(set(cells)) == len(cells)
    assert np.array_equal(load_with_level(fine, Options()).data, load_with_level(level, Options()).data)
    assert read_level(write_level(fine)) == fine == decorate(fine, seed, share)
    for item in fine.ornaments:
        assert fine.solid(*item.cell) == (item.kind in IN_SOLID)
        assert fine.cell(*item.cell) not in "td"


@each("seed", range(6))
def test_rewards_are_within_a_jump_above_a_place_to_stand(seed):
    level = decorate(generate_level(seed, LevelSpec(setup="thesis", rooms=(3, 2))).level, seed, 1.0)
    graph = build_graph(grid_of_level(level))
    stands = {node[1:] for node in graph.nodes if node[0] == STAND}
    rewards = [item for item in level.ornaments if item.kind in REWARDS]
    assert rewards
    for item in rewards:
        high = REWARDS.index(item.kind) + 1
        assert (item.x, item.y - high) in stands
        assert not any(level.solid(item.x, item.y - k) for k in range(high))


def test_all_kinds_of_ornaments_occur_and_none_with_share_0():
    levels = [generate_level(seed, LevelSpec(setup="thesis", rooms=(3, 2))).level for seed in range(4)]
    assert {item.kind for k, level in enumerate(levels) for item in decorate(level, k, 1.0).ornaments} == {*ORNAMENTS}
    assert decorate(levels[0], 1, 0.0) == levels[0]
    with pytest.raises(OptionError, match="a share from 0 to 1"):
        decorate(levels[0], 1, 1.5)


ROWS = ("#######", "#ooooo#", "#ootoo#", "#######")


@each(
    ("ornament", "message"),
    [
        (Ornament("coin", 0, 1), "coin 0 1 needs an open cell"),
        (Ornament("fossil", 2, 2), "fossil 2 2 needs a solid cell"),
        (Ornament("vine", 2, 1), "vine 2 1 needs a solid cell at 2 2"),
        (Ornament("gem", 3, 1), "gem 3 1 is in a trap"),
        (Ornament("gem", 1, 1), "gem 1 1: the start is in this cell"),
        (Ornament("gem", 5, 1), "gem 5 1: an exit is in this cell"),
        (Ornament("gem", 9, 1), "gem 9 1 is outside"),
        (Ornament("moon", 2, 2), "unknown decoration"),
    ],
)
def test_an_ornament_in_a_wrong_cell_is_refused(ornament, message):
    base = read_level("level X\ncells\n" + "\n".join(ROWS) + "\n\nstart 1 1\nexit 5 1\nmine 3 1\n")
    level = Level(base.name, base.rows, base.start, base.exits, base.traps, ornaments=(ornament,))
    with pytest.raises(ContentError, match=message):
        check_level(level)
    if ornament.kind in ORNAMENTS:
        with pytest.raises(ContentError, match=message) as error:
            read_level(write_level(level), "my.level")
        assert error.value.line == len(write_level(level).splitlines())

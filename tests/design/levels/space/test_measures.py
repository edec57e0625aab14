"""What levels are like, and how far they are apart."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.errors import LudusError, OptionError, UnknownName
from ludus.design.levels.levels import LevelOrder, make_level
from ludus.design.levels.space.distances import all_pairs, earth_mover, hamming, mosaic, repeats
from ludus.design.levels.space.measures import NAMES, measure, way_through
from ludus.design.levels.space.quality import evenness, quality, variety
from ludus.design.levels.space.spread import heat_of, spread_of
from ludus.games.platformer.level import Level, TrapLine
from ludus.games.platformer.table import MINE, SAW, SQUEEZE, UP

SEEDS = st.integers(0, 2**32)
WALK = ("##########", "#oooooooo#", "#ootttooo#", "##########")
STEPS = ("#########", "#ooooooo#", "#oooo#oo#", "#oo####o#", "#########")


def walk(*traps):
    return Level("walk", WALK, (1, 1), ((8, 1),), traps or (TrapLine(SAW, 3, 1, UP, 96, 0),))


def made(seed, **order):
    return make_level(seed, LevelOrder(walked=False, **order)).level


def test_a_straight_way_is_linear_and_not_vertical():
    shape = measure(walk())
    assert (shape.linearity, shape.length, shape.vertical) == (1.0, 7, 0.0)
    assert shape.leniency == pytest.approx(5 / 8)  # eight stands, three with a saw
    assert shape.traps == pytest.approx(3 / 8)


def test_a_way_over_a_hill_goes_up_and_down():
    shape = measure(Level("hill", STEPS, (1, 1), ((7, 1),)))
    assert shape.vertical > 0.2
    assert shape.linearity < 0.8
    assert (shape.leniency, shape.traps) == (1.0, 0.0)


def test_a_level_without_a_way_is_refused():
    with pytest.raises(LudusError, match="no way"):
        measure(Level("apart", ("oo#oo", "oo#oo", "#####"), (0, 1), ((4, 1),)))


@given(SEEDS, st.sampled_from(["airy", "solid", "open"]), st.sampled_from([(3, 1), (2, 2)]))
@settings(max_examples=15)
def test_measures_are_within_their_limits_and_alike_compiled_and_plain(seed, fill, rooms):
    level = made(seed, fill=fill, rooms=rooms)
    shape = measure(level)
    for name in ("linearity", "leniency", "vertical", "traps"):
        assert 0 <= getattr(shape, name) <= 1
    assert shape.length > 0
    way = way_through(level)
    assert (way.columns[0], way.rows[0]) == level.start
    assert (way.columns[-1], way.rows[-1]) == level.exits[0]
    assert 0 <= quality(level, way) <= 1


def test_compiled_and_plain_rules_measure_the_same():
    level = made(3, rooms=(2, 1))
    assert measure(level) == measure(level, compiled=False)


@given(SEEDS, SEEDS)
@settings(max_examples=15)
def test_distances_are_zero_to_oneself_and_alike_both_ways(one, other):
    a, b = made(one, rooms=(2, 1)), made(other, rooms=(3, 1))
    for distance in (hamming, earth_mover):
        assert distance(a, a) == distance(b, b) == 0
        assert distance(a, b) == pytest.approx(distance(b, a))
        assert distance(a, b) > 0


def test_hamming_counts_cells_and_the_earth_mover_how_far_they_are():
    one = Level("one", ("#####", "#o###", "#####"), (1, 1), ())
    near = Level("near", ("#####", "##o##", "#####"), (2, 1), ())
    far = Level("far", ("#####", "###o#", "#####"), (3, 1), ())
    assert hamming(one, near) == hamming(one, far) == pytest.approx(2 / 15)
    assert (earth_mover(one, near), earth_mover(one, far)) == (1.0, 2.0)


def test_which_trap_is_in_a_cell_counts():
    one, other = walk(), walk(*(TrapLine(MINE, x, 1) for x in (3, 4, 5)))
    assert hamming(one, other) == pytest.approx(3 / 40)
    assert earth_mover(one, other) == 0
    assert mosaic(one)[1, 3] == 2 + SAW


def test_tables_of_pairs_hold_the_distances_of_all_pairs_whatever_their_sizes():
    levels = [made(seed, rooms=rooms) for seed, rooms in enumerate([(2, 1), (2, 1), (3, 1), (2, 2)])]
    differ, moved = all_pairs(levels)
    for a, one in enumerate(levels):
        for b, other in enumerate(levels):
            assert differ[a, b] == pytest.approx(hamming(one, other))
            assert moved[a, b] == pytest.approx(earth_mover(one, other))


def test_levels_that_are_the_same_are_counted():
    levels = [made(1), made(2), made(1)]
    assert repeats(levels) == 1
    spread = spread_of(levels)
    assert (spread.repeated, spread.nearest[0], spread.nearly_repeated) == (1, 0.0, pytest.approx(2 / 3))
    assert len(spread.pairs[0]) == len(spread.pairs[1]) == 3


def test_kinds_that_are_reached_are_counted_by_two_measures():
    spread = spread_of([made(seed) for seed in range(6)])
    counts, rows, columns = spread.heat("linearity", "traps", 5)
    assert (counts.sum(), counts.shape, len(rows), len(columns)) == (6, (5, 5), 6, 6)
    assert spread.covered("linearity", "traps", 5) == pytest.approx((counts > 0).mean())
    outside = heat_of(np.array([2.0]), np.array([-1.0]), "linearity", "traps", 4)[0]
    assert outside[3, 0] == 1
    with pytest.raises(UnknownName, match="linearity"):
        spread.column("linarity")
    with pytest.raises(OptionError, match="two levels"):
        spread_of([made(1)])
    assert spread.shapes.shape == (6, len(NAMES))


def test_traps_of_many_kinds_far_from_each_other_are_best():
    assert variety(walk()) == 0
    both = (TrapLine(SAW, 3, 1, UP, 96, 0), TrapLine(SQUEEZE, 7, 1, UP, 96, 0))
    assert variety(walk(*both)) == pytest.approx(np.log(2) / np.log(3))
    assert evenness(np.zeros(5, bool)) == 0
    assert evenness(np.array([1, 0, 1, 0, 1, 0], bool)) > evenness(np.array([1, 1, 1, 0, 0, 0], bool))

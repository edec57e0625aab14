"""Metrics of levels, their distances, and the expressive range."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.platformer.expressive_range import (
    cell_codes,
    count_duplicates,
    earth_mover_distance,
    expressive_range,
    grid_counts,
    hamming_distance,
    pairwise_distances,
)
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.level_metrics import METRIC_NAMES, measure_level, shortest_path
from ludus.design.platformer.map_elites import level_quality, trap_evenness, trap_variety
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.game_data_records import MINE, POINT_UP, SAW, SQUEEZE
from ludus.games.platformer.level import Level, LevelTrap
from ludus.util.errors import LudusError, OptionError, UnknownName

SEEDS = st.integers(0, 2**32)
WALK = ("##########", "#oooooooo#", "#ootttooo#", "##########")
STEPS = ("#########", "#ooooooo#", "#oooo#oo#", "#oo####o#", "#########")


def walk(*traps):
    return Level("walk", WALK, (1, 1), ((8, 1),), traps or (LevelTrap(SAW, 3, 1, POINT_UP, 96, 0),))


def made(seed, **spec):
    return generate_level(seed, LevelSpec(setup="thesis", agent_check=False, **spec)).level


def test_a_straight_path_is_linear_and_not_vertical():
    metrics = measure_level(walk())
    assert (metrics.linearity, metrics.length, metrics.vertical) == (1.0, 7, 0.0)
    assert metrics.leniency == pytest.approx(5 / 8)  # eight stands, three with a saw
    assert metrics.traps == pytest.approx(3 / 8)


def test_a_path_over_a_hill_goes_up_and_down():
    metrics = measure_level(Level("hill", STEPS, (1, 1), ((7, 1),)))
    assert metrics.vertical > 0.2
    assert metrics.linearity < 0.8
    assert (metrics.leniency, metrics.traps) == (1.0, 0.0)


def test_a_level_without_a_path_is_refused():
    with pytest.raises(LudusError, match="no way"):
        measure_level(Level("apart", ("oo#oo", "oo#oo", "#####"), (0, 1), ((4, 1),)))


@given(SEEDS, st.sampled_from(["airy", "solid", "open"]), st.sampled_from([(3, 1), (2, 2)]))
@settings(max_examples=15)
def test_metrics_are_within_their_limits_and_equal_compiled_and_plain(seed, fill, rooms):
    level = made(seed, fill=fill, rooms=rooms)
    metrics = measure_level(level)
    for name in ("linearity", "leniency", "vertical", "traps"):
        assert 0 <= getattr(metrics, name) <= 1
    assert metrics.length > 0
    path = shortest_path(level)
    assert (path.columns[0], path.rows[0]) == level.start
    assert (path.columns[-1], path.rows[-1]) == level.exits[0]
    assert 0 <= level_quality(level, path) <= 1


def test_compiled_and_plain_rules_measure_the_same():
    level = made(3, rooms=(2, 1))
    assert measure_level(level) == measure_level(level, compiled=False)


@given(SEEDS, SEEDS)
@settings(max_examples=15)
def test_distances_are_zero_to_oneself_and_symmetric(one, other):
    a, b = made(one, rooms=(2, 1)), made(other, rooms=(3, 1))
    for distance in (hamming_distance, earth_mover_distance):
        assert distance(a, a) == distance(b, b) == 0
        assert distance(a, b) == pytest.approx(distance(b, a))
        assert distance(a, b) > 0


def test_hamming_counts_cells_and_earth_mover_their_distance():
    one = Level("one", ("#####", "#o###", "#####"), (1, 1), ())
    near = Level("near", ("#####", "##o##", "#####"), (2, 1), ())
    far = Level("far", ("#####", "###o#", "#####"), (3, 1), ())
    assert hamming_distance(one, near) == hamming_distance(one, far) == pytest.approx(2 / 15)
    assert (earth_mover_distance(one, near), earth_mover_distance(one, far)) == (1.0, 2.0)


def test_cells_with_different_traps_differ():
    one, other = walk(), walk(*(LevelTrap(MINE, x, 1) for x in (3, 4, 5)))
    assert hamming_distance(one, other) == pytest.approx(3 / 40)
    assert earth_mover_distance(one, other) == 0
    assert cell_codes(one)[1, 3] == 2 + SAW


def test_pairwise_distances_hold_for_levels_of_all_sizes():
    levels = [made(seed, rooms=rooms) for seed, rooms in enumerate([(2, 1), (2, 1), (3, 1), (2, 2)])]
    differ, moved = pairwise_distances(levels)
    for a, one in enumerate(levels):
        for b, other in enumerate(levels):
            assert differ[a, b] == pytest.approx(hamming_distance(one, other))
            assert moved[a, b] == pytest.approx(earth_mover_distance(one, other))


def test_duplicates_are_counted():
    levels = [made(1), made(2), made(1)]
    assert count_duplicates(levels) == 1
    spread = expressive_range(levels)
    assert (spread.duplicates, spread.nearest_distances[0], spread.near_duplicate_share) == (
        1,
        0.0,
        pytest.approx(2 / 3),
    )
    assert len(spread.pair_distances[0]) == len(spread.pair_distances[1]) == 3


def test_grid_cells_are_counted_by_two_metrics():
    spread = expressive_range([made(seed) for seed in range(6)])
    counts, rows, columns = spread.counts("linearity", "traps", 5)
    assert (counts.sum(), counts.shape, len(rows), len(columns)) == (6, (5, 5), 6, 6)
    assert spread.coverage("linearity", "traps", 5) == pytest.approx((counts > 0).mean())
    outside = grid_counts(np.array([2.0]), np.array([-1.0]), "linearity", "traps", 4)[0]
    assert outside[3, 0] == 1
    with pytest.raises(UnknownName, match="linearity"):
        spread.column("linarity")
    with pytest.raises(OptionError, match="two levels"):
        expressive_range([made(1)])
    assert spread.metrics.shape == (6, len(METRIC_NAMES))


def test_varied_and_evenly_spread_traps_have_the_best_quality():
    assert trap_variety(walk()) == 0
    both = (LevelTrap(SAW, 3, 1, POINT_UP, 96, 0), LevelTrap(SQUEEZE, 7, 1, POINT_UP, 96, 0))
    assert trap_variety(walk(*both)) == pytest.approx(np.log(2) / np.log(3))
    assert trap_evenness(np.zeros(5, bool)) == 0
    assert trap_evenness(np.array([1, 0, 1, 0, 1, 0], bool)) > trap_evenness(np.array([1, 1, 1, 0, 0, 0], bool))

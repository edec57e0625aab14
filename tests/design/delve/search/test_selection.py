"""Who lives on: fronts, room around trees, directions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ludus.design.delve.search.tree_evolution import (
    crowding_distance,
    front_ranks,
    select_by_directions,
    select_by_fronts,
    select_by_total,
)

# Few different values, so that ties are frequent.
goals = st.integers(2, 4).flatmap(
    lambda n: arrays(np.float64, st.tuples(st.integers(1, 20), st.just(n)), elements=st.integers(-3, 3).map(float))
)


def beats(a, b):
    return bool((a >= b).all() and (a > b).any())


@given(goals)
def test_no_member_of_a_front_is_dominated_by_the_same_front_or_an_inner_one(scores):
    ranks = front_ranks(scores)
    for i, one in enumerate(scores):
        for j, other in enumerate(scores):
            if beats(one, other):
                assert ranks[i] < ranks[j]


@given(goals)
def test_every_front_but_the_first_is_dominated_by_the_front_before(scores):
    ranks = front_ranks(scores)
    for i, rank in enumerate(ranks):
        if rank:
            assert any(beats(scores[j], scores[i]) for j in np.flatnonzero(ranks == rank - 1))


@given(goals, st.integers(1, 20))
def test_better_fronts_live_on_before_worse_ones(scores, size):
    ranks = front_ranks(scores)
    for chosen in (
        select_by_fronts(scores, size, "corrected"),
        select_by_fronts(scores, size, "printed"),
        select_by_directions(scores, size, np.random.default_rng(1)),
    ):
        assert len(chosen) == len(set(chosen)) == min(size, len(scores))
        left = np.delete(ranks, chosen)
        assert ranks[chosen].max() <= left.min(initial=ranks.max())
        assert list(ranks[chosen]) == sorted(ranks[chosen])


def test_of_equals_the_first_in_the_list_goes_first():
    assert select_by_total(np.array([1.0, 2.0, 2.0, 0.0]), 2).tolist() == [1, 2]
    assert select_by_fronts(np.ones((4, 2)), 2, "corrected").tolist() == [
        0,
        3,
    ]  # both ends of the list have room around them


def test_room_is_counted_in_ranges_of_the_front_and_as_printed_in_points_over_all_fronts():
    scores = np.array([[0.0, 40.0], [1.0, 20.0], [4.0, 0.0], [0.5, 5.0]])
    ranks = front_ranks(scores)
    assert ranks.tolist() == [0, 0, 0, 1]
    corrected = crowding_distance(scores, ranks, "corrected")
    assert corrected.tolist() == [np.inf, pytest.approx(2.0), np.inf, np.inf]
    printed = crowding_distance(scores, ranks, "printed")
    assert printed[1] == pytest.approx((4.0 - 0.5) + (40.0 - 5.0))
    assert printed[3] == pytest.approx((1.0 - 0.0) + (20.0 - 0.0))


def test_directions_keep_the_ends_of_a_front():
    angles = np.linspace(0, np.pi / 2, 60)
    scores = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    chosen = select_by_directions(scores, 5, np.random.default_rng(3))
    assert {0, 59} <= set(chosen.tolist())

"""The ways through a tree, against a plain search of all sets of nodes."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.delve.builds.random_pick_probabilities import (
    SAVED,
    build_bits,
    build_bonus,
    build_nodes,
    build_probabilities,
    sampled_probabilities,
)
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import ContentError
from tests.cases import thorough
from tests.design.delve.brute_force import played_builds, trees


@st.composite
def small_trees(draw, prices=(1,)):
    """Up to seven nodes, each with parents among those before it."""
    nodes = []
    for k in range(draw(st.integers(1, 7))):
        parents = draw(st.sets(st.integers(0, k - 1), max_size=2)) if k else set()
        price = draw(st.sampled_from(prices))
        nodes.append(
            SkillNode(f"n{k}", draw(st.integers(0, 7)), draw(st.integers(1, 9)), tuple(sorted(parents)), price)
        )
    return SkillTree("drawn", tuple(nodes))


def sets_of(tree):
    """Every set of nodes that one can have, and its price."""
    result = []
    for size in range(len(tree) + 1):
        for chosen in combinations(range(len(tree)), size):
            had = set()
            while new := [k for k in set(chosen) - had if not tree.nodes[k].parents or had & {*tree.nodes[k].parents}]:
                had.update(new)
            if len(had) == size:
                result.append((build_bits(chosen), sum(tree.nodes[k].price for k in chosen)))
    return result


@settings(deadline=None)
@given(small_trees())
def test_one_can_have_every_set_of_as_many_nodes_as_there_were_picks(tree):
    probabilities = build_probabilities(tree, 6)
    assert probabilities.is_complete
    for picks, builds in enumerate(probabilities.by_encounter):
        wanted = [build for build, price in sets_of(tree) if price == min(picks, len(tree))]
        assert sorted(builds) == sorted(wanted)


@settings(deadline=None)
@given(small_trees(prices=(1, 2, 3)).filter(lambda tree: tree.priced))
def test_where_nodes_have_prices_points_can_be_saved(tree):
    probabilities = build_probabilities(tree, 5)
    for points, builds in enumerate(probabilities.by_encounter):
        assert sorted(builds) == sorted(build for build, price in sets_of(tree) if price <= points)


@settings(max_examples=thorough(12, 50), deadline=None)
@given(trees(most=5, prices=(0, 1, 2, 3)))
def test_builds_and_their_chances_are_those_of_the_game(tree):
    probabilities = build_probabilities(tree, 3)
    for builds, chances, expected in zip(
        probabilities.by_encounter, probabilities.probabilities, played_builds(tree, 3), strict=True
    ):
        result = {frozenset(build_nodes(build)): chance for build, chance in zip(builds, chances, strict=True)}
        assert result == pytest.approx(expected)


@settings(deadline=None)
@given(small_trees(prices=(0, 1, 2)))
def test_random_picks_lead_somewhere_for_sure(tree):
    probabilities = build_probabilities(tree, 5)
    for builds, chances in zip(probabilities.by_encounter, probabilities.probabilities, strict=True):
        assert len(set(builds)) == len(builds) == len(chances)
        assert chances.sum() == pytest.approx(1)


@settings(deadline=None)
@given(small_trees(prices=(1, 2)))
def test_a_choice_leads_to_builds_that_have_the_node_and_all_before(tree):
    probabilities = build_probabilities(tree, 4)
    for encounter, choices in enumerate(probabilities.choices):
        assert {choice.build for choice in choices} == set(range(len(probabilities.by_encounter[encounter])))
        for choice in choices:
            before = probabilities.by_encounter[encounter][choice.build]
            for lead in choice.leads:
                after = probabilities.by_encounter[encounter + 1][lead]
                assert before & after == before
                assert after == before if choice.node == SAVED else after >> choice.node & 1


def test_large_trees_are_sampled_with_all_alternatives_of_a_walk():
    star = SkillTree("star", tuple(SkillNode(f"n{k}", k % 8, 1) for k in range(60)))
    probabilities = build_probabilities(star, 6, walks=10)
    assert not probabilities.is_complete
    assert [chances.sum() for chances in probabilities.probabilities] == pytest.approx([1] * 6)
    assert len(probabilities.choices[2]) == 10 * 58
    assert all(build.bit_count() == 3 for build in probabilities.by_encounter[3])
    assert build_probabilities(star, 6, walks=10).by_encounter == probabilities.by_encounter
    assert build_probabilities(star, 6, walks=10, seed=2).by_encounter != probabilities.by_encounter


def test_a_tree_whose_free_nodes_can_be_had_in_too_many_ways_is_refused():
    free = SkillTree("free", tuple(SkillNode(f"n{k}", k % 8, 1, price=0 if k < 40 else 2) for k in range(60)))
    with pytest.raises(ContentError, match="fewer nodes that cost nothing"):
        build_probabilities(free, 6)


def test_sampled_walks_come_near_the_chances_of_all_ways():
    tree = SkillTree(
        "fork", (SkillNode("a", 0, 1), SkillNode("b", 1, 1), SkillNode("c", 2, 1, (0,)), SkillNode("d", 3, 1, (1,)))
    )
    whole, sample = build_probabilities(tree, 3), sampled_probabilities(tree, 3, walks=4000, seed=1)
    exact = dict(zip(whole.by_encounter[2], whole.probabilities[2], strict=True))
    for build, chance in zip(sample.by_encounter[2], sample.probabilities[2], strict=True):
        assert chance == pytest.approx(exact[build], abs=0.03)


def test_a_build_adds_what_its_nodes_add():
    tree = SkillTree("two", (SkillNode("wide", 0, 3), SkillNode("manly", 2, 2)))
    assert np.array_equal(build_bonus(tree, 0b11), [5, 3, 2, 0])
    assert build_nodes(build_bits([1, 0])) == [0, 1]

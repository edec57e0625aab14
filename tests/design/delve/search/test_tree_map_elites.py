"""Maps of trees: the best of every kind."""

import numpy as np
import pytest

from ludus.design.delve.search.tree_map_elites import TreeArchive, find_descriptors, pick_entropy, power_variation
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import UnknownName
from tests.cases import each
from tests.design.delve.random_trees import tree_of
from tests.design.delve.small import NODES, rater, space

RATER = rater()


@each("name", ["size", "picks", "patterns"])
def test_every_cell_keeps_its_best_and_an_archive_can_be_resumed(name):
    kind = find_descriptors(name, NODES)

    def begin(state=None):
        return TreeArchive(RATER, space(), kind, seed=5, batch=12, state=state)

    whole, again = begin(), begin()
    kinds, best = 0, -np.inf
    for _ in range(4):
        now = whole.step()
        assert now >= kinds
        kinds = now
        top = max(elite.score for elite in whole.elites)
        assert top >= best
        best = top
        assert again.step() == now
        again = begin(again.optimiser.dump())
    assert again.optimiser.dump() == whole.optimiser.dump()
    for elite in whole.elites:
        rated = RATER.rate(elite.genome)
        assert elite.score == pytest.approx(rated.total)
        assert elite.measures == pytest.approx(kind.measures(elite.genome, rated, RATER))


def test_picks_are_even_where_all_nodes_win_equally_often():
    alike = tree_of((0, 5, -1), (1, 5, -1))
    assert 0.0 <= pick_entropy(RATER.rate(alike)) <= 1.0
    assert pick_entropy(RATER.rate(tree_of((0, 5, -1)))) == 0.0
    assert pick_entropy(RATER.rate(SkillTree("nothing", ()))) == 0.0


def test_builds_of_the_same_nodes_have_the_same_power():
    assert power_variation(tree_of((0, 5, -1), (0, 5, -1), (1, 5, -1)), RATER) == 0.0
    assert power_variation(tree_of((0, 9, -1), (0, 1, -1), (4, 1, -1)), RATER) > 0.2
    assert power_variation(SkillTree("nothing", ()), RATER) == 0.0


def test_axes_are_labelled_where_steps_begin_or_by_whole_numbers():
    size, branching = find_descriptors("size", 6).axes
    assert [size.label(k) for k in range(size.steps)] == ["1", "2", "3", "4", "5", "6"]
    assert [branching.label(k) for k in range(3)] == ["1", "1.2", "1.5"]


def test_an_unknown_map_is_refused():
    with pytest.raises(UnknownName, match="patterns"):
        find_descriptors("pattern", 15)

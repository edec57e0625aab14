"""The approximating simulation beside real play."""

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.delve.playtest.approximation_vs_play import (
    PLAYED,
    SIMULATED,
    mean_turns,
    measure_agreement,
    random_trees,
)
from ludus.design.delve.rating.rater import Rater
from ludus.games.delve.game_data import default_encounters, heldout_decks
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError

DECKS = heldout_decks()[::3]


@pytest.fixture(scope="module")
def result():
    return measure_agreement(random_trees(12, seed=3, sizes=(1, 12)), DECKS, default_encounters(), seed=5, orders=4)


def test_simulation_and_play_put_trees_into_nearly_the_same_order(result):
    assert result.wins.value > 0.8
    assert result.turns.value > 0.6


def test_the_simulation_wins_about_as_often_as_a_greedy_player(result):
    assert abs(result.wins_above.value) < 0.08
    assert result.rows["cells"].mean() < 0.15


def test_the_simulated_win_ratio_is_the_rater_s_without_continuity(result):
    rater = Rater(DECKS, default_encounters(), continuity=False)
    expected = [rater.rate(tree).win for tree in random_trees(12, seed=3, sizes=(1, 12))]
    assert result.rows["wins"][:, SIMULATED] == pytest.approx(expected)


def test_a_rating_does_not_depend_on_other_trees_or_on_threads(result):
    trees = random_trees(12, seed=3, sizes=(1, 12))[5:7]
    again = measure_agreement(trees, DECKS, default_encounters(), seed=5, orders=4, backend=Threads(2))
    assert again.rows.tobytes() == result.rows[5:7].tobytes()


def test_a_tree_that_never_helps_has_no_turns_of_wins():
    weak = [SkillTree("weak", (SkillNode("a", 4, 0),))] * 4
    result = measure_agreement(weak, [DECKS[0]], default_encounters()[5:], seed=1, orders=2)
    assert np.isnan(result.rows["turns"]).all()
    assert (result.rows["wins"][:, PLAYED] == 0).all()


def test_trees_with_too_many_builds_are_refused():
    wide = SkillTree("wide", tuple(SkillNode(f"n{i}", 0, 1) for i in range(60)))
    with pytest.raises(OptionError, match="'wide' has too many builds"):
        measure_agreement([wide], DECKS, default_encounters(), seed=1)


def test_results_by_deck_add_up_to_those_of_a_tree(result):
    assert result.by_deck.shape == (12, 2, len(DECKS), 3)
    assert result.by_deck[..., 0].mean(axis=2) == pytest.approx(result.rows["wins"])
    known = np.isfinite(result.rows["turns"])
    assert mean_turns(result.by_deck)[known] == pytest.approx(result.rows["turns"][known])

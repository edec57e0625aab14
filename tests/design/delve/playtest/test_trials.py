"""Real play by the thousand, and trees that are tuned by it."""

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.delve.playtest.trials import BotTrial
from ludus.design.delve.search.tree_win_rate_tuning import same_target_siblings, tune_by_play
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from tests.design.delve.random_trees import tree_of
from tests.design.delve.small import DECKS, FOES, rater, space

STRONG = SkillTree("strong", (SkillNode("all", 0, 9), SkillNode("more", 1, 9, (0,)), SkillNode("most", 0, 9, (1,))))
NOTHING = SkillTree("nothing", ())


@pytest.fixture(scope="module")
def trial():
    return BotTrial("greedy-card", DECKS, FOES, orders=8, seed=3)


def test_every_deck_fights_every_encounter_with_every_order(trial):
    result = trial.play(STRONG)
    assert result.shape == (len(DECKS), len(FOES), 8)
    assert trial.fight_count == result.size
    assert (result["turns"] >= 1).all()
    assert (result["health"][~result["won"]] == 0).mean() > 0.9  # but for those who got tired


def test_a_point_is_spent_for_every_encounter_before(trial):
    had = trial.play(STRONG)["had"][..., 0]
    assert [int(n).bit_count() for n in had[0, :, 0]] == [0, 1, 2]


def test_a_strong_tree_wins_more_than_none_but_not_in_the_first_encounter(trial):
    strong, none = (trial.play(tree)["won"] for tree in (STRONG, NOTHING))
    assert np.array_equal(strong[:, 0], none[:, 0])
    assert strong[:, 1:].mean() > none[:, 1:].mean() + 0.1


def test_the_number_of_threads_changes_nothing(trial):
    assert np.array_equal(trial.play(STRONG, Threads(1)), trial.play(STRONG, Threads(2)))


def test_other_encounters_meet_the_same_orders_of_cards(trial):
    again = trial.play_encounters(1, [FOES[1], FOES[2], FOES[1]], STRONG)
    assert np.array_equal(again[0], trial.play(STRONG)[:, 1])
    assert np.array_equal(again[0], again[2])
    assert not np.array_equal(again[0], again[1])


def test_tuning_leads_to_a_win_ratio_and_is_the_same_on_any_threads(trial):
    start = [space().random(np.random.default_rng(k), 6) for k in range(2)]
    judge = rater()

    def total(ratings):
        return float(ratings.mean())

    result = [
        tune_by_play(start, judge, trial, 0.8, total, space(), 7, Threads(n), generations=6) for n in (1, 2)
    ]  # a few generations, so the target need not be met
    assert result[0].tree == result[1].tree
    assert result[0].win == trial.play(result[0].tree)["won"].mean()
    before = min(abs(trial.play(tree)["won"].mean() - 0.8) for tree in start)
    assert abs(result[0].win - 0.8) <= max(before, 0.03)
    off, alike = max(0, abs(result[0].win - 0.8) - 0.01), same_target_siblings(result[0].tree)
    assert result[0].score == pytest.approx(total(result[0].rated.ratings) - 5 * off - 0.01 * alike)


def test_siblings_with_the_same_target_are_counted_and_cousins_are_not():
    assert same_target_siblings(NOTHING) == 0
    assert same_target_siblings(tree_of((0, 3, -1), (0, 2, -1), (0, 1, -1))) == 2
    assert same_target_siblings(tree_of((0, 3, -1), (1, 2, -1), (2, 1, 0), (2, 1, 1))) == 0

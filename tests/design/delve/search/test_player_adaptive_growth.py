"""Trees that grow while they are played."""

import numpy as np
import pytest

from ludus.design.delve.search.player_adaptive_growth import NEW_NODES, AdaptiveGrower, ObservedWin, play_through
from ludus.games.delve.constants import TARGET_CLASSES
from ludus.games.delve.game_data import default_encounters, reference_decks
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import LudusError

LADDER = ["thesis-random", "greedy-card"]
DECK = reference_decks()[13]
EMPTY = SkillTree("grown", ())


@pytest.fixture(scope="module")
def grower():
    return AdaptiveGrower(DECK, default_encounters(), LADDER, target=0.7, seed=3)


def test_without_observations_all_bots_are_equally_likely(grower):
    assert grower.skill_posterior(EMPTY, (), []).tolist() == [0.5, 0.5]


def test_quick_wins_speak_for_the_better_player_and_slow_ones_for_the_worse(grower):
    quick = grower.skill_posterior(EMPTY, (), [ObservedWin(0, 0, turns=3, health=35)])
    slow = grower.skill_posterior(EMPTY, (), [ObservedWin(0, 0, turns=6, health=4)])
    assert quick[1] > 0.5 > slow[1]
    assert quick.sum() == pytest.approx(1.0)


def test_new_nodes_differ_in_target_raise_the_deck_and_hang_on_the_last_pick(grower):
    tree = grower.grow(EMPTY, (), 1, np.array([0.5, 0.5]))
    assert len(tree) == NEW_NODES
    assert len({node.target for node in tree.nodes}) == NEW_NODES
    tree = grower.grow(tree, (2,), 2, np.array([0.5, 0.5]))
    assert [node.parents for node in tree.nodes] == [(), (0,), (0,), (0,)]  # what was not picked is gone
    groups = {card.group for card, _ in DECK.cards}
    assert all(any(TARGET_CLASSES[node.target] >> group & 1 for group in groups) for node in tree.nodes)


def test_a_weak_player_is_offered_more_than_a_strong_one(grower):
    weak, strong = (grower.grow(EMPTY, (), 1, belief) for belief in (np.array([1.0, 0.0]), np.array([0.0, 1.0])))
    assert sum(node.value for node in weak.nodes) > sum(node.value for node in strong.nodes)


def test_a_deck_of_one_class_is_offered_only_what_raises_it():
    mono = AdaptiveGrower(reference_decks()[0], default_encounters(), ["greedy-card"], seed=3)
    tree = mono.grow(EMPTY, (), 1, np.ones(1))
    assert len(tree) == 1  # all targets that raise these cards raise the same


def test_a_journey_depends_on_its_seed_alone_and_ends_with_the_first_loss(grower):
    ways = [play_through("greedy-card", grower, seed) for seed in range(3)]
    assert ways == [play_through("greedy-card", grower, seed) for seed in range(3)]
    for way in ways:
        assert all(way.won[:-1])
        assert len(way.had) == len(way.won) - 1
        assert way.had == (*range(len(way.had) - 1), way.had[-1]) if way.had else True


def test_a_fixed_tree_stays_as_it_is(grower):
    tree = SkillTree("fixed", (SkillNode("a", 0, 5), SkillNode("b", 1, 5, (0,))))
    way = play_through("greedy-card", grower, 1, tree)
    assert way.tree == tree
    assert len(way.had) <= 2


def test_a_ladder_needs_a_bot():
    with pytest.raises(LudusError, match="name one player"):
        AdaptiveGrower(DECK, default_encounters(), [])

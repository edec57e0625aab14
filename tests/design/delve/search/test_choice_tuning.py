"""Annealing of choices by play, mending, and post-processing in steps."""

import numpy as np

from ludus.backends import Threads
from ludus.design.delve.playtest.bot_fights import random_playable_tree
from ludus.design.delve.rating.choice_measures import DeckGroup
from ludus.design.delve.rating.choice_ratings import ChoiceRater, ChoiceScale
from ludus.design.delve.rating.tree_ratings import TreeGoals
from ludus.design.delve.search.choice_tuning import change_randomly, counted_wins, fits, tune_choices
from ludus.design.delve.search.mending import count_flaws, mend_tree
from ludus.design.delve.variation.mutable_tree import TreeLimits
from ludus.design.delve.variation.post_processing import post_process_in_steps, remove_unpicked, without_node
from ludus.games.delve.game_data import default_encounters, heldout_decks
from ludus.games.delve.options import find_tree
from ludus.games.delve.skill_tree import SkillNode, SkillTree

FOES = default_encounters()
DECKS = heldout_decks()[:6]
LIMITS = TreeLimits(10, 5)


def played_rater(decks=DECKS, threads=1, nodes=10, win=0.7):
    groups = [DeckGroup(tuple(range(len(decks))), 8)]
    scale = ChoiceScale(TreeGoals(win=win, nodes=nodes))
    return ChoiceRater(decks, FOES, groups, scale, "greedy-card", 3, 3, Threads(threads))


def test_annealing_raises_the_total_and_keeps_the_limits_on_any_threads():
    start = random_playable_tree(8, 2, 5)
    rater = played_rater()
    tuned = tune_choices(start, rater, played_rater(heldout_decks()), LIMITS, 1, evaluations=60)
    assert len(tuned.tree) == 10
    assert max(tuned.tree.depths) <= 5
    assert tuned.total > rater.rate(start).total + 0.05
    again = tune_choices(start, played_rater(threads=2), played_rater(heldout_decks()), LIMITS, 1, evaluations=60)
    assert again.tree == tuned.tree


def test_the_win_ratio_is_calibrated_with_other_decks():
    start = random_playable_tree(10, 3, 5)
    few, many = played_rater(heldout_decks()[:4]), played_rater(heldout_decks()[2:9])
    calibrated, other = (tune_choices(start, few, decks, LIMITS, 1, evaluations=150) for decks in (many, few))
    distance, without = (abs(counted_wins(many, many.measure(tuned.tree)) - 0.69) for tuned in (calibrated, other))
    assert distance < 0.03
    assert distance < without


def test_the_largest_number_of_fights_ends_the_annealing():
    rater = played_rater()
    tuned = tune_choices(random_playable_tree(10, 2, 5), rater, rater, LIMITS, 1, max_fights=3000)
    assert tuned.evaluations < 100


def test_a_tree_with_too_many_builds_is_not_annealed():
    rater = played_rater()
    rater.cap = 3
    assert tune_choices(random_playable_tree(10, 2, 5), rater, rater, LIMITS, 1) is None


def test_random_changes_keep_size_depth_and_values():
    rng, tree = np.random.default_rng(3), random_playable_tree(10, 1, 5)
    changed = 0
    for _ in range(300):
        other = change_randomly(tree, LIMITS, rng)
        if other is not None:
            changed += 1
            assert other != tree
            assert len(other) == 10
            assert max(other.depths) <= 5
            assert all(1 <= node.value <= 10 for node in other.nodes)
            tree = other
    assert changed > 150


def test_cycles_and_deep_trees_do_not_fit():
    nodes = [SkillNode("a", 0, 1, (1,)), SkillNode("b", 0, 1, (0,))]
    assert not fits(nodes, LIMITS)
    chain = [SkillNode(str(k), 0, 1, (k - 1,) if k else ()) for k in range(6)]
    assert not fits(chain, LIMITS)
    assert fits(chain[:5], LIMITS)


def test_mending_describes_changes_that_remove_flaws():
    tree = find_tree("bad")
    rater, limits = played_rater(nodes=15), TreeLimits(15, 5)
    before = count_flaws(tree, rater.measure(tree), limits)
    changes = mend_tree(tree, rater, limits, max_changes=3)
    assert len(changes) == 3
    assert sum(changes[-1].flaws.values()) <= sum(before.values()) / 2
    assert changes[-1].flaws == count_flaws(changes[-1].tree, rater.measure(changes[-1].tree), limits)
    names = {node.name for node in tree.nodes}
    assert all(any(name in change.text for name in names) for change in changes)
    assert [change.total for change in changes] == sorted(change.total for change in changes)


def test_a_mended_tree_is_as_hard_as_before():
    tree, rater = find_tree("bad"), played_rater(nodes=15)
    before = counted_wins(rater, rater.measure(tree))
    rater.scale = ChoiceScale(TreeGoals(win=before, nodes=15))
    changes = mend_tree(tree, rater, TreeLimits(15, 5), max_changes=4)
    after = counted_wins(rater, rater.measure(changes[-1].tree))
    assert abs(after - before) < 0.06


def test_a_tree_without_flaws_needs_no_mending_and_one_with_shared_children_keeps_its_shape():
    rater, limits = played_rater(nodes=4), TreeLimits(4, 5)
    one = SkillTree("one", (SkillNode("area", 0, 3),))
    assert not any(count_flaws(one, rater.measure(one), limits).values())
    assert mend_tree(one, rater, limits) == []
    shared = SkillTree(
        "shared",
        (SkillNode("a", 0, 3), SkillNode("b", 1, 1), SkillNode("c", 4, 2, (0, 1)), SkillNode("d", 0, 5)),
    )
    for change in mend_tree(shared, rater, limits, max_changes=2):
        assert "moved" not in change.text
        assert "merged" not in change.text


def test_post_processing_names_what_it_does():
    tree = SkillTree(
        "t",
        (SkillNode("zero", 0, 0), SkillNode("below", 1, 2, (0,)), SkillNode("other", 2, 3)),
    )
    done, step = post_process_in_steps(tree, 5)
    assert len(done) == 2
    assert "1 node" in step.effect
    assert post_process_in_steps(done, 5)[1].effect == "nothing to do"


def test_nodes_that_nobody_picks_are_removed_and_their_children_move_up():
    rater = played_rater()
    tree = SkillTree(
        "t",
        (
            SkillNode("strong", 0, 9),
            SkillNode("other", 1, 9),
            SkillNode("weak", 4, 1),
            SkillNode("third", 3, 7),
            SkillNode("fourth", 2, 7),
            SkillNode("fifth", 6, 10),
        ),
    )
    assert rater.measure(tree).never_useful[2]
    done, step = remove_unpicked(tree, rater.measure)
    assert "weak" in step.effect
    assert not rater.measure(done).never_useful.any()


def test_children_of_a_removed_node_have_its_parents():
    tree = SkillTree(
        "t",
        (SkillNode("a", 0, 1), SkillNode("b", 1, 1, (0,)), SkillNode("c", 2, 1, (1,)), SkillNode("d", 3, 1, (0, 1))),
    )
    below = without_node(tree, 1)
    assert [node.parents for node in below.nodes] == [(), (0,), (0,)]
    assert [node.parents for node in without_node(tree, 0).nodes] == [(), (0,), ()]

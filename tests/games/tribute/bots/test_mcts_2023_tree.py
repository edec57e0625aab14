"""The tree of the published MCTS bot: cutting it to a subtree keeps all statistics of the subtree."""

import random

from ludus.core.rule import plain
from ludus.games.tribute.bots import mcts_2023_tree
from ludus.games.tribute.bots.mcts_2023_tree import MaxTree
from tests.cases import each


def grown(seed, steps):
    tree = MaxTree.over(MaxTree.zeros())
    dice = random.Random(seed)
    plain(mcts_2023_tree.reset_tree)(tree, 3)
    for _ in range(steps):
        at = mcts_2023_tree.ROOT
        while tree.nodes[at].moves and tree.nodes[at].seen == tree.nodes[at].moves:
            at = plain(mcts_2023_tree.select_child)(tree, at)
        if tree.nodes[at].moves:
            at = plain(mcts_2023_tree.add_child)(tree, at)
            tree.nodes[at].moves = dice.randrange(4)
        plain(mcts_2023_tree.backpropagate)(tree, at, dice.random())
    return tree


def story(tree, at):
    """A node and its subtree, independent of node indices."""
    node, children = tree.nodes[at], []
    child = node.first
    while child != mcts_2023_tree.NONE:
        assert tree.nodes[child].parent == at
        children.append((tree.nodes[child].number, story(tree, child)))
        child = tree.nodes[child].next
    return node.best, node.visits, node.moves, node.seen, children


@each("seed", range(8))
def test_a_cut_keeps_what_is_below_and_forgets_the_rest(seed):
    tree = grown(seed, 60)
    child = tree.nodes[mcts_2023_tree.ROOT].first
    while child != mcts_2023_tree.NONE:
        copy = grown(seed, 60)
        expected = story(copy, child)
        plain(mcts_2023_tree.reroot)(copy, child)
        assert story(copy, mcts_2023_tree.ROOT) == expected
        child = tree.nodes[child].next


def test_a_node_is_worth_the_best_below_it_and_of_equals_the_last_is_chosen():
    tree = MaxTree.over(MaxTree.zeros())
    plain(mcts_2023_tree.reset_tree)(tree, 3)
    for value in (0.4, 0.6, 0.6):
        plain(mcts_2023_tree.backpropagate)(tree, plain(mcts_2023_tree.add_child)(tree, mcts_2023_tree.ROOT), value)
    assert tree.nodes[mcts_2023_tree.ROOT].best == 0.6
    assert tree.nodes[plain(mcts_2023_tree.best_child)(tree)].number == 2

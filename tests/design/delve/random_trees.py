"""Trees for tests: random ones of any size and shape, and a short way to write one."""

import numpy as np
from hypothesis import strategies as st

from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.skill_tree import SkillNode, SkillTree

seeds = st.integers(0, 2**32)
sizes = st.integers(0, 15)


def rng(seed):
    return np.random.default_rng(seed)


def some_tree(seed, size, **options):
    """A random tree of a size that has been through a few operators, so that its values vary."""
    space, dice = TreeSpace(nodes=15, **options), rng(seed)
    tree = space.random(dice, size)
    for _ in range(4):
        tree = space.mutate(tree, dice, 0.5)
    return tree


def tree_of(*rows):
    """A tree of (target, value, parent) rows, named a, b, c, ...; the parent -1 is the root."""
    nodes = (
        SkillNode(chr(97 + i), target, value, () if parent < 0 else (parent,))
        for i, (target, value, parent) in enumerate(rows)
    )
    return SkillTree("small", tuple(nodes))


def rows_of(tree):
    return [(node.target, node.value, node.parents[0] if node.parents else -1) for node in tree.nodes]

"""The five mutation operators of trees (thesis, 5.2): strengthen, weaken, merge two siblings, split, add a node.

    changed = strengthen(tree, rng, Limits(nodes=15))        a new tree, or None where there is nothing to change

The node to change is drawn with a bias: weak nodes tend to grow and merge, strong ones to shrink and split, so that no
choice is obvious and none useless. The thesis prints the biases of merging and splitting the wrong way round;
`Limits(formulas="printed")` uses them like that.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludus.design.trees.changing.sprouts import (
    MAX_NODE_VALUE,
    TreeLimits,
    MutableNode,
    to_tree,
    draw_weighted,
    to_mutable,
)
from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.tree import SkillTree

Operator = Callable[[SkillTree, np.random.Generator, TreeLimits], SkillTree | None]

# Weights of the parent of a new node: without children, with one, with more.
PARENT_WEIGHTS = (50, 40, 10)


def strengthen(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Raise the value of one node, preferably a weak one; deep nodes gain more."""
    root = to_mutable(tree)
    chosen = _draw(
        root, rng, _weakness_weight, [sprout for sprout in root.descendants() if sprout.value < MAX_NODE_VALUE]
    )
    if chosen is None:
        return None
    chosen.value = min(MAX_NODE_VALUE, chosen.value + _value_change(chosen, rng))
    return to_tree(root)


def weaken(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Lower the value of one node, preferably a strong one; deep nodes lose more."""
    root = to_mutable(tree)
    chosen = _draw(
        root, rng, _strength_weight, [sprout for sprout in root.descendants() if sprout.value > limits.min_value]
    )
    if chosen is None:
        return None
    chosen.value = max(limits.min_value, chosen.value - _value_change(chosen, rng))
    return to_tree(root)


def merge(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Merge a node and its weakest sibling: the target of the stronger, the sum of values, all children.

    Returns None if the node has no siblings: that is the thesis's rule.
    """
    root = to_mutable(tree)
    chosen = _draw(root, rng, _strength_weight if limits.as_printed else _weakness_weight, root.descendants())
    if chosen is None:
        return None
    assert chosen.parent is not None, "the root is never chosen"
    other = min(chosen.siblings(), key=lambda sibling: sibling.value, default=None)
    if other is None:
        return None
    if other.value > chosen.value:
        chosen.target = other.target
    chosen.value = min(MAX_NODE_VALUE, chosen.value + other.value)
    for child in other.children:
        chosen.add(child)
    chosen.parent.children.remove(other)
    return to_tree(root)


def split(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Split a node into two with the same target, which share its value and its children at random."""
    if len(tree) >= limits.nodes:
        return None
    root = to_mutable(tree)
    candidates = [sprout for sprout in root.descendants() if sprout.value >= 2 * limits.min_value]
    chosen = _draw(root, rng, _weakness_weight if limits.as_printed else _strength_weight, candidates)
    if chosen is None:
        return None
    assert chosen.parent is not None, "the root is never chosen"
    share = round(chosen.value * rng.random())
    share = min(max(share, limits.min_value), chosen.value - limits.min_value)
    other = MutableNode(chosen.target, chosen.value - share, chosen.parent)
    chosen.value = share
    chosen.parent.children.insert(chosen.parent.children.index(chosen) + 1, other)
    children, chosen.children = chosen.children, []
    for child in children:
        (chosen if rng.random() < 0.5 else other).add(child)
    return to_tree(root)


def add_node(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Add a leaf, preferably below a node with fewer than two children."""
    if len(tree) >= limits.nodes:
        return None
    root = to_mutable(tree)
    parents = [sprout for sprout in [root, *root.descendants()] if limits.depth is None or sprout.depth < limits.depth]
    groups = [[sprout for sprout in parents if min(len(sprout.children), 2) == k] for k in range(3)]
    draw = int(rng.integers(sum(chance for chance, group in zip(PARENT_WEIGHTS, groups, strict=True) if group)))
    for chance, group in zip(PARENT_WEIGHTS, groups, strict=True):
        if group and draw < chance:
            add_random_child(group[int(rng.integers(len(group)))], rng)
            return to_tree(root)
        draw -= chance if group else 0
    raise AssertionError("one of the groups is drawn")


OPERATORS: dict[str, Operator] = {
    "strengthen": strengthen,
    "weaken": weaken,
    "merge": merge,
    "split": split,
    "add node": add_node,
}


def add_random_child(parent: MutableNode, rng: np.random.Generator) -> MutableNode:
    """Add a child with a random target; deeper nodes can be stronger."""
    target = int(rng.integers(len(TARGETS)))
    value = int(rng.integers(1, 3 + parent.depth + 1, endpoint=True))
    return parent.add(MutableNode(target, min(MAX_NODE_VALUE, value)))


def _draw(
    root: MutableNode,
    rng: np.random.Generator,
    weight: Callable[[MutableNode, int], int],
    candidates: list[MutableNode],
) -> MutableNode | None:
    highest = max((sprout.value for sprout in root.descendants()), default=0)
    return draw_weighted(candidates, [weight(sprout, highest) for sprout in candidates], rng)


def _weakness_weight(sprout: MutableNode, highest: int) -> int:
    return highest + 1 - sprout.value


def _strength_weight(sprout: MutableNode, highest: int) -> int:
    return sprout.value


def _value_change(sprout: MutableNode, rng: np.random.Generator) -> int:
    return int(rng.integers(1, 1 + sprout.depth, endpoint=True))

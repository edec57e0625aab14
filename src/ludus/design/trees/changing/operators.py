"""The five mutation operators of trees (thesis, 5.2): strengthen, weaken, merge two siblings, split, add a node.

    changed = strengthen(tree, rng, Limits(nodes=15))        a new tree, or None where there is nothing to change

The node to change is drawn with a bias: weak nodes tend to grow and merge, strong ones to shrink and split, so that no
choice is obvious and none useless. The thesis prints the biases of merging and splitting the wrong way round;
`Limits(formulas="printed")` uses them like that.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludus.design.trees.changing.sprouts import MOST, Limits, Sprout, fold, one_of, unfold
from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.tree import Tree

Operator = Callable[[Tree, np.random.Generator, Limits], Tree | None]

# Weights of the parent of a new node: without children, with one, with more.
PARENTS = (50, 40, 10)


def strengthen(tree: Tree, rng: np.random.Generator, limits: Limits) -> Tree | None:
    """Raise the value of one node, preferably a weak one; deep nodes gain more."""
    root = unfold(tree)
    chosen = _draw(root, rng, _weak, [sprout for sprout in root.nodes() if sprout.value < MOST])
    if chosen is None:
        return None
    chosen.value = min(MOST, chosen.value + _amount(chosen, rng))
    return fold(root)


def weaken(tree: Tree, rng: np.random.Generator, limits: Limits) -> Tree | None:
    """Lower the value of one node, preferably a strong one; deep nodes lose more."""
    root = unfold(tree)
    chosen = _draw(root, rng, _strong, [sprout for sprout in root.nodes() if sprout.value > limits.least])
    if chosen is None:
        return None
    chosen.value = max(limits.least, chosen.value - _amount(chosen, rng))
    return fold(root)


def merge(tree: Tree, rng: np.random.Generator, limits: Limits) -> Tree | None:
    """Merge a node and its weakest sibling: the target of the stronger, the sum of values, all children.

    Returns None if the node has no siblings: that is the thesis's rule.
    """
    root = unfold(tree)
    chosen = _draw(root, rng, _strong if limits.printed else _weak, root.nodes())
    if chosen is None:
        return None
    assert chosen.parent is not None, "the root is never chosen"
    other = min(chosen.siblings(), key=lambda sibling: sibling.value, default=None)
    if other is None:
        return None
    if other.value > chosen.value:
        chosen.target = other.target
    chosen.value = min(MOST, chosen.value + other.value)
    for child in other.children:
        chosen.add(child)
    chosen.parent.children.remove(other)
    return fold(root)


def split(tree: Tree, rng: np.random.Generator, limits: Limits) -> Tree | None:
    """Split a node into two with the same target, which share its value and its children at random."""
    if len(tree) >= limits.nodes:
        return None
    root = unfold(tree)
    candidates = [sprout for sprout in root.nodes() if sprout.value >= 2 * limits.least]
    chosen = _draw(root, rng, _weak if limits.printed else _strong, candidates)
    if chosen is None:
        return None
    assert chosen.parent is not None, "the root is never chosen"
    share = round(chosen.value * rng.random())
    share = min(max(share, limits.least), chosen.value - limits.least)
    other = Sprout(chosen.target, chosen.value - share, chosen.parent)
    chosen.value = share
    chosen.parent.children.insert(chosen.parent.children.index(chosen) + 1, other)
    children, chosen.children = chosen.children, []
    for child in children:
        (chosen if rng.random() < 0.5 else other).add(child)
    return fold(root)


def add_node(tree: Tree, rng: np.random.Generator, limits: Limits) -> Tree | None:
    """Add a leaf, preferably below a node with fewer than two children."""
    if len(tree) >= limits.nodes:
        return None
    root = unfold(tree)
    parents = [sprout for sprout in [root, *root.nodes()] if limits.depth is None or sprout.depth < limits.depth]
    groups = [[sprout for sprout in parents if min(len(sprout.children), 2) == k] for k in range(3)]
    draw = int(rng.integers(sum(chance for chance, group in zip(PARENTS, groups, strict=True) if group)))
    for chance, group in zip(PARENTS, groups, strict=True):
        if group and draw < chance:
            sprout_below(group[int(rng.integers(len(group)))], rng)
            return fold(root)
        draw -= chance if group else 0
    raise AssertionError("one of the groups is drawn")


OPERATORS: dict[str, Operator] = {
    "strengthen": strengthen,
    "weaken": weaken,
    "merge": merge,
    "split": split,
    "add node": add_node,
}


def sprout_below(parent: Sprout, rng: np.random.Generator) -> Sprout:
    """Add a child with a random target; deeper nodes can be stronger."""
    target = int(rng.integers(len(TARGETS)))
    value = int(rng.integers(1, 3 + parent.depth + 1, endpoint=True))
    return parent.add(Sprout(target, min(MOST, value)))


def _draw(
    root: Sprout,
    rng: np.random.Generator,
    weight: Callable[[Sprout, int], int],
    candidates: list[Sprout],
) -> Sprout | None:
    highest = max((sprout.value for sprout in root.nodes()), default=0)
    return one_of(candidates, [weight(sprout, highest) for sprout in candidates], rng)


def _weak(sprout: Sprout, highest: int) -> int:
    return highest + 1 - sprout.value


def _strong(sprout: Sprout, highest: int) -> int:
    return sprout.value


def _amount(sprout: Sprout, rng: np.random.Generator) -> int:
    return int(rng.integers(1, 1 + sprout.depth, endpoint=True))

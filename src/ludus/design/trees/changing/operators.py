"""The five ways to vary a tree (thesis, 5.2): stronger, weaker, two siblings as one, one as two, one more.

    changed = strengthen(tree, rng, Limits(nodes=15))        a new tree, or None where there is nothing to change

Which node changes is a matter of chance with a bias: the weak rather grow and merge, the strong rather shrink and
split, so that no choice is obvious and none idle. The thesis prints the biases of merging and splitting the wrong way
round; `Limits(formulas="printed")` has them so.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludus.design.trees.changing.sprouts import MOST, Limits, Sprout, fold, one_of, unfold
from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.tree import Tree

Operator = Callable[[Tree, np.random.Generator, Limits], Tree | None]

# How often the parent of a new node is one without children, with one, with more.
PARENTS = (50, 40, 10)


def strengthen(tree: Tree, rng: np.random.Generator, limits: Limits) -> Tree | None:
    """A higher value for one node, a weak one rather; deep nodes gain more."""
    root = unfold(tree)
    chosen = _draw(root, rng, _weak, [sprout for sprout in root.nodes() if sprout.value < MOST])
    if chosen is None:
        return None
    chosen.value = min(MOST, chosen.value + _amount(chosen, rng))
    return fold(root)


def weaken(tree: Tree, rng: np.random.Generator, limits: Limits) -> Tree | None:
    """A lower value for one node, a strong one rather; deep nodes lose more."""
    root = unfold(tree)
    chosen = _draw(root, rng, _strong, [sprout for sprout in root.nodes() if sprout.value > limits.least])
    if chosen is None:
        return None
    chosen.value = max(limits.least, chosen.value - _amount(chosen, rng))
    return fold(root)


def merge(tree: Tree, rng: np.random.Generator, limits: Limits) -> Tree | None:
    """A node and its weakest sibling become one: the target of the stronger, both values, both's children.

    A node without siblings stays as it is, and so does the tree: that is the thesis's rule.
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
    """A node becomes two of its kind, which share its value and its children by chance."""
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
    """One more leaf; its parent is rather one with fewer than two children."""
    if len(tree) >= limits.nodes:
        return None
    root = unfold(tree)
    parents = [sprout for sprout in [root, *root.nodes()] if limits.depth is None or sprout.depth < limits.depth]
    groups = [[sprout for sprout in parents if min(len(sprout.children), 2) == k] for k in range(3)]
    at = int(rng.integers(sum(chance for chance, group in zip(PARENTS, groups, strict=True) if group)))
    for chance, group in zip(PARENTS, groups, strict=True):
        if group and at < chance:
            sprout_below(group[int(rng.integers(len(group)))], rng)
            return fold(root)
        at -= chance if group else 0
    raise AssertionError("one of the groups is drawn")


OPERATORS: dict[str, Operator] = {
    "strengthen": strengthen,
    "weaken": weaken,
    "merge": merge,
    "split": split,
    "add node": add_node,
}


def sprout_below(parent: Sprout, rng: np.random.Generator) -> Sprout:
    """A new child with any target; the deeper, the stronger it can be."""
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

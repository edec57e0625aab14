"""Cutting trees: down to a size, and what the thesis tidies up at the end (7.6)."""

from __future__ import annotations

from itertools import pairwise

from ludus.design.trees.changing.sprouts import Sprout, fold, unfold
from ludus.evolve.space import whole
from ludus.games.delve.tree import Tree


def trim(root: Sprout, nodes: int) -> None:
    """Take off leaves until so many nodes are left: the deepest first, of these the weakest, of equals the last."""
    count = len(root.nodes())
    while count > nodes:
        leaves = [sprout for sprout in root.nodes() if not sprout.children]
        _cut(min(reversed(leaves), key=lambda leaf: (-leaf.depth, leaf.value)))
        count -= 1


def post_process(tree: Tree, reach: int) -> Tree:
    """The tree without idle nodes, where `reach` is how many nodes a player can ever have.

    Nodes without an effect go, and their children move up. A branch in which all have the same target, and more than a
    player can pick, offers only obvious choices: it becomes a path, the strongest that can be had first, which ends
    where nobody gets further. So what is too deep for anybody goes too.
    """
    whole(reach, "how many nodes a player can have", 1)
    root = unfold(tree)
    for sprout in root.nodes():
        if sprout.value == 0:
            _drop(sprout)
    _chain_below(root, reach)
    return fold(root, tree.name)


def _cut(sprout: Sprout) -> None:
    assert sprout.parent is not None, "the root stays"
    sprout.parent.children.remove(sprout)


def _drop(sprout: Sprout) -> None:
    """Its children take its place."""
    parent = sprout.parent
    assert parent is not None, "the root stays"
    at = parent.children.index(sprout)
    parent.children[at : at + 1] = sprout.children
    for child in sprout.children:
        child.parent = parent


def _chain_below(parent: Sprout, reach: int) -> None:
    for child in list(parent.children):
        if not _alike(child):
            _chain_below(child, reach)
        if _alike(child) and parent.depth + 1 + len(child.nodes()) > reach:
            _chain(child, reach)


def _alike(top: Sprout) -> bool:
    return all(sprout.target == top.target for sprout in top.nodes())


def _chain(top: Sprout, reach: int) -> None:
    """Make a path of all from `top` on, cut off at the depth `reach`; what begins deeper than that is cut whole."""
    depth, parent = top.depth, top.parent
    assert parent is not None, "the root has no target"
    if depth > reach:
        _cut(top)
        return
    order, open_ = [top], list(top.children)
    while open_ and depth + len(order) <= reach:
        best = max(open_, key=lambda sprout: sprout.value)
        open_.remove(best)
        open_ += best.children
        order.append(best)
    for sprout in order:
        sprout.children = []
    for above, below in pairwise(order):
        above.add(below)

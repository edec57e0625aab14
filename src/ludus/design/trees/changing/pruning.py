"""Pruning of trees: down to a size, and the thesis's post-processing (7.6)."""

from __future__ import annotations

from itertools import pairwise

from ludus.design.trees.changing.sprouts import MutableNode, to_tree, to_mutable
from ludus.evolve.space import checked_int
from ludus.games.delve.tree import SkillTree


def trim_to_size(root: MutableNode, nodes: int) -> None:
    """Remove leaves until `nodes` are left: the deepest first, of these the weakest, of equals the last."""
    count = len(root.descendants())
    while count > nodes:
        leaves = [sprout for sprout in root.descendants() if not sprout.children]
        _cut(min(reversed(leaves), key=lambda leaf: (-leaf.depth, leaf.value)))
        count -= 1


def post_process(tree: SkillTree, reach: int) -> SkillTree:
    """Return the tree without useless nodes, where `reach` is how many nodes a player can ever have.

    Nodes without an effect are removed, and their children move up. A branch in which all nodes have the same target,
    and which has more nodes than a player can pick, offers only obvious choices: it becomes a path, the strongest
    available first, which ends where no player gets further. So nodes that are too deep are removed as well.
    """
    checked_int(reach, "how many nodes a player can have", 1)
    root = to_mutable(tree)
    for sprout in root.descendants():
        if sprout.value == 0:
            _replace_by_children(sprout)
    _chain_branches(root, reach)
    return to_tree(root, tree.name)


def _cut(sprout: MutableNode) -> None:
    assert sprout.parent is not None, "the root stays"
    sprout.parent.children.remove(sprout)


def _replace_by_children(sprout: MutableNode) -> None:
    """Remove a node; its children take its place."""
    parent = sprout.parent
    assert parent is not None, "the root stays"
    at = parent.children.index(sprout)
    parent.children[at : at + 1] = sprout.children
    for child in sprout.children:
        child.parent = parent


def _chain_branches(parent: MutableNode, reach: int) -> None:
    for child in list(parent.children):
        if not _has_one_target(child):
            _chain_branches(child, reach)
        if _has_one_target(child) and parent.depth + 1 + len(child.descendants()) > reach:
            _make_path(child, reach)


def _has_one_target(top: MutableNode) -> bool:
    return all(sprout.target == top.target for sprout in top.descendants())


def _make_path(top: MutableNode, reach: int) -> None:
    """Make a path of all nodes from `top` on, cut at the depth `reach`; a branch that begins deeper is removed."""
    depth, parent = top.depth, top.parent
    assert parent is not None, "the root has no target"
    if depth > reach:
        _cut(top)
        return
    order, candidates = [top], list(top.children)
    while candidates and depth + len(order) <= reach:
        best = max(candidates, key=lambda sprout: sprout.value)
        candidates.remove(best)
        candidates += best.children
        order.append(best)
    for sprout in order:
        sprout.children = []
    for above, below in pairwise(order):
        above.add(below)

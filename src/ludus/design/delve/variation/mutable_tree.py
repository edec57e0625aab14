"""Mutable form of trees: nodes that hold their children, below the thesis's root; conversions and pruning.

    root = to_mutable(tree)
    root.children[0].value += 1
    changed = to_tree(root)

A converted tree has a canonical order and canonical names: level by level, named after targets. So two trees with the
same shape and values are equal. Pruning cuts trees down to a size, and does the thesis's post-processing (7.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

import numpy as np

from ludus.evolve import GenomeError
from ludus.evolve.spaces import checked_int
from ludus.games.delve.constants import MAX_NODES, TARGETS
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError

Formulas = Literal["corrected", "printed"]
FORMULAS: tuple[Formulas, ...] = ("corrected", "printed")
MAX_NODE_VALUE = 10  # the highest value of a node
TREE_NAME = "tree"


@dataclass(frozen=True)
class TreeLimits:
    """Constraints on all trees of a run.

    `formulas` is "printed" for the thesis's choices as printed: merging and splitting prefer each other's nodes, values
    may fall to 0, and a crossed value is one of three with equal probability.
    """

    nodes: int = 15  # maximum
    depth: int | None = None  # maximum depth; None: unlimited
    formulas: Formulas = "corrected"

    def __post_init__(self) -> None:
        checked_int(self.nodes, "the number of nodes", 1, MAX_NODES)
        if self.depth is not None:
            checked_int(self.depth, "the depth of a tree", 1)
        if self.formulas not in FORMULAS:
            raise OptionError(f"formulas are {' or '.join(map(repr, FORMULAS))}, not {self.formulas!r}")

    @property
    def as_printed(self) -> bool:
        """Whether the thesis's formulas are used as printed."""
        return self.formulas == "printed"

    @property
    def min_value(self) -> int:
        """The lowest value of a node."""
        return 0 if self.as_printed else 1


@dataclass(eq=False)
class MutableNode:
    """A mutable node; the root has no target, no value and no parent."""

    target: int = -1
    value: int = 0
    parent: MutableNode | None = None
    children: list[MutableNode] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """Number of nodes on the path to it, itself included; 0 for the root."""
        return 0 if self.parent is None else self.parent.depth + 1

    def add(self, child: MutableNode) -> MutableNode:
        """Append a child; return it."""
        child.parent = self
        self.children.append(child)
        return child

    def descendants(self) -> list[MutableNode]:
        """Return all descendants, level by level."""
        descendants = list(self.children)
        for node in descendants:  # grows while it is read
            descendants += node.children
        return descendants

    def siblings(self) -> Iterator[MutableNode]:
        """The other children of its parent."""
        assert self.parent is not None, "the root has no siblings"
        return (other for other in self.parent.children if other is not self)


def to_mutable(tree: SkillTree) -> MutableNode:
    """Return the root of a mutable copy of a tree.

    Raises:
        GenomeError: a node has several parents or another price than 1.
    """
    _check_single_parents(tree)
    mutable_nodes = [MutableNode(node.target, node.value) for node in tree.nodes]
    root = MutableNode()
    for sprout, node in zip(mutable_nodes, tree.nodes, strict=True):
        (mutable_nodes[node.parents[0]] if node.parents else root).add(sprout)
    return root


def to_tree(root: MutableNode, name: str = TREE_NAME) -> SkillTree:
    """Return the tree below a root, level by level, its nodes named after their targets."""
    ordered = root.descendants()
    position = {id(node): i for i, node in enumerate(ordered)}
    counts = [0] * len(TARGETS)
    nodes = []
    for node in ordered:
        counts[node.target] += 1
        parents = () if node.parent is root else (position[id(node.parent)],)
        nodes.append(SkillNode(f"{TARGETS[node.target]} {counts[node.target]}", node.target, node.value, parents))
    return SkillTree(name, tuple(nodes))


def copy_branch(sprout: MutableNode) -> MutableNode:
    """Return a copy of a node with all descendants, without a parent."""
    new = MutableNode(sprout.target, sprout.value)
    for child in sprout.children:
        new.add(copy_branch(child))
    return new


def draw_weighted(sprouts: list[MutableNode], weights: list[int], rng: np.random.Generator) -> MutableNode | None:
    """Draw a node by whole-number weights; None if all weights are 0."""
    total = sum(weights)
    if total == 0:
        return None
    draw = int(rng.integers(total))
    for node, weight in zip(sprouts, weights, strict=True):
        draw -= weight
        if draw < 0:
            return node
    raise AssertionError("weights add up to their total")


def trim_to_size(root: MutableNode, nodes: int) -> None:
    """Remove leaves until `nodes` are left: the deepest first, of these the weakest, of equals the last."""
    count = len(root.descendants())
    while count > nodes:
        leaves = [node for node in root.descendants() if not node.children]
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
    for node in root.descendants():
        if node.value == 0:
            _replace_by_children(node)
    _chain_branches(root, reach)
    return to_tree(root, tree.name)


def _check_single_parents(tree: SkillTree) -> None:
    for node in tree.nodes:
        if node.is_extended:
            raise GenomeError(
                f"tree {tree.name!r}, node {node.name!r}: {node.description}; only trees in which every node raises "
                "damage, without gate and unlocked nodes, are varied"
            )
        if len(node.parents) > 1:
            raise GenomeError(
                f"tree {tree.name!r}, node {node.name!r}: {len(node.parents)} parents; only trees in which every node "
                "has at most one are varied"
            )
        if node.price != 1:
            raise GenomeError(
                f"tree {tree.name!r}, node {node.name!r}: price {node.price}; only trees in which every node costs 1 "
                "are varied"
            )


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
    return all(node.target == top.target for node in top.descendants())


def _make_path(top: MutableNode, reach: int) -> None:
    """Make a path of all nodes from `top` on, cut at the depth `reach`; a branch that begins deeper is removed."""
    depth, parent = top.depth, top.parent
    assert parent is not None, "the root has no target"
    if depth > reach:
        _cut(top)
        return
    order, candidates = [top], list(top.children)
    while candidates and depth + len(order) <= reach:
        best = max(candidates, key=lambda node: node.value)
        candidates.remove(best)
        candidates += best.children
        order.append(best)
    for node in order:
        node.children = []
    for above, below in pairwise(order):
        above.add(below)

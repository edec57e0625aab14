"""Mutation and crossover of trees.

    changed = strengthen(tree, rng, TreeLimits(nodes=15))    a new tree, or None where there is nothing to change

The five mutation operators of the thesis (5.2) strengthen or weaken a node, merge two siblings, split a node, or add
one. Three more give a node another target, move a branch, or swap the effects of two nodes: the ways to other choices
with the same nodes. The
node to change is drawn with a bias: weak nodes tend to grow and merge, strong ones to shrink and split, so that no
choice is obvious and none useless. The thesis prints the biases of merging and splitting the wrong way round;
`TreeLimits(formulas="printed")` uses them like that.

There are two crossovers: node by node from the root, as in the thesis, and by keeping winning builds. A build is a set
of nodes that a player can have picked; it wins if the player wins every encounter while picking it. The thesis's
crossover breaks such sets. The second one, which its author proposed, assembles the child from them: every inherited
build is complete in the child, with the same values and the same path to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from ludus.design.delve.variation.mutable_tree import (
    MAX_NODE_VALUE,
    MutableNode,
    TreeLimits,
    copy_branch,
    draw_weighted,
    to_mutable,
    to_tree,
    trim_to_size,
)
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.skill_tree import SkillTree

Operator = Callable[[SkillTree, np.random.Generator, TreeLimits], SkillTree | None]

# Weights of the parent of a new node: without children, with one, with more.
PARENT_WEIGHTS = (50, 40, 10)
NodeSets = Sequence[Collection[int]]  # sets of node numbers


def strengthen(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Raise the value of one node, preferably a weak one; deep nodes gain more."""
    root = to_mutable(tree)
    chosen = _draw(root, rng, _weakness_weight, [node for node in root.descendants() if node.value < MAX_NODE_VALUE])
    if chosen is None:
        return None
    chosen.value = min(MAX_NODE_VALUE, chosen.value + _value_change(chosen, rng))
    return to_tree(root)


def weaken(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Lower the value of one node, preferably a strong one; deep nodes lose more."""
    root = to_mutable(tree)
    chosen = _draw(root, rng, _strength_weight, [node for node in root.descendants() if node.value > limits.min_value])
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
    candidates = [node for node in root.descendants() if node.value >= 2 * limits.min_value]
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
    parents = [node for node in [root, *root.descendants()] if limits.depth is None or node.depth < limits.depth]
    groups = [[node for node in parents if min(len(node.children), 2) == k] for k in range(3)]
    draw = int(
        rng.integers(sum(probability for probability, group in zip(PARENT_WEIGHTS, groups, strict=True) if group))
    )
    for probability, group in zip(PARENT_WEIGHTS, groups, strict=True):
        if group and draw < probability:
            add_random_child(group[int(rng.integers(len(group)))], rng)
            return to_tree(root)
        draw -= probability if group else 0
    raise AssertionError("one of the groups is drawn")


def retarget(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Give a node another target."""
    root = to_mutable(tree)
    nodes = root.descendants()
    if not nodes:
        return None
    chosen = nodes[int(rng.integers(len(nodes)))]
    chosen.target = (chosen.target + int(rng.integers(1, len(TARGETS)))) % len(TARGETS)
    return to_tree(root)


def move(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Move a node with everything below it to another parent; None if no other parent is high enough."""
    root = to_mutable(tree)
    nodes = root.descendants()
    if not nodes:
        return None
    chosen = nodes[int(rng.integers(len(nodes)))]
    below = chosen.descendants()
    height = max((node.depth for node in below), default=chosen.depth) - chosen.depth + 1
    within = {id(node) for node in (chosen, chosen.parent, *below)}
    parents = [
        node
        for node in (root, *nodes)
        if id(node) not in within and (limits.depth is None or node.depth + height <= limits.depth)
    ]
    if not parents:
        return None
    assert chosen.parent is not None, "the root is never chosen"
    chosen.parent.children.remove(chosen)
    parents[int(rng.integers(len(parents)))].add(chosen)
    return to_tree(root)


def swap(tree: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree | None:
    """Swap the effects of two nodes; None if they are the same."""
    root = to_mutable(tree)
    nodes = root.descendants()
    if len(nodes) < 2:
        return None
    one, other = (nodes[int(k)] for k in rng.choice(len(nodes), 2, replace=False))
    if (one.target, one.value) == (other.target, other.value):
        return None
    one.target, one.value, other.target, other.value = other.target, other.value, one.target, one.value
    return to_tree(root)


THESIS_OPERATORS: dict[str, Operator] = {
    "strengthen": strengthen,
    "weaken": weaken,
    "merge": merge,
    "split": split,
    "add node": add_node,
}
OPERATORS: dict[str, Operator] = THESIS_OPERATORS | {"retarget": retarget, "move": move, "swap": swap}


def add_random_child(parent: MutableNode, rng: np.random.Generator) -> MutableNode:
    """Add a child with a random target; deeper nodes can be stronger."""
    target = int(rng.integers(len(TARGETS)))
    value = int(rng.integers(1, 3 + parent.depth + 1, endpoint=True))
    return parent.add(MutableNode(target, min(MAX_NODE_VALUE, value)))


def cross_nodes(a: SkillTree, b: SkillTree, rng: np.random.Generator, limits: TreeLimits) -> SkillTree:
    """Cross two trees: children are paired in order, level by level; unpaired ones stay with probability 1/2."""
    root = _merge_nodes(to_mutable(a), to_mutable(b), rng, limits.as_printed)
    trim_to_size(root, limits.nodes)
    return to_tree(root)


def cross_builds(
    a: SkillTree, b: SkillTree, won_by_a: NodeSets, won_by_b: NodeSets, rng: np.random.Generator, limits: TreeLimits
) -> SkillTree:
    """Cross two trees by their winning builds, taken in turns, then fill up with other nodes.

    The child's size is drawn between the sizes of the parents. Equal nodes below the same parent become one. If neither
    parent has a winning build, they are crossed node by node.
    """
    if not won_by_a and not won_by_b:
        return cross_nodes(a, b, rng, limits)
    size = int(rng.integers(min(len(a), len(b)), max(len(a), len(b)), endpoint=True))
    child = _ChildTree(a, b, min(size, limits.nodes))
    waiting = [[builds[i] for i in rng.permutation(len(builds))] for builds in (won_by_a, won_by_b)]
    turn = int(rng.integers(2))
    while any(waiting) and not child.full:
        if waiting[turn]:
            child.take(turn, sorted(waiting[turn].pop()))
        turn = 1 - turn
    child.fill(rng)
    return to_tree(child.root)


def _draw(
    root: MutableNode,
    rng: np.random.Generator,
    weight: Callable[[MutableNode, int], int],
    candidates: list[MutableNode],
) -> MutableNode | None:
    highest = max((node.value for node in root.descendants()), default=0)
    return draw_weighted(candidates, [weight(node, highest) for node in candidates], rng)


def _weakness_weight(sprout: MutableNode, highest: int) -> int:
    return highest + 1 - sprout.value


def _strength_weight(sprout: MutableNode, highest: int) -> int:
    return sprout.value


def _value_change(sprout: MutableNode, rng: np.random.Generator) -> int:
    return int(rng.integers(1, 1 + sprout.depth, endpoint=True))


def _merge_nodes(one: MutableNode, two: MutableNode, rng: np.random.Generator, printed: bool) -> MutableNode:
    """Merge two nodes with everything below them."""
    merged = MutableNode()
    if one.parent is not None:
        merged.target = one.target if rng.random() < 0.5 else two.target
        merged.value = _cross_value(one.value, two.value, rng, printed)
    pairs = min(len(one.children), len(two.children))
    for first, second in zip(one.children[:pairs], two.children[:pairs], strict=True):
        merged.add(_merge_nodes(first, second, rng, printed))
    for extra in one.children[pairs:] + two.children[pairs:]:
        if rng.random() < 0.5:
            merged.add(copy_branch(extra))
    return merged


def _cross_value(one: int, two: int, rng: np.random.Generator, printed: bool) -> int:
    """Half the time the average, else one of the two; as printed: all three equally likely. Halves round randomly."""
    draw = rng.random()
    average, first = (1 / 3, 2 / 3) if printed else (0.5, 0.75)
    if draw < average:
        return (one + two + int(rng.integers(2))) // 2
    return one if draw < first else two


class _ChildTree:
    """A tree assembled from nodes of two others, up to a size."""

    def __init__(self, a: SkillTree, b: SkillTree, size: int) -> None:
        self.parents = (a, b)
        self.size, self.count = size, 0
        self.root = MutableNode()
        # For each parent: its nodes in the child.
        self.places: tuple[dict[int, MutableNode], ...] = ({}, {})

    @property
    def full(self) -> bool:
        return self.count >= self.size

    def take(self, turn: int, build: Sequence[int]) -> None:
        """Take over a build if all of it fits. Parents come before their children in a tree's list."""
        below: dict[int, MutableNode | None] = {}
        for node in build:
            below[node] = self._known(turn, node, below)
        if self.count + sum(copy is None for copy in below.values()) > self.size:
            return
        for node in build:
            self._plant(turn, node)

    def fill(self, rng: np.random.Generator) -> None:
        """Add more nodes of the parents, until it is full: any whose parent is already there."""
        while not self.full:
            open_ = [
                (turn, i)
                for turn, tree in enumerate(self.parents)
                for i, node in enumerate(tree.nodes)
                if i not in self.places[turn] and (not node.parents or node.parents[0] in self.places[turn])
            ]
            if not open_:
                return
            self._plant(*open_[int(rng.integers(len(open_)))])

    def _known(self, turn: int, node: int, below: dict[int, MutableNode | None]) -> MutableNode | None:
        """The node of the child that represents a node of a build, or will; None if it would be new."""
        if node in self.places[turn]:
            return self.places[turn][node]
        parents = self.parents[turn].nodes[node].parents
        parent = self.root if not parents else self.places[turn].get(parents[0]) or below[parents[0]]
        return None if parent is None else self._alike(turn, node, parent, below)

    def _alike(
        self, turn: int, node: int, parent: MutableNode, below: dict[int, MutableNode | None]
    ) -> MutableNode | None:
        wanted = self.parents[turn].nodes[node]
        mine = {id(copy) for copy in (*self.places[turn].values(), *below.values()) if copy is not None}
        for child in parent.children:
            if id(child) not in mine and (child.target, child.value) == (wanted.target, wanted.value):
                return child
        return None

    def _plant(self, turn: int, node: int) -> None:
        if node in self.places[turn]:
            return
        wanted = self.parents[turn].nodes[node]
        parent = self.places[turn][wanted.parents[0]] if wanted.parents else self.root
        copy = self._alike(turn, node, parent, {})
        if copy is None:
            copy = parent.add(MutableNode(wanted.target, wanted.value))
            self.count += 1
        self.places[turn][node] = copy

"""Shape measures of a tree, and two patterns that players recognise (thesis, figures 37 and 38).

    shape = measure_shape(tree)
    shape.branching, shape.clustered
    clusters(tree)                  groups of nodes, each a tuple of node numbers

A cluster is three or more connected nodes with the same target. A specialised branch is a node with all its
descendants, three or more in all, which all raise one class of cards: this path specialises the player. Both count
where they are largest. Trees with shared children are measured in the same way; a branch is then all that can follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import log

from ludus.design.delve.rating.tree_ratings import balance_rating
from ludus.games.delve.constants import TARGET_CLASSES, TARGETS
from ludus.games.delve.skill_tree import SkillTree

MIN_GROUP_NODES = 3  # nodes of a cluster or a specialised branch


@dataclass(frozen=True)
class TreeShape:
    """Shape measures of a tree; shares are from 0 to 1."""

    size: int  # nodes
    leaves: int
    depth: int  # largest depth of a node
    branching: float  # children of a node that has some, on average, the root included
    balance: float  # the rating of that name: how equal in size the branches of each node are
    clustered: float  # share of nodes in clusters
    specialised: float  # share of nodes in specialised branches
    variety: float  # of targets: their entropy, 1 if all are equally frequent


def measure_shape(tree: SkillTree) -> TreeShape:
    """Return all shape measures."""
    size = len(tree)
    inner = [children for children in (tree.roots, *tree.children) if children]
    return TreeShape(
        size=size,
        leaves=sum(not children for children in tree.children),
        depth=max(tree.depths, default=0),
        branching=sum(map(len, inner)) / len(inner) if inner else 0.0,
        balance=balance_rating(tree),
        clustered=_share(clusters(tree), size),
        specialised=_share(specialised_branches(tree), size),
        variety=_variety(tree),
    )


def clusters(tree: SkillTree) -> list[tuple[int, ...]]:
    """Return connected groups of three or more nodes with one target."""
    groups: list[tuple[int, ...]] = []
    visited: set[int] = set()
    for first in range(len(tree)):
        if first in visited:
            continue
        group = [first]
        visited.add(first)
        for i in group:  # grows while it is read
            for other in (*tree.nodes[i].parents, *tree.children[i]):
                if other not in visited and tree.nodes[other].target == tree.nodes[first].target:
                    visited.add(other)
                    group.append(other)
        if len(group) >= MIN_GROUP_NODES:
            groups.append(tuple(sorted(group)))
    return groups


def specialised_branches(tree: SkillTree) -> list[tuple[int, ...]]:
    """Return branches of three or more nodes that all raise one class of cards; none inside another."""
    branches = _branches(tree)
    special = [
        i for i, branch in enumerate(branches) if len(branch) >= MIN_GROUP_NODES and _raises_one_class(tree, branch)
    ]
    outermost = [i for i in special if not any(i in branches[other] for other in special if other != i)]
    return [tuple(sorted(branches[i])) for i in outermost]


def _branches(tree: SkillTree) -> list[set[int]]:
    """Each node with all its descendants."""
    branches = []
    for top in range(len(tree)):
        branch = [top]
        for i in branch:  # grows while it is read
            branch += [child for child in tree.children[i] if child not in branch]
        branches.append(set(branch))
    return branches


def _raises_one_class(tree: SkillTree, branch: set[int]) -> bool:
    """Whether there is a class of cards that all nodes raise."""
    return reduce(int.__and__, (TARGET_CLASSES[tree.nodes[i].target] for i in sorted(branch))) != 0


def _share(groups: list[tuple[int, ...]], size: int) -> float:
    return len({i for group in groups for i in group}) / size if size else 0.0


def _variety(tree: SkillTree) -> float:
    counts = [sum(node.target == target for node in tree.nodes) for target in range(len(TARGETS))]
    shares = [count / len(tree) for count in counts if count]
    return -sum(share * log(share) for share in shares) / log(len(TARGETS)) + 0.0

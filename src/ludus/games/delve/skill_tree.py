"""Skill trees: nodes that raise the damage of cards; a node is unlocked by any one of its parents.

    tree = SkillTree("bruiser", (SkillNode("fury", target=1, value=3), SkillNode("rage", 6, 5, parents=(0,))))

The root of the thesis has no effect and is free, so it is not listed: nodes without parents are its children.
`check_nodes` refuses nodes that do not form a tree and names the first wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.games.delve.constants import CLASSES, MAX_NODES, TARGET_CLASSES, TARGETS
from ludus.util.errors import ContentError

MAX_VALUE = 99  # of a node in a file; generated trees stay below ten
MAX_PRICE = 20
MAX_NODE_NAME_LENGTH = 80


@dataclass(frozen=True)
class SkillNode:
    name: str
    target: int  # an index into TARGETS
    value: int  # added to the damage of every targeted card
    parents: tuple[int, ...] = ()  # indices in the tree's list of nodes; none: available from the beginning
    price: int = 1  # in skill points


@dataclass(frozen=True)
class SkillTree:
    name: str
    nodes: tuple[SkillNode, ...]

    def __post_init__(self) -> None:
        check_nodes(self.name, self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of every node, in the order of the node list."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            for parent in node.parents:
                children[parent].append(i)
        return tuple(map(tuple, children))

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The nodes that are available from the beginning."""
        return tuple(i for i, node in enumerate(self.nodes) if not node.parents)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """The number of nodes on the shortest path to each node, itself included."""
        depths = [0] * len(self.nodes)
        reached = list(self.roots)
        for i in reached:
            depths[i] = 1
        for i in reached:  # grows during the loop: breadth first
            for child in self.children[i]:
                if not depths[child]:
                    depths[child] = depths[i] + 1
                    reached.append(child)
        return tuple(depths)

    @cached_property
    def priced(self) -> bool:
        """Whether some node costs more than the one point that a won encounter gives."""
        return any(node.price > 1 for node in self.nodes)

    @cached_property
    def is_thesis_tree(self) -> bool:
        """Whether every node has at most one parent and costs one point, as in the thesis and in generated trees."""
        return all(len(node.parents) <= 1 for node in self.nodes) and not self.priced

    @cached_property
    def bonuses(self) -> np.ndarray:
        """The damage that each node (row) adds to each card class (column)."""
        rows = [[node.value * (TARGET_CLASSES[node.target] >> k & 1) for k in range(CLASSES)] for node in self.nodes]
        return np.array(rows, np.int64).reshape(-1, CLASSES)


def check_nodes(name: str, nodes: Sequence[SkillNode]) -> None:
    """Check that nodes form a skill tree.

    Raises:
        ContentError: the message names the first wrong node.
    """
    if len(nodes) > MAX_NODES:
        raise ContentError(f"tree {name!r}: {len(nodes)} nodes; at most {MAX_NODES} are possible")
    names: dict[str, int] = {}
    for i, node in enumerate(nodes):
        where = f"tree {name!r}, node {node.name!r}"
        if (
            node.name != " ".join(node.name.split())
            or not node.name.isprintable()
            or not 0 < len(node.name) <= MAX_NODE_NAME_LENGTH
        ):
            raise ContentError(
                f"{where}: its name needs 1 to {MAX_NODE_NAME_LENGTH} characters, single spaces between words"
            )
        known = names.setdefault(node.name.casefold(), i)  # moves name nodes, ignoring case
        if known != i:
            raise ContentError(f"{where}: nodes {known + 1} and {i + 1} have the same name")
        if not 0 <= node.target < len(TARGETS):
            raise ContentError(
                f"{where}: target {node.target}; targets are 0 to {len(TARGETS) - 1}: {', '.join(TARGETS)}"
            )
        if not 0 <= node.value <= MAX_VALUE:
            raise ContentError(f"{where}: value {node.value}; it must be 0 to {MAX_VALUE}")
        if not 0 <= node.price <= MAX_PRICE:
            raise ContentError(f"{where}: price {node.price}; it must be 0 to {MAX_PRICE} skill points")
        for parent in node.parents:
            if not 0 <= parent < len(nodes):
                raise ContentError(f"{where}: parent {parent}; the tree has nodes 0 to {len(nodes) - 1}")
        if len(set(node.parents)) < len(node.parents):
            raise ContentError(f"{where}: the same parent twice")
    _check_acyclic(name, nodes)


def _check_acyclic(name: str, nodes: Sequence[SkillNode]) -> None:
    """Check that there is no cycle."""
    waiting = [len(node.parents) for node in nodes]
    free = [i for i, count in enumerate(waiting) if not count]
    children: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        for parent in node.parents:
            children[parent].append(i)
    for i in free:
        for child in children[i]:
            waiting[child] -= 1
            if not waiting[child]:
                free.append(child)
    stuck = [i for i, count in enumerate(waiting) if count]
    if stuck:
        ring = _find_cycle(nodes, stuck)
        raise ContentError(f"tree {name!r}: a cycle, {' -> '.join(nodes[i].name for i in [*ring, ring[0]])}")


def _find_cycle(nodes: Sequence[SkillNode], leftover: list[int]) -> list[int]:
    """Return one cycle among the nodes that topological sorting left over, parents first."""
    within, path = set(leftover), [leftover[0]]
    while True:
        parent_before = next(parent for parent in nodes[path[-1]].parents if parent in within)
        if parent_before in path:
            return path[path.index(parent_before) :][::-1]
        path.append(parent_before)

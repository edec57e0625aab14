"""A skill tree: nodes that raise the damage of cards, each to be had after one of its parents.

    tree = Tree("bruiser", (Node("fury", target=1, value=3), Node("rage", target=6, value=5, parents=(0,))))

The thesis's root has no effect and is free, so it is not listed: nodes without parents hang on it. A node can have
several parents, and any one of them will do. `check` refuses whatever is not a tree of this kind, and names the node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.core.errors import ContentError
from ludus.games.delve.kinds import CLASSES, NODES, RAISES, TARGETS

MOST_VALUE = 99  # of a node in a file; the generator stays below ten
MOST_PRICE = 20
LONGEST_NAME = 80


@dataclass(frozen=True)
class Node:
    name: str
    target: int  # an index into TARGETS
    value: int  # added to the damage of every card it raises
    parents: tuple[int, ...] = ()  # positions in the tree's list of nodes; none: it can be had from the beginning
    price: int = 1  # in skill points


@dataclass(frozen=True)
class Tree:
    name: str
    nodes: tuple[Node, ...]

    def __post_init__(self) -> None:
        check(self.name, self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of every node, in the order of the list."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            for parent in node.parents:
                found[parent].append(i)
        return tuple(map(tuple, found))

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The nodes that can be had from the beginning."""
        return tuple(i for i, node in enumerate(self.nodes) if not node.parents)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """How many nodes lead to each, itself included, on the shortest way."""
        found = [0] * len(self.nodes)
        reached = list(self.roots)
        for i in reached:
            found[i] = 1
        for i in reached:  # grows while it is read: breadth first
            for child in self.children[i]:
                if not found[child]:
                    found[child] = found[i] + 1
                    reached.append(child)
        return tuple(found)

    @cached_property
    def priced(self) -> bool:
        """Whether some node costs more than the one point that a won encounter brings."""
        return any(node.price > 1 for node in self.nodes)

    @cached_property
    def single(self) -> bool:
        """Whether every node has one way to it, as in the thesis: what the generator works on."""
        return all(len(node.parents) <= 1 for node in self.nodes) and not self.priced

    @cached_property
    def bonuses(self) -> np.ndarray:
        """What each node adds to the damage of each class of cards: a row a node."""
        rows = [[node.value * (RAISES[node.target] >> k & 1) for k in range(CLASSES)] for node in self.nodes]
        return np.array(rows, np.int64).reshape(-1, CLASSES)


def check(name: str, nodes: Sequence[Node]) -> None:
    """Refuse nodes that make no tree; the error names the first that is wrong."""
    if len(nodes) > NODES:
        raise ContentError(f"tree {name!r}: {len(nodes)} nodes; there is room for {NODES}")
    names: dict[str, int] = {}
    for i, node in enumerate(nodes):
        where = f"tree {name!r}, node {node.name!r}"
        if (
            node.name != " ".join(node.name.split())
            or not node.name.isprintable()
            or not 0 < len(node.name) <= LONGEST_NAME
        ):
            raise ContentError(f"{where}: its name is 1 to {LONGEST_NAME} characters, with single blanks between words")
        known = names.setdefault(node.name.casefold(), i)  # moves name nodes, and capitals do not matter there
        if known != i:
            raise ContentError(f"{where}: nodes {known + 1} and {i + 1} have the same name")
        if not 0 <= node.target < len(TARGETS):
            raise ContentError(
                f"{where}: target {node.target}; targets are 0 to {len(TARGETS) - 1}: {', '.join(TARGETS)}"
            )
        if not 0 <= node.value <= MOST_VALUE:
            raise ContentError(f"{where}: value {node.value}; it is 0 to {MOST_VALUE}")
        if not 0 <= node.price <= MOST_PRICE:
            raise ContentError(f"{where}: price {node.price}; it is 0 to {MOST_PRICE} skill points")
        for parent in node.parents:
            if not 0 <= parent < len(nodes):
                raise ContentError(f"{where}: parent {parent}; the tree has nodes 0 to {len(nodes) - 1}")
        if len(set(node.parents)) < len(node.parents):
            raise ContentError(f"{where}: the same parent twice")
    _check_ways(name, nodes)


def _check_ways(name: str, nodes: Sequence[Node]) -> None:
    """Every node hangs on a root, and none is its own ancestor."""
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
        ring = _ring(nodes, stuck)
        raise ContentError(f"tree {name!r}: a cycle, {' -> '.join(nodes[i].name for i in [*ring, ring[0]])}")


def _ring(nodes: Sequence[Node], stuck: list[int]) -> list[int]:
    """A cycle among nodes that wait for each other, parents first."""
    within, way = set(stuck), [stuck[0]]
    while True:
        before = next(parent for parent in nodes[way[-1]].parents if parent in within)
        if before in way:
            return way[way.index(before) :][::-1]
        way.append(before)

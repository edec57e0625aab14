"""Layout of a tree chart: one column per step from the root, rows that keep branches together.

    places = layout(tree)          a Place per node: column from 0, row from 0 in units of a node's height

A node with several parents is to the right of all of them, and attached to the nearest. Branches do not mix: leaves
take the rows in turn, and every other node is in the middle of its descendants.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludus.games.delve.tree import SkillTree

BRANCH_GAP = 0.25  # rows between branches, more than between leaves of one parent
SORT_ROUNDS = 4  # rounds of sorting branches by the position of their other parents


@dataclass(frozen=True)
class NodePosition:
    column: int
    row: float


def layout_tree(tree: SkillTree) -> list[NodePosition]:
    """Return the position of every node."""
    columns = _columns(tree)
    attached = _attached_nodes(tree, columns)
    rows = _rows(len(tree), attached)
    if not tree.is_thesis_tree:
        for _ in range(SORT_ROUNDS):
            wanted = [_neighbour_mean(tree, rows, i) for i in range(len(tree))]
            attached = {parent: sorted(children, key=lambda i: wanted[i]) for parent, children in attached.items()}
            rows = _rows(len(tree), attached)
    return [NodePosition(column, row) for column, row in zip(columns, rows, strict=True)]


def _columns(tree: SkillTree) -> list[int]:
    """Length of the longest path to each node, so that all lines lead to the right."""
    columns = [0] * len(tree)
    waiting = [len(node.parents) for node in tree.nodes]
    ready = list(tree.roots)
    for i in ready:  # grows while it is read
        for child in tree.children[i]:
            columns[child] = max(columns[child], columns[i] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    return columns


def _attached_nodes(tree: SkillTree, columns: list[int]) -> dict[int, list[int]]:
    """The nodes attached to each node, and to the root, -1."""
    attached: dict[int, list[int]] = {i: [] for i in range(-1, len(tree))}
    for i, node in enumerate(tree.nodes):
        attached[max(node.parents, key=lambda parent: columns[parent], default=-1)].append(i)
    return attached


def _rows(nodes: int, hung: dict[int, list[int]]) -> list[float]:
    rows = [0.0] * nodes
    following, before = 0.0, -1  # the next row, and the parent of the leaf before
    for i, parent in _post_order(hung):
        if hung[i]:
            rows[i] = (rows[hung[i][0]] + rows[hung[i][-1]]) / 2
            continue
        if following and parent != before:
            following += BRANCH_GAP
        rows[i], before = following, parent
        following += 1
    return rows


def _post_order(hung: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
    """Yield every node after its descendants, with its parent. No recursion: a path can have 256 nodes."""
    waiting = [(i, -1, False) for i in reversed(hung[-1])]
    while waiting:
        i, parent, done = waiting.pop()
        if done:
            yield i, parent
            continue
        waiting.append((i, parent, True))
        waiting += [(child, i, False) for child in reversed(hung[i])]


def _neighbour_mean(tree: SkillTree, rows: list[float], i: int) -> float:
    around = [rows[other] for other in (*tree.nodes[i].parents, *tree.children[i])]
    return sum(around) / len(around) if around else rows[i]

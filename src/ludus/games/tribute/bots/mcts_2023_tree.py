"""Search tree of the published MCTS bot in one node pool: a node is a move, in the order of the move lists.

Children are expanded one after another; once all exist, the one with the highest bound is selected. The value of a node
is the greatest value found below it.
"""

# mypy: ignore-errors

import math

from ludus.core import Record, float64, int32, int64, rule
from ludus.search.portable_math import ln

MAX_NODES = 1 << 15
ROOT = NONE = 0  # the root is never a child
DROPPED = -1
EXPLORATION = math.sqrt(2.0)


class MaxTreeNode(Record):
    best: float64
    number: int32  # index of its move in the list
    visits: int32
    moves: int32  # number of legal moves after it
    seen: int32  # how many of them were expanded
    parent: int32
    first: int32  # child
    last: int32
    next: int32  # sibling


class MaxTree(Record):
    count: int64
    nodes: MaxTreeNode[MAX_NODES]
    places: int32[MAX_NODES]  # new indices of nodes when the tree is cut


@rule
def reset_tree(tree, moves):
    """Reset the tree to a root with this number of moves."""
    tree.count = 0
    new_node(tree, NONE, 0)
    tree.nodes[ROOT].moves = moves


@rule
def is_full(tree):
    return tree.count >= MAX_NODES


@rule
def add_child(tree, parent):
    """Add a child for the first move that was not expanded yet."""
    node = tree.nodes[parent]
    child = new_node(tree, parent, node.seen)
    append(tree, parent, child)
    node.seen += 1
    return child


@rule
def select_child(tree, parent):
    """Child with the highest upper confidence bound; the first on a tie."""
    log = ln(tree.nodes[parent].visits)
    child = int(tree.nodes[parent].first)
    best, most = child, -math.inf
    while child != NONE:
        node = tree.nodes[child]
        bound = node.best + EXPLORATION * math.sqrt(log / node.visits)
        if bound > most:
            best, most = child, bound
        child = int(node.next)
    return best


@rule
def backpropagate(tree, leaf, value):
    """Back a value up from a node to the root."""
    at = leaf
    while True:
        node = tree.nodes[at]
        node.visits += 1
        node.best = max(node.best, value)
        if at == ROOT:
            return
        at = int(node.parent)


@rule
def best_child(tree):
    """Child of the root with the highest value; the last on a tie."""
    child = int(tree.nodes[ROOT].first)
    best, most = child, 0.0
    while child != NONE:
        if tree.nodes[child].best >= most:
            best, most = child, tree.nodes[child].best + 0.0
        child = int(tree.nodes[child].next)
    return best


@rule
def reroot(tree, root):
    """Cut the tree to the subtree of a node, which becomes the root. Children have higher indices than parents."""
    count = tree.count + 0
    for at in range(root):
        tree.places[at] = DROPPED
    tree.places[root] = ROOT
    move_node(tree, root, ROOT, NONE)
    tree.count = 1
    for at in range(root + 1, count):
        parent = int(tree.places[tree.nodes[at].parent])
        tree.places[at] = DROPPED
        if parent != DROPPED:
            to = tree.count + 0
            move_node(tree, at, to, parent)
            append(tree, parent, to)
            tree.places[at] = to
            tree.count += 1


@rule
def new_node(tree, parent, number):
    at = tree.count + 0
    tree.count += 1
    node = tree.nodes[at]
    node.best = 0.0
    node.number = number
    node.visits = 0
    node.moves = 0
    node.seen = 0
    node.parent = parent
    node.first = NONE
    node.last = NONE
    node.next = NONE
    return at


@rule
def append(tree, parent, child):
    """Add a node as the last child of its parent."""
    node = tree.nodes[parent]
    if node.first == NONE:
        node.first = child
    else:
        tree.nodes[node.last].next = child
    node.last = child


@rule
def move_node(tree, at, to, parent):
    """Move a node to a lower index; its children follow later."""
    tree.nodes[to] = tree.nodes[at]
    node = tree.nodes[to]
    node.parent = parent
    node.first = NONE
    node.last = NONE
    node.next = NONE

"""Search tree of the courtier over its own turn: one tree for all redeals; a node stores its best result in each
redeal.

Within a redeal the best line counts, between redeals the mean: a turn can be planned, but draws are random.
"""

# mypy: ignore-errors

import math

from ludus.core import Record, float64, int32, int64, rule
from ludus.search.logarithm import ln

MAX_NODES = 1 << 13
MAX_REDEALS = 16
MAX_DEPTH = 64  # nodes on a path
ROOT = NONE = 0  # the root is never a child


class TurnNode(Record):
    key: int64
    total: float64  # sum of the best results of the redeals
    best: float64[MAX_REDEALS]
    seen: int32  # one bit for each redeal with a result
    dealt: int32  # number of these redeals
    visits: int32
    first: int32  # child
    next: int32  # sibling


@rule
def reset_tree(scratch):
    scratch.count = 1
    reset_node(scratch.nodes[ROOT], 0)


@rule(inline=True)
def reset_node(node, key):
    node.key = key
    node.total = 0.0
    node.seen = 0
    node.dealt = 0
    node.visits = 0
    node.first = NONE
    node.next = NONE


@rule
def find_children(scratch, parent, keys, n):
    """Write the child of each key into `found`; return how many keys have none yet."""
    nodes, missing = scratch.nodes, 0
    hint = int(nodes[parent].first)
    for k in range(n):
        child = hint
        if child == NONE or nodes[child].key != keys[k]:
            child = int(nodes[parent].first)
            while child != NONE and nodes[child].key != keys[k]:
                child = int(nodes[child].next)
        scratch.found[k] = child
        if child == NONE:
            missing += 1
        else:
            hint = int(nodes[child].next)
    return missing


@rule
def add_child(scratch, parent, key):
    """Append a new child to its parent."""
    nodes, child = scratch.nodes, int(scratch.count)
    scratch.count += 1
    last = int(nodes[parent].first)
    if last == NONE:
        nodes[parent].first = child
    else:
        while nodes[last].next != NONE:
            last = int(nodes[last].next)
        nodes[last].next = child
    reset_node(nodes[child], key)
    return child


@rule
def select_child(scratch, parent, n, exploration):
    """Index of the child with the highest upper confidence bound; -1 if no child exists."""
    best, most = -1, -math.inf
    log = ln(max(1, scratch.nodes[parent].visits))
    span = max(scratch.highest - scratch.lowest, 1e-9)
    for k in range(n):
        if scratch.found[k] != NONE:
            node = scratch.nodes[scratch.found[k]]
            value = (node.total / node.dealt - scratch.lowest) / span
            bound = value + exploration * math.sqrt(log / node.visits)
            if bound > most:
                best, most = k, bound
    return best


@rule
def backpropagate(scratch, length, deal, result):
    """Back a result up along the path."""
    scratch.lowest = min(scratch.lowest, result)
    scratch.highest = max(scratch.highest, result)
    for k in range(length):
        node = scratch.nodes[scratch.path[k]]
        node.visits += 1
        if node.seen >> deal & 1 == 0:
            node.seen |= 1 << deal
            node.dealt += 1
            node.best[deal] = result
            node.total += result
        elif result > node.best[deal]:
            node.total += result - node.best[deal]
            node.best[deal] = result


@rule
def best_child(scratch):
    """Child of the root with the best mean; children seen in more redeals come first."""
    child = int(scratch.nodes[ROOT].first)
    best, dealt, most = child, 0, -math.inf
    while child != NONE:
        node = scratch.nodes[child]
        value = node.total / node.dealt
        if node.dealt > dealt or (node.dealt == dealt and value > most):
            best, dealt, most = child, int(node.dealt), value
        child = int(node.next)
    return best

"""A search tree in one pool of nodes that is never left: children are chained, and nothing is allocated.

One tree serves many redeals. A node stands for a move wherever it is legal, so each node also counts how often it
could have been chosen (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search").
"""

# mypy: ignore-errors

import math

from ludus.core import Record, float64, int32, int64, rule, uint8
from ludus.search.logarithm import ln

ROOT = NONE = 0  # the root is nobody's child
MOST_NODES = 1 << 15


class Node(Record):
    move: int64
    value: float64  # sum of the rewards, or the greatest
    visits: int32
    available: int32  # how often the move was legal when its parent was passed
    first: int32  # child
    next: int32  # sibling
    seat: uint8  # who makes the move


@rule
def plant(scratch):
    """An empty tree."""
    scratch.count = 1
    scratch.nodes[ROOT].first = NONE


@rule
def look_up(scratch, parent, moves, n):
    """Find the children for the moves legal now, into `found`; how many moves have none yet.

    Children mostly stand in the order of the moves, so the sibling of the last one found is tried first.
    """
    nodes = scratch.nodes
    missing, hint = 0, int(nodes[parent].first)
    for k in range(n):
        child = hint
        if child == NONE or nodes[child].move != moves[k]:
            child = int(nodes[parent].first)
            while child != NONE and nodes[child].move != moves[k]:
                child = int(nodes[child].next)
        scratch.found[k] = child
        if child == NONE:
            missing += 1
        else:
            nodes[child].available += 1
            hint = int(nodes[child].next)
    return missing


@rule
def grow(scratch, parent, move, seat):
    """A new child, last in the chain."""
    nodes = scratch.nodes
    child = int(scratch.count)
    scratch.count += 1
    last = int(nodes[parent].first)
    if last == NONE:
        nodes[parent].first = child
    else:
        while nodes[last].next != NONE:
            last = int(nodes[last].next)
        nodes[last].next = child
    node = nodes[child]
    node.move = move
    node.value = 0.0
    node.visits = 0
    node.available = 1
    node.first = NONE
    node.next = NONE
    node.seat = seat
    return child


@rule
def most_promising(scratch, n, exploration, keep_best):
    """The place of the child with the greatest upper confidence bound among those found; -1 if none was."""
    best, most = -1, -math.inf
    counted, log = 0, 0.0
    for k in range(n):
        if scratch.found[k] != NONE:
            node = scratch.nodes[scratch.found[k]]
            if node.available != counted:
                counted = int(node.available)
                log = ln(counted)
            bound = reward_of(node, keep_best) + exploration * math.sqrt(log / node.visits)
            if bound > most:
                best, most = k, bound
    return best


@rule(inline=True)
def reward_of(node, keep_best):
    return node.value if keep_best != 0 else node.value / node.visits


@rule
def learn(scratch, length, keep_best):
    """Carry the rewards of a playout back to every node of the path."""
    for k in range(1, length):
        node = scratch.nodes[scratch.path[k]]
        reward = scratch.rewards[node.seat]
        node.visits += 1
        if keep_best == 0:
            node.value += reward
        elif node.visits == 1 or reward > node.value:
            node.value = reward


@rule
def best_move(scratch, keep_best):
    """The answer: the move visited most, or by greatest reward the one that had it; of equals the better other."""
    child = int(scratch.nodes[ROOT].first)
    best, most, second = child, -math.inf, -math.inf
    while child != NONE:
        node = scratch.nodes[child]
        reward, visits = reward_of(node, keep_best), float(node.visits)
        first, other = (reward, visits) if keep_best != 0 else (visits, reward)
        if first > most or (first == most and other > second):
            best, most, second = child, first, other
        child = int(node.next)
    return scratch.nodes[best].move

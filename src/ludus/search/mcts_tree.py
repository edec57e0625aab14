"""Search tree of MCTS in a fixed pool of nodes: children are linked lists, and nothing is allocated.

One tree serves many resampled states. A node represents a move in all states where it is legal, so each node also
counts how often it was available (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search").
"""

# mypy: ignore-errors

import math

from ludus.core import Record, float64, int32, int64, rule, uint8
from ludus.search.portable_math import ln

ROOT = NONE = 0  # the root is never a child, so its index can mean "none"
MAX_NODES = 1 << 15


class SearchNode(Record):
    move: int64
    value: float64  # sum or maximum of the rewards
    visits: int32
    available: int32  # how often the move was legal when its parent was passed
    first: int32  # first child
    next: int32  # next sibling
    seat: uint8  # seat that makes the move


@rule
def plant(scratch):
    """Reset to an empty tree."""
    scratch.count = 1
    scratch.nodes[ROOT].first = NONE


@rule
def look_up(scratch, parent, moves, n):
    """Write the children for the legal moves into `found`; return the number of moves without a child.

    Children are mostly in the order of the moves, so the next sibling of the previous child is tried first.
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
    """Append a new child and return its index."""
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
    """Return the index in `found` of the child with the largest upper confidence bound; -1 if there is none."""
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
    """Back up the rewards of a playout to every node of the path."""
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
    """Return the move with most visits, or with `keep_best` the largest reward; the other criterion breaks ties."""
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
